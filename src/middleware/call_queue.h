// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "middleware/executor.h"

namespace tandem {

// What waits to be called for one handle. Bounded: when nobody runs it the oldest is dropped and
// counted. Any thread may put.
class CallQueue {
 public:
  CallQueue(std::shared_ptr<Executor> executor, std::size_t capacity);
  ~CallQueue() { close(); }
  CallQueue(const CallQueue&) = delete;
  CallQueue& operator=(const CallQueue&) = delete;

  // False when the oldest went for it.
  bool put(Executor::Call call);
  std::uint64_t dropped() const;

  // Calls once after `delay`, and every `period` from then on unless that is zero. Periods that
  // nobody was there to run are left out, not made up for.
  TimerId start_timer(Executor::Clock clock, Duration delay, Duration period, Executor::Call call);
  void stop_timer(TimerId id);

  // No call runs after this returned, but for the one that it may be called from.
  void close();

 private:
  std::shared_ptr<Executor> executor_;
  std::shared_ptr<Executor::Box> box_;
};

}  // namespace tandem
