// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "autonomy/behavior/pid.h"
#include "autonomy/line_following/line_trail.h"
#include "base/time.h"
#include "geometry/pose2.h"

namespace tandem {

struct LineSteeringConfig {
  double speed_mps = 0.25;
  double min_speed_mps = 0.05;
  double max_turn_radps = 1.5;
  // What makes a bend of what is wrong, so that the way back to the line is the same at each speed:
  double lateral_gain = 40;   // 1/m of bend for each metre beside the line,
  double heading_gain = 11;   // for each radian across it,
  double integral_gain = 10;  // and for each metre beside it that lasts a second
};

// Keeps a robot on a line: a PID whose derivative is the angle to the line, which says how fast the
// distance from it changes without the noise of a difference, on top of the bend of the line.
class LineSteering {
 public:
  explicit LineSteering(const LineSteeringConfig& config);

  void reset() { pid_.reset(); }
  Twist2 steer(const LinePosition& position, Duration since_last);

 private:
  LineSteeringConfig config_;
  Pid pid_;
};

}  // namespace tandem
