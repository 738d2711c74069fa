// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "simulation/pacer.h"

namespace tandem {

namespace {
constexpr Duration rate_window = 1s;
}

Pacer::Pacer(double speed, Duration max_catch_up, WallTime now)
    : speed_(speed), max_catch_up_(max_catch_up), due_(now) {}

void Pacer::restart(double speed, WallTime now) {
  speed_ = speed;
  due_ = now;
  recent_.clear();
}

WallTime Pacer::next_start(Duration step, WallTime now) {
  simulated_ += step;
  // a sample per hundredth of a second is enough to tell the rate
  if (recent_.empty() || now - recent_.back().first >= rate_window / 100)
    recent_.emplace_back(now, simulated_);
  while (recent_.size() > 2 && now - recent_.front().first > rate_window) recent_.pop_front();

  if (speed_ == as_fast_as_possible) return due_ = now;
  due_ += std::chrono::duration_cast<Duration>(step / speed_);
  const Duration lag = now - due_;
  if (lag > max_catch_up_) {
    slipped_ += lag - max_catch_up_;
    due_ = now - max_catch_up_;
  }
  return due_;
}

double Pacer::real_time_factor() const {
  if (recent_.size() < 2) return 0;
  const Duration wall = recent_.back().first - recent_.front().first;
  return seconds(recent_.back().second - recent_.front().second) / seconds(wall);
}

}  // namespace tandem
