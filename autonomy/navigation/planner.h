// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "autonomy/navigation/costmap.h"
#include "autonomy/navigation/footprint.h"
#include "geometry/pose2.h"

namespace tandem {

struct PlannerConfig {
  double cost_factor = 4;  // a way next to things counts as so many times longer than a free one
  bool allows_unknown = true;  // whether it goes where nobody has looked
  bool is_rolling = false;     // goals outside of the costmap are approached, not refused
  double spacing_m = 0.05;     // of the poses of a path
};

// A path, or why there is none.
struct Plan {
  std::vector<Pose2> path;       // from the start to the goal, each pose heading for the next
  std::uint16_t error_code = 0;  // of nav2_msgs/action/ComputePathToPose
  std::string error;

  explicit operator bool() const { return error_code == 0; }
};

// The cheapest way for the robot over a costmap, without the corners of its cells. A robot that
// stands too close to something may leave it.
Plan plan_path(const Costmap& costmap, const Footprint& footprint, const Pose2& start,
               const Pose2& goal, const PlannerConfig& config = {});

// The cheapest way to where the robot is so far from a place, and nothing that moves is expected:
// for who gets out of the way.
Plan plan_away(const Costmap& costmap, const Footprint& footprint, const Pose2& start, Vec2 from,
               double distance_m, const PlannerConfig& config = {});

double path_length(const std::vector<Pose2>& path);

}  // namespace tandem
