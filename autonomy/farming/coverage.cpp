// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/farming/coverage.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace tandem {

namespace {

constexpr double degrees = 3.14159265358979323846 / 180;

// The part of a polygon that is below a height.
std::vector<Vec2> below(const std::vector<Vec2>& polygon, double height) {
  std::vector<Vec2> part;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec2 a = polygon[i], b = polygon[(i + 1) % polygon.size()];
    if (a.y <= height) part.push_back(a);
    if ((a.y < height) != (b.y < height) && a.y != b.y)
      part.push_back(a + ((height - a.y) / (b.y - a.y)) * (b - a));
  }
  return part;
}

std::vector<Vec2> mirrored(std::vector<Vec2> polygon) {
  for (Vec2& corner : polygon) corner.y = -corner.y;
  return polygon;
}

// Which way the longest edge leads.
double main_direction(const std::vector<Vec2>& corners) {
  double longest = 0, yaw = 0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vec2 edge = corners[(i + 1) % corners.size()] - corners[i];
    if (std::hypot(edge.x, edge.y) <= longest) continue;
    longest = std::hypot(edge.x, edge.y);
    yaw = std::atan2(edge.y, edge.x);
  }
  return yaw;
}

}  // namespace

std::vector<Vec2> outline_without_tool(double robot_radius_m) {
  std::vector<Vec2> outline;
  constexpr int corners = 12;
  for (int i = 0; i < corners; ++i) {
    const double angle = 360.0 / corners * i * degrees;
    outline.push_back(robot_radius_m * Vec2{std::cos(angle), std::sin(angle)});
  }
  return outline;
}

std::vector<Vec2> outline_with(const ToolShape& tool, double robot_radius_m, double margin_m) {
  std::vector<Vec2> outline;
  for (const double angle : {90.0, 120.0, 150.0, 180.0, 210.0, 240.0, 270.0})
    outline.push_back(robot_radius_m * Vec2{std::cos(angle * degrees), std::sin(angle * degrees)});
  const double half = std::max(tool.width_m / 2, robot_radius_m) + margin_m;
  const double near_m = tool.near_m - margin_m, far_m = tool.far_m + margin_m;
  outline.push_back({near_m, -half});
  outline.push_back({far_m, -half});
  outline.push_back({far_m, half});
  outline.push_back({near_m, half});
  return outline;
}

std::vector<Swath> plan_coverage(const std::vector<Vec2>& corners, const ToolShape& tool,
                                 const CoverageConfig& config) {
  if (corners.size() < 3) return {};
  // in a frame whose x axis leads along the swaths
  const Pose2 map_from_rows{corners.front(), main_direction(corners)};
  std::vector<Vec2> field;
  for (const Vec2 corner : corners) field.push_back(inverse(map_from_rows) * corner);
  const auto [lowest, highest] = std::ranges::minmax(field, {}, &Vec2::y);
  const double bottom = lowest.y - config.beyond_m, top = highest.y + config.beyond_m;

  // as many as are needed, evenly spread
  const double stride = tool.width_m - config.overlap_m;
  const double room = std::max(top - bottom - tool.width_m, 0.0);
  const int gaps = static_cast<int>(std::ceil(room / stride - 1e-9));
  std::vector<Swath> swaths;
  for (int i = 0; i <= gaps; ++i) {
    const double y = gaps == 0 ? (bottom + top) / 2 : bottom + tool.width_m / 2 + room * i / gaps;
    // what of the field is under this swath
    const std::vector<Vec2> strip =
        mirrored(below(mirrored(below(field, y + tool.width_m / 2)), -(y - tool.width_m / 2)));
    if (strip.empty()) continue;
    const auto [west, east] = std::ranges::minmax(strip, {}, &Vec2::x);
    Vec2 from{west.x - config.beyond_m - tool.near_m, y};
    Vec2 to{east.x + config.beyond_m - tool.far_m, y};
    if (swaths.size() % 2 == 1) {
      from.x = east.x + config.beyond_m + tool.near_m;
      to.x = west.x - config.beyond_m + tool.far_m;
    }
    swaths.push_back({map_from_rows * from, map_from_rows * to});
  }
  return swaths;
}

}  // namespace tandem
