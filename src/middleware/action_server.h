// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <utility>

#include "messages/cdr.h"
#include "middleware/action_server_part.h"

namespace tandem {

// A goal that an action server works on; copies are the same goal. Any thread may use it. When the
// last copy goes before the goal has ended, it is aborted.
template <Action A>
class ServerGoal {
 public:
  ServerGoal(std::shared_ptr<GoalInWork> work, std::shared_ptr<const typename A::Goal> goal)
      : work_(std::move(work)), goal_(std::move(goal)) {}

  const GoalId& id() const { return work_->id(); }
  const typename A::Goal& goal() const { return *goal_; }
  // False once it has ended, which a timeout or the end of the server may also cause.
  bool is_active() const { return work_->is_active(); }
  bool is_canceling() const { return work_->is_canceling(); }

  void feedback(const typename A::Feedback& feedback) {
    work_->feedback(to_cdr(FeedbackMessage<A>{.goal_id = {id()}, .feedback = feedback}));
  }

  // Each ends the goal, and returns false when it had ended before. Only a goal that is canceling
  // can end as canceled.
  bool succeed(const typename A::Result& result = {}) { return end(GoalStatus::succeeded, result); }
  bool abort(const typename A::Result& result = {}) { return end(GoalStatus::aborted, result); }
  bool cancel(const typename A::Result& result = {}) { return end(GoalStatus::canceled, result); }

  friend bool operator==(const ServerGoal& a, const ServerGoal& b) { return a.id() == b.id(); }

 private:
  bool end(GoalStatus status, const typename A::Result& result) {
    return work_->end(status, to_cdr(typename GetResult<A>::Response{
                                  .status = static_cast<std::int8_t>(status), .result = result}));
  }

  std::shared_ptr<GoalInWork> work_;
  std::shared_ptr<const typename A::Goal> goal_;
};

template <Action A>
struct ActionHandlers {
  // False rejects the goal. Without one every goal is accepted.
  std::function<bool(const typename A::Goal&)> accept;
  // The work begins. Returns soon; the goal is ended by a timer, a subscription or another thread
  // that keeps a copy.
  std::function<void(ServerGoal<A>)> execute;
  // Somebody asks to cancel; false refuses. Without one it is always allowed.
  std::function<bool(const ServerGoal<A>&)> allow_cancel;
  // It was allowed: end the goal with cancel() as soon as the work can stop. Who looks at
  // is_canceling() while working needs none.
  std::function<void(ServerGoal<A>)> on_canceling;
};

// Serves an action until it goes; goals that are active then are aborted.
template <Action A>
class [[nodiscard]] ActionServer : public Handle<ActionServerPart> {
 public:
  using Handle::Handle;

  int active_goals() const { return part_ ? part_->active_goals() : 0; }
};

template <Action A>
ActionServerPart::Handlers erase_type(ActionHandlers<A> handlers) {
  const auto typed = std::make_shared<const ActionHandlers<A>>(std::move(handlers));
  const auto goal_of = [](const std::shared_ptr<GoalInWork>& work) {
    return ServerGoal<A>(work, std::static_pointer_cast<const typename A::Goal>(work->goal()));
  };
  return {
      .read_goal = [](std::span<const std::byte> bytes) -> Result<std::shared_ptr<const void>> {
        auto request = from_cdr<typename SendGoal<A>::Request>(bytes);
        if (!request) return Error{request.error()};
        return std::shared_ptr<const void>(
            std::make_shared<const typename A::Goal>((*std::move(request)).goal));
      },
      .accept =
          [typed](const std::shared_ptr<const void>& goal) {
            return !typed->accept ||
                   typed->accept(*static_cast<const typename A::Goal*>(goal.get()));
          },
      .execute =
          [typed, goal_of](const std::shared_ptr<GoalInWork>& work) {
            if (typed->execute) typed->execute(goal_of(work));
          },
      .allow_cancel =
          [typed, goal_of](const std::shared_ptr<GoalInWork>& work) {
            return !typed->allow_cancel || typed->allow_cancel(goal_of(work));
          },
      .on_canceling =
          [typed, goal_of](const std::shared_ptr<GoalInWork>& work) {
            if (typed->on_canceling) typed->on_canceling(goal_of(work));
          },
      .empty_result =
          [](GoalStatus status) {
            return to_cdr(
                typename GetResult<A>::Response{.status = static_cast<std::int8_t>(status)});
          },
  };
}

}  // namespace tandem
