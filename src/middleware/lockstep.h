// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "base/result.h"
#include "base/time.h"
#include "middleware/context.h"
#include "middleware/tapped_transport.h"

namespace tandem {

class LockstepContext;

struct LockstepOptions {
  SimTime start{};                    // what nodes take for now until the first advance
  int max_callbacks = 1'000'000;      // in one advance; more are taken for an endless conversation
  std::shared_ptr<MessageTap> tap{};  // sees all messages; null: nobody does
};

// Runs the nodes of one process in step with a simulation: no threads, no network, no clock but
// the simulated one, and the same course of events whenever the same things are published. Nodes
// made with context() can't tell it from DDS. All of it belongs to one thread.
class Lockstep {
 public:
  explicit Lockstep(const LockstepOptions& options = {});
  ~Lockstep();

  std::shared_ptr<Context> context() const;
  SimTime now() const;

  // Sets the time, then delivers what was published in the order of publishing, and runs the
  // timers that are due in the order of their times, until nobody has anything left to do. A timer
  // that is due several times over runs once. Returns how many callbacks ran, or who never falls
  // silent.
  Result<int> advance(SimTime now);

 private:
  std::shared_ptr<LockstepContext> context_;
};

}  // namespace tandem
