// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "autonomy/behavior/motion_watch.h"
#include "autonomy/behavior/state.h"
#include "autonomy/behavior/whereabouts.h"

namespace tandem {

// A state in which the robot drives: it also ends when the robot's place is not told any more, or
// never changes, as of one whose tracker has lost it, with "tracking_lost"; and with
// "odometry_lost".
class MovingState final : public State {
 public:
  MovingState(std::shared_ptr<State> state, const Whereabouts& whereabouts);

  std::vector<std::string> outcomes() const override;
  void enter(Blackboard& blackboard, SimTime now) override;
  std::optional<Ending> step(Blackboard& blackboard, SimTime now) override;
  void leave() override { state_->leave(); }
  std::string message() const override { return state_->message(); }

 private:
  std::optional<Ending> trouble(SimTime now);

  std::shared_ptr<State> state_;
  const Whereabouts& whereabouts_;
  SimTime begin_{};
  MotionWatch motion_;
};

}  // namespace tandem
