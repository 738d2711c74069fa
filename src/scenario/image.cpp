// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/image.h"

#include <fmt/format.h>

#include <cstring>
#include <fstream>
#include <memory>

#include "scenario/regular_file.h"

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_NO_STDIO
#define STBI_ONLY_PNG
#define STBI_ONLY_JPEG
#define STBI_ONLY_BMP
#define STBI_MAX_DIMENSIONS 16384
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#include <stb/stb_image.h>
#define STB_IMAGE_WRITE_IMPLEMENTATION
#define STB_IMAGE_WRITE_STATIC
#define STBI_WRITE_NO_STDIO
#include <stb/stb_image_write.h>
#pragma GCC diagnostic pop

namespace tandem {

namespace {

constexpr std::int64_t max_pixels = 8193 * 8193;  // 134 MB as 16 bit

// The file's bytes and the size that its header tells.
struct ImageFile {
  std::string content;
  int width = 0;
  int height = 0;

  const stbi_uc* bytes() const { return reinterpret_cast<const stbi_uc*>(content.data()); }
  int size() const { return static_cast<int>(content.size()); }
};

Result<ImageFile> open_image(const std::filesystem::path& file) {
  Result<std::string> content = read_regular_file(file, image_limit_bytes);
  if (!content) return Error{content.error()};
  ImageFile image{.content = *std::move(content)};
  int channels = 0;
  if (stbi_info_from_memory(image.bytes(), image.size(), &image.width, &image.height, &channels) ==
      0)
    return Error{"is not an image: expected PNG, JPEG or BMP"};
  if (static_cast<std::int64_t>(image.width) * image.height > max_pixels)
    return Error{fmt::format("has {} by {} pixels, more than the {} that are read", image.width,
                             image.height, max_pixels)};
  return image;
}

void append(void* target, void* data, int size) {
  const auto* from = static_cast<const std::uint8_t*>(data);
  auto& to = *static_cast<std::vector<std::uint8_t>*>(target);
  to.insert(to.end(), from, from + size);
}

template <typename Sample>
using StbPixels = std::unique_ptr<Sample, decltype(&stbi_image_free)>;

}  // namespace

Result<GrayImage> read_gray_image(const std::filesystem::path& file) {
  const Result<ImageFile> opened = open_image(file);
  if (!opened) return Error{opened.error()};
  GrayImage image;
  int channels = 0;
  const StbPixels<stbi_us> pixels(
      stbi_load_16_from_memory(opened->bytes(), opened->size(), &image.width, &image.height,
                               &channels, 1),
      &stbi_image_free);
  if (!pixels) return Error{fmt::format("cannot be read as an image: {}", stbi_failure_reason())};
  image.pixels.assign(pixels.get(),
                      pixels.get() + static_cast<std::ptrdiff_t>(image.width) * image.height);
  return image;
}

Result<RgbaImage> read_rgba_image(const std::filesystem::path& file) {
  const Result<ImageFile> opened = open_image(file);
  if (!opened) return Error{opened.error()};
  RgbaImage image;
  int channels = 0;
  const StbPixels<stbi_uc> pixels(stbi_load_from_memory(opened->bytes(), opened->size(),
                                                        &image.width, &image.height, &channels, 4),
                                  &stbi_image_free);
  if (!pixels) return Error{fmt::format("cannot be read as an image: {}", stbi_failure_reason())};
  image.pixels.resize(static_cast<std::size_t>(image.width) *
                      static_cast<std::size_t>(image.height));
  std::memcpy(image.pixels.data(), pixels.get(), image.pixels.size() * sizeof(Rgba));
  return image;
}

std::vector<std::uint8_t> encode_png(const RgbaImage& image) {
  std::vector<std::uint8_t> bytes;
  stbi_write_png_to_func(append, &bytes, image.width, image.height, 4, image.pixels.data(),
                         image.width * 4);
  return bytes;
}

std::vector<std::uint8_t> encode_jpeg(const RgbaImage& image, int quality) {
  std::vector<std::uint8_t> bytes;
  stbi_write_jpg_to_func(append, &bytes, image.width, image.height, 4, image.pixels.data(),
                         quality);
  return bytes;
}

namespace {

Result<std::size_t> write_file(const std::filesystem::path& file,
                               const std::vector<std::uint8_t>& bytes) {
  if (bytes.empty()) return Error{"the image is too large for such a file"};
  std::ofstream out(file, std::ios::binary);
  out.write(reinterpret_cast<const char*>(bytes.data()),
            static_cast<std::streamsize>(bytes.size()));
  out.close();
  if (!out) return Error{fmt::format("cannot write '{}'", file.string())};
  return bytes.size();
}

}  // namespace

Result<std::size_t> write_png(const std::filesystem::path& file, const RgbaImage& image) {
  return write_file(file, encode_png(image));
}

Result<std::size_t> write_jpeg(const std::filesystem::path& file, const RgbaImage& image,
                               int quality) {
  return write_file(file, encode_jpeg(image, quality));
}

}  // namespace tandem
