// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/order_topics.h"

#include <set>

#include "base/utf8.h"
#include "messages/std_msgs.h"
#include "messages/time.h"
#include "ports/streams/attempt.h"
#include "rules/order.h"

namespace tandem {

namespace {

using tandem_msgs::msg::CommandStatus;
using tandem_msgs::srv::RobotCommand;

constexpr Qos command_qos{.depth = 100};  // a burst of commands is answered, not shortened

}  // namespace

OrderTopics::OrderTopics(const ServiceContext& context) : context_(context) {
  open(all_, "/robot_command", "");
  server_ = context.serve<RobotCommand>(
      "robot_command", [this](const RobotCommand::Request& request, const auto& reply) {
        context_.edits.tell(request.robot, request.command, [reply](const OrderOutcome& outcome) {
          reply({.success = outcome.is_done, .message = outcome.text, .robot = outcome.robot});
        });
      });
}

void OrderTopics::open(Line& line, const std::string& topic, const std::string& robot) {
  line.topic = topic;
  attempt(context_.node, [&] {
    line.answers->publisher =
        context_.node.publisher<CommandStatus>(topic + "/status", command_qos);
    line.commands = context_.node.subscribe<std_msgs::msg::String>(
        topic, command_qos,
        [this, answers = line.answers, robot](const std_msgs::msg::String& message) {
          obey(answers, robot, message.data);
        });
  });
}

void OrderTopics::obey(const std::shared_ptr<Answers>& answers, const std::string& robot,
                       const std::string& words) const {
  const auto answer = [answers, &latest = context_.latest](const OrderOutcome& outcome) {
    --answers->waiting;
    const auto frame = latest.get();
    answers->publisher.publish({.stamp = to_message_time(frame ? frame->time : SimTime{}),
                                .robot = outcome.robot,
                                .command = outcome.words,
                                .done = outcome.is_done,
                                .text = outcome.text});
  };
  if (++answers->waiting <= most_waiting) return context_.edits.tell(robot, words, answer);
  answer({.robot = robot,
          .words = std::string(first_characters(words, longest_order)),
          .text = "too many commands wait for the next step; try again"});
}

std::map<std::string, std::string> OrderTopics::topics_of(const Frame& frame) const {
  std::map<std::string, std::string> topics;
  const std::string global = context_.node.resolve_topic(all_.topic);
  for (const RobotState& robot : frame.robots) {
    const std::string ns = namespace_of(*robot.config);
    const std::string topic = ns.empty() ? "robot_command" : ns + "/robot_command";
    // one without a namespace is spoken to by the topic of all
    if (context_.node.resolve_topic(topic) != global) topics.emplace(robot.name, topic);
  }
  return topics;
}

void OrderTopics::let_go(const Frame& frame) {
  const std::map<std::string, std::string> topics = topics_of(frame);
  std::erase_if(robots_, [&](const auto& known) {
    const auto& [name, line] = known;
    const auto found = topics.find(name);
    if (found != topics.end() && found->second == line.topic) return false;
    dropped_commands_of_gone_ += line.commands.stats().dropped;
    dropped_messages_of_gone_ += line.answers->publisher.stats().dropped;
    return true;
  });
}

void OrderTopics::follow(const Frame& frame) {
  for (const auto& [name, topic] : topics_of(frame))
    if (!robots_.contains(name)) open(robots_[name], topic, name);
}

std::uint64_t OrderTopics::dropped_commands() const {
  std::uint64_t sum = dropped_commands_of_gone_ + all_.commands.stats().dropped;
  for (const auto& [name, line] : robots_) sum += line.commands.stats().dropped;
  return sum;
}

std::uint64_t OrderTopics::dropped_messages() const {
  std::uint64_t sum = dropped_messages_of_gone_ + all_.answers->publisher.stats().dropped;
  for (const auto& [name, line] : robots_) sum += line.answers->publisher.stats().dropped;
  return sum;
}

}  // namespace tandem
