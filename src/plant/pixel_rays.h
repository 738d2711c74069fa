// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/result.h"
#include "calibration/camera_calibration.h"
#include "geometry/pose2.h"
#include "geometry/vec3.h"

namespace tandem {

// Where the pixels of a camera whose place is known look at level planes of the room. Rays are
// worked out once for every fourth pixel and interpolated in between, which is exact to some
// thousandths of a pixel.
class PixelRays {
 public:
  // An error where the lens does not see with all of the picture.
  static Result<PixelRays> make(const CameraCalibration& camera, int width, int height);

  const Vec3& eye() const { return eye_; }  // in the room
  int width() const { return width_; }
  int height() const { return height_; }

  // The rays of a row of pixels from `x0` on, one behind the other; each goes down by 1.
  void row(int y, int x0, int count, std::vector<Vec2>& slopes) const;
  // Where a ray of such a slope meets the plane at a height.
  Vec2 meet(Vec2 slope, double height_m) const {
    const double down = eye_.z - height_m;
    return {eye_.x + down * slope.x, eye_.y + down * slope.y};
  }

 private:
  static constexpr int spacing = 4;

  int width_ = 0;
  int height_ = 0;
  int columns_ = 0;
  Vec3 eye_;
  std::vector<Vec2> slopes_;
};

}  // namespace tandem
