// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

namespace tandem {

// Carries values from any thread to the one thread that takes them. Bounded: when nobody takes,
// new values are refused and counted, so a stalled reader costs data and never memory.
template <typename T>
class Mailbox {
 public:
  explicit Mailbox(std::size_t capacity = 4096) : capacity_(capacity) {}

  // False when the mailbox is full and the value was dropped.
  bool put(T value) {
    const std::lock_guard lock(mutex_);
    if (values_.size() >= capacity_) {
      ++dropped_;
      return false;
    }
    values_.push_back(std::move(value));
    return true;
  }

  // Everything put since the last take, in order of arrival.
  std::vector<T> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(values_, {});
  }

  std::uint64_t dropped() const {
    const std::lock_guard lock(mutex_);
    return dropped_;
  }

 private:
  const std::size_t capacity_;
  mutable std::mutex mutex_;
  std::vector<T> values_;
  std::uint64_t dropped_ = 0;
};

}  // namespace tandem
