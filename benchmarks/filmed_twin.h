// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "geometry/pose2.h"
#include "scenario/overhead_config.h"

namespace tandem {

// How well a twin follows a robot that is filmed, and what that costs.
struct FilmedTwin {
  double position_rms_m = 0, position_p95_m = 0;
  double yaw_rms_deg = 0, yaw_p95_deg = 0;
  int pictures = 0;
  int unseen = 0;            // pictures in which the marker was not found
  double drawing_cpu_s = 0;  // of all pictures
  double finding_cpu_s = 0;
};

// What a robot is told to do to drive figures of eight at 0.5 m/s, with a stop after each lobe.
Twist2 figure_eight(Duration since_start);

// How far off a twin was, time and again.
struct TwinErrors {
  std::vector<double> position_m, yaw_rad;

  void add(const Pose2& twin, const Pose2& truth);
};
double root_mean_square(const std::vector<double>& errors);
double p95(std::vector<double> errors);

// A robot drives figures of eight below the camera; its twin is asked where it is 125 times a
// second: motors, floor, pixels, marker, pose, twin, all in simulated time. An error where the
// camera cannot be.
Result<FilmedTwin> follow_filmed_robot(const OverheadConfig& camera, Duration duration);

}  // namespace tandem
