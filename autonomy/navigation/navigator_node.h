// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "autonomy/navigation/motion.h"
#include "autonomy/navigation/navigation_config.h"
#include "autonomy/navigation/pursuit.h"
#include "autonomy/navigation/senses.h"
#include "autonomy/navigation/way_out.h"
#include "base/histogram.h"
#include "messages/geometry_msgs.h"
#include "messages/nav2_msgs_action.h"
#include "messages/nav2_msgs_srv.h"
#include "messages/nav_msgs.h"
#include "middleware/node.h"

namespace tandem {

// What a navigator made of one period, for who wants to know why it did what it did.
struct NavigatorDecision {
  Twist2 wanted;  // by the goal
  bool gives_way = false;
  MonitorAction monitor = MonitorAction::pass;
  Twist2 sent;
  std::vector<SeenPoint> moving;   // what it takes to move, in its frame,
  std::vector<SeenPoint> resting;  // and what may set out again, each way that it may go
};

// Takes a robot where it is told to, with the interfaces of Nav2 (docs/navigation.md): one goal at
// a time, the newest. Everything runs on the node's thread, 20 times a second.
class NavigatorNode {
 public:
  explicit NavigatorNode(const NodeOptions& options);
  ~NavigatorNode();  // the robot stops

  // CPU time of one plan, and of one period without planning.
  const DurationHistogram& planning_times() const { return plans_.times; }
  const DurationHistogram& control_times() const { return control_times_; }
  const NavigatorDecision& last_decision() const { return decision_; }
  Node& node() { return node_; }

 private:
  template <Action A>
  using Goal = ServerGoal<A>;

  // one period
  void control();
  void become_ready();
  void work(const Situation& situation);
  Twist2 give_way(const Twist2& wanted, const Situation& situation);
  void drive(const Twist2& wanted);
  void end_pursuit(const PursuitEnding& ending);
  void stand();

  // goals
  void pursue(std::unique_ptr<Pursuit> pursuit);
  template <Action A>
  std::optional<std::vector<Pose2>> read_poses(
      Goal<A>& goal, const std::vector<geometry_msgs::msg::PoseStamped>& poses);
  template <Action A, class Maneuver>
  void perform(const std::string& name, Goal<A> goal, Maneuver maneuver);
  template <Action A>
  void compute_path(Goal<A> goal, const std::vector<geometry_msgs::msg::PoseStamped>& poses);
  void navigate_to(Goal<nav2_msgs::action::NavigateToPose> goal);
  void navigate_through(Goal<nav2_msgs::action::NavigateThroughPoses> goal);
  void follow_waypoints(Goal<nav2_msgs::action::FollowWaypoints> goal);
  void follow_path(Goal<nav2_msgs::action::FollowPath> goal);
  void hear_goal(const geometry_msgs::msg::PoseStamped& pose);
  void serve_actions();
  template <Action A, class Begin>
  ActionServer<A> serve(const std::string& name, Begin begin);
  // Goals that come while the first transforms and scans are under way wait for them.
  void when_ready(std::function<void()> begin);

  // what people see
  void publish_paths();
  void publish_costmap(LayeredCostmap& costmap, Publisher<nav_msgs::msg::OccupancyGrid>& topic);
  void publish_footprint(SimTime now);

  Node node_;
  NavigationConfig config_;
  bool sends_stamped_ = false;
  std::optional<Senses> senses_;
  VelocitySmoother smoother_;
  WayOut way_out_;
  NavigatorDecision decision_;
  std::unique_ptr<Pursuit> pursuit_;
  bool is_ready_ = false;
  std::vector<std::function<void()>> early_goals_;
  std::optional<SimTime> first_look_;
  int zeros_left_ = 0;  // to send to the motors after a goal
  SimTime told_at_{}, global_shown_at_{}, local_shown_at_{};
  const Pose2* shown_path_ = nullptr;
  PlanMeter plans_;
  DurationHistogram control_times_;

  Publisher<geometry_msgs::msg::Twist> commands_;
  Publisher<geometry_msgs::msg::TwistStamped> stamped_commands_;
  Publisher<nav_msgs::msg::Path> plan_, local_plan_;
  Publisher<nav_msgs::msg::OccupancyGrid> global_topic_, local_topic_;
  Publisher<geometry_msgs::msg::PolygonStamped> footprint_topic_;
  Subscription goal_topic_;
  std::vector<Server> services_;
  ActionServer<nav2_msgs::action::NavigateToPose> navigate_to_pose_;
  ActionServer<nav2_msgs::action::NavigateThroughPoses> navigate_through_poses_;
  ActionServer<nav2_msgs::action::FollowWaypoints> follow_waypoints_;
  ActionServer<nav2_msgs::action::ComputePathToPose> compute_path_to_pose_;
  ActionServer<nav2_msgs::action::ComputePathThroughPoses> compute_path_through_poses_;
  ActionServer<nav2_msgs::action::FollowPath> follow_path_;
  ActionServer<nav2_msgs::action::Spin> spin_;
  ActionServer<nav2_msgs::action::BackUp> back_up_;
  ActionServer<nav2_msgs::action::Wait> wait_;
  ActionClient<nav2_msgs::action::NavigateToPose> own_goals_;  // for the topic goal_pose
  Timer timer_;
};

}  // namespace tandem
