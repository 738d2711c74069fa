// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/behavior/skill_state.h"

#include <fmt/format.h>

#include <utility>

#include "autonomy/behavior/action_state.h"

namespace tandem {

using nav2_msgs::action::NavigateToPose;
using tandem_msgs::action::PerformSkill;

std::shared_ptr<State> make_skill_state(Node& node, SkillCall call) {
  ActionCall<PerformSkill> action{.action = call.skill, .outcomes = std::move(call.outcomes)};
  action.timeout = call.timeout;
  action.goal = [make = std::move(call.goal)](const Blackboard& blackboard) {
    return make ? make(blackboard) : Result<PerformSkill::Goal>(PerformSkill::Goal{});
  };
  action.judge = [skill = call.skill, remember = std::move(call.remember)](
                     const Outcome<PerformSkill>& outcome, Blackboard& blackboard) -> Ending {
    const std::string message = fmt::format("{}: {}", skill, outcome.result.message);
    if (outcome.result.outcome.empty())  // as of a goal that was taken from it
      return {"failed", fmt::format("{} was {}", skill, to_string(outcome.status))};
    if (remember) remember(outcome.result, blackboard);
    return {outcome.result.outcome, message};
  };
  action.tell = [skill = call.skill](const PerformSkill::Feedback& feedback) {
    return fmt::format("{}: {}", skill, feedback.message);
  };
  return std::make_shared<ActionState<PerformSkill>>(node, std::move(action));
}

std::shared_ptr<State> make_drive_state(
    Node& node,
    std::function<Result<geometry_msgs::msg::PoseStamped>(const Blackboard&)> destination,
    Duration timeout) {
  ActionCall<NavigateToPose> action{.action = "navigate_to_pose", .outcomes = {"arrived"}};
  action.timeout = timeout;
  action.goal = [destination = std::move(destination)](
                    const Blackboard& board) -> Result<NavigateToPose::Goal> {
    const auto pose = destination(board);
    if (!pose) return Error{pose.error()};
    return NavigateToPose::Goal{.pose = *pose};
  };
  action.judge = [](const Outcome<NavigateToPose>& outcome, Blackboard&) -> Ending {
    if (outcome.status == GoalStatus::succeeded) return {"arrived", ""};
    return {"failed", fmt::format("navigate_to_pose {}: {} (error {})", to_string(outcome.status),
                                  outcome.result.error_msg, outcome.result.error_code)};
  };
  action.tell = [](const NavigateToPose::Feedback& feedback) {
    return fmt::format("driving, {:.1f} m to go", feedback.distance_remaining);
  };
  return std::make_shared<ActionState<NavigateToPose>>(node, std::move(action));
}

}  // namespace tandem
