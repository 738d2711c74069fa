// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "autonomy/pong/ball_track.h"

namespace tandem {

struct GoalkeepingConfig {
  double max_speed_mps = 0.55;
  double acceleration_mps2 = 0.8;
  double paddle_distance_m = 0.17;  // from the robot's middle
  double ball_radius_m = 0.05;
  double rail_distance_m = 0.2;  // it keeps from the ends of its line
  Duration memory = 3s;          // how long it goes by what it saw last
};

// Where on its line a goalkeeper wants to be: where a ball that comes will be mirrored by the
// paddle; beside a ball that goes away; in the middle when it has not seen one for long.
double wanted_place(const BallTrack& track, SimTime now, const CourtSides& sides,
                    const GoalkeepingConfig& config);

// How fast along the line, to be there soon and not to overshoot.
double wanted_speed(double to_go_m, const GoalkeepingConfig& config);

// Drives along the line that it began on: `off` is where the robot is, seen from the line.
Twist2 along_line(const Pose2& off, double speed_mps);

}  // namespace tandem
