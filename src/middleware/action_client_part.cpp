// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/action_client_part.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "messages/time.h"
#include "middleware/node.h"
#include "middleware/node_core.h"

namespace tandem {

namespace {

using action_msgs::msg::GoalInfo;
using action_msgs::srv::CancelGoal;

constexpr std::size_t most_early_feedback = 10;
constexpr Duration cancel_timeout = 10s;
// how long a server may be out of sight before its goals are given up: the last answers of one that
// said goodbye may still be under way
constexpr Duration patience = 500ms;

Result<GoalAnswer> read_answer(const Result<SharedBytes>& bytes) {
  if (!bytes) return Error{bytes.error()};
  return from_cdr<GoalAnswer>(**bytes);
}

}  // namespace

ActionClientPart::ActionClientPart(std::shared_ptr<NodeCore> node, std::string name)
    : node_(std::move(node)), name_(std::move(name)), calls_(node_->executor(), 1) {}

void ActionClientPart::open(const std::shared_ptr<ActionClientPart>& part, Node& node,
                            const ActionTypeId& types) {
  const std::string prefix = part->name_ + "/_action/";
  const std::weak_ptr<ActionClientPart> weak = part;
  part->feedback_ = node.subscribe_bytes(prefix + "feedback", types.feedback_message, qos::reliable,
                                         [weak](const SharedBytes& bytes, const MessageInfo&) {
                                           if (const auto self = weak.lock())
                                             self->on_feedback(bytes);
                                         });
  part->result_client_ = node.bytes_client(prefix + "get_result", types.get_result);
  part->cancel_client_ = node.client<CancelGoal>(prefix + "cancel_goal");
  part->goals_client_ = node.bytes_client(prefix + "send_goal", types.send_goal);
  part->node_->context().watch_graph(part);
}

void ActionClientPart::close() {
  interrupt();
  goals_client_.close();
  result_client_.close();
  cancel_client_.close();
  feedback_.close();
  calls_.close();
  std::map<GoalId, Goal> dropped;  // go outside of the lock
  const std::lock_guard lock(mutex_);
  dropped.swap(goals_);
}

void ActionClientPart::interrupt() {
  {
    const std::lock_guard lock(mutex_);
    is_interrupted_ = true;
  }
  changed_.notify_all();
}

bool ActionClientPart::is_server_ready() const {
  return goals_client_.is_server_ready() && result_client_.is_server_ready() &&
         cancel_client_.is_server_ready() && feedback_.aware_publisher_count() > 0;
}

bool ActionClientPart::wait_for_server(Duration timeout) {
  const auto self = shared_from_this();
  if (node_->context().is_lockstep()) {
    node_->context().deliver_until([this] { return is_server_ready(); });
    return is_server_ready();
  }
  const auto begin = std::chrono::steady_clock::now();
  std::unique_lock lock(mutex_);
  while (!is_interrupted_) {
    const std::uint64_t seen = graph_changes_;
    lock.unlock();
    if (is_server_ready()) return true;
    lock.lock();
    const auto is_new = [&] { return seen != graph_changes_ || is_interrupted_; };
    if (timeout == no_timeout) {
      changed_.wait(lock, is_new);
    } else if (!changed_.wait_until(lock, begin + timeout, is_new)) {
      lock.unlock();
      return is_server_ready();
    }
  }
  return false;
}

int ActionClientPart::open_goals() const {
  const std::lock_guard lock(mutex_);
  return static_cast<int>(goals_.size());
}

// A goal, from its sending to its result.

GoalId ActionClientPart::send(std::span<const std::byte> goal, Callbacks callbacks,
                              const GoalOptions& options) {
  constexpr std::size_t encapsulation = 4;
  const GoalId id = node_->context().make_id();
  const auto id_bytes = std::as_bytes(std::span(id));
  std::vector<std::byte> request(goal.begin(), goal.begin() + encapsulation);
  request.insert(request.end(), id_bytes.begin(), id_bytes.end());
  request.insert(request.end(), goal.begin() + encapsulation, goal.end());
  {
    const std::lock_guard lock(mutex_);
    goals_.emplace(
        id, Goal{.callbacks = std::move(callbacks), .result_timeout = options.result_timeout});
  }
  goals_client_.call(std::move(request), options.accept_timeout,
                     [weak = weak_from_this(), id](const Result<SharedBytes>& bytes) {
                       if (const auto self = weak.lock()) self->on_answer(id, bytes);
                     });
  return id;
}

void ActionClientPart::on_answer(const GoalId& id, const Result<SharedBytes>& bytes) {
  const Result<GoalAnswer> answer = read_answer(bytes);
  std::map<GoalId, Goal>::node_type rejected;
  Callbacks callbacks;
  Duration timeout{};
  std::deque<SharedBytes> early_feedback;
  std::vector<OnCancel> early_cancels;
  {
    const std::lock_guard lock(mutex_);
    const auto goal = goals_.find(id);
    if (goal == goals_.end()) return;
    if (!answer || !answer->accepted) {
      rejected = goals_.extract(goal);
    } else {
      goal->second.is_accepted = true;
      callbacks = goal->second.callbacks;
      timeout = goal->second.result_timeout;
      early_feedback.swap(goal->second.early_feedback);
      early_cancels.swap(goal->second.early_cancels);
    }
  }
  if (rejected) {
    const std::string why = answer ? name_ + ": the server rejected the goal" : answer.error();
    if (rejected.mapped().callbacks.on_rejected) rejected.mapped().callbacks.on_rejected(why);
    for (const OnCancel& on_cancel : rejected.mapped().early_cancels)
      if (on_cancel) on_cancel(Error{why});
    return;
  }
  ask_result(id, timeout);
  for (OnCancel& on_cancel : early_cancels) send_cancel({.goal_id = {id}}, std::move(on_cancel));
  if (callbacks.on_accepted) callbacks.on_accepted();
  if (callbacks.on_feedback)
    for (const SharedBytes& feedback : early_feedback) callbacks.on_feedback(feedback);
}

void ActionClientPart::on_feedback(const SharedBytes& bytes) {
  const std::optional<GoalId> id = leading_goal_id(*bytes);
  if (!id) return;
  std::function<void(const SharedBytes&)> call;
  {
    const std::lock_guard lock(mutex_);
    const auto goal = goals_.find(*id);
    if (goal == goals_.end()) return;  // somebody else's
    if (goal->second.is_accepted) {
      call = goal->second.callbacks.on_feedback;
    } else {
      // it has overtaken the answer
      goal->second.early_feedback.push_back(bytes);
      if (goal->second.early_feedback.size() > most_early_feedback)
        goal->second.early_feedback.pop_front();
    }
  }
  if (call) call(bytes);
}

void ActionClientPart::ask_result(const GoalId& id, Duration timeout) {
  const unique_identifier_msgs::msg::UUID request{.uuid = id};  // all that the request holds
  result_client_.call(to_cdr(request), timeout,
                      [weak = weak_from_this(), id](const Result<SharedBytes>& response) {
                        if (const auto self = weak.lock()) self->finish(id, response);
                      });
}

void ActionClientPart::finish(const GoalId& id, const Result<SharedBytes>& response) {
  std::map<GoalId, Goal>::node_type goal;
  {
    const std::lock_guard lock(mutex_);
    goal = goals_.extract(id);
  }
  if (goal && goal.mapped().callbacks.on_result) goal.mapped().callbacks.on_result(response);
}

// A server that is gone will not answer.

void ActionClientPart::on_graph_change() {
  const std::lock_guard lock(mutex_);
  ++graph_changes_;
  changed_.notify_all();
  const bool is_waiting =
      std::ranges::any_of(goals_, [](const auto& entry) { return entry.second.is_accepted; });
  if (!is_waiting || std::exchange(is_check_planned_, true)) return;
  calls_.start_timer(Executor::Clock::steady, patience, Duration::zero(),
                     [weak = weak_from_this()] {
                       if (const auto self = weak.lock()) self->check_server();
                     });
}

void ActionClientPart::check_server() {
  std::vector<GoalId> lost;
  const bool is_ready = result_client_.is_server_ready();
  {
    const std::lock_guard lock(mutex_);
    is_check_planned_ = false;
    if (is_ready) return;
    for (const auto& [id, goal] : goals_)
      if (goal.is_accepted) lost.push_back(id);
  }
  for (const GoalId& id : lost) finish(id, Error{name_ + ": the server went away"});
}

// Cancelling.

void ActionClientPart::cancel(const GoalId& id, OnCancel on_cancel) {
  {
    const std::lock_guard lock(mutex_);
    const auto goal = goals_.find(id);
    if (goal != goals_.end() && !goal->second.is_accepted) {
      goal->second.early_cancels.push_back(std::move(on_cancel));
      return;
    }
  }
  send_cancel({.goal_id = {id}}, std::move(on_cancel));
}

void ActionClientPart::cancel_until(SimTime stamp, OnCancel on_cancel) {
  send_cancel({.stamp = to_message_time(stamp)}, std::move(on_cancel));
}

void ActionClientPart::send_cancel(const GoalInfo& which, OnCancel on_cancel) {
  cancel_client_.call({.goal_info = which}, cancel_timeout,
                      [on_cancel = std::move(on_cancel)](Result<CancelGoal::Response> response) {
                        if (on_cancel) on_cancel(std::move(response));
                      });
}

}  // namespace tandem
