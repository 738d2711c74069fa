// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tracking/grey_image.h"

#include <fmt/format.h>

#include <algorithm>
#include <opencv2/imgproc.hpp>
#include <utility>

namespace tandem {

namespace {

// A larger picture is none of a camera above a floor, and a few bytes can claim to be one.
constexpr std::size_t most_pixels_looked_at = 1U << 26;

struct Layout {
  std::size_t bytes = 1;
  int conversion = -1;  // of OpenCV
};

Layout layout_of(PixelOrder order) {
  switch (order) {
    case PixelOrder::rgb:
      return {3, cv::COLOR_RGB2GRAY};
    case PixelOrder::bgr:
      return {3, cv::COLOR_BGR2GRAY};
    case PixelOrder::rgba:
      return {4, cv::COLOR_RGBA2GRAY};
    case PixelOrder::bgra:
      return {4, cv::COLOR_BGRA2GRAY};
    case PixelOrder::grey:
      break;
  }
  return {};
}

}  // namespace

Result<GreyImage> grey_of(const RawPixels& pixels) {
  const auto [width, height] = std::pair(pixels.width, pixels.height);
  if (width == 0 || height == 0) return Error{"the picture is empty"};
  if (height > most_pixels_looked_at / width)
    return Error{
        fmt::format("{} x {} pixels are more than {}", width, height, most_pixels_looked_at)};
  const Layout layout = layout_of(pixels.order);
  const std::size_t row = width * layout.bytes;
  if (pixels.row_bytes < row)
    return Error{
        fmt::format("rows of {} pixels need {} bytes and have {}", width, row, pixels.row_bytes)};
  if (pixels.bytes.size() < row || (pixels.bytes.size() - row) / pixels.row_bytes < height - 1)
    return Error{fmt::format("{} rows of {} bytes do not fit into {}", height, pixels.row_bytes,
                             pixels.bytes.size())};

  GreyImage grey{static_cast<int>(width), static_cast<int>(height),
                 std::vector<std::uint8_t>(width * height)};
  // OpenCV's headers know no constant pixels; nothing is written to these
  const cv::Mat from(grey.height, grey.width, CV_8UC(static_cast<int>(layout.bytes)),
                     const_cast<std::uint8_t*>(pixels.bytes.data()), pixels.row_bytes);
  cv::Mat to(grey.height, grey.width, CV_8UC1, grey.pixels.data());
  if (layout.conversion < 0)
    from.copyTo(to);
  else
    cv::cvtColor(from, to, layout.conversion);
  return grey;
}

GreyImage grey_of(const RgbImage& image) {
  auto grey = grey_of({.order = PixelOrder::rgb,
                       .width = static_cast<std::size_t>(std::max(image.width, 0)),
                       .height = static_cast<std::size_t>(std::max(image.height, 0)),
                       .row_bytes = 3 * static_cast<std::size_t>(std::max(image.width, 0)),
                       .bytes = image.rgb});
  return grey ? *std::move(grey) : GreyImage{};
}

}  // namespace tandem
