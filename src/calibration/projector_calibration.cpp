// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "calibration/projector_calibration.h"

#include <algorithm>

namespace tandem {

ProjectorCalibration straight_calibration(const Area& area, int width_px, int height_px) {
  const double scale = std::min(width_px / area.size_x_m, height_px / area.size_y_m);
  const Vec2 half{scale * area.size_x_m / 2, scale * area.size_y_m / 2};
  const Vec2 middle{width_px / 2.0, height_px / 2.0};
  return {area,
          width_px,
          height_px,
          {middle + Vec2{-half.x, -half.y}, middle + Vec2{half.x, -half.y},
           middle + Vec2{half.x, half.y}, middle + Vec2{-half.x, half.y}}};
}

Corners corners_of(const Area& area) {
  const double x = area.size_x_m / 2, y = area.size_y_m / 2;
  return {area.world_from_center * Vec2{-x, y}, area.world_from_center * Vec2{x, y},
          area.world_from_center * Vec2{x, -y}, area.world_from_center * Vec2{-x, -y}};
}

Result<Homography> pixels_from_floor(const ProjectorCalibration& calibration) {
  return map_corners(corners_of(calibration.area), calibration.corners_px);
}

}  // namespace tandem
