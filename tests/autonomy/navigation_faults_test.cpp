// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "autonomy/navigation/senses.h"
#include "cable.h"
#include "messages/tf2_msgs.h"
#include "navigation_world.h"

namespace tandem {
namespace {

using namespace nav2_msgs::action;
using FollowCodes = FollowPath::Result;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* room = R"(name: room
world: {generate: arena, size_x_m: 6, size_y_m: 4, wall_height_m: 0.5}
robots:
  - {name: emaros, model: emaros, pose: {x: -2}, localization: ideal}
map: {}
)";

// Sends it to the far end of the room, cuts a cable on the way, and tells how that ended.
template <class World, class Cut>
std::optional<Outcome<NavigateToPose>> drive_and_cut(World& world, Cut& cable) {
  std::optional<Outcome<NavigateToPose>> outcome;
  world.goals().send_goal({.pose = NavigationWorld::pose({{2, 0}, 0})},
                          {.on_result = [&](const auto& result) { outcome = *result; }});
  EXPECT_TRUE(world.run_until([&] { return world.place().translation.x > -1; }, 20s));
  EXPECT_FALSE(outcome);
  cable.is_cut = true;
  world.run_until([&] { return outcome.has_value(); }, 5s);
  world.run(1s);
  const Vec2 stopped = world.place().translation;
  world.run(1s);
  EXPECT_LT(world.distance_to(stopped), 0.005);
  EXPECT_LT(stopped.x, 0);  // from 0.45 m/s, a second after the cut at the latest
  return outcome;
}

TEST(NavigationFaults, WithoutScansTheRobotStopsAndTheGoalFails) {
  NavigationWorld world(room, {}, {"-p", "scan_topic:=relayed_scan"});
  Cable<sensor_msgs::msg::LaserScan> cable(world.user(), "scan", "relayed_scan");
  const auto outcome = drive_and_cut(world, cable);
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->status, GoalStatus::aborted);
  EXPECT_EQ(outcome->result.error_code, FollowCodes::CONTROLLER_TIMED_OUT);
  EXPECT_THAT(outcome->result.error_msg, HasSubstr("no scan on /emaros/relayed_scan"));
}

TEST(NavigationFaults, WithoutOdometryTheRobotStopsAndTheGoalFails) {
  NavigationWorld world(room, {}, {"-p", "odom_topic:=relayed_odom"});
  Cable<nav_msgs::msg::Odometry> cable(world.user(), "odom", "relayed_odom");
  const auto outcome = drive_and_cut(world, cable);
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->result.error_code, FollowCodes::CONTROLLER_TIMED_OUT);
  EXPECT_THAT(outcome->result.error_msg, HasSubstr("no odometry on /emaros/relayed_odom"));
}

TEST(NavigationFaults, WithoutItsPlaceTheRobotStopsAndTheGoalFails) {
  NavigationWorld world(room, {}, {"-p", "tf_topic:=relayed_tf"});
  Cable<tf2_msgs::msg::TFMessage> cable(world.user(), "/tf", "relayed_tf", qos::tf);
  const auto outcome = drive_and_cut(world, cable);
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->result.error_code, FollowCodes::TF_ERROR);
  EXPECT_THAT(outcome->result.error_msg, HasSubstr("no transform from map to emaros/base_link"));
}

// Begins a maneuver, cuts a cable once the robot moves, and tells how that ended.
template <Action A, class Cut>
Outcome<A> move_and_cut(NavigationWorld& world, const std::string& action,
                        const typename A::Goal& goal, Cut& cable) {
  auto client = world.user().action_client<A>(action);
  world.run(500ms);
  std::optional<Outcome<A>> outcome;
  client.send_goal(goal, {.on_result = [&](const auto& result) { outcome = *result; }});
  const auto is_moving = [&] {
    const Twist2 command = world.robot().command;
    return command.linear != 0 || command.angular != 0;
  };
  EXPECT_TRUE(world.run_until(is_moving, 2s));
  cable.is_cut = true;
  EXPECT_TRUE(world.run_until([&] { return outcome.has_value(); }, 3s));
  world.run(200ms);
  EXPECT_FALSE(is_moving());
  return outcome.value_or(Outcome<A>{});
}

