// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/navigation/path_follower.h"

#include <fmt/format.h>

#include <utility>

#include "messages/nav2_msgs_action.h"

namespace tandem {

namespace {

using Codes = nav2_msgs::action::FollowPath::Result;

double distance(Vec2 a, Vec2 b) { return std::hypot(a.x - b.x, a.y - b.y); }

bool is_touching(const Situation& situation, const Pose2& at) {
  return footprint_cost(situation.local.costs(), situation.footprint, at) == cost::lethal;
}

// Whether the robot touches nothing while it turns somewhere; a round one never does.
bool can_turn(const Situation& situation, const Pose2& from, double angle) {
  if (situation.footprint.is_round()) return true;
  constexpr double step_rad = 0.1;
  const int steps = static_cast<int>(std::ceil(std::abs(angle) / step_rad));
  for (int i = 1; i <= steps; ++i)
    if (is_touching(situation, {from.translation, from.yaw + angle * i / steps})) return false;
  return true;
}

// The same turn the other way around.
double other_way(double angle) { return angle - std::copysign(2 * std::numbers::pi, angle); }

}  // namespace

PathFollower::PathFollower(std::vector<Pose2> path) : path_(std::move(path)) {}

void PathFollower::replace_path(std::vector<Pose2> path) {
  const bool is_same_goal =
      !path.empty() && !path_.path().empty() &&
      distance(path.back().translation, path_.path().back().translation) < 1e-6;
  if (!is_same_goal) has_arrived_ = false;
  path_ = PathProgress(std::move(path));
}

Progress PathFollower::step(const Situation& situation, const FollowerConfig& config,
                            const MotionLimits& limits, const DynamicWindowConfig& window) {
  arc_.clear();
  if (path_.path().empty()) return Progress::failed(Codes::INVALID_PATH, "the path is empty");
  path_.follow(situation.robot.translation);

  // at the goal: first the place, then the heading
  const Pose2& goal = path_.path().back();
  const double left_m = distance(goal.translation, situation.robot.translation);
  constexpr double end_of_path_m = 0.3;  // a path may pass its goal on the way
  if (left_m <= config.goal_tolerance_m && path_.remaining_m() < end_of_path_m) has_arrived_ = true;
  const double farthest_m = 1.5 * config.goal_tolerance_m;  // farther off it has left the goal
  if (has_arrived_ && left_m > farthest_m) has_arrived_ = false;
  const bool gets_on = has_progress(situation, config);
  if (has_arrived_ &&
      std::abs(wrapped(goal.yaw - situation.robot.yaw)) <= config.goal_tolerance_rad)
    return Progress::done();
  // also who is told to turn at its goal may be held, by things or by the collision monitor
  if (!gets_on)
    return Progress::failed(
        Codes::FAILED_TO_MAKE_PROGRESS,
        fmt::format("the robot has not got on for {:g} s", seconds(config.progress_time)));
  if (has_arrived_) {
    const double angle = wrapped(goal.yaw - situation.robot.yaw);
    if (const auto turn = turn_on_the_spot(angle, situation, limits)) return *turn;
    // farther off it would have to come back, with the same heading as now
    if (const auto drive = drive_to_turn(angle, situation, limits, farthest_m - left_m))
      return *drive;
    return Progress::failed(Codes::NO_VALID_CONTROL, "there is no room to turn at the goal");
  }

  // turn towards the path
  const Vec2 ahead = path_.point_at(path_.along_m() + config.turn_distance_m);
  const Vec2 way = ahead - situation.robot.translation;
  if (std::hypot(way.x, way.y) > config.goal_tolerance_m) {
    const double angle = wrapped(std::atan2(way.y, way.x) - situation.robot.yaw);
    if (std::abs(angle) > config.turn_from_rad) is_turning_ = true;
    if (std::abs(angle) < config.turn_until_rad) is_turning_ = false;
    if (is_turning_) {
      if (const auto turn = turn_on_the_spot(angle, situation, limits)) return *turn;
      constexpr double far_m = 1;
      if (const auto drive = drive_to_turn(angle, situation, limits, far_m)) return *drive;
    }
  }

  // drive along it
  auto best = best_trajectory({situation.local.costs(), situation.footprint, path_, situation.robot,
                               situation.velocity, situation.moving},
                              limits, window, oscillation_);
  if (!best) {
    if (!stuck_since_) stuck_since_ = situation.now;
    if (situation.now - *stuck_since_ > config.patience)
      return Progress::failed(
          Codes::PATIENCE_EXCEEDED,
          fmt::format("something has been in the way for {:g} s", seconds(config.patience)));
    return Progress::going({});
  }
  stuck_since_.reset();
  oscillation_.follow(situation.robot, best->velocity);
  arc_ = std::move(best->poses);
  return Progress::going(best->velocity);
}

std::optional<Progress> PathFollower::turn_on_the_spot(double angle, const Situation& situation,
                                                       const MotionLimits& limits) {
  for (const double turn : {angle, other_way(angle)})
    if (can_turn(situation, situation.robot, turn)) return Progress::going(turning(turn, limits));
  return {};
}

std::optional<Progress> PathFollower::drive_to_turn(double angle, const Situation& situation,
                                                    const MotionLimits& limits, double farthest_m) {
  constexpr double step_m = 0.025, speed_mps = 0.12;
  bool is_free[2]{true, true};
  for (double away = step_m; away <= farthest_m; away += step_m)
    for (const int forwards : {0, 1}) {
      if (!is_free[forwards]) continue;
      const double signed_m = forwards ? away : -away;
      const Pose2 there{situation.robot * Vec2{signed_m, 0}, situation.robot.yaw};
      if (is_touching(situation, there)) {
        is_free[forwards] = false;
      } else if (can_turn(situation, there, angle) ||
                 can_turn(situation, there, other_way(angle))) {
        return Progress::going(
            {std::copysign(std::min(speed_mps, limits.max_speed_mps), signed_m), 0});
      }
    }
  return {};
}

bool PathFollower::has_progress(const Situation& situation, const FollowerConfig& config) {
  constexpr double most_turns_rad = 2 * std::numbers::pi;  // who turns on and on does not get on
  const bool has_moved =
      !progress_from_ ||
      distance(progress_from_->translation, situation.robot.translation) > config.progress_m;
  const double turn = has_moved ? 0 : std::abs(wrapped(progress_from_->yaw - situation.robot.yaw));
  if (has_moved) turned_rad_ = 0;
  if (has_moved || (turn > config.progress_rad && turned_rad_ < most_turns_rad)) {
    turned_rad_ += turn;
    progress_from_ =
        has_moved ? situation.robot : Pose2{progress_from_->translation, situation.robot.yaw};
    progress_at_ = situation.now;
  }
  return situation.now - progress_at_ <= config.progress_time;
}

bool PathFollower::is_blocked(const Situation& situation, double ahead_m) const {
  const Costmap& costmap = situation.local.costs();
  const double end = path_.along_m() + ahead_m;
  // what is under the robot itself is looked at by others
  double along = path_.along_m() + situation.footprint.inscribed_m();
  for (; along < std::min(end, path_.length_m()); along += costmap.frame().resolution_m)
    if (cost::is_blocked(costmap.at(path_.point_at(along)))) return true;
  return false;
}

}  // namespace tandem
