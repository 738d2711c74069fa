// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/farming/moving_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace tandem {

namespace {

constexpr Duration silence_limit = 1s;
constexpr Duration standing_limit = 15s;  // longer than a navigator waits for a way

}  // namespace

MovingState::MovingState(std::shared_ptr<State> state, const Whereabouts& whereabouts)
    : state_(std::move(state)), whereabouts_(whereabouts), motion_(standing_limit) {}

std::vector<std::string> MovingState::outcomes() const {
  std::vector<std::string> outcomes = state_->outcomes();
  for (const std::string outcome : {"odometry_lost", "tracking_lost"})
    if (std::ranges::find(outcomes, outcome) == outcomes.end()) outcomes.push_back(outcome);
  return outcomes;
}

void MovingState::enter(Blackboard& blackboard, SimTime now) {
  begin_ = now;
  motion_.begin(now);
  state_->enter(blackboard, now);
}

std::optional<Ending> MovingState::step(Blackboard& blackboard, SimTime now) {
  if (auto ending = state_->step(blackboard, now)) return ending;
  return trouble(now);
}

std::optional<Ending> MovingState::trouble(SimTime now) {
  if (const auto silence = whereabouts_.trouble(now, begin_)) return silence;
  const std::string& base = whereabouts_.base_frame();
  const std::string global = whereabouts_.global_frame();
  if (const auto known = whereabouts_.transforms().latest(global, base))
    if (now - std::max(known->stamp, begin_) > silence_limit)
      return Ending{"tracking_lost", fmt::format("no transform from {} to {} for {} s", global,
                                                 base, seconds(silence_limit))};
  const auto robot = whereabouts_.odometry().latest();
  if (robot && motion_.is_stuck(now, *robot)) return Ending{"tracking_lost", motion_.message()};
  return std::nullopt;
}

}  // namespace tandem
