// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "autonomy/behavior/state.h"
#include "middleware/node.h"

namespace tandem {

// How a state asks a server for something, and what it makes of the answer.
template <Action A>
struct ActionCall {
  std::string action;                 // "navigate_to_pose"
  std::vector<std::string> outcomes;  // besides "failed"
  // What to ask for; an error when the mission does not know that.
  std::function<Result<typename A::Goal>(const Blackboard&)> goal;
  std::function<Ending(const Outcome<A>&, Blackboard&)> judge;
  std::function<std::string(const typename A::Feedback&)> tell;  // as a sentence, for people
  Duration accept_timeout = 10s;
  Duration timeout = no_timeout;  // of the node's time, for all of it
};

Ending took_too_long(const std::string& action, Duration timeout);
// An outcome that the mission's table does not have would lead nowhere: it is a failure.
Ending one_of(const std::vector<std::string>& outcomes, const std::string& action, Ending ending);

// A state that sends a goal to an action server and goes on by its result. Whatever keeps the
// server from answering ends in "failed", with a sentence that names it.
template <Action A>
class ActionState final : public State {
 public:
  ActionState(Node& node, ActionCall<A> call)
      : call_(std::move(call)), client_(node.action_client<A>(call_.action)) {}

  std::vector<std::string> outcomes() const override {
    std::vector<std::string> outcomes = call_.outcomes;
    outcomes.emplace_back("failed");
    return outcomes;
  }

  void enter(Blackboard& blackboard, SimTime now) override {
    begin_ = now;
    message_.clear();
    ending_.reset();
    const auto goal = call_.goal(blackboard);
    if (!goal) return fail(goal.error());
    // answers to what was asked before it was left do not count any more
    const auto mine = [this, number = ++number_](auto then) {
      return [this, number, then](const auto&... values) {
        if (number == number_) then(values...);
      };
    };
    goal_ = client_.send_goal(
        *goal,
        {.on_rejected = mine([this](const std::string& why) { fail(why); }),
         .on_feedback = mine([this](const typename A::Feedback& feedback) {
           if (call_.tell) message_ = call_.tell(feedback);
         }),
         .on_result = mine([this, &blackboard](const Result<Outcome<A>>& result) {
           goal_.reset();
           if (!result) return fail(result.error());
           // one that ends says so before it is gone
           if (result->status == GoalStatus::aborted && !client_.is_server_ready())
             return fail(call_.action + ": the server went away");
           ending_ = one_of(outcomes(), call_.action, call_.judge(*result, blackboard));
         })},
        {.accept_timeout = call_.accept_timeout});
  }

  std::optional<Ending> step(Blackboard&, SimTime now) override {
    if (!ending_ && call_.timeout != no_timeout && now - begin_ > call_.timeout)
      ending_ = took_too_long(call_.action, call_.timeout);
    return ending_;
  }

  void leave() override {
    ++number_;
    if (goal_) std::exchange(goal_, std::nullopt)->cancel();
  }

  std::string message() const override { return message_; }

 private:
  void fail(const std::string& why) {
    goal_.reset();
    ending_ = Ending{"failed", why};
  }

  const ActionCall<A> call_;
  ActionClient<A> client_;
  std::optional<ClientGoal> goal_;
  std::optional<Ending> ending_;
  std::string message_;
  SimTime begin_{};
  int number_ = 0;  // of the goal
};

}  // namespace tandem
