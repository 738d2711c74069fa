// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "base/result.h"
#include "calibration/homography.h"
#include "geometry/area.h"

namespace tandem {

// Which part of the floor a projector shows, and where in its picture the corners of that part must
// be for them to fall where they belong. Pixels are continuous: the picture's top left corner is
// (0, 0), its lower right one (width, height).
struct ProjectorCalibration {
  Area area;
  int width_px = 1920;
  int height_px = 1080;
  // In the order of corner_names. The top of the picture is where the area's y points to.
  Corners corners_px{};
};

constexpr std::array<std::string_view, 4> corner_names{"top_left", "top_right", "bottom_right",
                                                       "bottom_left"};

// Of a projector that looks straight down: as large as fits, a metre as long in x as in y.
ProjectorCalibration straight_calibration(const Area& area, int width_px, int height_px);

// The corners of an area in the world, in the same order.
Corners corners_of(const Area& area);

// From metres of the world's floor to pixels. An error is a sentence about the corners.
Result<Homography> pixels_from_floor(const ProjectorCalibration& calibration);

}  // namespace tandem
