// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/behavior/odometry_history.h"

#include <algorithm>

#include "autonomy/behavior/planar.h"

namespace tandem {

void OdometryHistory::add(SimTime stamp, const Pose2& odom_from_base) {
  if (!samples_.empty() && stamp < samples_.back().stamp) samples_.clear();
  samples_.push_back({stamp, odom_from_base});
  while (samples_.front().stamp < stamp - length_) samples_.pop_front();
}

std::optional<Pose2> OdometryHistory::at(SimTime time) const {
  if (samples_.empty()) return std::nullopt;
  const auto after = std::ranges::lower_bound(samples_, time, {}, &Sample::stamp);
  if (after == samples_.end()) return samples_.back().pose;
  if (after == samples_.begin()) return after->pose;
  const Sample& a = *std::prev(after);
  const Sample& b = *after;
  const double t = seconds(time - a.stamp) / seconds(b.stamp - a.stamp);
  return Pose2{a.pose.translation + t * (b.pose.translation - a.pose.translation),
               a.pose.yaw + t * wrap_angle(b.pose.yaw - a.pose.yaw)};
}

std::optional<Pose2> OdometryHistory::latest() const {
  if (samples_.empty()) return std::nullopt;
  return samples_.back().pose;
}

std::optional<SimTime> OdometryHistory::latest_time() const {
  if (samples_.empty()) return std::nullopt;
  return samples_.back().stamp;
}

}  // namespace tandem
