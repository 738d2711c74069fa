// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/line_following/follow_line.h"

#include <fmt/format.h>

#include <cmath>

#include "autonomy/behavior/planar.h"

namespace tandem {

namespace {

constexpr double end_m = 0.01;  // so near is at the end of the line

}  // namespace

FollowLine::FollowLine(Node& node, Whereabouts& whereabouts, Sights& sights, const WayAhead& way,
                       const LineFollowerConfig& config)
    : LineSkill(node, whereabouts, sights, way, config),
      trail_(config.trail),
      steering_(config.steering) {}

std::vector<std::string> FollowLine::outcomes() {
  return {"ended",         "lost",          "camera_lost", "perception_lost",
          "odometry_lost", "tracking_lost", "robot_stuck"};
}

void FollowLine::begin(const Goal&, SimTime now) {
  trail_ = LineTrail(config_.trail);
  retune();
  begin_ = last_ = now;
  last_place_.reset();
  followed_m_ = 0;
  beside_m_ = 0;
}

void FollowLine::look(const SeenLine& seen, SimTime) {
  trail_.see(seen.odom_from_base, seen.curve_in_base);
}

LineSkill::Move FollowLine::move(const Pose2& odom_from_base, SimTime now) {
  const Duration since_last = now - last_;
  last_ = now;
  if (last_place_) followed_m_ += distance(*last_place_, odom_from_base.translation);
  last_place_ = odom_from_base.translation;
  const auto position = trail_.position(odom_from_base);
  if (!position) {
    if (now - begin_ <= config_.lost_after) return {};
    return {.result = Result{.outcome = "lost", .message = "there is no line before the robot"}};
  }
  beside_m_ = position->lateral_m;
  if (position->ahead_m > end_m) return {steering_.steer(*position, since_last)};
  Result result{.outcome = "ended",
                .message = fmt::format("the line ends after {:.2f} m", followed_m_)};
  if (const auto base = whereabouts_.global_from_base())
    result.poses.push_back(to_pose_stamped(*base, whereabouts_.global_frame()));
  return {.result = result};
}

Skill::Feedback FollowLine::feedback() const {
  if (is_waiting()) return {.message = "waiting: something stands on the line", .progress = -1};
  return {.message = fmt::format("{:.1f} m along the line, {:.0f} mm beside it", followed_m_,
                                 1000 * std::abs(beside_m_)),
          .progress = -1};
}

}  // namespace tandem
