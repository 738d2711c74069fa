// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/navigation/foresight.h"

#include <algorithm>
#include <cmath>

namespace tandem {

Foresight::Foresight(std::span<const SeenPoint> points) {
  constexpr double apart_m = 0.03;  // nearer neighbours tell nothing new
  for (const SeenPoint& point : points) {
    if (point.velocity.x == 0 && point.velocity.y == 0) continue;
    const bool is_new = points_.empty() || std::hypot(point.at.x - points_.back().at.x,
                                                      point.at.y - points_.back().at.y) >= apart_m;
    if (is_new) points_.push_back(point);
  }
}

double Foresight::clearance_m(const Footprint& footprint, const Pose2& at, double time_s) const {
  double nearest = far_m;
  const double reach = footprint.circumscribed_m() + far_m;
  const Pose2 robot_from_frame = footprint.is_round() ? Pose2{} : inverse(at);
  for (const SeenPoint& point : points_) {
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

}  // namespace tandem
