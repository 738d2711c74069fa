// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/random.h"
#include "base/time.h"
#include "geometry/pose2.h"
#include "robots/drive.h"
#include "scenario/scenario.h"

namespace tandem {

// Where a robot believes it is, from its start, and how fast it believes to move.
struct OdometryReading {
  Pose2 odom_from_base;
  Twist2 velocity;
};

// Adds up what a robot's wheels measured. Without any error configured it is the truth instead:
// the way the base really went.
class Odometry {
 public:
  Odometry(const DriveConfig& drive, const OdometryError& error, Random random);

  // `true_motion`: the base's pose now in the frame of its pose one step earlier.
  void add(const WheelTravel& travel, const Pose2& true_motion, Duration dt);

  const OdometryReading& reading() const { return reading_; }

 private:
  double track_m_;
  OdometryError error_;
  bool is_ideal_;
  Random random_;
  OdometryReading reading_;
};

}  // namespace tandem
