// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/programs/free_floor.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tandem {

namespace {

constexpr double resolution_m = 0.05;
// what is lower is driven over, what is higher is driven under
constexpr double lowest_m = 0.05, highest_m = 0.3;

double distance(Vec2 a, Vec2 b) { return std::hypot(a.x - b.x, a.y - b.y); }

}  // namespace

FreeFloor::FreeFloor(const PhysicsWorld& physics, const Area& area, double clearance_m,
                     std::span<const BodyId> ignored)
    : clearance_m_(clearance_m),
      area_(area),
      columns_(static_cast<int>(area.size_x_m / resolution_m)),
      rows_(static_cast<int>(area.size_y_m / resolution_m)) {
  const Cylinder robot{.radius_m = clearance_m, .length_m = highest_m - lowest_m};
  const QueryFilter filter{.ignored = ignored};
  for (int row = 0; row < rows_; ++row)
    for (int column = 0; column < columns_; ++column) {
      const Vec2 at = middle_of(column, row);
      const Pose standing{{at.x, at.y, (lowest_m + highest_m) / 2}, {}};
      is_free_.push_back(physics.overlapping(robot, standing, filter).empty());
    }
}

std::vector<Vec2> FreeFloor::reachable_from(Vec2 start,
                                            const std::optional<Obstacle>& obstacle) const {
  const auto index_of = [&](int column, int row) {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns_) +
           static_cast<std::size_t>(column);
  };
  const auto is_open = [&](int column, int row) {
    if (column < 0 || row < 0 || column >= columns_ || row >= rows_) return false;
    if (!is_free_[index_of(column, row)]) return false;
    return !obstacle ||
           distance(middle_of(column, row), obstacle->at) > obstacle->radius_m + clearance_m_;
  };
  std::vector<bool> is_reached(is_free_.size(), false);
  std::vector<std::pair<int, int>> waiting;
  const auto reach = [&](int column, int row) {
    if (!is_open(column, row) || is_reached[index_of(column, row)]) return;
    is_reached[index_of(column, row)] = true;
    waiting.emplace_back(column, row);
  };
  // who stands a little too near to something begins where there is room
  for (int row = 0; row < rows_; ++row)
    for (int column = 0; column < columns_; ++column)
      if (distance(middle_of(column, row), start) <= clearance_m_) reach(column, row);
  while (!waiting.empty()) {
    const auto [column, row] = waiting.back();
    waiting.pop_back();
    reach(column - 1, row);
    reach(column + 1, row);
    reach(column, row - 1);
    reach(column, row + 1);
  }
  std::vector<Vec2> places;
  for (int row = 0; row < rows_; ++row)
    for (int column = 0; column < columns_; ++column)
      if (is_reached[index_of(column, row)]) places.push_back(middle_of(column, row));
  return places;
}

bool FreeFloor::leads(Vec2 from, Vec2 to, const Obstacle& obstacle) const {
  return std::ranges::any_of(reachable_from(from, obstacle),
                             [&](Vec2 place) { return distance(place, to) <= resolution_m; });
}

Vec2 FreeFloor::middle_of(int column, int row) const {
  return area_.world_from_center * Vec2{(column + 0.5) * resolution_m - area_.size_x_m / 2,
                                        (row + 0.5) * resolution_m - area_.size_y_m / 2};
}

}  // namespace tandem
