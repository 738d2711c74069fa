// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/navigation/journey_to.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "autonomy/navigation/cpu_time.h"
#include "messages/nav2_msgs_action.h"

namespace tandem {

namespace {

using PlanCodes = nav2_msgs::action::ComputePathToPose::Result;

// Plans, and notes what that takes.
template <class Planning>
auto metered(const Situation& situation, Planning planning) {
  const Duration begin = thread_cpu_time();
  auto plan = planning();
  const Duration spent = thread_cpu_time() - begin;
  situation.meter.times.add(spent);
  situation.meter.spent += spent;
  return plan;
}

Plan plan_parts(const Costmap& costs, const Situation& situation, const std::vector<Pose2>& goals,
                const PlannerConfig& config) {
  Plan whole;
  Pose2 from = situation.robot;
  for (const Pose2& goal : goals) {
    Plan part = plan_path(costs, situation.footprint, from, goal, config);
    if (!part) return part;
    whole.path.insert(whole.path.end(), part.path.begin() + (whole.path.empty() ? 0 : 1),
                      part.path.end());
    from = goal;
  }
  return whole;
}

}  // namespace

Plan plan_through(const Situation& situation, const std::vector<Pose2>& goals,
                  const PlannerConfig& config) {
  return metered(situation,
                 [&] { return plan_parts(situation.global.costs(), situation, goals, config); });
}

JourneyTo::JourneyTo(std::vector<Pose2> goals, const NavigationConfig& config)
    : goals_(std::move(goals)), config_(&config) {}

Progress JourneyTo::step(const Situation& situation) {
  if (!begin_) begin_ = situation.now;
  elapsed_ = situation.now - *begin_;

  if (maneuver_) {
    const Progress progress = std::visit(
        [&](auto& maneuver) { return maneuver.step(situation, config_->limits); }, *maneuver_);
    if (!progress.ending) return progress;
    maneuver_.reset();  // whether it went well or not, the way is tried again
    planned_at_.reset();
  }

  pass_goals(situation);
  if (const auto failure = plan(situation)) return *failure;
  const Progress progress =
      follower_.step(situation, config_->follower, config_->limits, config_->window);
  least_left_m_ = std::min(least_left_m_, follower_.path().remaining_m());
  if (!progress.ending || progress.ending->is_success()) return progress;
  return recover(situation, *progress.ending);
}

void JourneyTo::pass_goals(const Situation& situation) {
  while (goals_.size() > 1) {
    const Vec2 off = goals_.front().translation - situation.robot.translation;
    if (std::hypot(off.x, off.y) > config_->routing.passing_radius_m) return;
    goals_.erase(goals_.begin());
  }
}

// Plans if it is time to; what to do instead of following when that fails.
std::optional<Progress> JourneyTo::plan(const Situation& situation) {
  const RoutingConfig& routing = config_->routing;
  if (planned_at_) {
    const Duration age = situation.now - *planned_at_;
    const bool is_due =
        age >= routing.replan_period || (age >= routing.shortest_replan_period &&
                                         follower_.is_blocked(situation, routing.look_ahead_m));
    if (!is_due || follower_.is_at_goal()) return {};
  }
  planned_at_ = situation.now;
  Plan found = plan_through(situation, goals_, config_->planner);
  if (found) {
    if (has_path_)
      follower_.replace_path(std::move(found.path));
    else
      follower_ = PathFollower(std::move(found.path));
    has_path_ = has_new_path_ = true;
    return {};
  }
  const PursuitEnding why{found.error_code, found.error};
  if (is_hopeless(situation, found)) return Progress{{}, why};
  // something is in the way farther on, and may be gone when the robot gets there
  if (has_path_ && !follower_.is_blocked(situation, routing.look_ahead_m)) return {};
  return recover(situation, why);
}

bool JourneyTo::is_hopeless(const Situation& situation, const Plan& plan) const {
  if (plan.error_code == PlanCodes::GOAL_OUTSIDE_MAP) return true;
  if (plan.error_code != PlanCodes::GOAL_OCCUPIED) return false;
  return std::ranges::any_of(goals_, [&](const Pose2& goal) {
    return situation.global.is_mapped_near(goal.translation, situation.footprint.inscribed_m());
  });
}

Progress JourneyTo::recover(const Situation& situation, const PursuitEnding& why) {
  const RecoveryConfig& recovery = config_->recovery;
  // Who came nearer to its goal than it has ever been begins from the first one again. Nothing else
  // counts as getting on: of two ways that are blocked each is free again for who has forgotten it,
  // and between them one could drive for ever.
  constexpr double got_on_m = 0.5;
  if (least_left_m_ < got_on_at_m_ - got_on_m) {
    attempts_ = 0;
    got_on_at_m_ = least_left_m_;
  }
  if (attempts_ >= recovery.retries) return Progress{{}, why};
  const Recovery next = recovery_of(attempts_++);
  ++recoveries_;
  news_ = fmt::format("{}: the robot {}", why.error, to_string(next));
  has_path_ = false;
  planned_at_.reset();
  follower_ = {};
  switch (next) {
    case Recovery::clear_costmaps:
      situation.global.clear();
      situation.local.clear();
      maneuver_ = Wait(500ms);  // until sensors have looked again
      break;
    case Recovery::spin:
      maneuver_ = Spin(recovery.spin_rad, 10s);
      break;
    case Recovery::wait:
      maneuver_ = Wait(recovery.wait);
      break;
    case Recovery::back_up:
      maneuver_ = BackUp(recovery.back_up_m, recovery.back_up_speed_mps, 10s);
      break;
    case Recovery::make_room:
      maneuver_ = metered(situation, [&] { return make_room(situation); });
      break;
  }
  return Progress::going({});
}

// Away from what stands in the way that the map alone would have; nothing to do where nothing does,
// or there is nowhere to go.
JourneyTo::Maneuver JourneyTo::make_room(const Situation& situation) const {
  const RecoveryConfig& recovery = config_->recovery;
  const Costmap& costs = situation.global.costs();
  const Plan way = plan_parts(situation.global.mapped_costs(), situation, goals_, config_->planner);
  const auto obstacle = std::ranges::find_if(
      way.path, [&](const Pose2& pose) { return cost::is_blocked(costs.at(pose.translation)); });
  if (recovery.room_m <= 0 || obstacle == way.path.end()) return Wait(Duration::zero());
  Plan away = plan_away(costs, situation.footprint, situation.robot, obstacle->translation,
                        recovery.room_m, config_->planner);
  if (!away) return Wait(Duration::zero());
  return Retreat(std::move(away.path), recovery.wait, *config_);
}

}  // namespace tandem
