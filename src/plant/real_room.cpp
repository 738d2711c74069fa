// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "plant/real_room.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace tandem {

namespace {

double length(Vec2 v) { return std::hypot(v.x, v.y); }

}  // namespace

double RealRoom::distance(Vec2 from, double heading) const {
  const Pose2 center_from_room = inverse(floor.world_from_center);
  const Vec2 at = center_from_room * from;
  const double angle = heading + center_from_room.yaw;
  const Vec2 direction{std::cos(angle), std::sin(angle)};
  const double half_x = floor.size_x_m / 2, half_y = floor.size_y_m / 2;
  if (std::abs(at.x) > half_x || std::abs(at.y) > half_y) return 0;

  double nearest = std::numeric_limits<double>::infinity();
  if (direction.x != 0)
    nearest = std::min(nearest, ((direction.x > 0 ? half_x : -half_x) - at.x) / direction.x);
  if (direction.y != 0)
    nearest = std::min(nearest, ((direction.y > 0 ? half_y : -half_y) - at.y) / direction.y);
  for (const Post& post : posts) {
    // |at + t direction - center| = radius
    const Vec2 to_post = center_from_room * post.center - at;
    const double along = dot(to_post, direction);
    const double inside = post.radius_m * post.radius_m - (dot(to_post, to_post) - along * along);
    if (inside < 0) continue;
    const double t = along - std::sqrt(inside);
    if (t >= 0) nearest = std::min(nearest, t);
  }
  return nearest;
}

Vec2 RealRoom::free_place(Vec2 wanted, double radius_m) const {
  Vec2 at = inverse(floor.world_from_center) * wanted;
  const double reach_x = std::max(0.0, floor.size_x_m / 2 - radius_m);
  const double reach_y = std::max(0.0, floor.size_y_m / 2 - radius_m);
  at = {std::clamp(at.x, -reach_x, reach_x), std::clamp(at.y, -reach_y, reach_y)};
  Vec2 place = floor.world_from_center * at;
  for (const Post& post : posts) {
    const Vec2 away = place - post.center;
    const double apart = length(away), least = post.radius_m + radius_m;
    if (apart < least) place = post.center + (apart > 0 ? (least / apart) * away : Vec2{least, 0});
  }
  return place;
}

std::vector<double> scan(const RealRoom& room, const Pose2& room_from_robot,
                         const RealLidarConfig& config, Random& random) {
  const Pose2 room_from_lidar = room_from_robot * config.robot_from_lidar;
  std::vector<double> ranges;
  for (int i = 0; i < config.beams; ++i) {
    const double angle = 2 * std::numbers::pi * i / config.beams;
    const double truth = room.distance(room_from_lidar.translation, room_from_lidar.yaw + angle);
    const double measured = truth + random.normal(0, config.noise_m);
    // REP-117: nothing in range, and something too near
    constexpr double infinity = std::numeric_limits<double>::infinity();
    ranges.push_back(truth > config.range_max_m   ? infinity
                     : truth < config.range_min_m ? -infinity
                                                  : measured);
  }
  return ranges;
}

}  // namespace tandem
