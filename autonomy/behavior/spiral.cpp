// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/behavior/spiral.h"

#include <cmath>
#include <numbers>

#include "autonomy/behavior/planar.h"

namespace tandem {

namespace {

constexpr int least_obstacle = 50;  // per cent that it is occupied

}  // namespace

std::vector<Pose2> spiral(const SpiralConfig& config, const std::function<bool(Vec2)>& is_allowed) {
  const double growth = config.spacing_m / (2 * std::numbers::pi);  // of the radius, per radian
  std::vector<Vec2> places;
  // r = growth * angle; a stride further along it is stride / r of angle, nearly
  double angle = config.stride_m / 2 / growth;
  angle = std::min(angle, std::numbers::pi);  // the first is within the first half turn
  while (growth * angle <= config.radius_m) {
    const double radius = growth * angle;
    const double direction = config.heading + angle;
    const Vec2 place =
        config.center + Vec2{radius * std::cos(direction), radius * std::sin(direction)};
    if (!is_allowed || is_allowed(place)) places.push_back(place);
    angle += config.stride_m / std::hypot(radius, growth);
  }
  std::vector<Pose2> poses;
  for (std::size_t i = 0; i < places.size(); ++i) {
    const Vec2 from = i + 1 < places.size() ? places[i] : i > 0 ? places[i - 1] : config.center;
    const Vec2 to = i + 1 < places.size() ? places[i + 1] : places[i];
    poses.push_back({places[i], std::atan2(to.y - from.y, to.x - from.x)});
  }
  return poses;
}

bool is_free(const nav_msgs::msg::OccupancyGrid& map, Vec2 place, double radius_m) {
  const double cell = map.info.resolution;
  if (!(cell > 0)) return false;
  const Vec2 in_map = inverse(to_pose2(map.info.origin)) * place;
  const auto index = [cell](double at) { return static_cast<long>(std::floor(at / cell)); };
  for (long y = index(in_map.y - radius_m); y <= index(in_map.y + radius_m); ++y) {
    for (long x = index(in_map.x - radius_m); x <= index(in_map.x + radius_m); ++x) {
      const Vec2 middle{(static_cast<double>(x) + 0.5) * cell,
                        (static_cast<double>(y) + 0.5) * cell};
      if (distance(middle, in_map) > radius_m + cell / 2) continue;
      if (x < 0 || y < 0 || x >= map.info.width || y >= map.info.height) return false;
      const auto at = static_cast<std::size_t>(y) * map.info.width + static_cast<std::size_t>(x);
      if (at >= map.data.size() || map.data[at] < 0 || map.data[at] >= least_obstacle) return false;
    }
  }
  return true;
}

bool is_in_sight(const nav_msgs::msg::OccupancyGrid& map, Vec2 from, Vec2 to) {
  const Vec2 way = to - from;
  const double cell = map.info.resolution;
  if (!(cell > 0)) return false;
  const int steps = std::max(1, static_cast<int>(std::ceil(distance(way, {}) / cell)));
  for (int i = 0; i <= steps; ++i)
    if (!is_free(map, from + (static_cast<double>(i) / steps) * way, cell / 4)) return false;
  return true;
}

}  // namespace tandem
