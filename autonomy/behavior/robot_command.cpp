// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/behavior/robot_command.h"

#include <fmt/format.h>

namespace tandem {

RobotCommand::RobotCommand(Node& node, Duration timeout)
    : timeout_(timeout),
      commands_(node.publisher<std_msgs::msg::String>("robot_command", {.depth = 100})),
      statuses_(node.subscribe<tandem_msgs::msg::CommandStatus>(
          "robot_command/status", {.depth = 100},
          [this](const tandem_msgs::msg::CommandStatus& status) {
            if (command_.empty() || status.command != command_) return;
            ending_ = Ending{status.done ? "done" : "refused",
                             fmt::format("{}: {}", command_, status.text)};
            command_.clear();
          })) {}

void RobotCommand::send(const std::string& command, SimTime now) {
  command_ = command;
  sent_ = now;
  ending_.reset();
  is_published_ = false;
  publish_if_heard();
}

void RobotCommand::publish_if_heard() {
  if (is_published_ || command_.empty() || commands_.subscriber_count() == 0) return;
  is_published_ = true;
  commands_.publish({.data = command_});
}

std::optional<Ending> RobotCommand::step(SimTime now) {
  publish_if_heard();
  if (!ending_ && !command_.empty() && now - sent_ > timeout_) {
    ending_ = Ending{"failed", fmt::format("nobody answered '{}' on {} within {} s", command_,
                                           statuses_.topic(), seconds(timeout_))};
    command_.clear();
  }
  return ending_;
}

}  // namespace tandem
