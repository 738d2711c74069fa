// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <utility>

#include "autonomy/navigation/error_codes.h"
#include "autonomy/navigation/navigator_node.h"
#include "messages/time.h"

// The goals of a navigator: from messages to work.
namespace tandem {

namespace {

using namespace nav2_msgs::action;

bool is_finite(const geometry_msgs::msg::Pose& pose) {
  const auto& [x, y, z] = std::tie(pose.position.x, pose.position.y, pose.position.z);
  const auto& turned = pose.orientation;
  return std::isfinite(x + y + z + turned.x + turned.y + turned.z + turned.w);
}

template <Action A>
void refuse(ServerGoal<A>& goal, std::uint16_t code, const std::string& why) {
  typename A::Result result;
  result.error_code = code;
  result.error_msg = why;
  goal.abort(result);
}

}  // namespace

geometry_msgs::msg::PoseStamped to_message(const Pose2& pose, const std::string& frame,
                                           SimTime time) {
  return {.header = {.stamp = to_message_time(time), .frame_id = frame},
          .pose = {.position = {.x = pose.translation.x, .y = pose.translation.y},
                   .orientation = {.z = std::sin(pose.yaw / 2), .w = std::cos(pose.yaw / 2)}}};
}

// Poses in the navigator's frame; the goal is over when one is wrong.
template <Action A>
std::optional<std::vector<Pose2>> NavigatorNode::read_poses(
    Goal<A>& goal, const std::vector<geometry_msgs::msg::PoseStamped>& poses) {
  constexpr bool is_path = std::same_as<A, FollowPath>;
  const auto fail = [&](std::uint16_t code_of_part, const std::string& why) {
    const std::uint16_t code = code_for<A>(code_of_part);
    node_.log(LogLevel::warning, fmt::format("a goal is refused: {} (error {})", why, code));
    refuse(goal, code, why);
    return std::nullopt;
  };
  if (poses.empty())
    return fail(is_path ? FollowPath::Result::INVALID_PATH
                        : ComputePathThroughPoses::Result::NO_VIAPOINTS_GIVEN,
                "there are no poses");
  senses_->update();
  std::vector<Pose2> all;
  for (const geometry_msgs::msg::PoseStamped& pose : poses) {
    if (!is_finite(pose.pose))
      return fail(
          is_path ? FollowPath::Result::INVALID_PATH : ComputePathToPose::Result::GOAL_OUTSIDE_MAP,
          "a pose has values that are no numbers");
    const Result<Pose2> placed = senses_->in_frame(pose);
    if (!placed)
      return fail(is_path ? FollowPath::Result::TF_ERROR : ComputePathToPose::Result::TF_ERROR,
                  placed.error());
    all.push_back(*placed);
  }
  return all;
}

void NavigatorNode::navigate_to(Goal<NavigateToPose> goal) {
  auto poses = read_poses(goal, {goal.goal().pose});
  if (!poses) return;
  const Vec2 at = poses->front().translation;
  const std::string name = fmt::format("navigate_to_pose ({:.2f}, {:.2f})", at.x, at.y);
  pursue(std::make_unique<ActionPursuit<NavigateToPose, JourneyTo>>(
      name, std::move(goal), JourneyTo(*std::move(poses), config_), node_.now()));
}

void NavigatorNode::navigate_through(Goal<NavigateThroughPoses> goal) {
  auto poses = read_poses(goal, goal.goal().poses);
  if (!poses) return;
  pursue(std::make_unique<ActionPursuit<NavigateThroughPoses, JourneyTo>>(
      "navigate_through_poses", std::move(goal), JourneyTo(*std::move(poses), config_),
      node_.now()));
}

void NavigatorNode::follow_waypoints(Goal<FollowWaypoints> goal) {
  auto poses = read_poses(goal, goal.goal().poses);
  if (!poses) return;
  const std::uint32_t first = goal.goal().goal_index;
  if (first >= poses->size()) {
    refuse(goal, FollowWaypoints::Result::UNKNOWN,
           fmt::format("goal_index is {}, of {} poses", first, poses->size()));
    return;
  }
  const std::uint32_t more_rounds = goal.goal().number_of_loops;
  pursue(std::make_unique<ActionPursuit<FollowWaypoints, WaypointTour>>(
      "follow_waypoints", std::move(goal),
      WaypointTour(*std::move(poses), first, more_rounds, config_), node_.now()));
}

void NavigatorNode::follow_path(Goal<FollowPath> goal) {
  std::vector<geometry_msgs::msg::PoseStamped> given = goal.goal().path.poses;
  for (auto& pose : given)
    if (pose.header.frame_id.empty()) pose.header.frame_id = goal.goal().path.header.frame_id;
  auto poses = read_poses(goal, given);
  if (!poses) return;
  pursue(std::make_unique<ActionPursuit<FollowPath, PathErrand>>(
      "follow_path", std::move(goal), PathErrand{PathFollower(*std::move(poses)), &config_},
      node_.now()));
}

template <Action A, class Maneuver>
void NavigatorNode::perform(const std::string& name, Goal<A> goal, Maneuver maneuver) {
  pursue(std::make_unique<ActionPursuit<A, ManeuverErrand<Maneuver>>>(
      name, std::move(goal), ManeuverErrand<Maneuver>{std::move(maneuver), &config_}, node_.now()));
}

template <Action A>
void NavigatorNode::compute_path(Goal<A> goal,
                                 const std::vector<geometry_msgs::msg::PoseStamped>& poses) {
  const auto goals = read_poses(goal, poses);
  if (!goals) return;
  // from anywhere else, what it saw last will do, if it has ever been anywhere
  if (const auto loss = senses_->loss(); loss && !(goal.goal().use_start && senses_->is_placed())) {
    refuse(goal, A::Result::TF_ERROR, loss->what);
    return;
  }
  Situation situation = senses_->situation(plans_);
  if (goal.goal().use_start) {
    const auto start = read_poses(goal, {goal.goal().start});
    if (!start) return;
    situation.robot = start->front();
  }
  const Duration planned = plans_.spent;
  const Plan plan = plan_through(situation, *goals, config_.planner);
  typename A::Result result;
  result.planning_time = to_message_duration(plans_.spent - planned);
  result.path.header = {.stamp = to_message_time(node_.now()), .frame_id = senses_->frame()};
  for (const Pose2& pose : plan.path)
    result.path.poses.push_back(to_message(pose, senses_->frame(), node_.now()));
  if (plan) {
    plan_.publish(result.path);
    goal.succeed(result);
    return;
  }
  result.error_code = code_for<A>(plan.error_code);
  result.error_msg = plan.error;
  goal.abort(result);
}

void NavigatorNode::hear_goal(const geometry_msgs::msg::PoseStamped& pose) {
  const Result<Pose2> placed = senses_->in_frame(pose);
  if (placed && pursuit_ && pursuit_->aims_at(*placed)) return;  // it came as an action too
  own_goals_.send_goal({.pose = pose}, {});
}

void NavigatorNode::when_ready(std::function<void()> begin) {
  if (is_ready_)
    begin();
  else
    early_goals_.push_back(std::move(begin));
}

template <Action A, class Begin>
ActionServer<A> NavigatorNode::serve(const std::string& name, Begin begin) {
  return node_.action_server<A>(name, {.execute = [this, begin](const Goal<A>& goal) {
                                  when_ready([begin, goal] { begin(goal); });
                                }});
}

void NavigatorNode::serve_actions() {
  using nav2_msgs::action::BackUp, nav2_msgs::action::Spin, nav2_msgs::action::Wait;
  navigate_to_pose_ = serve<NavigateToPose>(
      "navigate_to_pose", [this](const Goal<NavigateToPose>& goal) { navigate_to(goal); });
  navigate_through_poses_ = serve<NavigateThroughPoses>(
      "navigate_through_poses",
      [this](const Goal<NavigateThroughPoses>& goal) { navigate_through(goal); });
  follow_waypoints_ = serve<FollowWaypoints>(
      "follow_waypoints", [this](const Goal<FollowWaypoints>& goal) { follow_waypoints(goal); });
  follow_path_ =
      serve<FollowPath>("follow_path", [this](const Goal<FollowPath>& goal) { follow_path(goal); });
  compute_path_to_pose_ = serve<ComputePathToPose>(
      "compute_path_to_pose",
      [this](const Goal<ComputePathToPose>& goal) { compute_path(goal, {goal.goal().goal}); });
  compute_path_through_poses_ = serve<ComputePathThroughPoses>(
      "compute_path_through_poses",
      [this](const Goal<ComputePathThroughPoses>& goal) { compute_path(goal, goal.goal().goals); });
  spin_ = serve<Spin>("spin", [this](Goal<Spin> goal) {
    const Spin::Goal& asked = goal.goal();
    if (!std::isfinite(asked.target_yaw))
      return refuse(goal, Spin::Result::UNKNOWN, "target_yaw is no number");
    perform("spin", goal, tandem::Spin(asked.target_yaw, to_duration(asked.time_allowance)));
  });
  back_up_ = serve<BackUp>("backup", [this](Goal<BackUp> goal) {
    const BackUp::Goal& asked = goal.goal();
    // Nav2 takes distance and speed with either sign
    const double distance = std::abs(asked.target.x), speed = std::abs(asked.speed);
    if (!std::isfinite(distance) || !(speed > 0) || asked.target.y != 0 || asked.target.z != 0)
      return refuse(goal, BackUp::Result::INVALID_INPUT,
                    "backup wants target.x and a speed, and goes straight");
    perform("backup", goal, tandem::BackUp(distance, speed, to_duration(asked.time_allowance)));
  });
  wait_ = serve<Wait>("wait", [this](const Goal<Wait>& goal) {
    perform("wait", goal, tandem::Wait(to_duration(goal.goal().time)));
  });
}

}  // namespace tandem
