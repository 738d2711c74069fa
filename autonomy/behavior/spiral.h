// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "geometry/pose2.h"
#include "messages/nav_msgs.h"

namespace tandem {

struct SpiralConfig {
  Vec2 center;
  double heading = 0;      // of the first way point from the centre, rad
  double spacing_m = 0.8;  // between two turns
  double stride_m = 0.8;   // between two way points along it
  double radius_m = 3.0;   // where it ends
};

// Way points of an Archimedean spiral, counter-clockwise, from its centre outwards; each looks to
// the next. Those that are not allowed are left out.
std::vector<Pose2> spiral(const SpiralConfig& config,
                          const std::function<bool(Vec2)>& is_allowed = {});

// Whether a robot of that radius can stand there: all cells below it are known, and free.
bool is_free(const nav_msgs::msg::OccupancyGrid& map, Vec2 place, double radius_m);

// Whether nothing on the map stands between two places.
bool is_in_sight(const nav_msgs::msg::OccupancyGrid& map, Vec2 from, Vec2 to);

}  // namespace tandem
