// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "middleware/call_queue.h"

#include <utility>

namespace tandem {

CallQueue::CallQueue(std::shared_ptr<Executor> executor, std::size_t capacity)
    : executor_(std::move(executor)), box_(std::make_shared<Executor::Box>()) {
  box_->capacity = capacity;
}

bool CallQueue::put(Executor::Call call) {
  Executor::Call dropped;  // goes outside of the lock
  {
    const std::lock_guard lock(executor_->mutex_);
    if (!box_->is_open || executor_->is_stopped_) return true;
    if (box_->waiting.size() >= box_->capacity) {
      dropped = std::move(box_->waiting.front());
      box_->waiting.pop_front();
      ++box_->dropped;
    } else {
      executor_->ready_.push_back(box_);
    }
    box_->waiting.push_back(std::move(call));
  }
  executor_->notify();
  return !dropped;
}

std::uint64_t CallQueue::dropped() const {
  const std::lock_guard lock(executor_->mutex_);
  return box_->dropped;
}

TimerId CallQueue::start_timer(Executor::Clock clock, Duration delay, Duration period,
                               Executor::Call call) {
  return executor_->start_timer(box_, clock, delay, period, std::move(call));
}

void CallQueue::stop_timer(TimerId id) { executor_->stop_timer(id); }

void CallQueue::close() { executor_->close(box_); }

}  // namespace tandem
