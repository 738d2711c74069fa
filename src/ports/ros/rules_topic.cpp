// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/rules_topic.h"

#include <fmt/format.h>

#include "messages/time.h"

namespace tandem {

namespace {

std::string text_of(const RuleValue& value) {
  if (const bool* yes = std::get_if<bool>(&value)) return *yes ? "true" : "false";
  if (const double* number = std::get_if<double>(&value)) return fmt::format("{}", *number);
  return std::get<std::string>(value);
}

}  // namespace

tandem_msgs::msg::Rules rules_message(const Frame& frame) {
  tandem_msgs::msg::Rules message{.stamp = to_message_time(frame.time)};
  for (const auto& status : *frame.statuses) {
    tandem_msgs::msg::RuleStatus& rule = message.rules.emplace_back();
    rule.rule = status->rule;
    rule.type = status->type;
    for (const auto& [name, value] : status->values) rule.values.push_back({name, text_of(value)});
  }
  for (const Carried& carried : frame.carried)
    message.loads.push_back({.robot = carried.robot_name,
                             .load = carried.load_name,
                             .type = carried.type,
                             .mount = carried.mount,
                             .active = carried.is_active});
  return message;
}

void RulesTopic::offer(const TopicChoice& choice) {
  topic_ = {};
  topic_ =
      OfferedTopic<tandem_msgs::msg::Rules>(node_, "/tandem/rules", {.qos = qos::latched}, choice);
  statuses_ = nullptr;
  sent_.reset();
}

void RulesTopic::publish(const std::shared_ptr<const Frame>& frame) {
  if (!topic_.is_offered()) return;
  held_back_ = nullptr;
  if (frame->statuses == statuses_ && frame->carried == carried_) return;
  const bool is_soon = sent_ && frame->advanced > 0ns && frame->time - *sent_ < shortest;
  held_back_ = frame;
  if (!is_soon) flush();
}

void RulesTopic::flush() {
  if (!held_back_) return;
  const auto frame = std::exchange(held_back_, nullptr);
  topic_.publish(rules_message(*frame));
  statuses_ = frame->statuses;
  carried_ = frame->carried;
  sent_ = frame->time;
}

}  // namespace tandem
