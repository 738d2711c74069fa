// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "autonomy/navigation/footprint.h"
#include "autonomy/navigation/moving_things.h"
#include "geometry/pose2.h"

namespace tandem {

// Where things that move will be, each going straight on: how near they come to a robot that is
// somewhere at some time. Time begins now.
class Foresight {
 public:
  static constexpr double far_m = 1;  // nothing is farther than this

  Foresight() = default;
  // What stands among the points is left out: costmaps know that.
  explicit Foresight(std::span<const SeenPoint> points);

  bool is_empty() const { return points_.empty(); }
  const std::vector<SeenPoint>& points() const { return points_; }

  // From the footprint to the nearest of them, below zero inside, far_m at most.
  double clearance_m(const Footprint& footprint, const Pose2& at, double time_s) const;

 private:
  std::vector<SeenPoint> points_;  // some centimetres apart
};

}  // namespace tandem
