// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/navigation/maneuvers.h"

#include <fmt/format.h>

#include "messages/nav2_msgs_action.h"

namespace tandem {

namespace {

using SpinCodes = nav2_msgs::action::Spin::Result;
using BackUpCodes = nav2_msgs::action::BackUp::Result;

// Whether the robot touches something soon that it does not touch now.
bool is_ahead_blocked(const Situation& situation, const Twist2& velocity) {
  constexpr double look_ahead_s = 0.6, step_s = 0.1;
  const Costmap& costmap = situation.local.costs();
  if (footprint_cost(costmap, situation.footprint, situation.robot) == cost::lethal) return false;
  Pose2 at = situation.robot;
  for (double time = 0; time < look_ahead_s; time += step_s) {
    at = driven(at, velocity, step_s);
    if (footprint_cost(costmap, situation.footprint, at) == cost::lethal) return true;
    const double then_s = time + step_s;
    const double clearance = situation.moving.clearance_m(situation.footprint, at, then_s);
    if (clearance < 0 &&
        clearance < situation.moving.clearance_m(situation.footprint, situation.robot, then_s))
      return true;
  }
  return false;
}

std::string too_long(Duration allowance) {
  return fmt::format("it was not done within {:g} s", seconds(allowance));
}

}  // namespace

Progress Spin::step(const Situation& situation, const MotionLimits& limits) {
  constexpr double near_enough_rad = 0.05;
  if (!begin_) {
    begin_ = situation.now;
    last_yaw_ = situation.robot.yaw;
  }
  turned_rad_ += wrapped(situation.robot.yaw - last_yaw_);
  last_yaw_ = situation.robot.yaw;
  const double left = angle_rad_ - turned_rad_;
  if (std::abs(left) < near_enough_rad) return Progress::done();
  if (allowance_ > Duration::zero() && situation.now - *begin_ > allowance_)
    return Progress::failed(SpinCodes::TIMEOUT, too_long(allowance_));
  const Twist2 command = turning(left, limits);
  if (is_ahead_blocked(situation, command))
    return Progress::failed(SpinCodes::COLLISION_AHEAD, "there is no room to turn");
  return Progress::going(command);
}

Progress BackUp::step(const Situation& situation, const MotionLimits& limits) {
  if (!begin_) {
    begin_ = situation.now;
    from_ = situation.robot.translation;
  }
  const Vec2 moved = situation.robot.translation - from_;
  driven_m_ = std::hypot(moved.x, moved.y);
  if (driven_m_ >= distance_m_) return Progress::done();
  if (allowance_ > Duration::zero() && situation.now - *begin_ > allowance_)
    return Progress::failed(BackUpCodes::TIMEOUT, too_long(allowance_));
  const Twist2 command{-std::min(speed_mps_, limits.max_speed_mps), 0};
  if (is_ahead_blocked(situation, command))
    return Progress::failed(BackUpCodes::COLLISION_AHEAD, "there is something behind the robot");
  return Progress::going(command);
}

Progress Wait::step(const Situation& situation, const MotionLimits&) {
  if (!begin_) begin_ = situation.now;
  left_ = std::max(Duration::zero(), time_ - (situation.now - *begin_));
  return left_ == Duration::zero() ? Progress::done() : Progress::going({});
}

}  // namespace tandem
