// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/perception/floor_camera.h"

#include <cmath>

namespace tandem {

namespace {

// What is seen farther away is a pixel below the horizon and could be anywhere.
constexpr double farthest_m = 50;

}  // namespace

std::optional<Vec3> FloorCamera::direction_in_base(Vec2 pixel) const {
  const auto in_camera = lens_.direction_of(pixel);
  if (!in_camera) return {};
  return base_from_camera_.rotation * *in_camera;
}

std::optional<Vec2> FloorCamera::floor_at(Vec2 pixel, double above_floor_m) const {
  const auto direction = direction_in_base(pixel);
  if (!direction) return {};
  const Vec3& eye = base_from_camera_.translation;
  const double along = (floor_z_m_ + above_floor_m - eye.z) / direction->z;
  if (!(along > 0) || along * length(*direction) > farthest_m) return {};
  return Vec2{eye.x + along * direction->x, eye.y + along * direction->y};
}

std::optional<Vec2> FloorCamera::pixel_of(Vec2 on_floor, double above_floor_m) const {
  const Vec3 in_base{on_floor.x, on_floor.y, floor_z_m_ + above_floor_m};
  return lens_.pixel_of(inverse(base_from_camera_) * in_base);
}

std::optional<double> FloorCamera::height_at(Vec2 foot, Vec2 top_pixel) const {
  const auto direction = direction_in_base(top_pixel);
  if (!direction) return {};
  const Vec3& eye = base_from_camera_.translation;
  const double away = std::hypot(foot.x - eye.x, foot.y - eye.y);
  const double across = std::hypot(direction->x, direction->y);
  if (!(across > 0)) return {};
  return eye.z - floor_z_m_ + away * direction->z / across;
}

std::optional<double> FloorCamera::bearing_of(Vec2 pixel) const {
  const auto direction = direction_in_base(pixel);
  if (!direction) return {};
  return std::atan2(direction->y, direction->x);
}

bool FloorCamera::is_above_horizon(Vec2 pixel) const {
  const auto direction = direction_in_base(pixel);
  return direction && direction->z >= 0;
}

}  // namespace tandem
