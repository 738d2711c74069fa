// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>

#include "base/result.h"
#include "geometry/pose2.h"
#include "geometry/vec3.h"
#include "messages/sensor_msgs.h"

namespace tandem {

// How a camera turns directions into pixels, as its camera_info says. The optical frame has x
// right, y down and z forward; the middle of the top left pixel is (0, 0).
class CameraLens {
 public:
  // Pinhole, plumb_bob, rational_polynomial or equidistant; why not.
  static Result<CameraLens> make(const sensor_msgs::msg::CameraInfo& info);

  int width() const { return width_; }
  int height() const { return height_; }

  // The direction that a pixel looks along, with z = 1; nothing where the lens sees nothing, or
  // sideways and behind, as a fisheye does.
  std::optional<Vec3> direction_of(Vec2 pixel) const;
  // Where a point before the camera is seen, which may be outside of the picture.
  std::optional<Vec2> pixel_of(const Vec3& in_camera) const;

 private:
  enum class Kind { straight, plumb_bob, equidistant };

  Vec2 bend(Vec2 straight) const;
  double radius_of(double angle) const;
  std::optional<Vec2> unbend(Vec2 bent) const;
  std::optional<Vec2> unbend_fisheye(Vec2 bent) const;
  std::optional<Vec2> unbend_plumb_bob(Vec2 bent) const;

  int width_ = 0;
  int height_ = 0;
  Kind kind_ = Kind::straight;
  double fx_ = 0, fy_ = 0, cx_ = 0, cy_ = 0;
  std::array<double, 8> d_{};  // k1 k2 p1 p2 k3 k4 k5 k6, of equidistant ones k1 k2 k3 k4
};

}  // namespace tandem
