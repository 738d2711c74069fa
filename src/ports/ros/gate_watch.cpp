// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/gate_watch.h"

#include <utility>

#include "messages/diagnostic_msgs.h"
#include "ports/streams/attempt.h"

namespace tandem {

using diagnostic_msgs::msg::DiagnosticStatus;

std::optional<GateView> GateWatch::gate(const std::string& robot) const {
  const std::lock_guard lock(mutex_);
  const auto found = gates_.find(robot);
  if (found == gates_.end()) return std::nullopt;
  return found->second;
}

void GateWatch::follow_robots() {
  const auto robots = robots_.all();
  const auto topic_of = [&](const std::string& name) -> std::string {
    const NetworkRobot* robot = robot_named(*robots, name);
    return robot && robot->interface.is_twin ? robot->interface.topic("gate/status") : "";
  };
  std::erase_if(lines_,
                [&](const auto& entry) { return topic_of(entry.first) != entry.second.topic; });
  for (const NetworkRobot& robot : *robots) {
    const std::string topic = topic_of(robot.name);
    if (topic.empty() || lines_.contains(robot.name)) continue;
    Line& line = lines_[robot.name];
    line.topic = topic;
    line.heard = std::make_shared<Heard>();
    attempt(node_, [&] {
      line.subscription = node_.subscribe<DiagnosticStatus>(
          topic, qos::latched, [heard = line.heard](const DiagnosticStatus& status) {
            const std::lock_guard lock(heard->mutex);
            heard->view.is_open = status.level == DiagnosticStatus::OK;
            heard->view.reason = heard->view.is_open ? "" : status.message;
            heard->is_new = true;
          });
    });
  }
}

void GateWatch::keep_up(Duration now) {
  if (lines_.empty() && gates_.empty()) return;
  std::map<std::string, GateView> gates;
  for (auto& [name, line] : lines_) {
    const std::lock_guard lock(line.heard->mutex);
    if (std::exchange(line.heard->is_new, false)) line.heard_at = now;
    if (line.heard_at && now - *line.heard_at <= lately) gates.emplace(name, line.heard->view);
  }
  const std::lock_guard lock(mutex_);
  gates_ = std::move(gates);
}

}  // namespace tandem
