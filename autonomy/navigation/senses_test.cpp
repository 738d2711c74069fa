// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/navigation/senses.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>

#include "autonomy/navigation/navigator_node.h"
#include "messages/nav2_msgs_action.h"
#include "messages/tf2_msgs.h"
#include "messages/time.h"
#include "middleware/lockstep.h"

namespace tandem {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// What a robot without wheels or eyes would tell: all is said by the test.
class SpokenRobot : public testing::Test {
 protected:
  NodeOptions options() { return {.ns = "/r", .context = lockstep_.context()}; }
  void run(Duration lasts) {
    for (const SimTime end = now_ + lasts; now_ < end;) {
      now_ += 10ms;
      ASSERT_TRUE(lockstep_.advance(now_));
    }
  }
  std_msgs::msg::Header header(const std::string& frame) const {
    return {.stamp = to_message_time(now_), .frame_id = frame};
  }
  void tell_odometry() { odometry_.publish({.header = header("odom"), .child_frame_id = "base"}); }
  void tell_place(const std::string& frame = "map") {
    geometry_msgs::msg::TransformStamped place{.header = header(frame), .child_frame_id = "base"};
    place.transform.rotation.w = 1;
    transforms_.publish({.transforms = {place}});
  }
  // An empty floor of 6 by 6 m around the robot, and more of it to the east.
  nav_msgs::msg::OccupancyGrid map(std::uint32_t more = 0) const {
    nav_msgs::msg::OccupancyGrid map{.header = header("map")};
    map.info = {.resolution = 0.05F, .width = 120 + more, .height = 120};
    map.info.origin.position = {.x = -3, .y = -3};
    map.info.origin.orientation.w = 1;
    map.data.assign(std::size_t{map.info.width} * map.info.height, 0);
    return map;
  }

