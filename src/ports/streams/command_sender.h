// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <string>

#include "geometry/pose2.h"
#include "messages/geometry_msgs.h"
#include "middleware/node.h"
#include "ports/streams/command_topic.h"

namespace tandem {

// Sends velocity commands of one type or the other. Any thread.
class CommandSender {
 public:
  CommandSender(Node& node, std::string topic, CommandType type);

  void send(const Twist2& velocity);
  // Whoever listens wants the other type. What is sent meanwhile is lost.
  void become(CommandType type);

 private:
  using Twist = Publisher<geometry_msgs::msg::Twist>;
  using Stamped = Publisher<geometry_msgs::msg::TwistStamped>;

  Node& node_;
  const std::string topic_;
  std::mutex mutex_;
  CommandType type_;
  Twist twist_;  // one of them
  Stamped stamped_;
};

}  // namespace tandem
