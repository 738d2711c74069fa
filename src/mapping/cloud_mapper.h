// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "geometry/pose.h"
#include "mapping/occupancy_grid.h"
#include "sensors/reading.h"

namespace tandem {

struct CloudMapperConfig {
  double range_m = 5;               // points beyond it are not trusted
  double steepest_ground_deg = 45;  // what is steeper stands in the way
};

// Makes a map of the clouds of a spinning lidar, from where the robot believes to be when they
// come: a cell over which something steep was ever seen is occupied, one with ground alone is free,
// the rest is unknown. Ground is told from what stands on it by how steeply one ring is above the
// last.
class CloudMapper {
 public:
  // The map lies where `empty` does.
  explicit CloudMapper(OccupancyGrid empty, const CloudMapperConfig& config = {});

  // Points in the order of their beams: column by column, each from its lowest ring up.
  void add(std::span<const CloudPoint> points, const Pose& world_from_sensor);
  const OccupancyGrid& map() const { return map_; }

 private:
  CloudMapperConfig config_;
  double steepest_;  // rise over run
  OccupancyGrid map_;
};

}  // namespace tandem
