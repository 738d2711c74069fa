// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "autonomy/perception/camera_lens.h"
#include "geometry/pose.h"

namespace tandem {

// A camera at a known place on a robot that stands on a flat floor: knows where on the floor a
// pixel is. Floor points are in the robot's base frame.
class FloorCamera {
 public:
  // The floor is at this height in the base frame, usually zero or a little below.
  FloorCamera(const CameraLens& lens, const Pose& base_from_camera, double floor_z_m)
      : lens_(lens), base_from_camera_(base_from_camera), floor_z_m_(floor_z_m) {}

  const CameraLens& lens() const { return lens_; }
  double floor_z_m() const { return floor_z_m_; }
  // Of the camera, seen from above.
  Vec2 place() const { return {base_from_camera_.translation.x, base_from_camera_.translation.y}; }
  double height_m() const { return base_from_camera_.translation.z - floor_z_m_; }

  // Where a pixel meets a plane so high above the floor; nothing at the horizon and beyond.
  std::optional<Vec2> floor_at(Vec2 pixel, double above_floor_m = 0) const;
  // Where a place is seen; nothing behind the camera.
  std::optional<Vec2> pixel_of(Vec2 on_floor, double above_floor_m = 0) const;
  // How high a thing that stands upright on a place of the floor reaches if it ends at a pixel.
  std::optional<double> height_at(Vec2 foot_on_floor, Vec2 top_pixel) const;
  // In which direction a pixel looks, seen from above. What stands upright is in one direction from
  // its foot to its top.
  std::optional<double> bearing_of(Vec2 pixel) const;
  // Whether a pixel looks at the horizon or above it.
  bool is_above_horizon(Vec2 pixel) const;

 private:
  std::optional<Vec3> direction_in_base(Vec2 pixel) const;

  CameraLens lens_;
  Pose base_from_camera_;
  double floor_z_m_ = 0;
};

}  // namespace tandem
