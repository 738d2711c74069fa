// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/line_following/align_to_line.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "autonomy/behavior/approach.h"
#include "autonomy/behavior/planar.h"

namespace tandem {

namespace {

constexpr double onto_m = 0.03;  // so near is on the line
constexpr double turned_rad = 0.04;
constexpr double turn_gain = 2.5;         // rad/s for each radian
constexpr double least_turn_radps = 0.1;  // slower, friction holds some robots
constexpr double memory_m = 0.12;         // beyond what the camera does not see
constexpr int sights_needed = 2;

double direction_of(const std::vector<Vec2>& curve) {
  const Vec2 way = curve[std::min<std::size_t>(curve.size() - 1, 5)] - curve[0];
  return std::atan2(way.y, way.x);
}

}  // namespace

std::vector<std::string> AlignToLine::outcomes() {
  return {"aligned",         "blocked",       "lost",          "camera_lost",
          "perception_lost", "odometry_lost", "tracking_lost", "robot_stuck"};
}

void AlignToLine::begin(const Goal& goal, SimTime now) {
  phase_ = Phase::drive;
  since_ = now;
  hint_.reset();
  if (!goal.poses.empty()) hint_ = to_pose2(goal.poses.front().pose).translation;
  place_.reset();
  direction_rad_.reset();
  has_turned_back_ = false;
  seen_ahead_ = 0;
}

void AlignToLine::look(const SeenLine& seen, SimTime now) {
  const std::vector<Vec2>& curve = seen.curve_in_base;
  const double away = curve.empty() ? 0 : distance(curve[0], {});
  const bool is_ahead = !curve.empty() && away < config_.trail.reach_m &&
                        std::abs(std::atan2(curve[0].y, curve[0].x)) < std::numbers::pi / 4;
  seen_ahead_ = is_ahead ? seen_ahead_ + 1 : 0;
  if (phase_ != Phase::drive || curve.empty()) return;
  // near to it, the nearest place is where the camera does not see it: what it saw before counts
  if (place_ && direction_rad_ && away < config_.trail.blind_m + memory_m) return;
  double direction = direction_of(curve) + seen.odom_from_base.yaw;
  if (direction_rad_ && std::cos(direction - *direction_rad_) < 0) direction += std::numbers::pi;
  place_ = seen.odom_from_base * curve[0];
  direction_rad_ = direction;
  since_ = now;
}

LineSkill::Move AlignToLine::move(const Pose2& odom_from_base, SimTime now) {
  switch (phase_) {
    case Phase::drive:
      return drive(odom_from_base, now);
    case Phase::turn:
      return turn(odom_from_base, now);
    case Phase::check:
      return check(now);
  }
  return {};
}

// What stands on the floor and looks like a line is none.
std::optional<Skill::Result> AlignToLine::blocked() {
  Result result{.outcome = "blocked", .message = "something stands between the robot and the line"};
  const auto odom_from_base = whereabouts_.odometry().latest();
  const auto global_from_base = whereabouts_.global_from_base();
  if (place_ && odom_from_base && global_from_base)
    result.poses.push_back(
        to_pose_stamped({*global_from_base * (inverse(*odom_from_base) * *place_), 0},
                        whereabouts_.global_frame()));
  return result;
}

LineSkill::Move AlignToLine::drive(const Pose2& odom_from_base, SimTime now) {
  const auto lost = [](const std::string& why) {
    return Move{.result = Result{.outcome = "lost", .message = why}};
  };
  if (!place_ && hint_)
    if (const auto global_from_base = whereabouts_.global_from_base())
      place_ = odom_from_base * (inverse(*global_from_base) * *hint_);
  if (!place_) {
    if (now - since_ > config_.lost_after) return lost("there is no line to be seen");
    return {};
  }
  const ApproachLimits limits{.stop_at_m = onto_m,
                              .max_speed_mps = config_.alignment.speed_mps,
                              .max_turn_radps = config_.alignment.turn_radps};
  if (const auto twist = drive_towards(inverse(odom_from_base) * *place_, limits)) return {*twist};
  if (!direction_rad_) return lost("there is no line any more where one was seen");
  phase_ = Phase::turn;
  since_ = now;
  return {};
}

LineSkill::Move AlignToLine::turn(const Pose2& odom_from_base, SimTime now) {
  const double error = wrap_angle(*direction_rad_ - odom_from_base.yaw);
  if (std::abs(error) > turned_rad) {
    const double most = config_.alignment.turn_radps;
    const double rate = std::clamp(turn_gain * std::abs(error), least_turn_radps, most);
    return {{0, std::copysign(rate, error)}};
  }
  phase_ = Phase::check;
  since_ = now;
  seen_ahead_ = 0;
  return {};
}

// Looks along the line, and the line is there: else it is its end, and it goes the other way.
LineSkill::Move AlignToLine::check(SimTime now) {
  if (seen_ahead_ >= sights_needed)
    return {.result = Result{.outcome = "aligned", .message = "on the line, and looks along it"}};
  if (now - since_ <= config_.lost_after) return {};
  if (has_turned_back_)
    return {.result = Result{.outcome = "lost", .message = "the line leads nowhere from here"}};
  has_turned_back_ = true;
  *direction_rad_ += std::numbers::pi;
  phase_ = Phase::turn;
  since_ = now;
  return {};
}

Skill::Feedback AlignToLine::feedback() const {
  switch (phase_) {
    case Phase::drive:
      return {.message = "driving onto the line", .progress = -1};
    case Phase::turn:
      return {.message = "turning along the line", .progress = -1};
    case Phase::check:
      return {.message = "looking along the line", .progress = -1};
  }
  return {.progress = -1};
}

}  // namespace tandem
