// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "messages/tandem_msgs.h"
#include "middleware/node.h"
#include "ports/ros/service_context.h"
#include "simulation/frame.h"

namespace tandem {

// Orders from the network: robot_command of the run and of each robot, whose answers are on
// robot_command/status, and the service of the same name.
class OrderTopics {
 public:
  // Of one topic, that may wait for a step; more are refused at once.
  static constexpr int most_waiting = 200;

  explicit OrderTopics(const ServiceContext& context);

  // Robots that went lose their topics, before others of the port get theirs. On its thread.
  void let_go(const Frame& frame);
  // Robots that came get theirs.
  void follow(const Frame& frame);

  std::uint64_t dropped_commands() const;
  std::uint64_t dropped_messages() const;

 private:
  // Where answers go. It outlives its line while somebody still waits.
  struct Answers {
    Publisher<tandem_msgs::msg::CommandStatus> publisher;
    std::atomic<int> waiting = 0;
  };
  struct Line {
    std::string topic;  // as the node calls it
    std::shared_ptr<Answers> answers = std::make_shared<Answers>();
    Subscription commands;
  };

  std::map<std::string, std::string> topics_of(const Frame& frame) const;  // by robot
  void open(Line& line, const std::string& topic, const std::string& robot);
  void obey(const std::shared_ptr<Answers>& answers, const std::string& robot,
            const std::string& words) const;

  const ServiceContext context_;
  Server server_;
  Line all_;
  std::map<std::string, Line> robots_;  // by name
  std::uint64_t dropped_commands_of_gone_ = 0;
  std::uint64_t dropped_messages_of_gone_ = 0;
};

}  // namespace tandem
