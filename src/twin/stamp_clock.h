// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "base/time.h"
#include "scenario/twin_config.h"

namespace tandem {

// Finds out when in simulated time a stamp of somebody else's clock was.
//
// A stamp that arrives is behind by the way it took. The quickest of the last seconds tells the
// offset between the clocks plus the shortest way, which no single direction can tell apart: clocks
// that are in step show a short way, and for others the configured latency is taken off.
class StampClock {
 public:
  StampClock(StampSource source, Duration latency) : source_(source), latency_(latency) {}

  // Never later than the arrival.
  SimTime map(SimTime stamp, SimTime arrival);

  Duration offset() const { return offset_; }    // simulated time minus the source's
  Duration latency() const { return latency_; }  // of the quickest
  int steps() const { return steps_; }           // how often the source's clock was set

 private:
  Duration quickest(Duration behind, SimTime arrival);

  StampSource source_;
  Duration latency_;
  Duration offset_{};
  int steps_ = 0;
  // the smallest of this window and of the one before it
  std::optional<Duration> least_now_;
  std::optional<Duration> least_before_;
  SimTime window_start_{};
};

}  // namespace tandem
