// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <functional>
#include <thread>

#include "base/time.h"
#include "middleware/node.h"

namespace tandem {

// Looks at a steady rate on monotonic time, from a thread that does nothing else: whatever the
// node's own thread does, silence is noticed. In lockstep it is a timer on simulated time.
class SilenceWatch {
 public:
  SilenceWatch(Node& node, bool is_lockstep, Duration period)
      : node_(node), is_lockstep_(is_lockstep), period_(period) {}

  // For all that is compared with each other; it never goes back.
  SimTime now() const;
  // What is called must be complete, and live until stop().
  void start(std::function<void()> look);
  void stop();

 private:
  void watch(std::stop_token stop);

  Node& node_;
  const bool is_lockstep_;
  const Duration period_;
  std::function<void()> look_;
  Timer timer_;  // in lockstep
  std::condition_variable_any bell_;
  std::jthread watcher_;
};

// Options of a node whose callbacks wait until its owner is complete.
NodeOptions waiting(NodeOptions options);
bool is_lockstep(const NodeOptions& options);

}  // namespace tandem
