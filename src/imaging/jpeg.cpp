// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "imaging/jpeg.h"

#include <fmt/format.h>
#include <turbojpeg.h>

namespace tandem {

void JpegEncoder::Closer::operator()(void* handle) const { tjDestroy(handle); }

JpegEncoder::JpegEncoder() : handle_(tjInitCompress()) {}

JpegEncoder::~JpegEncoder() = default;

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

}  // namespace tandem
