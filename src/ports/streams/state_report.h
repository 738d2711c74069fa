// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "messages/diagnostic_msgs.h"
#include "messages/tandem_msgs.h"
#include "middleware/node.h"

namespace tandem {

// What a gate or a guard is up to.
struct ReportedState {
  std::string_view name;
  std::string text;
  std::byte level{};  // of DiagnosticStatus
  std::vector<diagnostic_msgs::msg::KeyValue> values;
};

// Tells of a program beside the simulator wherever people look: on a status topic of its own and in
// /diagnostics now and then, and when its state changes also in /tandem/events and in the log.
class StateReport {
 public:
  // `what` it is, "gate", and whose.
  StateReport(Node& node, std::string what, std::string robot, const std::string& status_topic);

  bool is_due(std::string_view state, SimTime now) const;
  void tell(const ReportedState& state, SimTime now);

 private:
  Node& node_;
  const std::string what_, robot_;
  std::string told_;
  std::optional<SimTime> told_at_;
  Publisher<diagnostic_msgs::msg::DiagnosticStatus> status_;
  Publisher<diagnostic_msgs::msg::DiagnosticArray> diagnostics_;
  Publisher<tandem_msgs::msg::Event> events_;
};

}  // namespace tandem
