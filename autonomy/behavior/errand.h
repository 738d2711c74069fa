// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "autonomy/behavior/drive_outcome.h"
#include "autonomy/behavior/state.h"
#include "middleware/node.h"

namespace tandem {

// One goal at a time for an action of the navigator, for skills that do more than drive. It ends
// with "arrived", "unreachable", "tracking_lost" when the navigator does not know where the robot
// is, "sensor_lost" when it does not hear its sensors, "preempted" when somebody else's goal took
// its place or somebody canceled it, or "navigator_lost". A navigator that has
// done nothing yet may only just be starting: it is asked again for ten seconds when it does not
// know or hear anything.
template <Action A>
class Errand {
 public:
  Errand(Node& node, const std::string& action)
      : node_(node), action_(action), client_(node.action_client<A>(action)) {}

  void begin(const typename A::Goal& goal) {
    cancel();
    wanted_ = goal;
    is_halting_ = false;
    begun_ = node_.now();
    send();
  }
  bool is_under_way() const { return wanted_.has_value(); }
  // How it went, once.
  std::optional<Ending> take() { return std::exchange(ending_, std::nullopt); }
  // Asks for its end, which comes when the robot stands.
  void halt() {
    is_halting_ = true;
    if (goal_)
      goal_->cancel();
    else if (wanted_)
      end(given_up());
  }
  // Asks for its end without waiting for it.
  void cancel() {
    ++number_;
    ending_.reset();
    wanted_.reset();
    retry_ = {};
    if (goal_) std::exchange(goal_, std::nullopt)->cancel();
  }

 private:
  static constexpr Duration patience = 10s, retry_period = 500ms;

  void send() {
    const auto mine = [this, number = number_](auto then) {
      return [this, number, then](const auto&... values) {
        if (number == number_) then(values...);
      };
    };
    const auto lose = [this](const std::string& why) { end({"navigator_lost", why}); };
    goal_ = client_.send_goal(
        *wanted_,
        {.on_rejected = mine([this, lose](const std::string& why) {
           if (!client_.is_server_ready()) return lose(why);
           end({"unreachable", why});
         }),
         .on_result = mine([this, lose](const Result<Outcome<A>>& outcome) {
           if (!outcome) return lose(outcome.error());
           if (outcome->status == GoalStatus::canceled && is_halting_) return end(given_up());
           // one that ends says so before it is gone
           if (outcome->status == GoalStatus::aborted && !client_.is_server_ready())
             return lose("nobody serves " + action_ + " any more");
           hear(
               judge_drive(outcome->status, outcome->result.error_code, outcome->result.error_msg));
         })},
        {.accept_timeout = 10s});
  }
  static Ending given_up() { return {"unreachable", "it was given up"}; }
  void hear(const Ending& ending) {
    has_worked_ =
        has_worked_ || (ending.outcome != "tracking_lost" && ending.outcome != "sensor_lost");
    if (has_worked_ || node_.now() - begun_ > patience) return end(ending);
    goal_.reset();
    retry_ = node_.timer(retry_period, [this] {
      if (wanted_ && !goal_) send();
    });
  }
  void end(const Ending& ending) {
    goal_.reset();
    wanted_.reset();
    ending_ = ending;
  }

  Node& node_;
  const std::string action_;
  ActionClient<A> client_;
  std::optional<typename A::Goal> wanted_;
  std::optional<ClientGoal> goal_;
  std::optional<Ending> ending_;
  SimTime begun_{};
  Timer retry_;
  bool is_halting_ = false;
  bool has_worked_ = false;  // the navigator, once
  int number_ = 0;           // of the goal, to tell late answers
};

}  // namespace tandem
