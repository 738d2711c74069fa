// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/logistics/guarded_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "autonomy/behavior/planar.h"

namespace tandem {

namespace {

// less is the noise of a tracker
constexpr double moved_m = 0.02;
constexpr double turned_rad = 0.05;

bool has_moved(const Pose2& from, const Pose2& to) {
  return distance(from.translation, to.translation) > moved_m ||
         std::abs(wrap_angle(to.yaw - from.yaw)) > turned_rad;
}

}  // namespace

std::vector<std::string> GuardedState::outcomes() const {
  std::vector<std::string> outcomes = inner_->outcomes();
  if (std::ranges::find(outcomes, "robot_lost") == outcomes.end())
    outcomes.emplace_back("robot_lost");
  return outcomes;
}

void GuardedState::enter(Blackboard& blackboard, SimTime now) {
  begin_ = moved_at_ = now;
  stood_at_.reset();
  if (guard_.on_enter) guard_.on_enter(blackboard, now);
  inner_->enter(blackboard, now);
}

std::optional<Ending> GuardedState::step(Blackboard& blackboard, SimTime now) {
  std::optional<Ending> ending = trouble(now);
  if (!ending) ending = inner_->step(blackboard, now);
  if (ending && guard_.on_end) guard_.on_end(*ending, blackboard);
  return ending;
}

void GuardedState::leave() {
  inner_->leave();
  if (guard_.on_leave) guard_.on_leave();
}

std::optional<Ending> GuardedState::trouble(SimTime now) {
  if (const auto silent = whereabouts_.trouble(now, begin_))
    return Ending{"robot_lost", silent->message};
  const std::optional<Pose2> at = whereabouts_.odometry().latest();
  if (at && (!stood_at_ || has_moved(*stood_at_, *at))) {
    stood_at_ = at;
    moved_at_ = now;
  }
  if (now - moved_at_ <= immobile_) return std::nullopt;
  return Ending{
      "robot_lost",
      fmt::format("the robot drives and has not moved for {:g} s: its tracking is lost, or "
                  "something holds it",
                  seconds(immobile_))};
}

}  // namespace tandem
