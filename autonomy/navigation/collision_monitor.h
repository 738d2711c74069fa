// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

#include "autonomy/navigation/footprint.h"
#include "autonomy/navigation/moving_things.h"
#include "geometry/pose2.h"

namespace tandem {

struct CollisionMonitorConfig {
  double stop_margin_m = 0.02;       // nothing is driven into this
  double slow_margin_m = 0.08;       // nearer than this it drives slowly towards things
  double slow_speed_mps = 0.22;      // and no faster than this there,
  double slow_yaw_rate_radps = 1;    // or than this; slower of both on the same curve
  double time_to_collision_s = 0.8;  // from here on it gets slower in proportion
};

enum class MonitorAction { pass, approach, slow, stop };
std::string_view to_string(MonitorAction action);

struct MonitorVerdict {
  Twist2 command;
  MonitorAction action = MonitorAction::pass;
};

// The last word before the motors, on what sensors see right now, whatever planners think: a
// command that would bring the footprint too close to a point, where that is now or will be by
// then, is made slower or not done. Being farther from a point than who stands, or turning beside
// it, is always allowed, and so is leaving the way of one that comes, so that nobody is trapped.
// Points inside of the footprint are the robot's own or its load's.
MonitorVerdict judge(const Twist2& wanted, std::span<const SeenPoint> points_in_base,
                     const Footprint& footprint, const CollisionMonitorConfig& config);

}  // namespace tandem
