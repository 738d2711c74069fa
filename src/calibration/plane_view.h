// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>

#include "base/result.h"
#include "calibration/camera_calibration.h"
#include "geometry/pose.h"
#include "geometry/pose2.h"

namespace tandem {

// What a camera's pixels mean on the level plane that a robot's marker moves in. A marker 15 cm up,
// seen from the side, would be many centimetres off on the floor.
class PlaneView {
 public:
  // An error is a sentence about what the calibration lacks.
  static Result<PlaneView> make(const CameraCalibration& calibration, double marker_height_m);

  // Nothing for pixels that do not look at the plane.
  std::optional<Vec2> point_in_room(Vec2 pixel) const;
  // The heading of an image is from its x (right) towards its y (down).
  std::optional<Pose2> pose_in_room(const Pose2& in_pixels) const;
  // The pixel where a point of the plane is seen; nothing when it is behind the camera.
  std::optional<Vec2> pixel_of(Vec2 point_in_room) const;

 private:
  PlaneView() = default;

  std::optional<LensConfig> lens_;
  std::array<double, 9> room_from_ray_{};  // homography; from directions, or pixels without a lens
  std::array<double, 9> ray_from_room_{};
};

}  // namespace tandem
