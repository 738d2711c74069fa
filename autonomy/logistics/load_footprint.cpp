// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/logistics/load_footprint.h"

#include <cmath>
#include <numbers>

namespace tandem {

geometry_msgs::msg::Polygon footprint_with_load(const LogisticsConfig& config) {
  geometry_msgs::msg::Polygon polygon;
  const auto add = [&](double x, double y) {
    polygon.points.push_back({.x = static_cast<float>(x), .y = static_cast<float>(y)});
  };
  const double half = config.box_size_m / 2, front = config.mount_x_m + config.box_size_m;
  add(front, -half);
  add(front, half);
  // around the robot, from where a line from the box touches it; corners lie so far out that the
  // circle is inside
  constexpr int corners = 12;
  const double begin =
      std::atan2(half, front) + std::acos(config.robot_radius_m / std::hypot(front, half));
  const double step = (2 * std::numbers::pi - 2 * begin) / corners;
  const double radius = config.robot_radius_m / std::cos(step / 2);
  for (int i = 0; i < corners; ++i) {
    const double direction = begin + (i + 0.5) * step;
    add(radius * std::cos(direction), radius * std::sin(direction));
  }
  return polygon;
}

}  // namespace tandem
