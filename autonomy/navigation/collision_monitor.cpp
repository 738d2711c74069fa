// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/navigation/collision_monitor.h"

#include <algorithm>
#include <limits>
#include <optional>
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

namespace {

constexpr double step_s = 0.05;

Twist2 scaled(const Twist2& command, double share) {
  return {share * command.linear, share * command.angular};
}

// The same curve, at most as fast as near things. It is a limit and no share, as this command is
// what the next one begins with: a share of a share of it would soon be next to nothing.
Twist2 slowed(const Twist2& command, const CollisionMonitorConfig& config) {
  const double excess = std::max({1.0, std::abs(command.linear) / config.slow_speed_mps,
                                  std::abs(command.angular) / config.slow_yaw_rate_radps});
  return scaled(command, 1 / excess);
}

// Something near, and one of the things that it may do: what moves may stop.
struct Near {
  SeenPoint point;
  double distance_m = 0;
  bool slows = true;  // within the slow margin
};

// Something that moves: all points with its velocity.
struct Comer {
  Vec2 velocity;
  // After how many steps it first touches who stands, and who does as it wants.
  int touches_standing = never, touches_driving = never;

  static constexpr int never = std::numeric_limits<int>::max();
  // It runs into who stands, and later or not at all into who drives.
  bool is_left() const { return touches_standing < touches_driving; }
};

int first_touch(const SeenPoint& point, const std::vector<Pose2>& way, const Footprint& footprint) {
  for (std::size_t i = 0; i < way.size(); ++i)
    if (footprint.contains(inverse(way[i]) *
                           (point.at + (static_cast<double>(i + 1) * step_s) * point.velocity)))
      return static_cast<int>(i);
  return Comer::never;
}

std::vector<Near> what_is_near(const std::vector<Pose2>& way, double speed_mps,
                               std::span<const SeenPoint> points, const Footprint& footprint,
                               const CollisionMonitorConfig& config) {
  const std::vector<Pose2> standing(way.size());
  struct Reached {
    Near near;
    bool touches_standing = false;
    std::optional<std::size_t> comer;
  };
  std::vector<Reached> reached;
  std::vector<Comer> comers;
  for (const SeenPoint& point : points) {
    const double closing = speed_mps + std::hypot(point.velocity.x, point.velocity.y);
    const double reach =
        footprint.circumscribed_m() + config.slow_margin_m + closing * config.time_to_collision_s;
    if (dot(point.at, point.at) >= reach * reach) continue;
    const double distance = footprint.distance_m(point.at);
    if (distance < 0) continue;  // the robot's own, or its load's
    Reached& one = reached.emplace_back(Near{point, distance});
    if (point.velocity.x == 0 && point.velocity.y == 0) continue;
    const auto is_its = [&](const Comer& comer) {
      return comer.velocity.x == point.velocity.x && comer.velocity.y == point.velocity.y;
    };
    const auto found = std::ranges::find_if(comers, is_its);
    one.comer = static_cast<std::size_t>(found - comers.begin());
    Comer& comer = found == comers.end() ? comers.emplace_back(point.velocity) : *found;
    const int after = first_touch(point, standing, footprint);
    one.touches_standing = after != Comer::never;
    comer.touches_standing = std::min(comer.touches_standing, after);
    comer.touches_driving = std::min(comer.touches_driving, first_touch(point, way, footprint));
  }

  // what moves may stop where it is, or go on
  std::vector<Near> near;
  for (const Reached& one : reached) {
    const bool is_left = one.comer && comers[*one.comer].is_left();
    // who leaves its way is not slowed down for it, but does not drive at where it would stop
    const bool slows = !(is_left && one.touches_standing);
    near.push_back({{one.near.point.at, {}}, one.near.distance_m, slows});
    if (one.comer && !is_left) near.push_back(one.near);
  }
  return near;
}

}  // namespace

MonitorVerdict judge(const Twist2& wanted, std::span<const SeenPoint> points_in_base,
                     const Footprint& footprint, const CollisionMonitorConfig& config) {
  if (wanted.linear == 0 && wanted.angular == 0) return {};
  constexpr double nearer_m = 0.001;  // what counts as coming nearer
  const int steps = static_cast<int>(std::ceil(config.time_to_collision_s / step_s));
  std::vector<Pose2> way;
  for (int i = 0; i < steps; ++i)
    way.push_back(driven(way.empty() ? Pose2{} : way.back(), wanted, step_s));
  const std::vector<Near> near =
      what_is_near(way, std::abs(wanted.linear), points_in_base, footprint, config);

  // drive on until something is too near
  bool is_slow = false;
  for (int i = 1; i <= steps; ++i) {
    const Pose2 future_from_base = inverse(way[static_cast<std::size_t>(i - 1)]);
    for (const Near& thing : near) {
      const Vec2 then = thing.point.at + (i * step_s) * thing.point.velocity;
      const double distance = footprint.distance_m(future_from_base * then);
      if (distance > footprint.distance_m(then) - nearer_m) continue;
      if (i <= 2 && thing.slows && thing.distance_m < config.slow_margin_m) is_slow = true;
      if (distance >= config.stop_margin_m) continue;
      if (i == 1) return {{}, MonitorAction::stop};
      const Twist2 later = scaled(wanted, (i - 1) * step_s / config.time_to_collision_s);
      return {is_slow ? slowed(later, config) : later, MonitorAction::approach};
    }
  }
  if (is_slow) return {slowed(wanted, config), MonitorAction::slow};
  return {wanted, MonitorAction::pass};
}

}  // namespace tandem
