// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/navigation/way_out.h"

#include <algorithm>
#include <array>
#include <numbers>

namespace tandem {

namespace {

constexpr double step_s = 0.1;
constexpr int directions = 16;
constexpr double aligned_rad = 0.1;  // turned far enough to drive

// Somewhere to go to: a direction, forwards or backwards, or a curve.
struct Way {
  double yaw = 0;  // that the robot turns to first
  double speed_mps = 0;
  std::optional<Twist2> curve;  // instead
};

// Curves by their shares of what the robot can do.
constexpr std::array<double, 3> speeds{1, 0.5, -1};
constexpr std::array<double, 5> turns{0, 0.5, -0.5, 1, -1};
constexpr int straight_ways = 2 * directions;
constexpr int ways = straight_ways + static_cast<int>(speeds.size() * turns.size());

// Ways by number: the even ones are driven forwards, each followed by the one that leads the same
// way backwards; then the curves.
Way way_of(int number, const MotionLimits& limits) {
  if (number >= straight_ways) {
    const auto curve = static_cast<std::size_t>(number - straight_ways);
    return {.curve = Twist2{speeds[curve / turns.size()] * limits.max_speed_mps,
                            turns[curve % turns.size()] * limits.max_yaw_rate_radps}};
  }
  const double direction = 2 * std::numbers::pi * (number / 2) / directions;
  if (number % 2 == 0) return {direction, limits.max_speed_mps};
  return {direction + std::numbers::pi, -limits.max_speed_mps};
}

Twist2 command_on(const Way& way, const Pose2& at, const MotionLimits& limits) {
  if (way.curve) return *way.curve;
  const double angle = wrapped(way.yaw - at.yaw);
  if (std::abs(angle) > aligned_rad) return turning(angle, limits);
  return {way.speed_mps, 2 * angle};
}

bool is_touching(const Situation& situation, const Pose2& at) {
  return footprint_cost(situation.local.costs(), situation.footprint, at) == cost::lethal;
}

// How near something comes on a way, and on average.
struct Clearance {
  double least_m = Foresight::far_m;
  double mean_m = 0;
};

// How near what moves comes to a robot that does as it is told in thought; `command` says what from
// where it is then. It stops before what stands.
template <class Command>
Clearance clearance_of(const Situation& situation, const MotionLimits& limits,
                       const WayOutConfig& config, Command command) {
  Clearance clearance;
  int steps = 0;
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
    const double now_m = situation.moving.clearance_m(situation.footprint, at, time);
    clearance.least_m = std::min(clearance.least_m, now_m);
    clearance.mean_m += std::min(now_m, config.enough_m);
    ++steps;
  }
  clearance.mean_m /= std::max(1, steps);
  return clearance;
}

}  // namespace

std::optional<Twist2> WayOut::instead_of(const Twist2& wanted, const Situation& situation,
                                         const MotionLimits& limits, const WayOutConfig& config) {
  const auto clearance = [&](auto command) {
    return clearance_of(situation, limits, config, command);
  };
  const auto going_on = [&] { return clearance([&](const Pose2&) { return wanted; }); };
  if (situation.moving.is_empty() ||
      clearance([](const Pose2&) { return Twist2{}; }).least_m >= config.margin_m ||
      going_on().least_m >= config.margin_m) {
    way_.reset();
    return {};
  }

  // the way on which it keeps farthest, rather one without a long turn, rather the one it is on;
  // who is touched on all of them gets away soonest
  constexpr double per_rad = 0.015, loyalty_m = 0.03, mean_share = 0.5;
  const Vec2 from = situation.robot.translation;
  std::optional<int> best;
  double best_worth = -Foresight::far_m;
  for (int number = 0; number < ways; ++number) {
    const Way way = way_of(number, limits);
    const Clearance kept = clearance([&](const Pose2& at) {
      const Vec2 gone = at.translation - from;
      return std::hypot(gone.x, gone.y) < config.farthest_m ? command_on(way, at, limits)
                                                            : Twist2{};
    });
    const double turn = way.curve ? 0 : std::abs(wrapped(way.yaw - situation.robot.yaw));
    const double worth = std::min(kept.least_m, config.enough_m) + mean_share * kept.mean_m -
                         per_rad * turn + (way_ == number ? loyalty_m : 0);
    if (worth > best_worth) {
      best_worth = worth;
      best = number;
    }
  }
  way_ = best;
  return command_on(way_of(*best, limits), situation.robot, limits);
}

}  // namespace tandem
