// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdio>
#include <iostream>
#include <mutex>
#include <optional>
#include <string>

#include "messages/nav2_msgs.h"
#include "messages/tandem_msgs.h"
#include "middleware/node.h"

// What the page's tests meet in the network, in the namespace that the argument names.
//
// A program, which says on standard output what it is told by the service mission/control.
//
// A navigator, which takes any goal, says where that is, and gets nowhere until standard input says
// how the drive goes on: a number of metres is what is left of the way, "arrive" ends it, "fail"
// ends it and all later ones. It gives up a goal that is cancelled or that another takes the place
// of.
//
// Ends when standard input does.

namespace {

using namespace tandem;
using nav2_msgs::action::NavigateToPose;
using tandem_msgs::srv::MissionControl;

class Navigator {
 public:
  explicit Navigator(Node& node)
      : server_(node.action_server<NavigateToPose>(
            "navigate_to_pose",
            {.execute = [this](ServerGoal<NavigateToPose> goal) { begin(std::move(goal)); }})),
        timer_(node.timer(20ms, [this] { go_on(); })) {}

  // Any thread.
  void tell(std::string words) {
    const std::lock_guard lock(mutex_);
    told_ = std::move(words);
  }

 private:
  void begin(ServerGoal<NavigateToPose> goal) {
    if (goal_) goal_->abort({});
    goal_ = std::move(goal);
    const auto& [header, pose] = goal_->goal().pose;
    const double yaw = 2 * std::atan2(pose.orientation.z, pose.orientation.w);
    std::printf("goal %s %.9f %.9f %.9f\n", header.frame_id.c_str(), pose.position.x,
                pose.position.y, yaw);
  }

  void go_on() {
    std::optional<std::string> words;
    {
      const std::lock_guard lock(mutex_);
      words.swap(told_);
    }
    if (words == "fail") is_stuck_ = true;
    if (!goal_) return;
    if (goal_->is_canceling()) {
      std::puts("cancelled");
      goal_->cancel({});
      goal_.reset();
    } else if (words == "arrive") {
      goal_->succeed({});
      goal_.reset();
    } else if (is_stuck_) {
      NavigateToPose::Result result;
      result.error_msg = "the door is shut";
      goal_->abort(result);
      goal_.reset();
    } else if (words) {
      NavigateToPose::Feedback feedback;
      feedback.distance_remaining = std::stof(*words);
      goal_->feedback(feedback);
    }
  }

  std::mutex mutex_;
  std::optional<std::string> told_;
  bool is_stuck_ = false;
  std::optional<ServerGoal<NavigateToPose>> goal_;
  ActionServer<NavigateToPose> server_;
  Timer timer_;
};

// It is never done with harvesting.
MissionControl::Response obey(const MissionControl::Request& request) {
  std::printf("mission %s %s\n", request.command.c_str(), request.state.c_str());
  if (request.state != "work/harvest") return {.success = true, .message = "as you wish"};
  return {.success = false, .message = "nothing is ripe"};
}

}  // namespace

int main(int, char** arguments) {
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  Node node("page_peer", {.ns = arguments[1]});
  Navigator navigator(node);
  const auto control = node.serve<MissionControl>("mission/control", obey);
  std::puts("ready");
  for (std::string line; std::getline(std::cin, line);) navigator.tell(line);
}
