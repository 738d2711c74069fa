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

void Odometry::add(const WheelTravel& travel, const Pose2& true_motion, Duration dt, bool slips) {
  Pose2 motion = true_motion;
  if (!is_ideal_ || slips) {
    const double left =
        travel.left_m * (1 + error_.left_radius_error + random_.normal(0, error_.noise));
    const double right =
        travel.right_m * (1 + error_.right_radius_error + random_.normal(0, error_.noise));
    const double forward = (left + right) / 2;
    motion.yaw = (right - left) / (track_m_ * (1 + error_.track_error));
    // along the arc's chord, which points half the turn away from the old heading
    motion.translation = {forward * std::cos(motion.yaw / 2), forward * std::sin(motion.yaw / 2)};
    add_doubt(travel, left, right, dt);
  }
  reading_.odom_from_base = reading_.odom_from_base * motion;
  reading_.odom_from_base.yaw = std::remainder(reading_.odom_from_base.yaw, 2 * std::acos(-1.0));
  reading_.velocity = {motion.translation.x / seconds(dt), motion.yaw / seconds(dt)};
}

// The robot knows how large its errors may be, not what they are. Noise of single steps adds up
// like a random walk; a wheel that is larger than believed leads astray all the way, in proportion.
void Odometry::add_doubt(const WheelTravel& travel, double left_m, double right_m, Duration dt) {
  const double track = track_m_ * (1 + error_.track_error);
  const double forward = (left_m + right_m) / 2, turn = (right_m - left_m) / track;
  const double yaw = reading_.odom_from_base.yaw;
  const double heading = yaw + turn / 2;  // of the chord
  const double c = std::cos(heading), s = std::sin(heading);

  // the step in the odometry's frame is forward * (c, s) and turn
  const Slope by_forward{c, s, 0};
  const Slope by_turn{-forward * s / 2, forward * c / 2, 1};
  const auto combined = [&](double forward_share, double turn_share) -> Slope {
    return {forward_share * by_forward.x + turn_share * by_turn.x,
            forward_share * by_forward.y + turn_share * by_turn.y, turn_share * by_turn.yaw};
  };
  const Slope by_left = combined(0.5, -1 / track);
  const Slope by_right = combined(0.5, 1 / track);

  // an error of the heading so far turns the whole step aside
  const double aside_x = -forward * s, aside_y = forward * c;
  const auto carry = [&](Slope& slope, const Slope& step, double scale) {
    slope.x += aside_x * slope.yaw + scale * step.x;
    slope.y += aside_y * slope.yaw + scale * step.y;
    slope.yaw += scale * step.yaw;
  };
  carry(by_left_radius_, by_left, travel.left_m);
  carry(by_right_radius_, by_right, travel.right_m);
  carry(by_track_, by_turn, -turn / (1 + error_.track_error));

  PoseCovariance2& noise = from_noise_;
  noise.x_x += 2 * aside_x * noise.x_yaw + aside_x * aside_x * noise.yaw_yaw;
  noise.y_y += 2 * aside_y * noise.y_yaw + aside_y * aside_y * noise.yaw_yaw;
  noise.x_y += aside_y * noise.x_yaw + aside_x * noise.y_yaw + aside_x * aside_y * noise.yaw_yaw;
  noise.x_yaw += aside_x * noise.yaw_yaw;
  noise.y_yaw += aside_y * noise.yaw_yaw;
  const auto add = [](PoseCovariance2& sum, const Slope& slope, double deviation) {
    const double variance = deviation * deviation;
    sum.x_x += variance * slope.x * slope.x;
    sum.x_y += variance * slope.x * slope.y;
    sum.x_yaw += variance * slope.x * slope.yaw;
    sum.y_y += variance * slope.y * slope.y;
    sum.y_yaw += variance * slope.y * slope.yaw;
    sum.yaw_yaw += variance * slope.yaw * slope.yaw;
  };
  add(noise, by_left, error_.noise * travel.left_m);
  add(noise, by_right, error_.noise * travel.right_m);

  const OdometryReading floor;
  reading_.pose_covariance = noise;
  reading_.pose_covariance.x_x += floor.pose_covariance.x_x;
  reading_.pose_covariance.y_y += floor.pose_covariance.y_y;
  reading_.pose_covariance.yaw_yaw += floor.pose_covariance.yaw_yaw;
  add(reading_.pose_covariance, by_left_radius_, error_.left_radius_error);
  add(reading_.pose_covariance, by_right_radius_, error_.right_radius_error);
  add(reading_.pose_covariance, by_track_, error_.track_error);

  const auto square = [](double value) { return value * value; };
  const double left_variance =
      (square(error_.noise) + square(error_.left_radius_error)) * square(travel.left_m);
  const double right_variance =
      (square(error_.noise) + square(error_.right_radius_error)) * square(travel.right_m);
  const double distance_variance = left_variance + right_variance;
  reading_.linear_variance = floor.linear_variance + distance_variance / 4 / square(seconds(dt));
  reading_.angular_variance =
      floor.angular_variance +
      (distance_variance / square(track) + square(error_.track_error * turn)) / square(seconds(dt));
}

}  // namespace tandem
