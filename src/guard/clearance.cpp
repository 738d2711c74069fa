// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "guard/clearance.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <numbers>

namespace tandem {

namespace {

constexpr double turn = 2 * std::numbers::pi;
constexpr std::size_t most_beams = 1'000'000;
constexpr double least_measured = 0.5;  // share of beams, below which a lidar is covered or broken
constexpr double part_m = 0.02;         // of a way; much less than anything that could be missed
constexpr double room_seen_m = 10;      // farther is as good as free

double length(Vec2 v) { return std::hypot(v.x, v.y); }

bool makes_sense(const GuardScan& scan) {
  return std::isfinite(scan.angle_min_rad) && std::isfinite(scan.angle_increment_rad) &&
         scan.angle_increment_rad != 0 && std::abs(scan.angle_increment_rad) <= turn &&
         scan.range_min_m >= 0 && scan.range_max_m > scan.range_min_m && !scan.ranges_m.empty() &&
         scan.ranges_m.size() <= most_beams;
}

bool looks_at(const SeenAround& seen, double angle) {
  if (seen.width_rad >= turn) return true;
  double from_first = std::fmod(angle - seen.first_rad, turn);
  if (from_first < 0) from_first += turn;
  return from_first <= seen.width_rad;
}

// Where the middle of the robot is after so much of a way, seen from where it began.
Vec2 along(double way_m, double curvature) {
  if (std::abs(curvature) < 1e-6) return {way_m, 0};
  const double angle = way_m * curvature;
  return {std::sin(angle) / curvature, (1 - std::cos(angle)) / curvature};
}

}  // namespace

std::optional<SeenAround> look_around(const GuardScan& scan, const GuardedBody& body) {
  if (!makes_sense(scan)) return std::nullopt;
  SeenAround seen;
  std::size_t measured = 0;
  for (std::size_t i = 0; i < scan.ranges_m.size(); ++i) {
    double range = scan.ranges_m[i];
    if (range == std::numeric_limits<double>::infinity()) {
      ++measured;
      continue;
    }
    if (range == -std::numeric_limits<double>::infinity()) range = scan.range_min_m;
    // no echo: NaN, or 0 as some lidars say
    if (!(range >= scan.range_min_m) || range > scan.range_max_m) continue;
    ++measured;
    const double angle = scan.angle_min_rad + static_cast<double>(i) * scan.angle_increment_rad;
    seen.points.push_back(body.robot_from_lidar *
                          Vec2{range * std::cos(angle), range * std::sin(angle)});
  }
  const auto count = static_cast<double>(scan.ranges_m.size());
  if (static_cast<double>(measured) < least_measured * count) return std::nullopt;
  const double step = std::abs(scan.angle_increment_rad);
  const double span = (count - 1) * scan.angle_increment_rad;
  // each beam stands for half a step to both sides
  seen.first_rad = std::min(scan.angle_min_rad, scan.angle_min_rad + span) - step / 2 +
                   body.robot_from_lidar.yaw;
  seen.width_rad = count * step >= turn - step ? turn : count * step;
  return seen;
}

double free_way(const SeenAround& seen, const GuardedBody& body, const Twist2& velocity,
                double most_m) {
  if (velocity.linear == 0) return most_m;
  const double direction = velocity.linear > 0 ? 1 : -1;
  if (!looks_at(seen, direction > 0 ? 0 : std::numbers::pi)) return 0;
  const double curvature = velocity.angular / velocity.linear;
  const double room = body.radius_m + body.side_m;
  std::vector<Vec2> near;  // what could be met at all
  for (const Vec2 point : seen.points)
    if (length(point) <= most_m + room) near.push_back(point);

  for (int i = 1;; ++i) {
    const double way = std::min(i * part_m, most_m);
    const Vec2 middle = along(direction * way, curvature);
    for (const Vec2 point : near) {
      const double distance = length(point - middle);
      // beside something that is close already it may go on as long as that comes no closer
      if (distance < room && distance < length(point) - 1e-3) return way - part_m;
    }
    if (way >= most_m) return most_m;
  }
}

bool can_turn(const SeenAround& seen, const GuardedBody& body) {
  return std::ranges::none_of(seen.points,
                              [&](Vec2 point) { return length(point) < body.radius_m; });
}

int freer_side(const SeenAround& seen) {
  // of nearer things it counts more how near they are
  double left = 0, right = 0;
  for (const Vec2 point : seen.points) {
    const double distance = std::clamp(length(point), 0.1, room_seen_m);
    (point.y > 0 ? left : right) += 1 / distance;
  }
  return left <= right ? 1 : -1;
}

}  // namespace tandem
