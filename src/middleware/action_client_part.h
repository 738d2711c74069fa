// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "messages/action_msgs.h"
#include "middleware/call_queue.h"
#include "middleware/client.h"
#include "middleware/context.h"
#include "middleware/goal.h"
#include "middleware/node_part.h"
#include "middleware/subscription.h"
#include "middleware/type_ids.h"

namespace tandem {

class Node;

struct GoalOptions {
  Duration accept_timeout = 10s;         // for the server to take the goal
  Duration result_timeout = no_timeout;  // for the goal to end
};

// An action client without the types of its messages.
class ActionClientPart final : public NodePart,
                               public GraphWatcher,
                               public std::enable_shared_from_this<ActionClientPart> {
 public:
  using OnCancel = std::function<void(Result<action_msgs::srv::CancelGoal::Response>)>;
  struct Callbacks {
    std::function<void()> on_accepted;
    std::function<void(const std::string& why)> on_rejected;
    std::function<void(const SharedBytes& feedback_message)> on_feedback;
    std::function<void(const Result<SharedBytes>& get_result_response)> on_result;
  };

  ActionClientPart(std::shared_ptr<NodeCore> node, std::string name);
  static void open(const std::shared_ptr<ActionClientPart>& part, Node& node,
                   const ActionTypeId& types);
  void close() override;
  void interrupt() override;
  void on_graph_change() override;

  // It can be asked, and its feedback will arrive.
  bool is_server_ready() const;
  bool wait_for_server(Duration timeout);
  // `goal` is the CDR of the goal alone.
  GoalId send(std::span<const std::byte> goal, Callbacks callbacks, const GoalOptions& options);
  void cancel(const GoalId& id, OnCancel on_cancel);
  void cancel_until(SimTime stamp, OnCancel on_cancel);
  int open_goals() const;

 private:
  struct Goal {
    Callbacks callbacks;
    Duration result_timeout{};
    bool is_accepted = false;
    std::deque<SharedBytes> early_feedback;
    std::vector<OnCancel> early_cancels;
  };

  void on_answer(const GoalId& id, const Result<SharedBytes>& bytes);
  void on_feedback(const SharedBytes& bytes);
  void ask_result(const GoalId& id, Duration timeout);
  void finish(const GoalId& id, const Result<SharedBytes>& response);
  void send_cancel(const action_msgs::msg::GoalInfo& which, OnCancel on_cancel);
  void check_server();

  const std::shared_ptr<NodeCore> node_;
  const std::string name_;
  CallQueue calls_;  // of a timer only
  BytesClient goals_client_;
  BytesClient result_client_;
  Client<action_msgs::srv::CancelGoal> cancel_client_;
  Subscription feedback_;

  mutable std::mutex mutex_;
  std::map<GoalId, Goal> goals_;
  bool is_check_planned_ = false;
  std::condition_variable changed_;  // for who waits
  std::uint64_t graph_changes_ = 0;
  bool is_interrupted_ = false;
};

}  // namespace tandem
