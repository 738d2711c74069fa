// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "geometry/pose2.h"

namespace tandem {

// Circles on the floor and the question whether another one has room between them.
class Occupancy {
 public:
  void add(Vec2 center, double radius_m);
  bool has_room(Vec2 center, double radius_m) const;

 private:
  struct Circle {
    Vec2 center;
    double radius_m;
  };
  using Cell = std::pair<std::int64_t, std::int64_t>;

  bool has_room(const std::vector<Circle>& circles, Vec2 center, double radius_m) const;

  std::vector<Circle> all_;
  std::vector<Circle> large_;                  // would touch too many cells
  std::map<Cell, std::vector<Circle>> cells_;  // the others, in every cell they touch
};

}  // namespace tandem
