// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <utility>

#include "simulation/frame.h"

namespace tandem {

// The newest frame there is, for who answers questions about the world. Any thread.
class LatestFrame {
 public:
  void set(std::shared_ptr<const Frame> frame) {
    const std::lock_guard lock(mutex_);
    frame_.swap(frame);
  }
  // Null before the first.
  std::shared_ptr<const Frame> get() const {
    const std::lock_guard lock(mutex_);
    return frame_;
  }

 private:
  mutable std::mutex mutex_;
  std::shared_ptr<const Frame> frame_;
};

}  // namespace tandem
