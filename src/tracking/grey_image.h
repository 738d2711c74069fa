// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/result.h"
#include "imaging/rgb_image.h"

namespace tandem {

// A picture of one byte a pixel, row by row from the top. The middle of the top left pixel has the
// coordinates (0, 0), as in ROS and OpenCV.
struct GreyImage {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> pixels;
};

GreyImage grey_of(const RgbImage& image);

// Pixels as they lie in memory, of one, three or four bytes.
enum class PixelOrder { grey, rgb, bgr, rgba, bgra };
struct RawPixels {
  PixelOrder order = PixelOrder::grey;
  std::size_t width = 0;
  std::size_t height = 0;
  std::size_t row_bytes = 0;
  std::span<const std::uint8_t> bytes;
};
// An error says what does not fit together.
Result<GreyImage> grey_of(const RawPixels& pixels);

}  // namespace tandem
