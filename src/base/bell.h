// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <mutex>
#include <utility>

namespace tandem {

// Lets any thread wake the one who listens, if anybody does.
class Bell {
 public:
  void ring() {
    const std::lock_guard lock(mutex_);
    if (listener_) listener_();
  }

  // Called on the thread that rings and with the bell locked: it may wake somebody, and no more
  // than that. Empty: nobody listens from now on.
  void on_ring(std::function<void()> listener) {
    const std::lock_guard lock(mutex_);
    listener_ = std::move(listener);
  }

 private:
  std::mutex mutex_;
  std::function<void()> listener_;
};

}  // namespace tandem
