// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/streams/state_report.h"

#include <utility>

#include "messages/time.h"

namespace tandem {

namespace {

using diagnostic_msgs::msg::DiagnosticStatus;

constexpr Duration period = 500ms;

std::string name_of_level(std::byte level) {
  if (level == DiagnosticStatus::OK) return "info";
  return level == DiagnosticStatus::WARN ? "warning" : "error";
}

}  // namespace

StateReport::StateReport(Node& node, std::string what, std::string robot,
                         const std::string& status_topic)
    : node_(node),
      what_(std::move(what)),
      robot_(std::move(robot)),
      status_(node.publisher<DiagnosticStatus>(status_topic, qos::latched)),
      diagnostics_(node.publisher<diagnostic_msgs::msg::DiagnosticArray>("/diagnostics")),
      events_(node.publisher<tandem_msgs::msg::Event>("/tandem/events", {.depth = 100})) {}

bool StateReport::is_due(std::string_view state, SimTime now) const {
  return !told_at_ || told_ != state || now - *told_at_ >= period;
}

void StateReport::tell(const ReportedState& state, SimTime now) {
  const auto stamp = to_message_time(node_.now());
  const diagnostic_msgs::msg::KeyValue name{"state", std::string(state.name)};
  DiagnosticStatus status{.level = state.level,
                          .name = what_ + ": " + robot_,
                          .message = state.text,
                          .hardware_id = robot_,
                          .values = {name}};
  status.values.insert(status.values.end(), state.values.begin(), state.values.end());
  status_.publish(status);
  diagnostics_.publish({.header = {.stamp = stamp}, .status = {std::move(status)}});
  if (!told_at_ || told_ != state.name) {
    const std::string text = robot_ + ": " + state.text;
    events_.publish({.stamp = stamp,
                     .name = what_,
                     .robot = robot_,
                     .text = text,
                     .values = {name, {"level", name_of_level(state.level)}}});
    node_.log(state.level == DiagnosticStatus::OK ? LogLevel::info : LogLevel::warning, text);
  }
  told_ = state.name;
  told_at_ = now;
}

}  // namespace tandem
