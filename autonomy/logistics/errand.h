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
// is, "sensor_lost" when it does not hear its sensors, or "navigator_lost".
template <Action A>
class Errand {
 public:
  Errand(Node& node, const std::string& action) : client_(node.action_client<A>(action)) {}

  void begin(const typename A::Goal& goal) {
    cancel();
    const auto mine = [this, number = number_](auto then) {
      return [this, number, then](const auto&... values) {
        if (number == number_) then(values...);
      };
    };
    const auto lose = [this](const std::string& why) { end({"navigator_lost", why}); };
    goal_ = client_.send_goal(
        goal,
        {.on_rejected = mine([this, lose](const std::string& why) {
           if (!client_.is_server_ready()) return lose(why);
           end({"unreachable", why});
         }),
         .on_result = mine([this, lose](const Result<Outcome<A>>& outcome) {
           if (!outcome) return lose(outcome.error());
           end(judge_drive(outcome->status == GoalStatus::succeeded, outcome->result.error_code,
                           outcome->result.error_msg));
         })},
        {.accept_timeout = 10s});
  }
  bool is_under_way() const { return goal_.has_value(); }
  // How it went, once.
  std::optional<Ending> take() { return std::exchange(ending_, std::nullopt); }
  void cancel() {
    ++number_;
    ending_.reset();
    if (goal_) std::exchange(goal_, std::nullopt)->cancel();
  }

 private:
  void end(const Ending& ending) {
    goal_.reset();
    ending_ = ending;
  }

  ActionClient<A> client_;
  std::optional<ClientGoal> goal_;
  std::optional<Ending> ending_;
  int number_ = 0;  // of the goal, to tell late answers
};

}  // namespace tandem
