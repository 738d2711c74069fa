// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <optional>

#include "geometry/pose2.h"

namespace tandem {

// The brightness between four pixels of a cv::Mat of bytes, which are there.
template <typename Mat>
double brightness_within(const Mat& grey, Vec2 at) {
  const int x = static_cast<int>(at.x), y = static_cast<int>(at.y);
  const double fx = at.x - x, fy = at.y - y;
  const auto* row = grey.template ptr<unsigned char>(y) + x;
  const auto* below = grey.template ptr<unsigned char>(y + 1) + x;
  return (1 - fy) * ((1 - fx) * row[0] + fx * row[1]) + fy * ((1 - fx) * below[0] + fx * below[1]);
}

// The same, but nothing outside of the picture.
template <typename Mat>
std::optional<double> brightness(const Mat& grey, Vec2 at) {
  if (!(at.x >= 0 && at.y >= 0 && at.x < grey.cols - 1 && at.y < grey.rows - 1))
    return std::nullopt;
  return brightness_within(grey, at);
}

}  // namespace tandem
