// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "geometry/pose2.h"
#include "scenario/scenario.h"

namespace tandem {

// Where in a scenario's first episode a round robot has room, by the truth: for trials that draw
// goals which can be reached, and obstacles that leave a way.
class FreeFloor {
 public:
  struct Obstacle {
    Vec2 at;
    double radius_m = 0;
  };

  // Clearance is from the robot's middle to anything that is higher than a few centimetres. Throws
  // std::runtime_error when no map of the scenario can be made.
  FreeFloor(const Scenario& scenario, double clearance_m);

  // The places that can be reached from there, some centimetres apart, in the order of the map.
  std::vector<Vec2> reachable_from(Vec2 start, const std::optional<Obstacle>& obstacle = {}) const;
  bool leads(Vec2 from, Vec2 to, const Obstacle& obstacle) const;

 private:
  Vec2 middle_of(std::size_t cell) const;

  double clearance_m_;
  double resolution_m_;
  Vec2 origin_;
  std::size_t columns_ = 0, rows_ = 0;
  std::vector<bool> is_free_;
};

}  // namespace tandem
