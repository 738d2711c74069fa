// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/navigation/collision_monitor.h"

#include <algorithm>
#include <vector>

#include "autonomy/navigation/motion.h"

namespace tandem {

std::string_view to_string(MonitorAction action) {
  switch (action) {
    case MonitorAction::pass:
      return "pass";
    case MonitorAction::approach:
      return "approach";
    case MonitorAction::slow:
      return "slow";
    case MonitorAction::stop:
      return "stop";
  }
  return "?";
}

MonitorVerdict judge(const Twist2& wanted, std::span<const SeenPoint> points_in_base,
                     const Footprint& footprint, const CollisionMonitorConfig& config) {
  if (wanted.linear == 0 && wanted.angular == 0) return {};
  constexpr double step_s = 0.05;
  constexpr double nearer_m = 0.001;  // what counts as coming nearer
  struct Near {
    SeenPoint point;
    double distance_m;
    bool comes_anyway = false;  // to who stands: what is behind that nobody knows
  };
  std::vector<Near> near;
  for (const SeenPoint& point : points_in_base) {
    const double speed = std::abs(wanted.linear) + std::hypot(point.velocity.x, point.velocity.y);
    const double reach =
        footprint.circumscribed_m() + config.slow_margin_m + speed * config.time_to_collision_s;
    if (dot(point.at, point.at) < reach * reach)
      if (const double distance = footprint.distance_m(point.at); distance >= 0)
        near.push_back({point, distance});
  }

  // drive on until something is too near
  bool is_slow = false;
  const int steps = static_cast<int>(std::ceil(config.time_to_collision_s / step_s));
  Pose2 at;
  for (int i = 1; i <= steps; ++i) {
    at = driven(at, wanted, step_s);
    const Pose2 future_from_base = inverse(at);
    for (Near& thing : near) {
      const Vec2 then = thing.point.at + (i * step_s) * thing.point.velocity;
      const double distance = footprint.distance_m(future_from_base * then);
      const double distance_of_standing = footprint.distance_m(then);
      if (distance_of_standing < 0) thing.comes_anyway = true;
      if (thing.comes_anyway || distance > distance_of_standing - nearer_m) continue;
      if (i <= 2 && thing.distance_m < config.slow_margin_m) is_slow = true;
      if (distance >= config.stop_margin_m) continue;
      if (i == 1) return {{}, MonitorAction::stop};
      const double share = (i - 1) * step_s / config.time_to_collision_s;
      const double ratio = is_slow ? std::min(share, config.slow_ratio) : share;
      return {{ratio * wanted.linear, ratio * wanted.angular}, MonitorAction::approach};
    }
  }
  if (is_slow)
    return {{config.slow_ratio * wanted.linear, config.slow_ratio * wanted.angular},
            MonitorAction::slow};
  return {wanted, MonitorAction::pass};
}

}  // namespace tandem
