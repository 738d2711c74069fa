// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "imaging/jpeg.h"

#include <fmt/format.h>
#include <turbojpeg.h>

#include <string_view>

namespace tandem {

void TurboJpegCloser::operator()(void* handle) const { tjDestroy(handle); }

JpegEncoder::JpegEncoder() : handle_(tjInitCompress()) {}

Result<std::vector<std::uint8_t>> JpegEncoder::encode(std::span<const std::uint8_t> rgb, int width,
                                                      int height, int quality) {
  const std::size_t expected =
      3 * static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  if (rgb.size() != expected || rgb.empty())
    return Error{fmt::format("a picture of {} x {} has {} bytes, not {}", width, height, expected,
                             rgb.size())};
  unsigned long size = tjBufSize(width, height, TJSAMP_420);
  std::vector<std::uint8_t> file(size);
  unsigned char* out = file.data();
  if (!handle_ || tjCompress2(handle_.get(), rgb.data(), width, 0, height, TJPF_RGB, &out, &size,
                              TJSAMP_420, quality, TJFLAG_NOREALLOC) != 0)
    return Error{
        fmt::format("the picture could not be compressed: {}", tjGetErrorStr2(handle_.get()))};
  file.resize(size);
  return file;
}

JpegDecoder::JpegDecoder() : handle_(tjInitDecompress()) {}

// A decoder that has met a broken picture finds fault with the next one, too.
Error JpegDecoder::refusal() {
  Error error{fmt::format("this is no whole JPEG picture: {}", tjGetErrorStr2(handle_.get()))};
  handle_.reset(tjInitDecompress());
  return error;
}

Result<std::size_t> JpegDecoder::read_size(std::span<const std::uint8_t> file, int max_px,
                                           int& width, int& height) {
  if (file.empty()) return Error{"this is no JPEG picture: it is empty"};
  int subsampling = 0, colors = 0;
  if (!handle_ || tjDecompressHeader3(handle_.get(), file.data(), file.size(), &width, &height,
                                      &subsampling, &colors) != 0)
    return refusal();
  const std::size_t pixels = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  if (pixels > static_cast<std::size_t>(max_px))
    return Error{
        fmt::format("a JPEG picture of {} x {} has more than {} pixels", width, height, max_px)};
  return pixels;
}

Result<RgbImage> JpegDecoder::decode(std::span<const std::uint8_t> file, int max_px) {
  RgbImage image;
  const auto pixels = read_size(file, max_px, image.width, image.height);
  if (!pixels) return Error{pixels.error()};
  image.rgb.resize(3 * *pixels);
  // what is only warned of, such as a file that was cut off, is a failure here too: the rest of
  // such a picture is grey, which is worse than no picture
  if (tjDecompress2(handle_.get(), file.data(), file.size(), image.rgb.data(), image.width, 0,
                    image.height, TJPF_RGB, 0) != 0)
    return refusal();
  return image;
}

Result<JpegDecoder::Grey> JpegDecoder::decode_grey(std::span<const std::uint8_t> file, int max_px) {
  Grey image;
  const auto pixels = read_size(file, max_px, image.width, image.height);
  if (!pixels) return Error{pixels.error()};
  image.pixels.resize(*pixels);
  if (tjDecompress2(handle_.get(), file.data(), file.size(), image.pixels.data(), image.width, 0,
                    image.height, TJPF_GRAY, 0) == 0)
    return image;
  const bool is_warning = tjGetErrorCode(handle_.get()) == TJERR_WARNING;
  const std::string_view why = tjGetErrorStr2(handle_.get());
  const bool has_strays = is_warning && why.find("extraneous") != std::string_view::npos;
  Error error = refusal();
  if (has_strays) return image;
  return error;
}

}  // namespace tandem
