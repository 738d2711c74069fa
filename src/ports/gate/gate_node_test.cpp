// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/gate/gate_node.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <atomic>

#include "messages/rosgraph_msgs.h"
#include "messages/tandem_msgs.h"
#include "messages/time.h"
#include "middleware/dds_context.h"
#include "middleware/dds_testing.h"
#include "middleware/lockstep.h"

namespace tandem {
namespace {

using diagnostic_msgs::msg::DiagnosticStatus;
using geometry_msgs::msg::PoseStamped;
using TwistMessage = geometry_msgs::msg::Twist;

// A gate between nodes that stand for simulator, tracker and autonomy, and a motor that listens.
class GateNodeTest : public testing::Test {
 protected:
  static GateNodeConfig config() {
    return {.robot = "r1", .ns = "r1", .gate = {.pose_timeout = 300ms}, .pose_topic = "/tracker"};
  }
  void run(Duration lasts) {
    for (const SimTime end = now_ + lasts; now_ < end;) {
      now_ += 5ms;
      if (has_simulator_) clock_.publish({to_message_time(now_)});
      if (has_pose_ && now_.count() % 30'000'000 == 0)
        poses_.publish({.header = {.stamp = to_message_time(now_)}});
      if (has_command_ && now_.count() % 50'000'000 == 0) commands_.publish({.linear = {.x = 0.5}});
      ASSERT_TRUE(lockstep_.advance(now_));
    }
  }

