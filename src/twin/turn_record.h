// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>

#include "base/time.h"

namespace tandem {

// How fast a robot turned lately, as its own gyroscope says. What that is off by hardly changes, so
// differences between two moments count.
class TurnRecord {
 public:
  void add(double yaw_rate_radps, SimTime time);
  void forget() { heard_.clear(); }

  // Whether it tells of all the time between them, but for the last moment, which is always
  // missing.
  bool covers(SimTime from, SimTime to) const;
  // As it was last told where nothing newer is known.
  double rate_at(SimTime time) const;
  SimTime newest() const { return heard_.back().time; }

 private:
  struct Heard {
    SimTime time{};
    double rate = 0;
  };
  std::deque<Heard> heard_;  // by time
};

}  // namespace tandem
