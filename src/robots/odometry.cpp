// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "robots/odometry.h"

#include <cmath>

namespace tandem {

Odometry::Odometry(const DriveConfig& drive, const OdometryError& error, Random random)
    : track_m_(drive.track_m * drive.track_multiplier),
      error_(error),
      is_ideal_(error.left_radius_error == 0 && error.right_radius_error == 0 &&
                error.track_error == 0 && error.noise == 0),
      random_(random) {}

void Odometry::add(const WheelTravel& travel, const Pose2& true_motion, Duration dt) {
  Pose2 motion = true_motion;
  if (!is_ideal_) {
    const double left =
        travel.left_m * (1 + error_.left_radius_error + random_.normal(0, error_.noise));
    const double right =
        travel.right_m * (1 + error_.right_radius_error + random_.normal(0, error_.noise));
    const double forward = (left + right) / 2;
    motion.yaw = (right - left) / (track_m_ * (1 + error_.track_error));
    // along the arc's chord, which points half the turn away from the old heading
    motion.translation = {forward * std::cos(motion.yaw / 2), forward * std::sin(motion.yaw / 2)};
  }
  reading_.odom_from_base = reading_.odom_from_base * motion;
  reading_.odom_from_base.yaw = std::remainder(reading_.odom_from_base.yaw, 2 * std::acos(-1.0));
  reading_.velocity = {motion.translation.x / seconds(dt), motion.yaw / seconds(dt)};
}

}  // namespace tandem
