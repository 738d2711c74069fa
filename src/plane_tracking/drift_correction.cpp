// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "plane_tracking/drift_correction.h"

#include <cmath>
#include <numbers>

namespace tandem {

namespace {

constexpr Duration kept = 2s;            // a picture takes less to arrive and to be looked at
constexpr Duration longest_gap = 200ms;  // between words of the wheels

double apart(double a, double b) { return std::remainder(a - b, 2 * std::numbers::pi); }

}  // namespace

void DriftCorrection::hear_wheels(SimTime stamp, const Pose2& odom_from_robot) {
  // wheels that begin anew have nothing to do with what was before
  if (!wheels_.empty() && stamp <= wheels_.back().stamp) {
    if (wheels_.back().stamp - stamp < kept) return;
    wheels_.clear();
    room_from_odom_.reset();
  }
  wheels_.push_back({stamp, odom_from_robot});
  while (stamp - wheels_.front().stamp > kept) wheels_.pop_front();
}

std::optional<Pose2> DriftCorrection::wheels_at(SimTime stamp) const {
  for (std::size_t i = wheels_.size(); i-- > 0;) {
    if (wheels_[i].stamp > stamp) continue;
    const Wheels& before = wheels_[i];
    if (i + 1 == wheels_.size())
      return stamp - before.stamp < longest_gap ? std::optional(before.odom_from_robot)
                                                : std::nullopt;
    const Wheels& after = wheels_[i + 1];
    if (after.stamp - before.stamp > longest_gap) return std::nullopt;
    const double share = seconds(stamp - before.stamp) / seconds(after.stamp - before.stamp);
    const Pose2 &a = before.odom_from_robot, &b = after.odom_from_robot;
    return Pose2{a.translation + share * (b.translation - a.translation),
                 a.yaw + share * apart(b.yaw, a.yaw)};
  }
  return std::nullopt;
}

bool DriftCorrection::see(SimTime stamp, const Pose2& room_from_robot) {
  const auto wheels = wheels_at(stamp);
  if (!wheels) return false;
  const Pose2 seen = room_from_robot * inverse(*wheels);
  if (!room_from_odom_) {
    room_from_odom_ = seen;
    return true;
  }
  const Pose2 believed = *room_from_odom_ * *wheels;
  const Vec2 off = believed.translation - room_from_robot.translation;
  drift_m_ = std::hypot(off.x, off.y);
  drift_rad_ = std::abs(apart(believed.yaw, room_from_robot.yaw));
  if (drift_m_ > config_.beyond_m || drift_rad_ > config_.beyond_rad) {
    room_from_odom_ = seen;
    ++corrections_;
  }
  return true;
}

std::optional<Pose2> DriftCorrection::room_from_robot() const {
  if (!room_from_odom_ || wheels_.empty()) return std::nullopt;
  Pose2 pose = *room_from_odom_ * wheels_.back().odom_from_robot;
  pose.yaw = apart(pose.yaw, 0);
  return pose;
}

}  // namespace tandem
