// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/farming/free_side.h"

#include <cmath>

#include "autonomy/behavior/planar.h"

namespace tandem {

double free_side(const nav_msgs::msg::OccupancyGrid* map, Vec2 thing, Vec2 robot, double reach_m) {
  Vec2 away;
  if (map && map->info.resolution > 0) {
    const Pose2 map_from_grid = to_pose2(map->info.origin);
    const double cell = map->info.resolution;
    const Vec2 in_grid = inverse(map_from_grid) * thing;
    const auto around = static_cast<int>(std::ceil(reach_m / cell));
    const int column = static_cast<int>(std::floor(in_grid.x / cell));
    const int row = static_cast<int>(std::floor(in_grid.y / cell));
    const int width = static_cast<int>(map->info.width),
              height = static_cast<int>(map->info.height);
    for (int y = std::max(row - around, 0); y <= std::min(row + around, height - 1); ++y)
      for (int x = std::max(column - around, 0); x <= std::min(column + around, width - 1); ++x) {
        const auto index =
            static_cast<std::size_t>(y) * map->info.width + static_cast<std::size_t>(x);
        constexpr int occupied = 65;
        if (index >= map->data.size() || map->data[index] < occupied) continue;
        const Vec2 off = in_grid - Vec2{(x + 0.5) * cell, (y + 0.5) * cell};
        const double far_m = std::hypot(off.x, off.y);
        // what is nearest counts most
        if (far_m > cell && far_m <= reach_m) away = away + (1 / (far_m * far_m * far_m)) * off;
      }
    away = Pose2{{}, map_from_grid.yaw} * away;
  }
  if (std::hypot(away.x, away.y) < 1e-6) away = robot - thing;
  return std::atan2(away.y, away.x);
}

}  // namespace tandem
