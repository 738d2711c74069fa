// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "geometry/pose2.h"

namespace tandem {

// Drives from point to point as a patient person with a joystick does: turns towards the next one,
// then goes there. Sees no obstacles.
class WaypointDriver {
 public:
  WaypointDriver(std::vector<Vec2> points, double speed_mps, double tolerance_m)
      : points_(std::move(points)), speed_mps_(speed_mps), tolerance_m_(tolerance_m) {}

  // What to command where it is now; nothing to do when it is there.
  Twist2 drive(const Pose2& world_from_robot);
  bool is_there() const { return next_ == points_.size(); }
  std::size_t reached() const { return next_; }

 private:
  std::vector<Vec2> points_;
  double speed_mps_;
  double tolerance_m_;
  std::size_t next_ = 0;
};

}  // namespace tandem
