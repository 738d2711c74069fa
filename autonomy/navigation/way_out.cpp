// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/navigation/way_out.h"

#include <algorithm>
#include <numbers>

namespace tandem {

namespace {

constexpr double step_s = 0.1;
constexpr int directions = 16;
constexpr double aligned_rad = 0.1;  // turned far enough to drive

// A direction to go in, forwards or backwards.
struct Way {
  double yaw = 0;  // that the robot turns to first
  double speed_mps = 0;
};

// Ways by number: the even ones are driven forwards, each followed by the one that leads the same
// way backwards.
Way way_of(int number, const MotionLimits& limits) {
  const double direction = 2 * std::numbers::pi * (number / 2) / directions;
  if (number % 2 == 0) return {direction, limits.max_speed_mps};
  return {direction + std::numbers::pi, -limits.max_speed_mps};
}

Twist2 command_on(const Way& way, const Pose2& at, const MotionLimits& limits) {
  const double angle = wrapped(way.yaw - at.yaw);
  if (std::abs(angle) > aligned_rad) return turning(angle, limits);
  return {way.speed_mps, 2 * angle};
}

bool is_touching(const Situation& situation, const Pose2& at) {
  return footprint_cost(situation.local.costs(), situation.footprint, at) == cost::lethal;
}

// How near what moves comes to a robot that does as it is told in thought; `command` says what from
// where it is then. It stops before what stands.
template <class Command>
double least_clearance(const Situation& situation, const MotionLimits& limits,
                       const WayOutConfig& config, Command command) {
  double least = Foresight::far_m;
  Pose2 at = situation.robot;
  Twist2 velocity = situation.velocity;
  // who touches something already, as far as the map knows, may leave it
  const bool may_leave = is_touching(situation, at);
  const auto is_blocked = [&](const Pose2& there) {
    const Vec2 gone = there.translation - situation.robot.translation;
    const bool is_leaving =
        may_leave && std::hypot(gone.x, gone.y) < situation.footprint.inscribed_m();
    return !is_leaving && is_touching(situation, there);
  };
  bool is_stopped = false;
  for (double time = step_s; time <= config.horizon_s; time += step_s) {
    if (!is_stopped) {
      velocity = approached(velocity, command(at), limits, step_s);
      const Pose2 next = driven(at, velocity, step_s);
      if (is_blocked(next))
        is_stopped = true;
      else
        at = next;
    }
    least = std::min(least, situation.moving.clearance_m(situation.footprint, at, time));
  }
  return least;
}

}  // namespace

std::optional<Twist2> WayOut::instead_of(const Twist2& wanted, const Situation& situation,
                                         const MotionLimits& limits, const WayOutConfig& config) {
  const auto clearance = [&](auto command) {
    return least_clearance(situation, limits, config, command);
  };
  const auto going_on = [&] { return clearance([&](const Pose2&) { return wanted; }); };
  if (situation.moving.is_empty() ||
      clearance([](const Pose2&) { return Twist2{}; }) >= config.margin_m ||
      going_on() >= config.margin_m) {
    way_.reset();
    return {};
  }

  // the way on which it keeps farthest, rather one without a long turn, rather the one it is on
  constexpr double per_rad = 0.015, loyalty_m = 0.03;
  const Vec2 from = situation.robot.translation;
  std::optional<int> best;
  double best_worth = -Foresight::far_m;
  for (int number = 0; number < 2 * directions; ++number) {
    const Way way = way_of(number, limits);
    const double kept = clearance([&](const Pose2& at) {
      const Vec2 gone = at.translation - from;
      return std::hypot(gone.x, gone.y) < config.farthest_m ? command_on(way, at, limits)
                                                            : Twist2{};
    });
    const double worth = std::min(kept, config.enough_m) -
                         per_rad * std::abs(wrapped(way.yaw - situation.robot.yaw)) +
                         (way_ == number ? loyalty_m : 0);
    if (worth > best_worth) {
      best_worth = worth;
      best = number;
    }
  }
  way_ = best;
  return command_on(way_of(*best, limits), situation.robot, limits);
}

}  // namespace tandem
