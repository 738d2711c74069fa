// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "mapping/cloud_mapper.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

namespace tandem {

CloudMapper::CloudMapper(OccupancyGrid empty, const CloudMapperConfig& config)
    : config_(config),
      steepest_(std::tan(config.steepest_ground_deg * std::numbers::pi / 180)),
      map_(std::move(empty)) {
  std::ranges::fill(map_.cells, MapCell::unknown);
}

void CloudMapper::add(std::span<const CloudPoint> points, const Pose& world_from_sensor) {
  struct Seen {
    Vec3 at;
    std::uint16_t ring = 0;
    bool is_near = false, is_steep = false;
  };
  std::vector<Seen> column;
  const auto draw = [&] {
    for (const Seen& seen : column) {
      const int x = map_.column_of(seen.at.x), y = map_.row_of(seen.at.y);
      if (!seen.is_near || !map_.contains(x, y)) continue;
      MapCell& cell = map_.at(x, y);
      if (seen.is_steep)
        cell = MapCell::occupied;
      else if (cell == MapCell::unknown)
        cell = MapCell::free;
    }
    column.clear();
  };
  for (const CloudPoint& point : points) {
    if (!std::isfinite(point.x)) continue;
    const Vec3 in_sensor{point.x, point.y, point.z};
    Seen seen{world_from_sensor * in_sensor, point.ring, length(in_sensor) <= config_.range_m};
    if (!column.empty() && point.ring <= column.back().ring) draw();
    if (!column.empty() && point.ring == column.back().ring + 1) {
      Seen& below = column.back();
      const double run = std::hypot(seen.at.x - below.at.x, seen.at.y - below.at.y);
      if (std::abs(seen.at.z - below.at.z) > steepest_ * run) seen.is_steep = below.is_steep = true;
    }
    column.push_back(seen);
  }
  draw();
}

}  // namespace tandem
