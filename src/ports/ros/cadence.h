// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "base/time.h"

namespace tandem {

// Says when something that happens at a rate is due. Times that nobody asked at are not made up
// for; on average the rate is kept, in whole steps of whoever asks.
class Cadence {
 public:
  explicit Cadence(Duration period) : period_(period) {}
  static Cadence at_rate(double rate_hz) {
    return Cadence(
        std::chrono::duration_cast<Duration>(std::chrono::duration<double>(1 / rate_hz)));
  }

  // When it is, it counts as done.
  bool is_due(Duration now) {
    if (next_ && now < *next_) return false;
    next_ = next_ && *next_ + period_ > now ? *next_ + period_ : now + period_;
    return true;
  }

 private:
  Duration period_;
  std::optional<Duration> next_;  // at once
};

}  // namespace tandem
