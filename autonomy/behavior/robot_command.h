// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "autonomy/behavior/state.h"
#include "messages/std_msgs.h"
#include "messages/tandem_msgs.h"
#include "middleware/node.h"

namespace tandem {

// An order to what belongs to the robot, such as "attach,red_box", and what came of it: published
// on robot_command, answered on robot_command/status. One at a time. What is sent before anybody
// listens, as when all have only just begun, is published when somebody does.
class RobotCommand {
 public:
  explicit RobotCommand(Node& node, Duration timeout = 5s);

  void send(const std::string& command, SimTime now);
  // "done" or "refused" with what was said to it, "failed" when nobody said anything in time.
  std::optional<Ending> step(SimTime now);
  // What comes from here on is not waited for.
  void forget() { command_.clear(); }

 private:
  void publish_if_heard();

  const Duration timeout_;
  std::string command_;
  bool is_published_ = false;
  SimTime sent_{};
  std::optional<Ending> ending_;
  Publisher<std_msgs::msg::String> commands_;
  Subscription statuses_;
};

// A state that gives such an order: "done", "refused" or "failed".
class RobotCommandState final : public State {
 public:
  RobotCommandState(Node& node, std::function<std::string(const Blackboard&)> command)
      : command_(node), make_(std::move(command)) {}

  std::vector<std::string> outcomes() const override { return {"done", "refused", "failed"}; }
  void enter(Blackboard& blackboard, SimTime now) override {
    command_.send(make_(blackboard), now);
  }
  std::optional<Ending> step(Blackboard&, SimTime now) override { return command_.step(now); }
  void leave() override { command_.forget(); }

 private:
  RobotCommand command_;
  std::function<std::string(const Blackboard&)> make_;
};

}  // namespace tandem
