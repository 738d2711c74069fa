// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>

#include "calibration/projector_calibration.h"
#include "render/floor_rects.h"

namespace tandem {

// A calibration as the shaders take it. They see the floor from the middle of the area, so that
// single precision is enough far from the world's origin, too.
struct FloorProjection {
  ProjectorCalibration calibration;
  Vec2 origin;                              // of the shaders' floor in the world
  Homography pixels_from_floor{};           // that floor, not the world's
  std::array<float, 9> clip_from_floor{};   // by columns
  std::array<float, 9> clip_from_pixels{};  // by columns
  std::array<float, 3> side_x{}, side_y{};  // from that floor to -1 to 1 across the area
  double pixel_m = 1;                       // of the floor, in the middle

  explicit FloorProjection(const ProjectorCalibration& calibration);

  Vec2 local(Vec2 in_world) const { return in_world - origin; }
  // The pixels around these points of the shaders' floor; everything when one is not in sight.
  FloorRect around(std::span<const Vec2> points) const;
};

bool is_same(const ProjectorCalibration& a, const ProjectorCalibration& b);

}  // namespace tandem
