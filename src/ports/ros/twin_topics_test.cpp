// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/twin_topics.h"

#include <gmock/gmock.h>

#include <cmath>

#include "messages/nav_msgs.h"
#include "messages/sensor_msgs.h"
#include "messages/simulation_interfaces.h"
#include "messages/tandem_msgs.h"
#include "messages/tf2_msgs.h"
#include "messages/time.h"
#include "ports/ros/test_run.h"

namespace tandem {
namespace {

using diagnostic_msgs::msg::DiagnosticStatus;
using geometry_msgs::msg::PoseStamped;
using simulation_interfaces::srv::DeleteEntity;
using simulation_interfaces::srv::SpawnEntity;
using std_srvs::srv::SetBool;
using std_srvs::srv::Trigger;

// A run with a twin, and the tracker of the real robot.
class TwinTopicsTest : public testing::Test {
 protected:
  static std::shared_ptr<const Scenario> scenario(const std::string& mode) {
    return load_good("empty", {.overrides = {{"robots.emaros.mode", mode}, {"clock", "zero"}}});
  }
  void see(double x, Duration lasts, double speed = 0) {
    for (const SimTime end = run_.simulation.time() + lasts; run_.simulation.time() < end;) {
      const SimTime now = run_.simulation.time();
      const double t = seconds(lasts - (end - now));
      poses_.publish({.header = {.stamp = to_message_time(now)},
                      .pose = {.position = {.x = x + speed * t}, .orientation = {.w = 1}}});
      frame_ = run_.step();
    }
  }
  template <Service S>
  typename S::Response call(const std::string& service, const typename S::Request& request = {}) {
    Client<S> client = lab_.client<S>(service);
    std::optional<typename S::Response> response;
    client.call(request, 10s, [&](const Result<typename S::Response>& answer) {
      EXPECT_TRUE(answer) << answer.error();
      if (answer) response = *answer;
    });
    for (int i = 0; i < 10 && !response; ++i) frame_ = run_.step();
    EXPECT_TRUE(response) << service;
    return response.value_or(typename S::Response{});
  }
  const RobotState& robot() const { return frame_->robots[0]; }

