// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/behavior/guarded_state.h"

#include <algorithm>

namespace tandem {

std::vector<std::string> GuardedState::outcomes() const {
  std::vector<std::string> outcomes = inner_->outcomes();
  for (const std::string outcome : {"odometry_lost", "tracking_lost", "robot_stuck"})
    if (std::ranges::find(outcomes, outcome) == outcomes.end()) outcomes.push_back(outcome);
  return outcomes;
}

void GuardedState::enter(Blackboard& blackboard, SimTime now) {
  begin_ = now;
  motion_.begin(now);
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
  if (const auto lost = whereabouts_.trouble(now, begin_)) return lost;
  const std::optional<Pose2> at = whereabouts_.odometry().latest();
  if (at && motion_.is_stuck(now, *at)) return Ending{"robot_stuck", motion_.message()};
  return std::nullopt;
}

}  // namespace tandem
