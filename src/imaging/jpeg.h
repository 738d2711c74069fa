// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/result.h"
#include "imaging/rgb_image.h"

namespace tandem {

struct TurboJpegCloser {
  void operator()(void* handle) const;
};
using TurboJpeg = std::unique_ptr<void, TurboJpegCloser>;

// Makes JPEG files of pictures. Belongs to one thread.
class JpegEncoder {
 public:
  JpegEncoder();

  // Three bytes a pixel, row by row from the top.
  Result<std::vector<std::uint8_t>> encode(std::span<const std::uint8_t> rgb, int width, int height,
                                           int quality = 90);

 private:
  TurboJpeg handle_;
};

// A larger picture is not for a robot's eyes, and a few bytes can claim to be one.
constexpr int max_jpeg_px = 4096 * 4096;

// Reads JPEG files, grey ones too. Belongs to one thread.
class JpegDecoder {
 public:
  JpegDecoder();

  // What is broken, cut off or too large is refused as a whole.
  Result<RgbImage> decode(std::span<const std::uint8_t> file, int max_px = max_jpeg_px);

  // The brightness alone, for half of the work. Cameras leave stray bytes between the parts of a
  // picture, which are passed over; what is cut off is refused.
  struct Grey {
    int width = 0;
    int height = 0;
    std::vector<std::uint8_t> pixels;
  };
  Result<Grey> decode_grey(std::span<const std::uint8_t> file, int max_px = max_jpeg_px);

 private:
  Error refusal();
  Result<std::size_t> read_size(std::span<const std::uint8_t> file, int max_px, int& width,
                                int& height);

  TurboJpeg handle_;
};

}  // namespace tandem
