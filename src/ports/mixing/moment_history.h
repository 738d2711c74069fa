// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <optional>

#include "ports/mixing/mixed_view.h"
#include "simulation/frame.h"

namespace tandem {

// The world just before and just after some time; twice the same where it was never on one side.
struct MomentsAround {
  MixMoment before, after;
  double share = 0;  // of the way from one to the other

  const MixMoment& nearest() const { return share < 0.5 ? before : after; }
};

// How the world was in the last seconds, for pictures that arrive later than they were taken.
class MomentHistory {
 public:
  void add(const Frame& frame);
  void clear() { moments_.clear(); }
  // Nothing where the world was never within `most_apart` of that time.
  std::optional<MomentsAround> around(SimTime time, Duration most_apart) const;

 private:
  std::deque<MixMoment> moments_;  // by time
};

}  // namespace tandem
