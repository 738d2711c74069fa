// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "geometry/pose2.h"

namespace tandem {

// Where two dark and two light fields meet in a point, to a small part of a pixel.
struct SaddlePoint {
  Vec2 at_px;
  double contrast = 0;
};

// Those of a picture, the clearest first, at most some thousand.
std::vector<SaddlePoint> find_saddles(const cv::Mat& grey);

}  // namespace tandem
