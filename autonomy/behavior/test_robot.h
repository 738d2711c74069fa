// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "messages/geometry_msgs.h"
#include "messages/tandem_msgs.h"
#include "middleware/lockstep.h"
#include "middleware/node.h"

namespace tandem {

// A network in lockstep with a robot program's node, and somebody who listens.
class TestRobot : public testing::Test {
 protected:
  NodeOptions options() { return {.ns = "/r", .context = lockstep_.context()}; }

  void run(Duration lasts) {
    for (const SimTime end = now_ + lasts; now_ < end;) {
      now_ += 10ms;
      const Result<int> callbacks = lockstep_.advance(now_);
      ASSERT_TRUE(callbacks) << callbacks.error();
    }
  }
  bool run_until(const std::function<bool()>& condition, Duration limit = 60s) {
    for (const SimTime end = now_ + limit; now_ < end && !condition();) run(10ms);
    return condition();
  }

  tandem_msgs::srv::MissionControl::Response control(const std::string& command,
                                                     const std::string& state = {}) {
    const auto answer = controls_.call_and_wait({.command = command, .state = state}, 1s);
    EXPECT_TRUE(answer) << answer.error();
    return answer ? *answer : tandem_msgs::srv::MissionControl::Response{};
  }
  std::optional<geometry_msgs::msg::Twist> last_command() const {
    if (commands_.empty()) return std::nullopt;
    return commands_.back();
  }

  SimTime now_ = 100s;
  Lockstep lockstep_{{.start = 100s}};
  Node person_{"person", options()};
  tandem_msgs::msg::Mission mission_;
  int mission_messages_ = 0;
  std::vector<geometry_msgs::msg::Twist> commands_;

 private:
  Client<tandem_msgs::srv::MissionControl> controls_ =
      person_.client<tandem_msgs::srv::MissionControl>("mission/control");
  Subscription missions_ = person_.subscribe<tandem_msgs::msg::Mission>(
      "mission", qos::latched, [this](const tandem_msgs::msg::Mission& message) {
        mission_ = message;
        ++mission_messages_;
      });
  Subscription wheels_ = person_.subscribe<geometry_msgs::msg::Twist>(
      "cmd_vel", qos::reliable,
      [this](const geometry_msgs::msg::Twist& command) { commands_.push_back(command); });
};

}  // namespace tandem
