// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/navigation/foresight.h"

#include <algorithm>
#include <cmath>

namespace tandem {

namespace {

bool is_apart(const std::vector<SeenPoint>& points, Vec2 at) {
  constexpr double apart_m = 0.03;  // nearer neighbours tell nothing new
  return points.empty() ||
         std::hypot(at.x - points.back().at.x, at.y - points.back().at.y) >= apart_m;
}

double nearest_m(const std::vector<SeenPoint>& points, const Footprint& footprint, const Pose2& at,
                 double time_s) {
  double nearest = Foresight::far_m;
  const double reach = footprint.circumscribed_m() + Foresight::far_m;
  const Pose2 robot_from_frame = footprint.is_round() ? Pose2{} : inverse(at);
  for (const SeenPoint& point : points) {
    const Vec2 then = point.at + time_s * point.velocity;
    const Vec2 off = then - at.translation;
    const double squared = dot(off, off);
    if (squared > reach * reach) continue;
    nearest =
        std::min(nearest, footprint.is_round() ? std::sqrt(squared) - footprint.inscribed_m()
                                               : footprint.distance_m(robot_from_frame * then));
  }
  return nearest;
}

}  // namespace

Foresight::Foresight(std::span<const SeenPoint> points) {
  for (const SeenPoint& point : points) {
    if ((point.velocity.x != 0 || point.velocity.y != 0) && is_apart(points_, point.at))
      points_.push_back(point);
    if ((point.habit.x != 0 || point.habit.y != 0) && is_apart(starts_, point.at))
      for (const double way : {1.0, -1.0}) starts_.push_back({point.at, way * point.habit});
  }
}

double Foresight::clearance_m(const Footprint& footprint, const Pose2& at, double time_s) const {
  // what has just been seen to set out is often faster than it looked so far: it is as if it might
  // be in either place
  constexpr double faster = 1.5;
  return std::min(nearest_m(points_, footprint, at, time_s),
                  nearest_m(points_, footprint, at, faster * time_s));
}

double Foresight::clearance_if_started_m(const Footprint& footprint, const Pose2& at,
                                         double time_s) const {
  return nearest_m(starts_, footprint, at, time_s);
}

}  // namespace tandem
