// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/random.h"
#include "base/time.h"
#include "geometry/pose2.h"
#include "robots/drive.h"
#include "scenario/scenario.h"

namespace tandem {

// How far off a place and heading may be: variances and covariances in m and rad.
struct PoseCovariance2 {
  double x_x = 0, x_y = 0, x_yaw = 0;
  double y_y = 0, y_yaw = 0;
  double yaw_yaw = 0;
};

// Where a robot believes it is, from its start, how fast it believes to move, and how sure it may
// be of both. No variance is below that of a millimetre and a milliradian.
struct OdometryReading {
  Pose2 odom_from_base;
  Twist2 velocity;
  PoseCovariance2 pose_covariance{.x_x = 1e-6, .y_y = 1e-6, .yaw_yaw = 1e-6};
  double linear_variance = 1e-6;   // (m/s)^2
  double angular_variance = 1e-6;  // (rad/s)^2
};

// Adds up what a robot's wheels measured. Without any error configured it is the truth instead:
// the way the base really went.
class Odometry {
 public:
  Odometry(const DriveConfig& drive, const OdometryError& error, Random random);

  // `true_motion`: the base's pose now in the frame of its pose one step earlier. Wheels that slip
  // are believed even by odometry that has no error otherwise.
  void add(const WheelTravel& travel, const Pose2& true_motion, Duration dt, bool slips = false);

  const OdometryReading& reading() const { return reading_; }

 private:
  // How pose and heading change with something else.
  struct Slope {
    double x = 0, y = 0, yaw = 0;
  };

  void add_doubt(const WheelTravel& travel, double left_m, double right_m, Duration dt);

  double track_m_;
  OdometryError error_;
  bool is_ideal_;
  Random random_;
  OdometryReading reading_;
  PoseCovariance2 from_noise_;
  // of the pose with the errors that stay the same all the way
  Slope by_left_radius_, by_right_radius_, by_track_;
};

}  // namespace tandem
