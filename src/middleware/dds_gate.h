// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>
#include <utility>

namespace tandem {

// Stands between Fast DDS's threads and one endpoint's callback: one call at a time, none after
// close(), which waits for the one that runs.
class DdsGate {
 public:
  template <typename Call>
  void pass(Call&& call) {
    const std::lock_guard lock(mutex_);
    if (!is_open_) return;
    const Inside inside;
    std::forward<Call>(call)();
  }

  void close() {
    const std::lock_guard lock(mutex_);
    is_open_ = false;
  }

  // True on a thread that is in a callback of any endpoint. Fast DDS holds locks there that making
  // and deleting endpoints would wait for.
  static bool is_inside() { return depth_ > 0; }

 private:
  struct Inside {
    Inside() { ++depth_; }
    ~Inside() { --depth_; }
  };

  static inline thread_local int depth_ = 0;
  std::recursive_mutex mutex_;  // an endpoint may be destroyed inside of its own callback
  bool is_open_ = true;
};

}  // namespace tandem
