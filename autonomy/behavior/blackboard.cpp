// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/behavior/blackboard.h"

#include <fmt/format.h>

namespace tandem {

namespace {

struct InWords {
  std::string operator()(bool value) const { return value ? "yes" : "no"; }
  std::string operator()(double value) const { return fmt::format("{:.6g}", value); }
  std::string operator()(const std::string& value) const { return value; }
  std::string operator()(const Blackboard::Poses& poses) const {
    std::string text;
    for (const auto& pose : poses)
      text += fmt::format("{}({:.2f}, {:.2f})", text.empty() ? "" : " ", pose.pose.position.x,
                          pose.pose.position.y);
    return text;
  }
};

}  // namespace

void Blackboard::erase(std::string_view name) {
  if (const auto found = values_.find(name); found != values_.end()) values_.erase(found);
}

std::vector<diagnostic_msgs::msg::KeyValue> Blackboard::to_message() const {
  std::vector<diagnostic_msgs::msg::KeyValue> message;
  for (const auto& [name, value] : values_)
    message.push_back({.key = name, .value = std::visit(InWords{}, value)});
  return message;
}

}  // namespace tandem
