// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/random.h"
#include "base/time.h"
#include "geometry/pose2.h"

namespace tandem {

// What an overhead tracker gets wrong.
struct PoseTrackerConfig {
  double rate_hz = 30;
  Duration latency = 30ms;          // from the exposure to the message, in the mean
  Duration jitter = 3ms;            // deviation of it
  double position_noise_m = 0.002;  // deviations
  double yaw_noise_rad = 0.009;
  double loss_share = 0;       // of poses that never arrive
  double duplicate_share = 0;  // of poses that arrive twice
  double outlier_share = 0;    // of poses that are somewhere in the room
  double outlier_range_m = 2;
  Duration clock_offset{};  // of its stamps
  Pose2 robot_from_marker;
};

struct SeenPose {
  SimTime stamp{};
  SimTime arrival{};
  Pose2 room_from_marker;
};

// Sees a robot as a tracking system does: now and then, not exactly, and late.
class PoseTracker {
 public:
  PoseTracker(const PoseTrackerConfig& config, std::uint64_t seed);

  // Called often: exposes when it is time to.
  void look(const Pose2& room_from_robot, SimTime now);
  // What arrives by now, in the order of arrival.
  std::vector<SeenPose> take(SimTime now);

  const PoseTrackerConfig& config() const { return config_; }
  // From the next exposure on.
  void set_config(const PoseTrackerConfig& config) { config_ = config; }
  // Covers the camera, or uncovers it.
  void set_blind(bool is_blind) { is_blind_ = is_blind; }

 private:
  PoseTrackerConfig config_;
  Random random_;
  bool is_blind_ = false;
  bool has_begun_ = false;
  SimTime next_exposure_{};
  std::vector<SeenPose> under_way_;  // by arrival
};

}  // namespace tandem
