// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "middleware/node.h"
#include "middleware/test_action.h"

namespace tandem {

// A node's counting: every goal advances by one each period, and ends at its target. Rejects
// negative targets; refuses to cancel goals beyond 1000.
class TestCounter {
 public:
  // `is_preemptive`: a new goal aborts the ones before it.
  explicit TestCounter(Node& node, Duration period = 5ms, bool is_preemptive = false,
                       const ActionServerOptions& options = {})
      : server_(node.action_server<Count>(
            "count",
            {.accept = [](const Count::Goal& goal) { return goal.target >= 0; },
             .execute =
                 [this, is_preemptive](ServerGoal<Count> goal) {
                   if (is_preemptive) {
                     for (Work& work : works_) work.goal.abort({.reached = work.now});
                     works_.clear();
                   }
                   works_.push_back({std::move(goal), 0});
                 },
             .allow_cancel =
                 [](const ServerGoal<Count>& goal) { return goal.goal().target <= 1000; }},
            options)),
        timer_(node.timer(period, [this] { step(); })) {}

  ActionServer<Count>& server() { return server_; }

 private:
  struct Work {
    ServerGoal<Count> goal;
    int now = 0;
  };

  void step() {
    for (Work& work : works_) {
      if (work.goal.is_canceling()) {
        work.goal.cancel({.reached = work.now});
      } else if (work.now == work.goal.goal().target) {
        work.goal.succeed({.reached = work.now});
      } else {
        ++work.now;
        work.goal.feedback({.now = work.now});
      }
    }
    std::erase_if(works_, [](const Work& work) { return !work.goal.is_active(); });
  }

  std::vector<Work> works_;
  ActionServer<Count> server_;
  Timer timer_;
};

}  // namespace tandem
