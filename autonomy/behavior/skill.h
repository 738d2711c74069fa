// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "base/time.h"
#include "messages/tandem_msgs.h"

namespace tandem {

// Something that a robot can do when it is told to: find a line, take a box. A SkillServer makes an
// action of it. All calls come on the node's thread, and one goal is worked on at a time.
class Skill {
 public:
  using Goal = tandem_msgs::action::PerformSkill::Goal;
  using Result = tandem_msgs::action::PerformSkill::Result;
  using Feedback = tandem_msgs::action::PerformSkill::Feedback;

  virtual ~Skill() = default;
  virtual void start(const Goal& goal, SimTime now) = 0;
  // Asked every period until it has a result. Its outcome is one of those that a mission goes on
  // by; "failed" and those that end with "_lost" end the goal as aborted.
  virtual std::optional<Result> step(SimTime now) = 0;
  // It is over: done, canceled, or another goal takes its place. The robot stands from here on.
  virtual void stop() = 0;
  virtual Feedback feedback() const { return {.progress = -1}; }
};

}  // namespace tandem
