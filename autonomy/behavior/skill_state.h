// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "autonomy/behavior/state.h"
#include "messages/nav2_msgs_action.h"
#include "messages/tandem_msgs.h"
#include "middleware/node.h"

namespace tandem {

// How a mission uses one of its skills.
struct SkillCall {
  std::string skill;                  // the name of its action: "find_line"
  std::vector<std::string> outcomes;  // besides "failed"
  std::function<Result<tandem_msgs::action::PerformSkill::Goal>(const Blackboard&)> goal;
  // What the mission shall remember of it.
  std::function<void(const tandem_msgs::action::PerformSkill::Result&, Blackboard&)> remember;
  Duration timeout = no_timeout;
};

// A state that has a skill performed and ends with its outcome.
std::shared_ptr<State> make_skill_state(Node& node, SkillCall call);

// A state that has Nav2, or who stands in for it, drive to a place: "arrived" or "failed".
std::shared_ptr<State> make_drive_state(
    Node& node,
    std::function<Result<geometry_msgs::msg::PoseStamped>(const Blackboard&)> destination,
    Duration timeout = no_timeout);

}  // namespace tandem
