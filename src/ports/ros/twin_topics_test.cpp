// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/twin_topics.h"

#include <gmock/gmock.h>

#include "messages/nav_msgs.h"
#include "messages/time.h"
#include "ports/ros/test_run.h"

namespace tandem {
namespace {

using diagnostic_msgs::msg::DiagnosticStatus;
using geometry_msgs::msg::PoseStamped;
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
  see(0, 3s, 0.4);
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

TEST_F(TwinTopicsTest, CommandsTheRobotHearsAreKnownToItsTwin) {
  auto commands = lab_.publisher<geometry_msgs::msg::Twist>("/emaros/hardware/cmd_vel");
  see(0, 100ms);
  commands.publish({.linear = {.x = 0.2}});
  see(0, 50ms);
  EXPECT_EQ(robot().command.linear, 0.2);
}

}  // namespace
}  // namespace tandem
