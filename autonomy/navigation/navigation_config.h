// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "autonomy/navigation/collision_monitor.h"
#include "autonomy/navigation/dynamic_window.h"
#include "autonomy/navigation/inflation.h"
#include "autonomy/navigation/motion.h"
#include "autonomy/navigation/path_follower.h"
#include "autonomy/navigation/planner.h"
#include "autonomy/navigation/recovery.h"
#include "autonomy/navigation/way_out.h"

namespace tandem {

struct CostmapsConfig {
  double resolution_m = 0.025;
  double rolling_size_m = 10;  // of the global one where there is no map
  double local_size_m = 3;
  double obstacle_range_m = 5;  // farther things are not noted
  double clear_range_m = 6;     // and farther ways not cleared
  double range_limit_m = 0.19;  // a distance sensor near the floor may see the floor beyond this
  double robot_radius_m = 0.125;
  // Corners of the robot in its own frame, if a circle would not do.
  std::vector<Vec2> footprint;
  // Around the footprint, for planning and following; no less than the collision monitor keeps, or
  // it would stop the robot on ways that the planner finds.
  double padding_m = 0.02;
};

struct RoutingConfig {
  Duration replan_period = 1s;
  Duration shortest_replan_period = 250ms;  // when the path is blocked
  double look_ahead_m = 1.0;                // how far a blocked path matters
  double passing_radius_m = 0.2;            // within it a pose on the way counts as passed
};

// What a robot's mode changes.
enum class ParameterSet { simulated, physical };

// All settings of a navigator.
struct NavigationConfig {
  CostmapsConfig costmaps;
  InflationConfig inflation;
  PlannerConfig planner;
  RoutingConfig routing;
  MotionLimits limits;
  DynamicWindowConfig window;
  FollowerConfig follower;
  RecoveryConfig recovery;
  WayOutConfig way_out;
  CollisionMonitorConfig monitor;
};

// A real robot keeps farther from things and is slower: its tracking, its motors and the time that
// everything takes are not perfect.
inline NavigationConfig settings_for(ParameterSet set) {
  NavigationConfig config;
  if (set == ParameterSet::simulated) return config;
  config.costmaps.padding_m = 0.03;
  config.inflation = {.radius_m = 0.45, .scaling = 6};
  config.limits.max_speed_mps = 0.3;
  config.limits.max_yaw_rate_radps = 1.5;
  config.limits.acceleration_mps2 = 0.5;
  config.limits.yaw_acceleration_radps2 = 3;
  config.follower.goal_tolerance_m = 0.06;
  config.follower.progress_time = 12s;
  config.recovery.back_up_speed_mps = 0.08;
  config.window.moving_horizon_s = 4;
  config.window.start_horizon_s = 2.2;
  config.way_out.horizon_s = 4;
  config.monitor = {.stop_margin_m = 0.03,
                    .slow_margin_m = 0.12,
                    .slow_speed_mps = 0.12,
                    .slow_yaw_rate_radps = 0.6,
                    .time_to_collision_s = 1.2};
  return config;
}

}  // namespace tandem
