// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "autonomy/navigation/costmap.h"
#include "autonomy/navigation/footprint.h"
#include "autonomy/navigation/inflation.h"
#include "autonomy/navigation/obstacle_layer.h"
#include "autonomy/navigation/static_map.h"

namespace tandem {

// A costmap of what a map says, what the lidar sees and expects, and what sensors near the floor
// see, inflated.
// It covers the map, or a window that rolls along with the robot.
class LayeredCostmap {
 public:
  // The map may be missing: then nothing is there but what sensors see.
  void set_map(std::shared_ptr<const StaticMap> map);
  // Where the costmap is from now on; what sensors saw there is kept.
  void move_to(const GridFrame& frame);

  // What the costs are for.
  void set_robot(const Footprint& footprint, const InflationConfig& inflation);

  ObstacleLayer& lidar() { return is_current_ = false, lidar_; }
  ObstacleLayer& near_floor() { return is_current_ = false, near_floor_; }
  // What somebody else sees, in place of what was seen before; it stays until then.
  void set_seen_by_others(std::span<const Vec2> points);
  // Where things that move will be soon, in place of what was told before. Being there is dear but
  // not impossible: a robot that is in their way has to get out of it.
  void set_expected(std::span<const Vec2> points);
  // Forgets what sensors saw.
  void clear();

  const GridFrame& frame() const { return mapped_.frame(); }
  // The layers put together; only work when something has changed.
  const Costmap& costs();
  // The map alone, as if sensors saw nothing.
  Costmap mapped_costs() const;
  // Whether the map itself, which no waiting changes, has something so near to a point.
  bool is_mapped_near(Vec2 point, double radius_m) const;

 private:
  void read_map();
  void update();
  void inflate_around(Costmap& costs) const;
  void add_expected();

  std::shared_ptr<const StaticMap> map_;
  Costmap mapped_;
  ObstacleLayer lidar_, near_floor_, others_;
  std::vector<Vec2> expected_;
  Footprint footprint_ = Footprint::round(0);
  InflationConfig inflation_;
  bool is_current_ = false;
  Costmap costs_;
};

}  // namespace tandem
