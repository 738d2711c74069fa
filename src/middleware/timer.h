// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

#include "base/time.h"
#include "middleware/call_queue.h"
#include "middleware/node_part.h"

namespace tandem {

class TimerPart final : public NodePart {
 public:
  TimerPart(std::shared_ptr<Executor> executor, Duration period, Executor::Call call)
      : calls_(std::move(executor), 1), period_(period), call_(std::move(call)) {}

  static void start(const std::shared_ptr<TimerPart>& timer) {
    timer->id_ = timer->calls_.start_timer(Executor::Clock::node, timer->period_, timer->period_,
                                           [timer] { timer->call_(); });
  }
  void close() override { calls_.close(); }
  void stop() { calls_.stop_timer(id_); }
  Duration period() const { return period_; }

 private:
  CallQueue calls_;
  const Duration period_;
  const Executor::Call call_;
  TimerId id_{};
};

// Calls a callback every period of the node's clock, the first time after one period, until it
// goes. When the callback, or simulated time, leaves periods out, they are not made up for.
class [[nodiscard]] Timer : public Handle<TimerPart> {
 public:
  using Handle::Handle;

  // Begins a new period now.
  void restart() {
    if (!part_) return;
    part_->stop();
    TimerPart::start(part_);
  }
  Duration period() const { return part_ ? part_->period() : Duration::zero(); }
};

}  // namespace tandem
