// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "messages/message_value.h"
#include "messages/registry.h"
#include "tools/arrival_queue.h"
#include "tools/service_caller.h"
#include "tools/tool_node.h"

namespace tandem {

// What happened to a goal: it is on its way, or it has ended.
struct GoalNews {
  bool has_ended = false;
  std::int8_t status = 0;  // when it has: one of action_msgs::msg::GoalStatus
  MessageValue content;    // feedback, or the result
};

// "SUCCEEDED", "CANCELED", ...
std::string goal_status_name(std::int8_t status);

// Sends one goal to an action server and follows it to its end.
class GoalSender {
 public:
  using Clock = ToolNode::Clock;

  GoalSender(ToolNode& tool, std::string action, const ActionType& type, bool wants_feedback);
  ~GoalSender();

  // One that can be asked for everything, and whose feedback will arrive if it is wanted.
  bool wait_for_server(Duration timeout);
  std::string goal_id() const;  // 32 digits

  // Whether the server accepts the goal.
  Result<bool> send(const MessageValue& goal, Duration timeout);

  // The next news; nothing at the deadline or when stop is requested; an error when the server is
  // gone, or sends nonsense.
  Result<std::optional<GoalNews>> next(std::stop_token stop, Clock::time_point deadline);

  // Whether the server agrees to cancel the goal. Also when the tool is about to stop.
  Result<bool> cancel(Duration timeout);

 private:
  struct Event {
    enum class Kind { graph_changed, feedback, result } kind{};
    SharedBytes bytes;
  };

  void ask_for_result();
  std::optional<Result<GoalNews>> read(const Event& event) const;
  bool is_server_gone() const;

  ToolNode& tool_;
  const std::string action_;
  const ActionType& type_;
  const std::array<std::uint8_t, 16> goal_id_;
  ArrivalQueue<Event> events_;
  ServiceCaller send_goal_;
  ServiceCaller cancel_goal_;
  std::unique_ptr<RawClient> get_result_;
  std::unique_ptr<RawSubscription> feedback_;
};

}  // namespace tandem
