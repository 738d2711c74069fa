// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "autonomy/perception/vision.h"

namespace tandem {

// The lower edge of something in each of its columns, finer than a pixel: at a distance of a metre
// a pixel below the horizon is several centimetres of floor.
struct LowerEdge {
  std::vector<Vec2> points_px;       // from left to right, in the picture
  bool reaches_picture_end = false;  // it goes on below the picture
};
LowerEdge lower_edge_of(const Region& region, const Contour& outline);

// Where such an edge is nearest to the robot; the middle of what is as near as can be told.
std::optional<Vec2> nearest_on_floor(const LowerEdge& edge, const FloorCamera& camera,
                                     double above_floor_m = 0);

}  // namespace tandem
