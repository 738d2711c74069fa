// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/image.h"

#include <fmt/format.h>

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
#pragma GCC diagnostic pop

namespace tandem {

namespace {

constexpr std::int64_t max_pixels = 8193 * 8193;  // 134 MB as 16 bit

}  // namespace

Result<GrayImage> read_gray_image(const std::filesystem::path& file) {
  const Result<std::string> content = read_regular_file(file, image_limit_bytes);
  if (!content) return Error{content.error()};
  const auto* bytes = reinterpret_cast<const stbi_uc*>(content->data());
  const int size = static_cast<int>(content->size());

  GrayImage image;
  int channels = 0;
  if (stbi_info_from_memory(bytes, size, &image.width, &image.height, &channels) == 0)
    return Error{"is not an image: expected PNG, JPEG or BMP"};
  if (static_cast<std::int64_t>(image.width) * image.height > max_pixels)
    return Error{fmt::format("has {} by {} pixels, more than the {} that are read", image.width,
                             image.height, max_pixels)};
  const std::unique_ptr<stbi_us, decltype(&stbi_image_free)> pixels(
      stbi_load_16_from_memory(bytes, size, &image.width, &image.height, &channels, 1),
      &stbi_image_free);
  if (!pixels) return Error{fmt::format("cannot be read as an image: {}", stbi_failure_reason())};
  image.pixels.assign(pixels.get(),
                      pixels.get() + static_cast<std::ptrdiff_t>(image.width) * image.height);
  return image;
}

}  // namespace tandem
