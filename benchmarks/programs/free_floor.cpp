// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "benchmarks/programs/free_floor.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "mapping/world_map.h"

namespace tandem {

namespace {

constexpr double floor_level_m = 0.05;  // what is lower is driven over
constexpr double resolution = 0.025;

OccupancyGrid map_at(const Scenario& scenario, double height_m) {
  MapOptions options = map_options(scenario);
  options.height_m = height_m;
  options.resolution_m = resolution;
  options.includes_movable = true;
  if (scenario.projection) {  // both maps of one size
    options.area = scenario.projection->floor;
    options.area->size_x_m += 0.2;
    options.area->size_y_m += 0.2;
  }
  Result<OccupancyGrid> map = make_map(scenario, options);
  if (!map) throw std::runtime_error(map.error());
  return *std::move(map);
}

}  // namespace

FreeFloor::FreeFloor(const Scenario& scenario, double clearance_m)
    : clearance_m_(clearance_m), resolution_m_(resolution) {
  // low things, and shelves whose feet alone are low
  const OccupancyGrid low = map_at(scenario, floor_level_m);
  const OccupancyGrid high = map_at(scenario, map_options(scenario).height_m);
  if (low.columns != high.columns || low.rows != high.rows)
    throw std::runtime_error("a free floor needs a scenario with a projection");
  origin_ = low.origin;
  columns_ = static_cast<std::size_t>(low.columns);
  rows_ = static_cast<std::size_t>(low.rows);
  is_free_.assign(columns_ * rows_, true);
  const auto is_open = [&](int column, int row) {
    return low.contains(column, row) && low.at(column, row) == MapCell::free &&
           high.at(column, row) == MapCell::free;
  };
  const int reach = static_cast<int>(std::ceil(clearance_m / resolution));
  for (int row = 0; row < low.rows; ++row)
    for (int column = 0; column < low.columns; ++column)
      for (int dy = -reach; dy <= reach; ++dy)
        for (int dx = -reach; dx <= reach; ++dx)
          if (std::hypot(dx, dy) * resolution <= clearance_m && !is_open(column + dx, row + dy))
            is_free_[static_cast<std::size_t>(row) * columns_ + static_cast<std::size_t>(column)] =
                false;
}

std::vector<Vec2> FreeFloor::reachable_from(Vec2 start,
                                            const std::optional<Obstacle>& obstacle) const {
  const auto is_open = [&](std::size_t cell) {
    if (!is_free_[cell]) return false;
    if (!obstacle) return true;
    const Vec2 off = middle_of(cell) - obstacle->at;
    return std::hypot(off.x, off.y) > obstacle->radius_m + clearance_m_;
  };
  // who stands a little too near to something begins where there is room
  std::vector<bool> is_reached(is_free_.size(), false);
  std::vector<std::size_t> waiting;
  for (std::size_t cell = 0; cell < is_free_.size(); ++cell) {
    const Vec2 off = middle_of(cell) - start;
    if (!is_open(cell) || std::hypot(off.x, off.y) > clearance_m_) continue;
    is_reached[cell] = true;
    waiting.push_back(cell);
  }
  while (!waiting.empty()) {
    const std::size_t cell = waiting.back();
    waiting.pop_back();
    for (const std::size_t next : {cell - 1, cell + 1, cell - columns_, cell + columns_}) {
      if (next >= is_free_.size() || is_reached[next] || !is_open(next)) continue;
      is_reached[next] = true;
      waiting.push_back(next);
    }
  }
  std::vector<Vec2> places;
  for (std::size_t cell = 0; cell < is_reached.size(); ++cell)
    if (is_reached[cell]) places.push_back(middle_of(cell));
  return places;
}

bool FreeFloor::leads(Vec2 from, Vec2 to, const Obstacle& obstacle) const {
  return std::ranges::any_of(reachable_from(from, obstacle), [&](Vec2 place) {
    return std::hypot(place.x - to.x, place.y - to.y) <= resolution_m_;
  });
}

Vec2 FreeFloor::middle_of(std::size_t cell) const {
  return origin_ + resolution_m_ * Vec2{static_cast<double>(cell % columns_) + 0.5,
                                        static_cast<double>(cell / columns_) + 0.5};
}

}  // namespace tandem
