// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "autonomy/behavior/planar.h"
#include "messages/nav2_msgs_action.h"
#include "messages/nav_msgs.h"
#include "messages/tandem_msgs.h"
#include "messages/tf2_msgs.h"
#include "messages/time.h"
#include "middleware/node.h"
#include "middleware/transform_broadcaster.h"

namespace tandem {

// A floor with a robot that does at once what it is told, and is where it believes to be: odometry,
// transforms, and the wheels.
class TestFloor {
 public:
  explicit TestFloor(const NodeOptions& options) : node_("floor", options) {}

  Pose2 map_from_base;
  Twist2 command;
  bool has_odometry = true;
  bool is_tracked = true;  // somebody tells where it is on the map

 private:
  void step() {
    const Pose2 moved{{0.01 * command.linear, 0}, 0.01 * command.angular};
    map_from_base = map_from_base * moved;
    if (!has_odometry) return;
    nav_msgs::msg::Odometry odometry;
    odometry.header = {.stamp = to_message_time(node_.now()), .frame_id = "r/odom"};
    odometry.child_frame_id = "r/base_link";
    odometry.pose.pose = to_pose_stamped(map_from_base, "").pose;
    odometry.twist.twist.linear.x = command.linear;
    odometry_.publish(odometry);
    if (!is_tracked) return;
    geometry_msgs::msg::TransformStamped transform{.header = odometry.header,
                                                   .child_frame_id = "r/base_link"};
    transform.header.frame_id = "map";
    transform.transform.translation = {map_from_base.translation.x, map_from_base.translation.y, 0};
    transform.transform.rotation = odometry.pose.pose.orientation;
    transforms_.publish({.transforms = {transform}});
  }

  Node node_;
  Publisher<nav_msgs::msg::Odometry> odometry_ = node_.publisher<nav_msgs::msg::Odometry>("odom");
  Publisher<tf2_msgs::msg::TFMessage> transforms_ =
      node_.publisher<tf2_msgs::msg::TFMessage>("/tf", qos::tf);
  Subscription wheels_ = node_.subscribe<geometry_msgs::msg::Twist>(
      "cmd_vel", qos::reliable, [this](const geometry_msgs::msg::Twist& twist) {
        command = {twist.linear.x, twist.angular.z};
      });
  Timer timer_ = node_.timer(10ms, [this] { step(); });
};

// Takes the robot straight to its goals at 0.5 m/s, unless they cannot be reached.
class TestNavigator {
 public:
  TestNavigator(const NodeOptions& options, TestFloor& floor)
      : floor_(floor), node_("navigator", options) {}

  std::function<bool(Vec2)> is_reachable = [](Vec2) { return true; };
  std::uint16_t refusal = 308;
  std::vector<Vec2> goals;
  std::vector<Vec2> turns;  // where it was told to turn on the spot, which it does at 2 rad/s
  bool has_room_to_turn = true;
  int canceled = 0;

 private:
  using NavigateToPose = nav2_msgs::action::NavigateToPose;
  using Spin = nav2_msgs::action::Spin;
  using Goal = ServerGoal<NavigateToPose>;

  void step() {
    if (!goal_) return;
    Goal goal = *goal_;
    const Pose2 target = to_pose2(goal.goal().pose.pose);
    const Vec2 way = target.translation - floor_.map_from_base.translation;
    const double left = distance(way, {});
    if (!is_reachable(target.translation)) {
      goal_.reset();
      goal.abort({.error_code = refusal, .error_msg = "there is no way to it"});
    } else if (left < 0.01) {
      floor_.map_from_base = target;
      goal_.reset();
      goal.succeed();
    } else {
      floor_.map_from_base.translation =
          floor_.map_from_base.translation + std::min(1.0, 0.01 / left) * way;
      floor_.map_from_base.yaw = std::atan2(way.y, way.x);
    }
  }

  void turn() {
    if (!turn_) return;
    ServerGoal<Spin> goal = *turn_;
    if (has_room_to_turn) floor_.map_from_base.yaw += 0.04;
    left_rad_ -= 0.04;
    if (has_room_to_turn && left_rad_ > 0) return;
    turn_.reset();
    if (has_room_to_turn)
      goal.succeed();
    else
      goal.abort({.error_code = Spin::Result::COLLISION_AHEAD, .error_msg = "no room"});
  }

  TestFloor& floor_;
  Node node_;
  std::optional<Goal> goal_;
  std::optional<ServerGoal<Spin>> turn_;
  double left_rad_ = 0;
  ActionServer<NavigateToPose> server_ = node_.action_server<NavigateToPose>(
      "navigate_to_pose", {.execute =
                               [this](Goal goal) {
                                 goals.push_back(to_pose2(goal.goal().pose.pose).translation);
                                 std::optional<Goal> old = std::exchange(goal_, std::move(goal));
                                 if (old) old->abort({.error_msg = "another goal took its place"});
                               },
                           .on_canceling =
                               [this](Goal goal) {
                                 if (goal_ == goal) goal_.reset();
                                 ++canceled;
                                 goal.cancel();
                               }});
  ActionServer<Spin> turns_ =
      node_.action_server<Spin>("spin", {.execute =
                                             [this](ServerGoal<Spin> goal) {
                                               turns.push_back(floor_.map_from_base.translation);
                                               left_rad_ = goal.goal().target_yaw;
                                               turn_ = std::move(goal);
                                             },
                                         .on_canceling =
                                             [this](ServerGoal<Spin> goal) {
                                               turn_.reset();
                                               goal.cancel();
                                             }});
  Timer timer_ = node_.timer(20ms, [this] {
    step();
    turn();
  });
};

// Sees what the test wants it to see, 15 times a second while a processor is selected.
class TestPerception {
 public:
  TestPerception(const NodeOptions& options, std::function<tandem_msgs::msg::Sight()> see)
      : see_(std::move(see)), node_("perception", options) {}

  std::string processor;
  std::vector<std::string> labels;
  bool has_camera = true;

 private:
  using Select = tandem_msgs::srv::SelectProcessor;
  void look() {
    if (processor.empty() || !has_camera) return;
    tandem_msgs::msg::Sight sight = see_();
    sight.header = {.stamp = to_message_time(node_.now()), .frame_id = "r/base_link"};
    sight.processor = processor;
    sights_.publish(sight);
  }

  const std::function<tandem_msgs::msg::Sight()> see_;
  Node node_;
  Publisher<tandem_msgs::msg::Sight> sights_ =
      node_.publisher<tandem_msgs::msg::Sight>("perception/sight");
  Server select_ = node_.serve<Select>("perception/select", [this](const Select::Request& request) {
    if (request.processor == "ghosts")
      return Select::Response{.success = false, .message = "there is no processor 'ghosts'"};
    processor = request.processor;
    labels = request.labels;
    return Select::Response{.success = true};
  });
  Timer timer_ = node_.timer(66ms, [this] { look(); });
};

}  // namespace tandem
