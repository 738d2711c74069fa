// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "twin/stamp_clock.h"

#include <algorithm>

namespace tandem {

namespace {

constexpr Duration window = 5s;           // crystals drift less than a millisecond in it
constexpr Duration clock_step = 2s;       // no pose is under way for so long
constexpr Duration least_shared = -5ms;   // clocks in step are this far apart
constexpr Duration most_shared = 1500ms;  // and a pose is under way for less than this

}  // namespace

SimTime StampClock::map(SimTime stamp, SimTime arrival) {
  if (source_ == StampSource::arrival) {
    offset_ = arrival - latency_ - stamp;
    return arrival - latency_;
  }
  const Duration least = quickest(arrival - stamp, arrival);
  switch (source_) {
    case StampSource::shared:
      latency_ = std::max(least, Duration::zero());
      break;
    case StampSource::own:
      offset_ = least - latency_;
      break;
    case StampSource::automatic:
      if (least >= least_shared && least <= most_shared) {
        offset_ = Duration::zero();
        latency_ = std::max(least, Duration::zero());
      } else {
        offset_ = least - latency_;
      }
      break;
    case StampSource::arrival:
      break;
  }
  return std::min(stamp + offset_, arrival);
}

Duration StampClock::quickest(Duration behind, SimTime arrival) {
  if (least_now_) {
    const Duration least = std::min(*least_now_, least_before_.value_or(*least_now_));
    if (behind > least + clock_step || behind < least - clock_step) {
      ++steps_;
      least_now_.reset();
      least_before_.reset();
    }
  }
  if (!least_now_) {
    window_start_ = arrival;
    least_now_ = behind;
  } else if (arrival - window_start_ > window) {
    least_before_ = least_now_;
    least_now_ = behind;
    window_start_ = arrival;
  }
  least_now_ = std::min(*least_now_, behind);
  return std::min(*least_now_, least_before_.value_or(*least_now_));
}

}  // namespace tandem
