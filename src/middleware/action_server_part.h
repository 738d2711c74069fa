// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
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
#include "middleware/goal.h"
#include "middleware/node_part.h"
#include "middleware/publisher.h"
#include "middleware/server.h"
#include "middleware/type_ids.h"

namespace tandem {

class ActionServerPart;
class Node;

struct ActionServerOptions {
  Duration result_timeout = 10s;       // how long a result can be asked for after the end
  Duration goal_timeout = no_timeout;  // a goal that takes longer is aborted
};

// What stands behind all copies of a ServerGoal.
class GoalInWork {
 public:
  GoalInWork(std::weak_ptr<ActionServerPart> server, const GoalId& id,
             std::shared_ptr<const void> goal)
      : server_(std::move(server)), id_(id), goal_(std::move(goal)) {}
  ~GoalInWork();
  GoalInWork(const GoalInWork&) = delete;
  GoalInWork& operator=(const GoalInWork&) = delete;

  const GoalId& id() const { return id_; }
  const std::shared_ptr<const void>& goal() const { return goal_; }
  bool is_active() const;
  bool is_canceling() const;
  void feedback(std::span<const std::byte> message);
  bool end(GoalStatus status, std::vector<std::byte> response);

 private:
  GoalStatus status() const;

  const std::weak_ptr<ActionServerPart> server_;
  const GoalId id_;
  const std::shared_ptr<const void> goal_;
};

// An action server without the types of its messages: who asked for what, and how far it is.
class ActionServerPart final : public NodePart,
                               public std::enable_shared_from_this<ActionServerPart> {
 public:
  struct Handlers {
    std::function<Result<std::shared_ptr<const void>>(std::span<const std::byte> request)>
        read_goal;
    std::function<bool(const std::shared_ptr<const void>& goal)> accept;
    std::function<void(const std::shared_ptr<GoalInWork>&)> execute;
    std::function<bool(const std::shared_ptr<GoalInWork>&)> allow_cancel;
    std::function<void(const std::shared_ptr<GoalInWork>&)> on_canceling;
    std::function<std::vector<std::byte>(GoalStatus)> empty_result;
  };

  ActionServerPart(std::shared_ptr<NodeCore> node, std::string name, Handlers handlers,
                   const ActionServerOptions& options);
  static void open(const std::shared_ptr<ActionServerPart>& part, Node& node,
                   const ActionTypeId& types);
  void close() override;

  int active_goals() const;

  // For GoalInWork.
  GoalStatus status_of(const GoalId& id) const;
  void publish_feedback(const GoalId& id, std::span<const std::byte> message);
  bool end(const GoalId& id, GoalStatus status, std::vector<std::byte> response);
  void abandon(const GoalId& id);

 private:
  struct Record {
    action_msgs::msg::GoalInfo info;
    std::uint64_t number = 0;  // in the order of acceptance
    GoalStatus status = GoalStatus::accepted;
    std::weak_ptr<GoalInWork> work;
    TimerId limit{};                      // of its duration, then of its memory
    std::vector<std::byte> response;      // to get_result, once it is over
    std::vector<BytesResponder> waiting;  // for it
  };

  void on_goal(const SharedBytes& bytes, BytesResponder responder);
  void on_cancel(const action_msgs::srv::CancelGoal::Request& request,
                 Responder<action_msgs::srv::CancelGoal> responder);
  void on_result_request(const SharedBytes& bytes, BytesResponder responder);
  std::vector<GoalId> goals_to_cancel(const action_msgs::msg::GoalInfo& which) const;
  void keep_for_a_while(Record& record);
  TimerId start_timer(Duration delay, std::function<void(ActionServerPart&)> call);
  void publish_status();

  const std::shared_ptr<NodeCore> node_;
  const std::string name_;
  const Handlers handlers_;
  const ActionServerOptions options_;
  CallQueue calls_;  // of timers only
  Server goals_server_;
  Server cancel_server_;
  Server result_server_;
  BytesPublisher feedback_;
  Publisher<action_msgs::msg::GoalStatusArray> status_;

  mutable std::mutex mutex_;
  std::map<GoalId, Record> records_;
  std::deque<GoalId> ended_;  // in the order of their ends; some may be forgotten already
  std::uint64_t last_number_ = 0;
  bool is_closed_ = false;
};

}  // namespace tandem
