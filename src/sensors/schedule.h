// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>

#include "base/time.h"

namespace tandem {

// Says in which steps a sensor measures. A rate that is no multiple of the step is held exactly on
// average: after any time t there were floor(t * rate) measurements.
class Schedule {
 public:
  // 0: every step.
  explicit Schedule(double rate_hz) : rate_uhz_(std::llround(rate_hz * 1e6)) {}

  // Whether a measurement falls into the step of length dt that ends at `time`.
  bool is_due(SimTime time, Duration dt) const {
    return rate_uhz_ == 0 || count(time, dt) > count(time - dt, dt);
  }

  // Measurements since time 0, this step's included.
  std::uint64_t count(SimTime time, Duration dt) const {
    __extension__ using Wide = __int128;
    if (rate_uhz_ == 0) return static_cast<std::uint64_t>(time / dt);
    return static_cast<std::uint64_t>(Wide{time.count()} * rate_uhz_ / Wide{1'000'000'000'000'000});
  }

 private:
  std::int64_t rate_uhz_;
};

}  // namespace tandem
