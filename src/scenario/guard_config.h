// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/time.h"
#include "geometry/pose2.h"

namespace tandem {

// What keeps a real robot from driving into real things: `tandem guard`.
struct GuardSettings {
  std::string scan_topic = "hardware/scan";  // of the real lidar, in the robot's namespace
  Pose2 robot_from_lidar;
  double radius_m = 0.2;
  double side_m = 0.05;
  double braking_mps2 = 1;
  Duration reaction = 300ms;
  double margin_m = 0.1;
  double free_m = 1.5;
  double turn_radps = 0.5;
  Duration scan_timeout = 300ms;

  // Where what passes goes, and the gate hears it, in the robot's namespace.
  static constexpr const char* output_topic = "guarded/cmd_vel";
};

}  // namespace tandem
