// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <opencv2/core.hpp>
#include <vector>

#include "calibrating/saddle_points.h"

namespace tandem {

// A corner and its place in a grid of squares, by columns and rows from any of them.
struct GridCorner {
  int column = 0;
  int row = 0;
  Vec2 at_px;
};
using CornerGrid = std::vector<GridCorner>;

// Grids of corners that edges between light and dark join, the largest first. Rows follow columns
// as y follows x in the picture: a grid is never mirrored.
std::vector<CornerGrid> corner_grids(const cv::Mat& grey, const std::vector<SaddlePoint>& saddles);

}  // namespace tandem
