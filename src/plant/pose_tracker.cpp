// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "plant/pose_tracker.h"

#include <algorithm>

namespace tandem {

PoseTracker::PoseTracker(const PoseTrackerConfig& config, std::uint64_t seed)
    : config_(config), random_(seed, "plant/tracker") {}

void PoseTracker::look(const Pose2& room_from_robot, SimTime now) {
  if (!has_begun_) next_exposure_ = now;
  has_begun_ = true;
  if (now < next_exposure_) return;
  const Duration period{static_cast<Duration::rep>(1e9 / config_.rate_hz)};
  next_exposure_ = std::max(next_exposure_ + period, now - period);

  // drawn in any case, so that one fault does not change the others
  Pose2 seen = room_from_robot * config_.robot_from_marker;
  seen.translation.x += random_.normal(0, config_.position_noise_m);
  seen.translation.y += random_.normal(0, config_.position_noise_m);
  seen.yaw += random_.normal(0, config_.yaw_noise_rad);
  const Vec2 elsewhere{random_.uniform(-config_.outlier_range_m, config_.outlier_range_m),
                       random_.uniform(-config_.outlier_range_m, config_.outlier_range_m)};
  if (random_.uniform(0, 1) < config_.outlier_share) seen.translation = elsewhere;
  const bool is_lost = random_.uniform(0, 1) < config_.loss_share;
  const bool is_twice = random_.uniform(0, 1) < config_.duplicate_share;
  const auto delay = [&] {
    const double jitter = random_.normal(0, seconds(config_.jitter));
    return std::max(Duration::zero(),
                    config_.latency + Duration(static_cast<Duration::rep>(1e9 * jitter)));
  };
  const Duration first = delay(), second = delay();
  if (is_blind_ || is_lost) return;

  const auto send = [&](Duration after) {
    const SeenPose pose{now + config_.clock_offset, now + after, seen};
    under_way_.insert(std::ranges::upper_bound(under_way_, pose.arrival, {}, &SeenPose::arrival),
                      pose);
  };
  send(first);
  if (is_twice) send(second);
}

std::vector<SeenPose> PoseTracker::take(SimTime now) {
  const auto end = std::ranges::upper_bound(under_way_, now, {}, &SeenPose::arrival);
  std::vector<SeenPose> arrived(under_way_.begin(), end);
  under_way_.erase(under_way_.begin(), end);
  return arrived;
}

}  // namespace tandem
