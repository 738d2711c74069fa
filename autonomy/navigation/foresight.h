// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "autonomy/navigation/footprint.h"
#include "autonomy/navigation/moving_things.h"
#include "geometry/pose2.h"

namespace tandem {

// Where things that move will be, each going straight on, and where those that rest would be if
// they set out again now: how near they come to a robot that is somewhere at some time. Time begins
// now.
class Foresight {
 public:
  static constexpr double far_m = 1;  // nothing is farther than this

  Foresight() = default;
  // What stands among the points is left out: costmaps know that.
  explicit Foresight(std::span<const SeenPoint> points);

  bool is_empty() const { return points_.empty(); }
  bool has_resting() const { return !starts_.empty(); }
  const std::vector<SeenPoint>& points() const { return points_; }
  // Those that rest, with each velocity that they may set out with.
  const std::vector<SeenPoint>& starts() const { return starts_; }

  // From the footprint to the nearest of them, below zero inside, far_m at most. They may be
  // faster than they are seen to be.
  double clearance_m(const Footprint& footprint, const Pose2& at, double time_s) const;
  // The same of those that rest and may set out the way they came, or on.
  double clearance_if_started_m(const Footprint& footprint, const Pose2& at, double time_s) const;

 private:
  std::vector<SeenPoint> points_;  // some centimetres apart
  std::vector<SeenPoint> starts_;  // of those that rest: each way that they may go
};

}  // namespace tandem
