// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/occupancy.h"

#include <cmath>

namespace tandem {

namespace {

constexpr double cell_m = 0.5;
constexpr double large_m = 4;

std::int64_t cell_of(double position) {
  return static_cast<std::int64_t>(std::floor(position / cell_m));
}

}  // namespace

void Occupancy::add(Vec2 center, double radius_m) {
  all_.push_back({center, radius_m});
  if (radius_m > large_m) {
    large_.push_back({center, radius_m});
    return;
  }
  for (auto x = cell_of(center.x - radius_m); x <= cell_of(center.x + radius_m); ++x)
    for (auto y = cell_of(center.y - radius_m); y <= cell_of(center.y + radius_m); ++y)
      cells_[{x, y}].push_back({center, radius_m});
}

bool Occupancy::has_room(const std::vector<Circle>& circles, Vec2 center, double radius_m) const {
  for (const Circle& circle : circles) {
    const Vec2 apart = circle.center - center;
    const double reach = circle.radius_m + radius_m;
    if (dot(apart, apart) < reach * reach) return false;
  }
  return true;
}

bool Occupancy::has_room(Vec2 center, double radius_m) const {
  if (radius_m > large_m) return has_room(all_, center, radius_m);
  if (!has_room(large_, center, radius_m)) return false;
  for (auto x = cell_of(center.x - radius_m); x <= cell_of(center.x + radius_m); ++x)
    for (auto y = cell_of(center.y - radius_m); y <= cell_of(center.y + radius_m); ++y) {
      const auto cell = cells_.find({x, y});
      if (cell != cells_.end() && !has_room(cell->second, center, radius_m)) return false;
    }
  return true;
}

}  // namespace tandem
