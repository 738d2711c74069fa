// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/behavior/motion_watch.h"

#include <fmt/format.h>

#include <cmath>

#include "autonomy/behavior/planar.h"

namespace tandem {

bool MotionWatch::is_stuck(SimTime now, const Pose2& odom_from_base) {
  constexpr double least_m = 0.01, least_rad = 0.05;  // less is the noise of a tracker
  if (!from_ || distance(from_->translation, odom_from_base.translation) > least_m ||
      std::abs(wrap_angle(from_->yaw - odom_from_base.yaw)) > least_rad) {
    from_ = odom_from_base;
    since_ = now;
  }
  return now - since_ > limit_;
}

std::string MotionWatch::message() const {
  return fmt::format(
      "told to drive, the robot has not moved for {} s as its odometry says: it is held, or "
      "whoever "
      "tracks it has lost it",
      seconds(limit_));
}

}  // namespace tandem
