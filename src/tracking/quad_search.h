// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <opencv2/core.hpp>
#include <vector>

#include "geometry/pose2.h"

namespace tandem {

// Corners in pixels, clockwise as one sees them.
using Quad = std::array<Vec2, 4>;

// Outlines with four corners of dark things on a lighter ground, to a pixel or two.
std::vector<Quad> find_quads(const cv::Mat& grey, double min_side_px);

}  // namespace tandem
