// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <optional>

#include "base/time.h"
#include "geometry/pose2.h"

namespace tandem {

// Where a robot was during the last seconds, as its odometry says: what a camera saw a moment ago
// was seen from there.
class OdometryHistory {
 public:
  explicit OdometryHistory(Duration length = 2s) : length_(length) {}

  // Later than all before; time that goes back begins anew.
  void add(SimTime stamp, const Pose2& odom_from_base);
  void clear() { samples_.clear(); }

  // Between two samples it interpolates, beyond them it takes the nearest.
  std::optional<Pose2> at(SimTime time) const;
  std::optional<Pose2> latest() const;
  std::optional<SimTime> latest_time() const;

 private:
  struct Sample {
    SimTime stamp{};
    Pose2 pose;
  };
  const Duration length_;
  std::deque<Sample> samples_;
};

}  // namespace tandem