  TestRun run_{scenario("twin")};
  Node lab_{"lab", {.context = run_.context()}};
  Publisher<PoseStamped> poses_ = lab_.publisher<PoseStamped>("/emaros/tracked_pose", qos::sensor);
  std::shared_ptr<const Frame> frame_ = run_.step();
};

TEST_F(TwinTopicsTest, PosesMoveTheTwinAndComeBackAsOdometry) {
  nav_msgs::msg::Odometry odometry;
  PoseStamped pose;
  const auto odom = lab_.subscribe<nav_msgs::msg::Odometry>(
      "/emaros/odom", qos::reliable, [&](const auto& message) { odometry = message; });
  const auto heard = lab_.subscribe<PoseStamped>("/emaros/twin/pose", qos::reliable,
                                                 [&](const auto& message) { pose = message; });
  const WallTime before = std::chrono::steady_clock::now();
  see(0, 3s, 0.4);
  ASSERT_TRUE(frame_->journey.pose_received);  // a pose came with the last step
  EXPECT_LT(before, *frame_->journey.pose_received);
  EXPECT_LT(*frame_->journey.pose_received, frame_->journey.done);
  EXPECT_NEAR(robot().world_from_base.translation.x, 1.2, 0.01);
  EXPECT_NEAR(pose.pose.position.x, 1.2, 0.01);
  EXPECT_EQ(pose.header.frame_id, "map");
  EXPECT_NEAR(odometry.twist.twist.linear.x, 0.4, 0.02);
}

TEST_F(TwinTopicsTest, TheStateOfTrackingIsTold) {
  std::vector<std::string> states;
  const auto status = lab_.subscribe<DiagnosticStatus>(
      "/emaros/twin/status", qos::latched, [&](const DiagnosticStatus& message) {
        if (states.empty() || states.back() != message.message) states.push_back(message.message);
      });
  std::vector<std::string> in_diagnostics;
  const auto diagnostics = lab_.subscribe<diagnostic_msgs::msg::DiagnosticArray>(
      "/diagnostics", qos::reliable, [&](const diagnostic_msgs::msg::DiagnosticArray& message) {
        for (const DiagnosticStatus& each : message.status)
          if (each.name == "twin: emaros") in_diagnostics.push_back(each.message);
      });
  std::vector<std::string> events;
  const auto event = lab_.subscribe<tandem_msgs::msg::Event>(
      "/tandem/events", qos::reliable,
      [&](const auto& message) { events.push_back(message.text); });
  run_.step_for(200ms);
  see(0, 1s);
  run_.step_for(1s);
  see(0, 200ms);
  EXPECT_THAT(states, testing::ElementsAre("waiting", "tracking", "degraded", "lost", "tracking"));
  EXPECT_THAT(events, testing::IsSupersetOf({"emaros: lost", "emaros: tracking"}));
  EXPECT_THAT(in_diagnostics, testing::IsSupersetOf({"tracking", "lost"}));
}

// As of a robot that nobody localizes: who drives by its place notices that it is not told any
// more.
TEST_F(TwinTopicsTest, ItsPlaceOnTheMapIsToldWhileItIsTracked) {
  TestRun run(load_good("empty", {.overrides = {{"robots.emaros.mode", "twin"},
                                                {"robots.emaros.localization", "ideal"},
                                                {"clock", "zero"}}}));
  Node lab("lab", {.context = run.context()});
  auto poses = lab.publisher<PoseStamped>("/emaros/tracked_pose", qos::sensor);
  int placed = 0, moved = 0;
  const auto transforms = lab.subscribe<tf2_msgs::msg::TFMessage>(
      "/tf", qos::tf, [&](const tf2_msgs::msg::TFMessage& message) {
        for (const auto& transform : message.transforms) {
          if (transform.header.frame_id == "map") ++placed;
          if (transform.header.frame_id == "emaros/odom") ++moved;
        }
      });
  const auto see = [&](Duration lasts) {
    for (const SimTime end = run.simulation.time() + lasts; run.simulation.time() < end;) {
      poses.publish({.header = {.stamp = to_message_time(run.simulation.time())},
                     .pose = {.orientation = {.w = 1}}});
      run.step();
    }
  };
  run.step_for(200ms);
  EXPECT_EQ(placed, 0) << "nobody has seen it yet";
  EXPECT_GT(moved, 5);
  see(500ms);
  EXPECT_GT(placed, 15);
  run.step_for(600ms);  // of which it is predicted for 500
  placed = moved = 0;
  run.step_for(1s);
  EXPECT_EQ(placed, 0);
  EXPECT_GT(moved, 30) << "its odometry goes on";
  see(500ms);
  EXPECT_GT(placed, 10) << "it is seen again";
}

TEST_F(TwinTopicsTest, ServicesAndASafetyStopPauseIt) {
  see(0, 500ms);
  EXPECT_TRUE(call<Trigger>("/emaros/twin/pause").success);
  see(1, 1s);
  EXPECT_TRUE(robot().twin->state.is_paused);
  EXPECT_NEAR(robot().world_from_base.translation.x, 0, 0.01);
  EXPECT_TRUE(call<Trigger>("/emaros/twin/resume").success);
  see(1, 500ms);
  EXPECT_FALSE(robot().twin->state.is_paused);
  EXPECT_NEAR(robot().world_from_base.translation.x, 0, 0.01);

  auto stop = lab_.publisher<std_msgs::msg::Bool>("/emaros/safety_stop");
  stop.publish({true});
  see(1, 100ms);
  EXPECT_TRUE(robot().twin->state.is_paused);
  stop.publish({false});
  see(1, 100ms);
  EXPECT_FALSE(robot().twin->state.is_paused);
}

TEST_F(TwinTopicsTest, ARobotIsSwitchedBetweenItsModes) {
  see(0, 500ms);
  EXPECT_TRUE(call<SetBool>("/emaros/set_twin", {false}).success);
  run_.step_for(200ms);
  frame_ = run_.step();
  EXPECT_FALSE(robot().twin);
  // it hears cmd_vel now
  auto commands = lab_.publisher<geometry_msgs::msg::Twist>("/emaros/cmd_vel");
  for (int i = 0; i < 100; ++i) {
    commands.publish({.linear = {.x = 0.3}});
    frame_ = run_.step();
  }
  EXPECT_GT(robot().world_from_base.translation.x, 0.1);
  EXPECT_TRUE(call<SetBool>("/emaros/set_twin", {true}).success);
  see(1, 500ms);
  EXPECT_TRUE(robot().twin);
}

TEST_F(TwinTopicsTest, WhatItsLoadTouchesIsAContactOfTheLoad) {
  see(0, 300ms);
  for (const auto& [name, type, x] :
       {std::tuple{"crate", "red_box", 0.4}, {"rack", "warehouse_rack", 1.5}}) {
    SpawnEntity::Request request{.name = name, .uri = type};
    request.initial_pose.pose.position = {x, 0, x < 1 ? 0.076 : 0.0};
    ASSERT_EQ(call<SpawnEntity>("/spawn_entity", request).result.result,
              simulation_interfaces::msg::Result::RESULT_OK);
  }
  ASSERT_TRUE(
      call<tandem_msgs::srv::RobotCommand>("/robot_command", {"emaros", "attach,crate"}).success);
  std::vector<tandem_msgs::msg::Contact> contacts;
  const auto heard = lab_.subscribe<tandem_msgs::msg::Contacts>(
      "/emaros/twin/contacts", qos::reliable,
      [&](const tandem_msgs::msg::Contacts& message) { contacts = message.contacts; });
  // the rack's foot begins at 1.5 - 0.43 m; the box reaches 0.135 + 0.16 m before the robot
  see(0, 2s, 0.3);
  EXPECT_TRUE(contacts.empty());
  see(0.6, 1s, 0.2);
  ASSERT_EQ(contacts.size(), 1u);
  EXPECT_EQ(contacts[0].entity_a, "crate");
  EXPECT_EQ(contacts[0].entity_b, "rack");
  EXPECT_LT(contacts[0].normal.x, -0.9) << "it comes from the west";
}

TEST_F(TwinTopicsTest, ASecondTwinComesAndGoesWhileTheFirstGoesOn) {
  see(0, 300ms);
  SpawnEntity::Request request{.name = "second", .uri = "emaros", .entity_namespace = "lab2"};
  request.initial_pose.pose.position = {2, 2, 0.035};
  ASSERT_EQ(call<SpawnEntity>("/spawn_entity", request).result.result,
            simulation_interfaces::msg::Result::RESULT_OK);
  ASSERT_TRUE(call<SetBool>("/lab2/set_twin", {true}).success);
  auto poses = lab_.publisher<PoseStamped>("/lab2/tracked_pose", qos::sensor);
  for (int i = 0; i < 50; ++i) {
    poses.publish({.header = {.stamp = to_message_time(run_.simulation.time())},
                   .pose = {.position = {.x = 2, .y = 2 - 0.004 * i}, .orientation = {.w = 1}}});
    see(0, 8ms);
  }
  ASSERT_EQ(frame_->robots.size(), 2u);
  EXPECT_NEAR(frame_->robots[1].world_from_base.translation.y, 1.8, 0.01);
  EXPECT_NEAR(robot().world_from_base.translation.x, 0, 0.01);

  // each has a failsafe of its own
  auto stop = lab_.publisher<std_msgs::msg::Bool>("/lab2/safety_stop");
  stop.publish({true});
  see(0, 100ms);
  EXPECT_TRUE(frame_->robots[1].twin->state.is_paused);
  EXPECT_FALSE(robot().twin->state.is_paused);
  see(0, 1s);
  EXPECT_EQ(frame_->robots[1].twin->state.tracking, TrackingState::lost);
  EXPECT_EQ(robot().twin->state.tracking, TrackingState::tracking);

  EXPECT_EQ(call<DeleteEntity>("/delete_entity", {"second"}).result.result,
            simulation_interfaces::msg::Result::RESULT_OK);
  see(0, 100ms);
  EXPECT_EQ(frame_->robots.size(), 1u);
  EXPECT_EQ(robot().twin->state.tracking, TrackingState::tracking);
}

TEST_F(TwinTopicsTest, TheRobotOfAnotherSimulatorIsARobotToo) {
  // it tells odometry, on a clock of its own that began a while ago
  auto odometry = lab_.publisher<nav_msgs::msg::Odometry>("/emaros/tracked_pose");
  poses_ = {};
  run_.step_for(100ms);
  for (int i = 0; i < 200; ++i) {
    nav_msgs::msg::Odometry message{
        .header = {.stamp = to_message_time(run_.simulation.time() + 1000s)}};
    message.pose.pose = {.position = {.x = 0.004 * i}, .orientation = {.w = 1}};
    odometry.publish(message);
    frame_ = run_.step();
  }
  EXPECT_EQ(robot().twin->state.tracking, TrackingState::tracking);
  EXPECT_NEAR(robot().world_from_base.translation.x, 0.8, 0.02);
  EXPECT_NEAR(seconds(robot().twin->state.clock_offset), -1000, 0.05);
}

TEST_F(TwinTopicsTest, TheRobotsOwnGyroscopeTurnsItsTwin) {
  auto imu = lab_.publisher<sensor_msgs::msg::Imu>("/emaros/hardware/imu", qos::sensor);
  // poses come ten times a second and are 100 ms old, the robot begins to turn at 1 rad/s
  const auto yaw_at = [](double t) { return std::max(0.0, t - 1); };
  for (int i = 0; run_.simulation.time() < 1400ms; ++i) {
    const SimTime now = run_.simulation.time();
    imu.publish({.header = {.stamp = to_message_time(now)},
                 .angular_velocity = {.z = seconds(now) > 1 ? 1.0 : 0.0}});
    const SimTime seen = now - 100ms;
    const double yaw = yaw_at(seconds(seen));
    if (i % 12 == 0)
      poses_.publish({.header = {.stamp = to_message_time(seen)},
                      .pose = {.orientation = {.z = std::sin(yaw / 2), .w = std::cos(yaw / 2)}}});
    frame_ = run_.step();
  }
  // without it the twin would be at 0.3 at most
  EXPECT_NEAR(robot().world_from_base.rotation.yaw(), 0.4, 0.04);
}

TEST_F(TwinTopicsTest, CommandsTheRobotHearsAreKnownToItsTwin) {
  auto commands = lab_.publisher<geometry_msgs::msg::Twist>("/emaros/hardware/cmd_vel");
  see(0, 100ms);
  commands.publish({.linear = {.x = 0.2}});
  see(0, 50ms);
  EXPECT_EQ(robot().command.linear, 0.2);
}

}  // namespace
}  // namespace tandem
