// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/navigation/layered_costmap.h"

#include <algorithm>
#include <array>
#include <utility>

namespace tandem {

void LayeredCostmap::set_map(std::shared_ptr<const StaticMap> map) {
  map_ = std::move(map);
  read_map();
}

void LayeredCostmap::move_to(const GridFrame& frame) {
  const GridFrame& before = mapped_.frame();
  if (frame.corner.x == before.corner.x && frame.corner.y == before.corner.y &&
      frame.width == before.width && frame.height == before.height &&
      frame.resolution_m == before.resolution_m)
    return;
  if (frame.resolution_m != before.resolution_m) lidar_ = near_floor_ = others_ = {};
  mapped_ = Costmap(frame);
  lidar_.move_to(frame);
  near_floor_.move_to(frame);
  others_.move_to(frame);
  read_map();
}

void LayeredCostmap::read_map() {
  is_current_ = false;
  const GridFrame& frame = mapped_.frame();
  for (int y = 0; y < frame.height; ++y)
    for (int x = 0; x < frame.width; ++x)
      mapped_.set({x, y}, map_ ? map_->cost_at(frame.center_of({x, y})) : cost::free);
}

void LayeredCostmap::set_seen_by_others(std::span<const Vec2> points) {
  is_current_ = false;
  others_.clear();
  for (const Vec2 point : points) others_.observe(point, std::array{Beam{point, true}});
}

void LayeredCostmap::set_expected(std::span<const Vec2> points) {
  if (points.empty() && expected_.empty()) return;
  is_current_ = false;
  expected_.assign(points.begin(), points.end());
}

void LayeredCostmap::clear() {
  is_current_ = false;
  expected_.clear();
  lidar_.clear();
  near_floor_.clear();
}

void LayeredCostmap::set_robot(const Footprint& footprint, const InflationConfig& inflation) {
  footprint_ = footprint;
  inflation_ = inflation;
  is_current_ = false;
}

const Costmap& LayeredCostmap::costs() {
  if (!std::exchange(is_current_, true)) update();
  return costs_;
}

void LayeredCostmap::update() {
  costs_ = mapped_;
  const GridFrame& frame = costs_.frame();
  for (int y = 0; y < frame.height; ++y)
    for (int x = 0; x < frame.width; ++x)
      if (lidar_.is_marked({x, y}) || near_floor_.is_marked({x, y}) || others_.is_marked({x, y}))
        costs_.set({x, y}, cost::lethal);
  inflate_around(costs_);
  add_expected();
}

void LayeredCostmap::inflate_around(Costmap& costs) const {
  InflationConfig reaching = inflation_;
  reaching.radius_m =
      std::max(inflation_.radius_m, footprint_.circumscribed_m() + costs.frame().resolution_m);
  inflate(costs, footprint_.inscribed_m(), reaching);
}

Costmap LayeredCostmap::mapped_costs() const {
  Costmap costs = mapped_;
  inflate_around(costs);
  return costs;
}

void LayeredCostmap::add_expected() {
  const GridFrame& frame = costs_.frame();
  const double radius = footprint_.inscribed_m();
  for (const Vec2 point : expected_) {
    const Cell low = frame.cell_at(point - Vec2{radius, radius});
    const Cell high = frame.cell_at(point + Vec2{radius, radius});
    for (int y = std::max(low.y, 0); y <= std::min(high.y, frame.height - 1); ++y)
      for (int x = std::max(low.x, 0); x <= std::min(high.x, frame.width - 1); ++x) {
        const Vec2 off = frame.center_of({x, y}) - point;
        if (costs_.at(Cell{x, y}) < cost::expected && dot(off, off) <= radius * radius)
          costs_.set({x, y}, cost::expected);
      }
  }
}

bool LayeredCostmap::is_mapped_near(Vec2 point, double radius_m) const {
  if (!map_) return false;
  const GridFrame& frame = mapped_.frame();
  const double reach = radius_m + frame.resolution_m / 2;  // to the middles of cells
  const Cell low = frame.cell_at(point - Vec2{reach, reach});
  const Cell high = frame.cell_at(point + Vec2{reach, reach});
  for (int y = std::max(low.y, 0); y <= std::min(high.y, frame.height - 1); ++y)
    for (int x = std::max(low.x, 0); x <= std::min(high.x, frame.width - 1); ++x) {
      const Vec2 off = frame.center_of({x, y}) - point;
      if (mapped_.at(Cell{x, y}) == cost::lethal && dot(off, off) <= reach * reach) return true;
    }
  return false;
}

}  // namespace tandem
