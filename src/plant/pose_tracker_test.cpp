// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "plant/pose_tracker.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

std::vector<SeenPose> watch(const PoseTrackerConfig& config, Duration lasts, const Pose2& robot) {
  PoseTracker tracker(config, 1);
  std::vector<SeenPose> all;
  for (SimTime now{}; now < lasts; now += 1ms) {
    tracker.look(robot, now);
    const auto seen = tracker.take(now);
    for (const SeenPose& pose : seen) EXPECT_LE(pose.arrival, now);
    all.insert(all.end(), seen.begin(), seen.end());
  }
  return all;
}

TEST(PoseTracker, SeesAtItsRateAndLate) {
  const auto seen = watch({.rate_hz = 50, .latency = 40ms, .jitter = 0ms}, 10s, {});
  EXPECT_NEAR(static_cast<double>(seen.size()), 498, 1);
  for (const SeenPose& pose : seen) EXPECT_EQ(pose.arrival - pose.stamp, 40ms);
}

TEST(PoseTracker, HasTheNoiseItWasGiven) {
  const auto seen = watch({.rate_hz = 100, .position_noise_m = 0.01}, 50s, {{1, 2}, 0});
  double sum = 0;
  for (const SeenPose& pose : seen) sum += std::pow(pose.room_from_marker.translation.x - 1, 2);
  // 5000 samples: the deviation is known to 1 %
  EXPECT_NEAR(std::sqrt(sum / static_cast<double>(seen.size())), 0.01, 0.0005);
}

TEST(PoseTracker, LosesRepeatsAndMixesUp) {
  const auto seen =
      watch({.rate_hz = 100, .jitter = 20ms, .loss_share = 0.2, .duplicate_share = 0.1}, 50s, {});
  EXPECT_NEAR(static_cast<double>(seen.size()), 5000 * 0.8 * 1.1, 120);
  const auto is_newer = [](const SeenPose& a, const SeenPose& b) { return a.stamp > b.stamp; };
  EXPECT_NE(std::ranges::adjacent_find(seen, is_newer), seen.end());
}

TEST(PoseTracker, SeesTheMarkerNotTheRobot) {
  const auto seen = watch({.position_noise_m = 0,
                           .yaw_noise_rad = 0,
                           .clock_offset = 1h,
                           .robot_from_marker = {{0.1, 0}, 0}},
                          1s, {{1, 1}, std::acos(0.0)});
  ASSERT_FALSE(seen.empty());
  EXPECT_NEAR(seen[0].room_from_marker.translation.x, 1, 1e-12);
  EXPECT_NEAR(seen[0].room_from_marker.translation.y, 1.1, 1e-12);
  EXPECT_EQ(seen[0].stamp, 1h);
}

}  // namespace
}  // namespace tandem