TEST(NavigationFaults, AManeuverThatLosesItsSensesSaysSoWithItsOwnCodes) {
  using nav2_msgs::action::BackUp, nav2_msgs::action::Spin;
  {
    NavigationWorld world(room, {}, {"-p", "tf_topic:=relayed_tf"});
    Cable<tf2_msgs::msg::TFMessage> cable(world.user(), "/tf", "relayed_tf", qos::tf);
    const auto turned = move_and_cut<Spin>(world, "spin", {.target_yaw = 12}, cable);
    EXPECT_EQ(turned.result.error_code, Spin::Result::TF_ERROR);
  }
  {
    NavigationWorld world(room, {}, {"-p", "scan_topic:=relayed_scan"});
    Cable<sensor_msgs::msg::LaserScan> cable(world.user(), "scan", "relayed_scan");
    const auto turned = move_and_cut<Spin>(world, "spin", {.target_yaw = 12}, cable);
    EXPECT_EQ(turned.result.error_code, Spin::Result::UNKNOWN);
    EXPECT_THAT(turned.result.error_msg, HasSubstr("no scan"));
  }
  {
    NavigationWorld world(room, {}, {"-p", "odom_topic:=relayed_odom"});
    Cable<nav_msgs::msg::Odometry> cable(world.user(), "odom", "relayed_odom");
    const auto backed =
        move_and_cut<BackUp>(world, "backup", {.target = {.x = 0.8}, .speed = 0.1F}, cable);
    EXPECT_EQ(backed.result.error_code, BackUp::Result::UNKNOWN);
    EXPECT_THAT(backed.result.error_msg, HasSubstr("no odometry"));
  }
}

TEST(NavigationFaults, AGoalBeforeAnythingIsKnownFailsWithAReason) {
  NavigationWorld world(room, {}, {"-p", "scan_topic:=nothing"});
  world.run(500ms);
  const auto outcome = world.navigate_to({{0, 0}, 0}, 5s);
  ASSERT_TRUE(outcome);
  EXPECT_THAT(outcome->result.error_msg, HasSubstr("no scan on /emaros/nothing yet"));
}

TEST(NavigationFaults, ANavigatorThatEndsStopsItsRobot) {
  NavigationWorld world(room);
  std::optional<GoalStatus> status;
  world.goals().send_goal({.pose = NavigationWorld::pose({{2, 0}, 0})},
                          {.on_result = [&](const auto& result) { status = result->status; }});
  ASSERT_TRUE(world.run_until([&] { return world.place().translation.x > -1; }, 20s));
  world.navigator().reset();
  world.run(100ms);
  EXPECT_EQ(world.robot().command.linear, 0);  // long before the drive's own 500 ms
  EXPECT_EQ(status, GoalStatus::aborted);
}

TEST(NavigationFaults, SomethingThatJumpsBeforeTheRobotStopsIt) {
  NavigationWorld world(R"(name: room
world: {generate: arena, size_x_m: 6, size_y_m: 4, wall_height_m: 0.5}
robots:
  - {name: emaros, model: emaros, pose: {x: -2}, localization: ideal}
map: {}
spawn:
  crate: {area: {x: 2.5, y: 1.5, size_x_m: 0.6, size_y_m: 0.6}, object: {shape: box, size_m: [0.5, 0.5, 0.4], mass_kg: 50}}
)");
  std::optional<GoalStatus> status;
  world.goals().send_goal({.pose = NavigationWorld::pose({{2, 0}, 0})},
                          {.on_result = [&](const auto& result) { status = result->status; }});
  ASSERT_TRUE(world.run_until([&] { return world.place().translation.x > -1; }, 20s));
  // its near side 0.3 m before the robot's: 0.45 m/s take 0.13 m to stop, and a scan comes each 0.1
  // s
  const double x = world.place().translation.x + 0.125 + 0.3 + 0.25;
  world.inbox().edits.put(
      {.edit = SetEntityState{.name = "crate_1", .world_from_entity = Pose{{x, 0, 0.2}, {}}}});
  ASSERT_TRUE(world.run_until([&] { return status.has_value(); }, 60s));
  EXPECT_EQ(*status, GoalStatus::succeeded);  // around it
  EXPECT_THAT(world.touched(), IsEmpty());
}

