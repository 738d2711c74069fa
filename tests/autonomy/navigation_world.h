// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "autonomy/navigation/navigator_node.h"
#include "laboratory/lockstep_world.h"
#include "messages/nav2_msgs_action.h"

namespace tandem {

// A world with a navigator in its first robot, and somebody who sends goals. That of a twin has
// the settings for real robots, as `tandem run` gives it.
class NavigationWorld : public LockstepWorld {
 public:
  using NavigateToPose = nav2_msgs::action::NavigateToPose;

  explicit NavigationWorld(const std::string& scenario, LockstepWorldOptions options = {},
                           std::vector<std::string> arguments = {})
      : LockstepWorld(scenario, std::move(options)),
        user_("user", node_options()),
        navigator_(std::make_unique<NavigatorNode>(
            node_options(for_robot(plant().has_value(), std::move(arguments))))),
        goals_(user_.action_client<NavigateToPose>("navigate_to_pose")) {
    user_.start();
  }

  static geometry_msgs::msg::PoseStamped pose(const Pose2& at, const std::string& frame = "map") {
    return to_message(at, frame, {});
  }

  // How a goal went; nothing after that time.
  template <Action A>
  std::optional<Outcome<A>> outcome_of(ActionClient<A>& client, const typename A::Goal& goal,
                                       Duration limit = 120s) {
    std::optional<Outcome<A>> outcome;
    client.send_goal(goal, {.on_result = [&](const Result<Outcome<A>>& result) {
                       if (result) outcome = *result;
                     }});
    run_until([&] { return outcome.has_value(); }, limit);
    return outcome;
  }
  std::optional<Outcome<NavigateToPose>> navigate_to(const Pose2& goal, Duration limit = 120s) {
    return outcome_of(goals_, {.pose = pose(goal)}, limit);
  }

  double distance_to(Vec2 point) const {
    return std::hypot(place().translation.x - point.x, place().translation.y - point.y);
  }

  Node& user() { return user_; }
  ActionClient<NavigateToPose>& goals() { return goals_; }
  std::unique_ptr<NavigatorNode>& navigator() { return navigator_; }

 private:
  static std::vector<std::string> for_robot(bool is_real, std::vector<std::string> arguments) {
    if (is_real) arguments.insert(arguments.end(), {"-p", "parameter_set:=physical"});
    return arguments;
  }

  Node user_;
  std::unique_ptr<NavigatorNode> navigator_;
  ActionClient<NavigateToPose> goals_;
};

}  // namespace tandem
