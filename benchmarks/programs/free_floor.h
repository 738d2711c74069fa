// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "geometry/area.h"
#include "geometry/pose2.h"
#include "physics/physics_world.h"

namespace tandem {

// Where in a world a round robot has room just now, by the truth: for trials that draw goals which
// can be reached, and obstacles that leave a way.
class FreeFloor {
 public:
  struct Obstacle {
    Vec2 at;
    double radius_m = 0;
  };

  // Clearance is from the robot's middle to anything that is higher than a few centimetres, but for
  // what is left out of account: the robot itself, and what goes away by itself.
  FreeFloor(const PhysicsWorld& physics, const Area& area, double clearance_m,
            std::span<const BodyId> ignored);

  // The places that can be reached from there, some centimetres apart, in a fixed order.
  std::vector<Vec2> reachable_from(Vec2 start, const std::optional<Obstacle>& obstacle = {}) const;
  bool leads(Vec2 from, Vec2 to, const Obstacle& obstacle) const;

 private:
  Vec2 middle_of(int column, int row) const;

  double clearance_m_;
  Area area_;
  int columns_ = 0, rows_ = 0;
  std::vector<bool> is_free_;  // row by row
};

}  // namespace tandem
