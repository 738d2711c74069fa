// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/drive_desk.h"

#include <gmock/gmock.h>

#include "ports/ros/live_run.h"
#include "ports/ros/test_run.h"

namespace tandem {
namespace {

using TwistMessage = geometry_msgs::msg::Twist;
using geometry_msgs::msg::TwistStamped;
using testing::ElementsAre;
using testing::IsEmpty;

std::shared_ptr<const Scenario> twin(const std::string& command_type) {
  return load_good("empty", {.overrides = {{"robots.emaros.mode", "twin"},
                                           {"robots.emaros.cmd_vel_type", command_type},
                                           {"clock", "zero"}}});
}

class DriveDeskTest : public testing::Test {
 protected:
  void begin(const std::string& command_type) {
    run_.emplace(twin(command_type));
    gate_.emplace("gate", NodeOptions{.context = run_->context()});
  }
  template <Message M>
  void listen() {
    motors_ = gate_->subscribe<M>("/emaros/cmd_vel", qos::reliable, [this](const M& message) {
      if constexpr (std::is_same_v<M, TwistStamped>)
        heard_.push_back(message.twist.linear.x);
      else
        heard_.push_back(message.linear.x);
    });
  }
  // every step for so long
  void drive(double speed, Duration lasts) {
    for (const SimTime end = run_->simulation.time() + lasts; run_->simulation.time() < end;) {
      run_->port.network().drive("emaros", {speed, 0});
      run_->step();
    }
  }
  int publishers() const {
    int count = 0;
    for (const EndpointInfo& endpoint : run_->context()->transport().graph().endpoints)
      count += endpoint.topic == "/emaros/cmd_vel" && endpoint.is_publisher;
    return count;
  }

  std::optional<TestRun> run_;
  std::optional<Node> gate_;
  Subscription motors_;
  std::vector<double> heard_;
};

TEST_F(DriveDeskTest, CommandsReachTheTopicOfTheRobot) {
  begin("twist");
  listen<TwistMessage>();
  run_->step_for(100ms);
  EXPECT_EQ(publishers(), 0);
  drive(0.25, 80ms);  // ten steps of 8 ms
  EXPECT_EQ(publishers(), 1);
  EXPECT_EQ(heard_, std::vector<double>(10, 0.25));
}

TEST_F(DriveDeskTest, WhoFallsSilentLeavesTheRobotStanding) {
  begin("twist");
  listen<TwistMessage>();
  run_->step();
  run_->port.network().drive("emaros", {0.25, 0});
  run_->step();
  run_->step_for(480ms);
  EXPECT_THAT(heard_, ElementsAre(0.25));
  run_->step_for(40ms);
  EXPECT_THAT(heard_, ElementsAre(0.25, 0));

  // one zero, and after a while the topic is free for others
  run_->step_for(1900ms);
  EXPECT_THAT(heard_, ElementsAre(0.25, 0));
  EXPECT_EQ(publishers(), 1);
  run_->step_for(200ms);
  EXPECT_EQ(publishers(), 0);
  run_->port.network().drive("emaros", {-0.25, 0});
  run_->step();
  EXPECT_THAT(heard_, ElementsAre(0.25, 0, -0.25));
}

TEST_F(DriveDeskTest, TheTypeIsThatOfTheScenario) {
  begin("stamped");
  listen<TwistStamped>();
  run_->step();
  drive(0.25, 16ms);
  EXPECT_THAT(heard_, ElementsAre(0.25, 0.25));
}

TEST_F(DriveDeskTest, OrThatOfWhoListens) {
  begin("auto");
  listen<TwistStamped>();
  run_->step();
  drive(0.25, 16ms);
  EXPECT_THAT(heard_, ElementsAre(0.25, 0.25));
  // who comes with the other type while it drives is heard too
  heard_.clear();
  motors_.close();
  listen<TwistMessage>();
  drive(0.25, 80ms);
  ASSERT_FALSE(heard_.empty());
  EXPECT_EQ(heard_.back(), 0.25);
}

TEST_F(DriveDeskTest, NonsenseIsNotPassedOn) {
  begin("twist");
  listen<TwistMessage>();
  run_->step();
  run_->port.network().drive("emaros", {NAN, 0});
  run_->port.network().drive("emaros", {0, INFINITY});
  run_->port.network().drive("nobody", {1, 0});
  run_->step_for(1s);
  EXPECT_THAT(heard_, IsEmpty());
}

TEST_F(DriveDeskTest, TheEndOfTheRunLeavesTheRobotStanding) {
  Lockstep lockstep;
  Node gate("gate", {.context = lockstep.context()});
  std::vector<double> heard;
  const auto motors = gate.subscribe<TwistMessage>(
      "/emaros/cmd_vel", qos::reliable,
      [&](const TwistMessage& message) { heard.push_back(message.linear.x); });
  Simulation simulation(twin("twist"), {.threads = 1});
  Inbox inbox;
  RunControl control;
  WorldLoader loader({.threads = 1});
  {
    RosPort port({inbox, control, loader}, {.context = lockstep.context()});
    port.publish(std::make_shared<const Frame>(simulation.step({})));
    port.network().drive("emaros", {0.25, 0});
    port.publish(std::make_shared<const Frame>(simulation.step({})));
    ASSERT_TRUE(lockstep.advance(simulation.time()));
    EXPECT_THAT(heard, ElementsAre(0.25));
  }
  ASSERT_TRUE(lockstep.advance(simulation.time() + 1ms));
  EXPECT_THAT(heard, ElementsAre(0.25, 0));
}

TEST(DrivingOverDds, StopsInRealTimeAlsoWhileTheSimulationStandsStill) {
  LiveRun run("empty", {.overrides = {{"robots.emaros.mode", "twin"}}});
  Node gate("gate", {.context = outside_context()});
  std::atomic<double> speed = 0;
  std::atomic<int> zeros = 0;
  const auto motors = gate.subscribe<TwistMessage>("/emaros/cmd_vel", qos::reliable,
                                                   [&](const TwistMessage& message) {
                                                     speed = message.linear.x;
                                                     if (message.linear.x == 0) ++zeros;
                                                   });
  ASSERT_TRUE(eventually([&] { return !run.port.network().viewable_topics().empty(); }));
  run.control.pause();
  ASSERT_TRUE(eventually([&] {
    run.port.network().drive("emaros", {0.25, 0});
    return speed == 0.25;
  }));
  ASSERT_TRUE(eventually([&] { return speed == 0; }));
  EXPECT_EQ(zeros, 1);
}

}  // namespace
}  // namespace tandem
