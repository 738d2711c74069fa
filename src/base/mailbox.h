// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <utility>
#include <vector>

namespace tandem {

// What a mailbox does when nobody takes and it is full.
enum class WhenFull {
  refuse_new,   // for requests: who asked is told
  drop_oldest,  // for streams: the newest says most
};

// Carries values from any thread to the one thread that takes them. Bounded: when nobody takes,
// values are dropped and counted, so a stalled reader costs data and never memory.
template <typename T>
class Mailbox {
 public:
  explicit Mailbox(std::size_t capacity = 4096, WhenFull when_full = WhenFull::refuse_new)
      : capacity_(capacity), when_full_(when_full) {}

  // False when the mailbox is full and the value was refused.
  bool put(T value) {
    const std::lock_guard lock(mutex_);
    if (values_.size() >= capacity_) {
      ++dropped_;
      if (when_full_ == WhenFull::refuse_new) return false;
      // the place of the oldest becomes that of the newest
      values_[oldest_] = std::move(value);
      oldest_ = (oldest_ + 1) % capacity_;
    } else {
      values_.push_back(std::move(value));
    }
    if (on_put_) on_put_();
    return true;
  }

  // Everything put since the last take, in order of arrival.
  std::vector<T> take() {
    const std::lock_guard lock(mutex_);
    std::rotate(values_.begin(), values_.begin() + static_cast<std::ptrdiff_t>(oldest_),
                values_.end());
    oldest_ = 0;
    return std::exchange(values_, {});
  }

  // Called after each put, on the thread that puts and with the mailbox locked: it may wake
  // somebody, and no more than that. Empty: nobody is called from now on.
  void on_put(std::function<void()> listener) {
    const std::lock_guard lock(mutex_);
    on_put_ = std::move(listener);
  }

  std::uint64_t dropped() const {
    const std::lock_guard lock(mutex_);
    return dropped_;
  }

 private:
  const std::size_t capacity_;
  const WhenFull when_full_;
  mutable std::mutex mutex_;
  std::vector<T> values_;
  std::size_t oldest_ = 0;  // its place in a full mailbox; values wrap around it
  std::uint64_t dropped_ = 0;
  std::function<void()> on_put_;
};

}  // namespace tandem
