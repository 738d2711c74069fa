// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "autonomy/behavior/skill.h"
#include "middleware/node.h"

namespace tandem {

struct SkillServerOptions {
  Duration period = 50ms;
  Duration feedback_period = 500ms;  // unless there is something new to say
};

// Serves a skill as an action of the type PerformSkill. A new goal takes the place of the one
// before, which is aborted. The skill must live as long.
class SkillServer {
 public:
  SkillServer(Node& node, const std::string& name, Skill& skill,
              const SkillServerOptions& options = {});
  ~SkillServer();
  SkillServer(const SkillServer&) = delete;
  SkillServer& operator=(const SkillServer&) = delete;

  bool is_busy() const { return goal_.has_value(); }

 private:
  using PerformSkill = tandem_msgs::action::PerformSkill;
  using Goal = ServerGoal<PerformSkill>;

  void begin(Goal goal);
  void step();
  void tell(SimTime now);
  void end();

  Node& node_;
  const std::string name_;
  Skill& skill_;
  const SkillServerOptions options_;
  std::optional<Goal> goal_;
  Skill::Feedback told_;
  SimTime told_at_{};
  ActionServer<PerformSkill> server_;
  Timer timer_;
};

}  // namespace tandem