  Lockstep lockstep_;
  Node others_{"others", {.context = lockstep_.context()}};
  Publisher<rosgraph_msgs::msg::Clock> clock_ =
      others_.publisher<rosgraph_msgs::msg::Clock>("/clock", qos::clock);
  Publisher<PoseStamped> poses_ = others_.publisher<PoseStamped>("/tracker", qos::sensor);
  Publisher<TwistMessage> commands_ = others_.publisher<TwistMessage>("/r1/cmd_vel");
  std::vector<double> told_;
  Subscription motor_ = others_.subscribe<TwistMessage>(
      "/r1/hardware/cmd_vel", qos::reliable,
      [this](const TwistMessage& message) { told_.push_back(message.linear.x); });
  SimTime now_ = 1s;
  bool has_simulator_ = true, has_pose_ = true, has_command_ = true;
};

TEST_F(GateNodeTest, StandsBetweenAutonomyAndMotors) {
  const GateNode gate(config(), {.context = lockstep_.context()});
  run(1s);
  EXPECT_EQ(gate.state(), GateState::open);
  EXPECT_EQ(told_.back(), 0.5);
  has_pose_ = false;
  run(320ms);
  EXPECT_EQ(told_.back(), 0);
  told_.clear();
  run(1s);
  EXPECT_EQ(told_, std::vector<double>(20, 0.0));
}

TEST_F(GateNodeTest, LeavesTheRobotStandingWhenItEnds) {
  {
    const GateNode gate(config(), {.context = lockstep_.context()});
    run(1s);
    EXPECT_EQ(told_.back(), 0.5);
  }
  run(5ms);
  EXPECT_EQ(told_.back(), 0);
}

TEST_F(GateNodeTest, SaysWhatIsTheMatter) {
  DiagnosticStatus status;
  bool is_open = false;
  const auto statuses = others_.subscribe<DiagnosticStatus>(
      "/r1/gate/status", qos::latched, [&](const auto& message) { status = message; });
  const auto opens = others_.subscribe<std_msgs::msg::Bool>(
      "/r1/gate/open", qos::latched, [&](const auto& message) { is_open = message.data; });
  const GateNode gate(config(), {.context = lockstep_.context()});
  run(1s);
  EXPECT_TRUE(is_open);
  EXPECT_EQ(status.message, "open");
  has_simulator_ = false;
  run(1s);
  EXPECT_FALSE(is_open);
  EXPECT_THAT(status.message, testing::StartsWith("closed: the simulator's time stands still"));
  EXPECT_EQ(status.level, DiagnosticStatus::ERROR);
}

TEST_F(GateNodeTest, APausedSimulatorIsNoSimulator) {
  const GateNode gate(config(), {.context = lockstep_.context()});
  run(1s);
  has_simulator_ = false;
  const auto stands_at = to_message_time(now_);
  for (int i = 0; i < 10; ++i) {
    clock_.publish({stands_at});  // as it does ten times a second while paused
    run(100ms);
  }
  EXPECT_EQ(gate.state(), GateState::simulator_silent);
}

TEST_F(GateNodeTest, ASafetyStopClosesIt) {
  const GateNode gate(config(), {.context = lockstep_.context()});
  run(1s);
  auto stop = others_.publisher<std_msgs::msg::Bool>("/r1/safety_stop");
  stop.publish({true});
  run(20ms);
  EXPECT_EQ(gate.state(), GateState::stopped);
  EXPECT_EQ(told_.back(), 0);
  stop.publish({false});
  run(200ms);
  EXPECT_EQ(gate.state(), GateState::open);
}

TEST_F(GateNodeTest, IsClosedWhileTheSimulatorHasLostTheRobot) {
  const GateNode gate(config(), {.context = lockstep_.context()});
  auto twin = others_.publisher<DiagnosticStatus>("/r1/twin/status", qos::latched);
  twin.publish({.level = DiagnosticStatus::WARN});  // degraded: predicted
  run(500ms);
  EXPECT_EQ(gate.state(), GateState::open);
  twin.publish({.level = DiagnosticStatus::ERROR});
  run(10ms);
  EXPECT_EQ(gate.state(), GateState::twin_lost);
  EXPECT_EQ(told_.back(), 0);
  twin.publish({.level = DiagnosticStatus::OK});
  run(100ms);
  EXPECT_EQ(gate.state(), GateState::open);
  // it became a simulated robot
  run(1s);
  EXPECT_EQ(gate.state(), GateState::no_twin);
  EXPECT_EQ(told_.back(), 0);
}

TEST_F(GateNodeTest, ChangesAreEvents) {
  std::vector<std::string> states;
  const auto events = others_.subscribe<tandem_msgs::msg::Event>(
      "/tandem/events", qos::reliable, [&](const tandem_msgs::msg::Event& event) {
        EXPECT_EQ(event.name, "gate");
        EXPECT_EQ(event.robot, "r1");
        EXPECT_EQ(event.values.at(0).key, "state");
        EXPECT_EQ(event.values.at(1).key, "level");
        states.push_back(event.values.at(0).value + ": " + event.values.at(1).value);
      });
  const GateNode gate(config(), {.context = lockstep_.context()});
  run(2s);
  has_command_ = false;
  run(2s);
  has_pose_ = false;
  run(2s);
  EXPECT_THAT(states,
              testing::ElementsAre("no pose: error", "waiting for a command: warning", "open: info",
                                   "command silent: warning", "pose silent: error"));
}

TEST_F(GateNodeTest, MotorsHearTheTypeThatTheAutonomySends) {
  using geometry_msgs::msg::TwistStamped;
  has_command_ = false;
  commands_ = {};
  motor_ = {};
  std::vector<double> told;
  const auto motor = others_.subscribe<TwistStamped>(
      "/r1/hardware/cmd_vel", qos::reliable,
      [&](const TwistStamped& message) { told.push_back(message.twist.linear.x); });
  const GateNode gate(config(), {.context = lockstep_.context()});
  run(100ms);
  auto autonomy = others_.publisher<TwistStamped>("/r1/cmd_vel");
  for (int i = 0; i < 10; ++i) {
    autonomy.publish({.twist = {.linear = {.x = 0.5}}});
    run(50ms);
  }
  EXPECT_EQ(gate.state(), GateState::open);
  ASSERT_FALSE(told.empty());
  EXPECT_EQ(told.back(), 0.5);
}

TEST_F(GateNodeTest, AWeakGateSpeaksAsTheAutonomyDoes) {
  using geometry_msgs::msg::TwistStamped;
  has_command_ = has_pose_ = false;
  commands_ = {};
  motor_ = {};
  int zeros = 0;
  const auto motor = others_.subscribe<TwistStamped>("/r1/cmd_vel", qos::reliable,
                                                     [&](const TwistStamped&) { ++zeros; });
  GateNodeConfig weak = config();
  weak.is_weak = true;
  const GateNode gate(weak, {.context = lockstep_.context()});
  auto autonomy = others_.publisher<TwistStamped>("/r1/cmd_vel");
  run(1s);
  EXPECT_GE(zeros, 19);
}

TEST_F(GateNodeTest, AWeakGateOnlySpeaksUp) {
  GateNodeConfig weak = config();
  weak.is_weak = true;
  int zeros = 0;
  const auto heard = others_.subscribe<TwistMessage>(
      "/r1/cmd_vel", qos::reliable,
      [&](const TwistMessage& message) { zeros += message.linear.x == 0; });
  const GateNode gate(weak, {.context = lockstep_.context()});
  run(1s);
  zeros = 0;
  run(1s);
  EXPECT_EQ(zeros, 0);
  has_pose_ = false;
  run(300ms);
  zeros = 0;
  run(1s);
  EXPECT_EQ(zeros, 20);
}

// The same on the threads of a network and on a real clock.
TEST(GateNodeOverDds, OpensForWhoIsThereAndClosesForWhoIsNot) {
  using testing_dds::eventually;
  Node others("others", {.context = dds_context(testing_dds::loopback())});
  auto clock = others.publisher<rosgraph_msgs::msg::Clock>("/clock", qos::clock);
  auto poses = others.publisher<PoseStamped>("/tracker", qos::sensor);
  auto twin = others.publisher<DiagnosticStatus>("/r1/twin/status", qos::latched);
  auto commands = others.publisher<TwistMessage>("/r1/cmd_vel");
  std::atomic<double> told = -1;
  const auto motor = others.subscribe<TwistMessage>(
      "/r1/hardware/cmd_vel", qos::reliable,
      [&](const TwistMessage& message) { told = message.linear.x; }, {.is_immediate = true});
  // patient, because the machine may have better things to do
  const GateNode gate({.robot = "r1",
                       .ns = "r1",
                       .gate = {.simulator_timeout = 10s,
                                .pose_timeout = 10s,
                                .twin_timeout = 10s,
                                .command_timeout = 10s},
                       .pose_topic = "/tracker"},
                      {.context = dds_context(testing_dds::loopback())});
  SimTime now = 1s;
  const auto live = [&](std::byte twin_level) {
    now += 10ms;
    clock.publish({to_message_time(now)});
    poses.publish({.header = {.stamp = to_message_time(now)}, .pose = {.orientation = {.w = 1}}});
    twin.publish({.level = twin_level});
    commands.publish({.linear = {.x = 0.5}});
  };
  EXPECT_TRUE(eventually([&] {
    live(DiagnosticStatus::OK);
    return told == 0.5;
  }));
  EXPECT_TRUE(eventually([&] {
    live(DiagnosticStatus::ERROR);
    return told == 0.0;
  }));
  EXPECT_EQ(gate.state(), GateState::twin_lost);
  // the autonomy sends the other type, while the gate sends zero all the time
  commands = {};
  auto stamped = others.publisher<geometry_msgs::msg::TwistStamped>("/r1/cmd_vel");
  EXPECT_TRUE(eventually([&] {
    const GraphView graph = others.graph();
    return std::ranges::any_of(graph.endpoints, [](const EndpointInfo& endpoint) {
      return endpoint.is_publisher && endpoint.topic == "/r1/hardware/cmd_vel" &&
             endpoint.type.name == geometry_msgs::msg::TwistStamped::type_name;
    });
  }));
}

TEST_F(GateNodeTest, ComesFromAScenario) {
  Findings findings;
  const auto scenario = load_scenario_text(
      "tracking: {topic: /pose, timeout: 200ms, area: {size_x_m: 3, size_y_m: 2}}\n"
      "robots: [{name: a, model: emaros, mode: twin, namespace: lab, cmd_vel_type: stamped}]",
      "test", {}, findings);
  ASSERT_TRUE(scenario);
  const GateNodeConfig made = gate_config(scenario->robots[0]);
  EXPECT_EQ(made.ns, "lab");
  EXPECT_EQ(made.pose_topic, "/pose");
  EXPECT_EQ(made.gate.pose_timeout, 200ms);
  EXPECT_EQ(made.gate.area->size_x_m, 3);
  EXPECT_EQ(made.command_type, CommandType::stamped);
}

}  // namespace
}  // namespace tandem
