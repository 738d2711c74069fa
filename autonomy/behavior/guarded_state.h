// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "autonomy/behavior/motion_watch.h"
#include "autonomy/behavior/state.h"
#include "autonomy/behavior/whereabouts.h"

namespace tandem {

// What a mission does around one of its states.
struct StateHooks {
  std::function<void(Blackboard&, SimTime)> on_enter;
  std::function<void(const Ending&, Blackboard&)> on_end;  // by itself; not when it is stopped
  std::function<void()> on_leave;
};

// A state in which the robot drives, watched: it also ends when nothing tells where the robot is
// any more ("odometry_lost", "tracking_lost"), or when it has not moved for a long time
// ("robot_stuck").
class GuardedState final : public State {
 public:
  GuardedState(std::shared_ptr<State> inner, const Whereabouts& whereabouts, Duration immobile,
               StateHooks guard = {})
      : inner_(std::move(inner)),
        whereabouts_(whereabouts),
        guard_(std::move(guard)),
        motion_(immobile) {}

  std::vector<std::string> outcomes() const override;
  void enter(Blackboard& blackboard, SimTime now) override;
  std::optional<Ending> step(Blackboard& blackboard, SimTime now) override;
  void leave() override;
  std::string message() const override { return inner_->message(); }

 private:
  std::optional<Ending> trouble(SimTime now);

  const std::shared_ptr<State> inner_;
  const Whereabouts& whereabouts_;
  const StateHooks guard_;
  MotionWatch motion_;
  SimTime begin_{};
};

}  // namespace tandem
