// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "autonomy/navigation/costmap.h"
#include "base/result.h"
#include "geometry/pose2.h"
#include "messages/nav_msgs.h"

namespace tandem {

// A map of what never moves, as it came.
struct StaticMap {
  Pose2 world_from_map;                // of the corner of its first cell
  GridFrame grid;                      // from there
  std::vector<std::int8_t> occupancy;  // percent; below zero: unknown

  // Lethal, free or unknown; unknown outside.
  std::uint8_t cost_at(Vec2 in_world) const;
};

// Why a message is no map, or the map.
Result<StaticMap> read_map(const nav_msgs::msg::OccupancyGrid& message);

// The grid that covers a map, in cells of a size of their own.
GridFrame frame_of(const StaticMap& map, double resolution_m);

// A costmap as people and Nav2 look at it: 0 free, 99 inscribed, 100 lethal, -1 unknown.
nav_msgs::msg::OccupancyGrid to_occupancy_grid(const Costmap& costmap);

}  // namespace tandem
