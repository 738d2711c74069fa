// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <deque>
#include <utility>

#include "base/time.h"

namespace tandem {

enum class MixPartner {
  fresh,
  none,   // there was never a measurement
  stale,  // the one nearest in time is too far away
};

// The last measurements of a virtual sensor, for a real one whose measurements are of other moments
// and come at another rate.
template <class Measurement>
class PartnerHistory {
 public:
  explicit PartnerHistory(Duration stale_after) : stale_after_(stale_after) {}

  void add(SimTime time, Measurement measurement) {
    // a world that begins again
    if (!kept_.empty() && time < kept_.back().time) kept_.clear();
    kept_.push_back({time, std::move(measurement)});
    while (kept_.size() > most || kept_.front().time < time - 2 * stale_after_) kept_.pop_front();
  }

  struct Found {
    MixPartner partner = MixPartner::none;
    const Measurement* measurement = nullptr;  // only of a fresh one; until the next add()
    Duration apart{};                          // how much older it is
  };
  // Of the moment that is nearest to this one.
  Found nearest(SimTime time) const {
    if (kept_.empty()) return {};
    const Kept* best = &kept_.front();
    for (const Kept& one : kept_)
      if (distance(one.time, time) <= distance(best->time, time)) best = &one;
    if (distance(best->time, time) > stale_after_)
      return {MixPartner::stale, nullptr, time - best->time};
    return {MixPartner::fresh, &best->measurement, time - best->time};
  }

 private:
  static constexpr std::size_t most = 32;  // enough for 100 Hz and a real sensor 300 ms behind

  struct Kept {
    SimTime time{};
    Measurement measurement;
  };
  static Duration distance(SimTime a, SimTime b) { return a < b ? b - a : a - b; }

  Duration stale_after_;
  std::deque<Kept> kept_;  // by time
};

}  // namespace tandem