  SimTime now_ = 100s;
  Lockstep lockstep_{{.start = 100s}};
  Node person_{"person", options()};
  Publisher<nav_msgs::msg::Odometry> odometry_ =
      person_.publisher<nav_msgs::msg::Odometry>("odom", qos::sensor);
  Publisher<tf2_msgs::msg::TFMessage> transforms_ =
      person_.publisher<tf2_msgs::msg::TFMessage>("/tf", qos::tf);
  Publisher<nav_msgs::msg::OccupancyGrid> maps_ =
      person_.publisher<nav_msgs::msg::OccupancyGrid>("/map", qos::latched);
  Publisher<sensor_msgs::msg::LaserScan> scans_ =
      person_.publisher<sensor_msgs::msg::LaserScan>("scan", qos::sensor);
  Publisher<sensor_msgs::msg::Range> ranges_ =
      person_.publisher<sensor_msgs::msg::Range>("range/front", qos::sensor);
};

// Half a metre before the robot by its lidar; a low box 0.17 m to its left, which it looks over.
TEST_F(SpokenRobot, AMapThatGrowsLeavesWhatSensorsSaw) {
  Node node("navigator", options());
  const NavigationConfig config;
  Senses senses(node, {.range_topics = {"range/front"}}, config);
  tell_odometry();
  tell_place();
  maps_.publish(map());
  geometry_msgs::msg::TransformStamped left{.header = header("base"), .child_frame_id = "left"};
  left.transform.translation.x = 0.01;
  left.transform.rotation = {.z = std::sqrt(0.5), .w = std::sqrt(0.5)};
  transforms_.publish({.transforms = {left}});
  scans_.publish({.header = header("base"), .range_max = 10, .ranges = {0.5F}});
  ranges_.publish({.header = header("left"), .max_range = 1, .range = 0.17F});
  run(10ms);
  senses.update();
  const Vec2 ahead{0.5, 0}, low{0.01, 0.17};
  const std::size_t seen = senses.points_in_base().size();
  ASSERT_GE(seen, 2U);
  ASSERT_EQ(senses.global().costs().at(ahead), cost::lethal);
  ASSERT_EQ(senses.global().costs().at(low), cost::lethal);

  // a SLAM has seen more of the world, and no sensor has looked again since
  maps_.publish(map(20));
  run(10ms);
  senses.update();
  EXPECT_THAT(senses.points_in_base(), SizeIs(seen)) << "the collision monitor is not blind";
  EXPECT_FALSE(senses.loss() && senses.loss()->of == Loss::Of::scan);
  for (LayeredCostmap* costmap : {&senses.global(), &senses.local()}) {
    EXPECT_EQ(costmap->costs().at(ahead), cost::lethal);
    EXPECT_EQ(costmap->costs().at(low), cost::lethal);
  }
  EXPECT_EQ(senses.global().costs().at(Vec2{3.5, 0}), cost::free) << "what is new is there";
}

TEST_F(SpokenRobot, AMapThatComesLateIsDrivenOn) {
  Node node("navigator", options());
  const NavigationConfig config;
  Senses senses(node, {}, config);
  tell_odometry();
  tell_place();
  run(10ms);
  senses.update();
  EXPECT_TRUE(senses.is_rolling());
  nav_msgs::msg::OccupancyGrid walled = map();
  walled.data[60 * 120 + 100] = 100;  // at (2, 0)
  maps_.publish(walled);
  run(10ms);
  senses.update();
  EXPECT_FALSE(senses.is_rolling());
  EXPECT_EQ(senses.frame(), "map");
  EXPECT_EQ(senses.global().costs().at(Vec2{2.025, 0.025}), cost::lethal);
  EXPECT_EQ(senses.global().costs().at(Vec2{4, 0}), cost::unknown) << "the map ends there";
}

// Measurements that are none are not believed: without others the navigator stands.
TEST_F(SpokenRobot, WhatIsNoNumberIsAsIfItHadNotCome) {
  Node node("navigator", options());
  const NavigationConfig config;
  Senses senses(node, {.range_topics = {"range/front"}}, config);
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  constexpr float infinite = std::numeric_limits<float>::infinity();
  const auto scan = [&](float begin, float increment, float longest) {
    scans_.publish({.header = header("base"),
                    .angle_min = begin,
                    .angle_increment = increment,
                    .range_max = longest,
                    .ranges = {0.5F, infinite}});
  };
  tell_odometry();
  tell_place();
  maps_.publish(map());
  scan(nan, 1, 10);
  scan(0, nan, 10);
  scan(0, 1, nan);
  ranges_.publish({.header = header("base"), .field_of_view = nan, .max_range = 1, .range = 0.1F});
  ranges_.publish({.header = header("base"), .field_of_view = 1e9, .max_range = 1, .range = 0.1F});
  run(10ms);
  senses.update();
  EXPECT_THAT(senses.points_in_base(), IsEmpty());
  ASSERT_TRUE(senses.loss());
  EXPECT_EQ(senses.loss()->of, Loss::Of::scan);

  // a lidar without end: one beam hits, one meets nothing
  tell_place();
  scan(0, 1, infinite);
  // a sonar that sees nothing nearer than half a metre says nothing of what is near the floor
  ranges_.publish({.header = header("base"),
                   .field_of_view = 0.2F,
                   .min_range = 0.5F,
                   .max_range = 3,
                   .range = 2});
  run(10ms);
  senses.update();
  EXPECT_FALSE(senses.loss());
  EXPECT_THAT(senses.points_in_base(), SizeIs(1));

  nav_msgs::msg::Odometry wrong{.header = header("odom"), .child_frame_id = "base"};
  wrong.twist.twist.linear.x = nan;
  for (int i = 0; i < 100; ++i) {
    wrong.header = header("odom");
    odometry_.publish(wrong);
    tell_place();
    run(10ms);
  }
  senses.update();
  ASSERT_TRUE(senses.loss());
  EXPECT_EQ(senses.loss()->of, Loss::Of::odometry);
}

// Wheels that tell their speed, and nobody who says where the robot is: from there no plan begins,
// wherever it is asked for.
TEST_F(SpokenRobot, APathFromAnywhereNeedsARobotThatIsSomewhere) {
  using nav2_msgs::action::ComputePathToPose;
  NavigatorNode navigator(options());
  auto paths = person_.action_client<ComputePathToPose>("compute_path_to_pose");
  for (int i = 0; i < 400; ++i) {  // longer than a navigator waits for what it needs
    tell_odometry();
    run(10ms);
  }
  std::optional<Outcome<ComputePathToPose>> outcome;
  paths.send_goal({.goal = to_message({{1, 0}, 0}, "odom", now_),
                   .start = to_message({{0, 0}, 0}, "odom", now_),
                   .use_start = true},
                  {.on_result = [&](const auto& result) { outcome = *result; }});
  for (int i = 0; i < 20 && !outcome; ++i) {
    tell_odometry();
    run(10ms);
  }
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->status, GoalStatus::aborted);
  EXPECT_EQ(outcome->result.error_code, ComputePathToPose::Result::TF_ERROR);
  EXPECT_THAT(outcome->result.error_msg, HasSubstr("odom"));
  EXPECT_THAT(outcome->result.path.poses, IsEmpty());
}

// Who is somewhere and sees nothing just now may still be asked for paths between other places.
TEST_F(SpokenRobot, APathBetweenOtherPlacesNeedsNoScan) {
  using nav2_msgs::action::ComputePathToPose;
  NavigatorNode navigator(options());
  auto paths = person_.action_client<ComputePathToPose>("compute_path_to_pose");
  maps_.publish(map());
  const auto live = [&](int steps) {
    for (int i = 0; i < steps; ++i) {
      tell_odometry();
      tell_place();
      run(10ms);
    }
  };
  live(400);
  std::optional<Outcome<ComputePathToPose>> outcome;
  paths.send_goal({.goal = to_message({{1, 1}, 0}, "map", now_),
                   .start = to_message({{-1, 1}, 0}, "map", now_),
                   .use_start = true},
                  {.on_result = [&](const auto& result) { outcome = *result; }});
  live(20);
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->status, GoalStatus::succeeded) << outcome->result.error_msg;
  ASSERT_FALSE(outcome->result.path.poses.empty());
  EXPECT_NEAR(outcome->result.path.poses.front().pose.position.x, -1, 1e-9);
}

}  // namespace
}  // namespace tandem