TEST(NavigationFaults, TheFootprintOfALoadIsHeardAndForgotten) {
  NavigationWorld world(R"(name: gap
world: {generate: arena, size_x_m: 4, size_y_m: 3, wall_height_m: 0.5}
robots:
  - {name: emaros, model: emaros, pose: {x: -1.2}, localization: ideal}
map: {}
spawn:
  north: {count: 5, area: {x: 0, y: 0.78, size_x_m: 0.2, size_y_m: 1.1}, object: {shape: box, size_m: [0.2, 0.2, 0.5], mass_kg: 100}}
  south: {count: 5, area: {x: 0, y: -0.78, size_x_m: 0.2, size_y_m: 1.1}, object: {shape: box, size_m: [0.2, 0.2, 0.5], mass_kg: 100}}
)",
                        {}, {"-p", "recovery.retries:=0"});
  auto footprint = world.user().publisher<geometry_msgs::msg::Polygon>("local_costmap/footprint");
  world.run(1s);
  // a tool of 0.6 m does not fit through a gap of 0.48 m
  footprint.publish({.points = {{.x = 0.25F, .y = 0.3F},
                                {.x = -0.15F, .y = 0.15F},
                                {.x = -0.15F, .y = -0.15F},
                                {.x = 0.25F, .y = -0.3F}}});
  auto outcome = world.navigate_to({{1.2, 0}, 0}, 60s);
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->result.error_code, ComputePathToPose::Result::NO_VALID_PATH);
  footprint.publish({});
  outcome = world.navigate_to({{1.2, 0}, 0}, 60s);
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->status, GoalStatus::succeeded) << outcome->result.error_msg;
  EXPECT_THAT(world.touched(), IsEmpty());
}

// What a camera sees and lidars look over: a low wall from (0, -0.5) to (0, 0.5), which is not
// there.
sensor_msgs::msg::PointCloud2 low_wall() {
  using sensor_msgs::msg::PointField;
  sensor_msgs::msg::PointCloud2 cloud{.header = {.frame_id = "map"}, .height = 1, .point_step = 8};
  cloud.fields = {{"x", 0, PointField::FLOAT32, 1}, {"y", 4, PointField::FLOAT32, 1}};
  for (int i = -25; i <= 25; ++i, ++cloud.width) {
    const std::array point{0.0F, 0.02F * static_cast<float>(i)};
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(point.data());
    cloud.data.insert(cloud.data.end(), bytes, bytes + sizeof point);
  }
  return cloud;
}

TEST(NavigationFaults, WhatOthersSeeIsDrivenAroundUntilTheySeeItNoMore) {
  NavigationWorld world(room);
  auto others = world.user().publisher<sensor_msgs::msg::PointCloud2>("perceived_obstacles");
  world.run(200ms);
  others.publish(low_wall());
  double nearest_m = 1e9;
  std::optional<GoalStatus> status;
  world.goals().send_goal({.pose = NavigationWorld::pose({{1.5, 0}, 0})},
                          {.on_result = [&](const auto& result) { status = result->status; }});
  world.run_until(
      [&] {
        const Vec2 at = world.place().translation;
        nearest_m = std::min(nearest_m, std::hypot(at.x, at.y - std::clamp(at.y, -0.5, 0.5)));
        return status.has_value();
      },
      60s);
  EXPECT_EQ(status, GoalStatus::succeeded);
  EXPECT_GT(nearest_m, 0.125) << "the robot's radius";

  others.publish({});
  double farthest_m = 0;
  status.reset();
  world.goals().send_goal({.pose = NavigationWorld::pose({{-1.5, 0}, 0})},
                          {.on_result = [&](const auto& result) { status = result->status; }});
  world.run_until(
      [&] {
        farthest_m = std::max(farthest_m, std::abs(world.place().translation.y));
        return status.has_value();
      },
      60s);
  EXPECT_EQ(status, GoalStatus::succeeded);
  EXPECT_LT(farthest_m, 0.2) << "straight through where it was";
}

TEST(NavigationFaults, ACloudThatIsBrokenIsRefused) {
  sensor_msgs::msg::PointCloud2 cloud = low_wall();
  ASSERT_TRUE(read_points(cloud));
  EXPECT_EQ(read_points(cloud)->size(), 51U);
  cloud.data.pop_back();
  EXPECT_FALSE(read_points(cloud)) << "a point is missing";
  cloud = low_wall();
  cloud.fields.pop_back();
  EXPECT_FALSE(read_points(cloud)) << "y is missing";
  cloud = low_wall();
  cloud.fields[1].offset = 6;
  EXPECT_FALSE(read_points(cloud)) << "y reaches beyond its point";
  EXPECT_TRUE(read_points({}));
}

}  // namespace
}  // namespace tandem
