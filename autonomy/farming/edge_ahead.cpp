// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/farming/edge_ahead.h"

#include <algorithm>
#include <cmath>

namespace tandem {

std::vector<Vec2> curve_within(const tandem_msgs::msg::Sight& sight, double range_m) {
  std::vector<Vec2> places;
  for (const auto& point : sight.curve)
    if (std::hypot(point.x, point.y) <= range_m) places.push_back({point.x, point.y});
  return places;
}

std::optional<FloorLine> edge_ahead(std::span<const Vec2> curve) {
  if (curve.size() < 3) return std::nullopt;
  // the part of it that is next to the robot's way: an edge may bend at a corner
  constexpr double beside_m = 0.12;
  const auto nearest =
      std::ranges::min_element(curve, {}, [](Vec2 place) { return std::abs(place.y); });
  constexpr double reach_m = 0.3;  // so far it may be thought on where it is not seen
  if (std::abs(nearest->y) > reach_m) return std::nullopt;
  std::vector<Vec2> part;
  for (const Vec2 place : curve)
    if (std::hypot(place.x - nearest->x, place.y - nearest->y) < beside_m) part.push_back(place);
  const auto line = fit_floor_line(part, {0, 1});
  if (!line) return std::nullopt;
  constexpr double flattest = 0.3;  // sine of the angle to the way: else it runs beside it
  if (std::abs(line->direction.y) < flattest) return std::nullopt;
  const auto crossing = crossing_of(*line, {{0, 0}, {1, 0}});
  if (!crossing || crossing->x < 0) return std::nullopt;
  return FloorLine{*crossing, line->direction};
}

bool is_behind_remembered(Vec2 seen, Vec2 remembered) {
  constexpr double same_m = 0.15;  // an edge that is seen askew, or not up to the way, is not exact
  return remembered.x < blind_m && seen.x > remembered.x + same_m;
}

}  // namespace tandem
