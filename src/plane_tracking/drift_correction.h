// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <optional>

#include "base/time.h"
#include "geometry/pose2.h"

namespace tandem {

struct DriftCorrectionConfig {
  // Smaller differences are left as they are: a sight is not exact either.
  double beyond_m = 0.005;
  double beyond_rad = 0.01;
};

// Where a robot is by what its wheels say, made good by sights of something known: wheels tell
// always and drift, sights are rare and do not.
class DriftCorrection {
 public:
  explicit DriftCorrection(const DriftCorrectionConfig& config) : config_(config) {}

  // Where wheels have the robot since some start.
  void hear_wheels(SimTime stamp, const Pose2& odom_from_robot);
  // Where it was really; false where no wheels are known of that time.
  bool see(SimTime stamp, const Pose2& room_from_robot);

  // By the newest word of the wheels; nothing before the first sight.
  std::optional<Pose2> room_from_robot() const;

  // How far off the last sight found it, and how often that was made good.
  double drift_m() const { return drift_m_; }
  double drift_rad() const { return drift_rad_; }
  std::uint64_t corrections() const { return corrections_; }

 private:
  std::optional<Pose2> wheels_at(SimTime stamp) const;

  DriftCorrectionConfig config_;
  struct Wheels {
    SimTime stamp;
    Pose2 odom_from_robot;
  };
  std::deque<Wheels> wheels_;  // of the last second
  std::optional<Pose2> room_from_odom_;
  double drift_m_ = 0, drift_rad_ = 0;
  std::uint64_t corrections_ = 0;
};

}  // namespace tandem
