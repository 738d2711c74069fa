// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/floor_panels.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include "render/floor_view.h"

namespace tandem {

namespace {

// How far a rectangle is to be moved along its y so that all of it is in the area; nothing where
// that does not help.
std::optional<double> way_aside(const Area& area, const Pose2& world_from_panel, double length_m,
                                double width_m) {
  const Pose2 area_from_panel = inverse(area.world_from_center) * world_from_panel;
  const Vec2 aside = Pose2{{}, area_from_panel.yaw} * Vec2{0, 1};
  double least = -std::numeric_limits<double>::infinity(), most = -least;
  const auto keep = [&](double at, double slope, double half) {
    if (std::abs(slope) < 1e-9) {
      if (std::abs(at) > half) most = -std::numeric_limits<double>::infinity();
      return;
    }
    const double a = (-half - at) / slope, b = (half - at) / slope;
    least = std::max(least, std::min(a, b));
    most = std::min(most, std::max(a, b));
  };
  for (const double x : {0.0, -length_m})
    for (const double y : {-width_m / 2, width_m / 2}) {
      const Vec2 corner = area_from_panel * Vec2{x, y};
      keep(corner.x, aside.x, area.size_x_m / 2);
      keep(corner.y, aside.y, area.size_y_m / 2);
    }
  if (least > most) return std::nullopt;
  return std::clamp(0.0, least, most);
}

}  // namespace

Pose2 place_panels(const Area& area, const Pose2& world_from_robot, const RobotReach& reach,
                   double length_m, double width_m) {
  using std::numbers::pi;
  const auto begin = [&](double angle, double reach_m) {
    return world_from_robot * Pose2{{}, angle} * Pose2{{-reach_m - floor_panel_distance_m, 0}, 0};
  };
  const Pose2 behind = begin(0, reach.rear_m);
  for (const Pose2& place : {behind, begin(pi / 2, reach.radius_m), begin(-pi / 2, reach.radius_m),
                             begin(pi, reach.radius_m)})
    if (const auto aside = way_aside(area, place, length_m, width_m))
      return place * Pose2{{0, *aside}, 0};
  return behind;
}

}  // namespace tandem
