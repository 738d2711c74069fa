// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "autonomy/behavior/state.h"
#include "autonomy/behavior/whereabouts.h"

namespace tandem {

// What a mission does around one of its states.
struct StateHooks {
  std::function<void(Blackboard&, SimTime)> on_enter;
  std::function<void(const Ending&, Blackboard&)> on_end;  // by itself; not when it is stopped
  std::function<void()> on_leave;
};

// A state in which the robot drives, watched: a robot whose odometry has fallen silent, or which
// has not moved for a long time, as one whose tracking is lost, ends it with "robot_lost".
class GuardedState final : public State {
 public:
  GuardedState(std::shared_ptr<State> inner, const Whereabouts& whereabouts, Duration immobile,
               StateHooks guard)
      : inner_(std::move(inner)),
        whereabouts_(whereabouts),
        immobile_(immobile),
        guard_(std::move(guard)) {}

  std::vector<std::string> outcomes() const override;
  void enter(Blackboard& blackboard, SimTime now) override;
  std::optional<Ending> step(Blackboard& blackboard, SimTime now) override;
  void leave() override;
  std::string message() const override { return inner_->message(); }

 private:
  std::optional<Ending> trouble(SimTime now);

  const std::shared_ptr<State> inner_;
  const Whereabouts& whereabouts_;
  const Duration immobile_;
  const StateHooks guard_;
  SimTime begin_{};
  SimTime moved_at_{};
  std::optional<Pose2> stood_at_;
};

}  // namespace tandem
