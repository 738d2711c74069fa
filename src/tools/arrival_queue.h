// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

namespace tandem {

// Carries values from a thread of the transport to the tool that waits for them. When the tool is
// slower, because a terminal or a pipe is, the oldest are dropped and counted.
template <class T>
class ArrivalQueue {
 public:
  using Clock = std::chrono::steady_clock;

  explicit ArrivalQueue(std::size_t capacity = 1000) : capacity_(capacity) {}

  void put(T value) {
    {
      const std::lock_guard lock(mutex_);
      values_.push_back(std::move(value));
      if (values_.size() > capacity_) {
        values_.pop_front();
        ++dropped_;
      }
    }
    changed_.notify_one();
  }

  // The next value, as soon as there is one; nothing at the deadline or when stop is requested.
  std::optional<T> take(std::stop_token stop, Clock::time_point deadline) {
    std::unique_lock lock(mutex_);
    changed_.wait_until(lock, stop, deadline, [&] { return !values_.empty(); });
    if (values_.empty() || stop.stop_requested()) return {};
    T value = std::move(values_.front());
    values_.pop_front();
    return value;
  }

  std::uint64_t dropped() const {
    const std::lock_guard lock(mutex_);
    return dropped_;
  }

 private:
  const std::size_t capacity_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<T> values_;
  std::uint64_t dropped_ = 0;
};

}  // namespace tandem
