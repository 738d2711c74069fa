// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/farming/leg.h"

#include <algorithm>
#include <cmath>

#include "autonomy/behavior/planar.h"
#include "autonomy/farming/floor_line.h"

namespace tandem {

namespace {

constexpr double look_ahead = 0.2;    // m; a robot beside its line heads for it so far ahead
constexpr double turn_gain = 3.0;     // rad/s for each radian
constexpr double least_turn = 0.12;   // rad/s; slower, friction holds some robots
constexpr double turned = 0.015;      // rad
constexpr double speed_gain = 1.5;    // m/s for each metre to go
constexpr double least_speed = 0.04;  // m/s
constexpr double arrived = 0.004;     // m
constexpr double turn_first = 0.35;   // rad; so far off its line it only turns

double at_least(double value, double least) {
  return std::copysign(std::max(std::abs(value), least), value);
}

}  // namespace

std::optional<Twist2> drive_leg(const Leg& leg, const Pose2& robot, const LegLimits& limits) {
  const double off = wrap_angle(leg.to.yaw - robot.yaw);
  const auto turning = [&](double rate) {
    return std::clamp(rate, -limits.turn_radps, limits.turn_radps);
  };
  if (leg.kind == Leg::Kind::turn) {
    if (std::abs(off) < turned) return std::nullopt;
    return Twist2{.angular = turning(at_least(turn_gain * off, least_turn))};
  }

  const FloorLine line{leg.to.translation, direction_of(leg.to.yaw)};
  const double way = leg.kind == Leg::Kind::forwards ? 1 : -1;
  const double to_go = -way * line.along(robot.translation);
  if (to_go < arrived) return std::nullopt;
  const double steer = off + std::atan2(-way * line.left_of(robot.translation), look_ahead);
  Twist2 twist{.angular = turning(turn_gain * steer)};
  if (std::abs(steer) < turn_first)
    twist.linear = way * std::clamp(speed_gain * to_go, least_speed, limits.speed_mps);
  return twist;
}

std::vector<Leg> legs_along(const Swath& swath) {
  const double yaw = swath.yaw();
  return {{Leg::Kind::turn, {swath.from, yaw}},
          {Leg::Kind::backwards, {swath.from, yaw}},
          {Leg::Kind::forwards, {swath.to, yaw}}};
}

std::vector<Leg> legs_between(const Swath& done, const Swath& next) {
  // across to the line of the next swath, to where the robot stands beside the end of the last
  const FloorLine line{next.from, direction_of(next.yaw())};
  const Vec2 beside = line.point + line.along(done.to) * line.direction;
  const Vec2 across = beside - done.to;
  const double yaw = std::atan2(across.y, across.x);
  std::vector<Leg> legs{{Leg::Kind::turn, {done.to, yaw}}, {Leg::Kind::forwards, {beside, yaw}}};
  const std::vector<Leg> rest = legs_along(next);
  legs.insert(legs.end(), rest.begin(), rest.end());
  return legs;
}

}  // namespace tandem
