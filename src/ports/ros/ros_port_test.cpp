// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/ros_port.h"

#include <gmock/gmock.h>

#include "messages/geometry_msgs.h"
#include "messages/time.h"
#include "ports/ros/test_run.h"

namespace tandem {
namespace {

using nav_msgs::msg::Odometry;
using rosgraph_msgs::msg::Clock;
using tf2_msgs::msg::TFMessage;
using TwistMessage = geometry_msgs::msg::Twist;

// A robot program like any other: drives half a metre by its odometry, ten times a second.
class HalfMetre {
 public:
  explicit HalfMetre(std::shared_ptr<Context> context)
      : node_("half_metre", {.ns = "/emaros", .context = std::move(context)}) {}

  bool has_arrived() const { return x_ >= 0.5; }

 private:
  Node node_;
  double x_ = 0;
  Publisher<TwistMessage> command_ = node_.publisher<TwistMessage>("cmd_vel");
  Subscription odometry_ = node_.subscribe<Odometry>(
      "odom", qos::reliable, [this](const Odometry& odom) { x_ = odom.pose.pose.position.x; });
  Timer timer_ = node_.timer(
      100ms, [this] { command_.publish({.linear = {.x = has_arrived() ? 0.0 : 0.3}}); });
};

TEST(RosPort, AProgramDrivesARobotTheSameWayEveryTime) {
  const auto drive = [] {
    TestRun run(load_good("empty"));
    const HalfMetre program(run.context());
    const auto frame = run.step_for(4s);
    EXPECT_TRUE(program.has_arrived());
    // it sees odometry of up to 20 ms ago every 100 ms and needs 0.045 m to stop
    EXPECT_NEAR(frame->robots[0].world_from_base.translation.x, 0.5 + 0.05, 0.05);
    return frame->state_hash;
  };
  EXPECT_EQ(drive(), drive());
}

TEST(RosPort, ClockAndStampsAreTheTimeOfTheStep) {
  TestRun run(load_good("empty"));
  Node node("listener", {.context = run.context()});
  std::vector<SimTime> clock;
  std::vector<SimTime> stamps;
  const auto clock_listener = node.subscribe<Clock>(
      "/clock", qos::clock, [&](const Clock& c) { clock.push_back(to_time(c.clock)); });
  const auto odometry = node.subscribe<Odometry>(
      "/emaros/odom", qos::reliable,
      [&](const Odometry& odom) { stamps.push_back(to_time(odom.header.stamp)); });

  run.step_for(96ms);
  EXPECT_THAT(clock, testing::ElementsAre(8ms, 16ms, 24ms, 32ms, 40ms, 48ms, 56ms, 64ms, 72ms, 80ms,
                                          88ms, 96ms, 104ms));
  // 50 times a second, in whole steps
  EXPECT_THAT(stamps, testing::ElementsAre(8ms, 32ms, 48ms, 72ms, 88ms));
}

TEST(RosPort, FramesHangTogetherFromOdomToEveryLink) {
  TestRun run(load_good("empty"));
  run.step();
  Node node("listener", {.context = run.context()});
  std::map<std::string, std::string> parent_of;
  const auto note = [&](const TFMessage& message) {
    for (const auto& transform : message.transforms)
      parent_of[transform.child_frame_id] = transform.header.frame_id;
  };
  // comes late, and is told all the same
  const auto fixed = node.subscribe<TFMessage>("/tf_static", qos::tf_static, note);
  const auto moving = node.subscribe<TFMessage>("/tf", qos::tf, note);
  run.step_for(100ms);

  for (const Link& link : run.simulation.scenario().robots[0].model->links) {
    std::string frame = "emaros/" + link.name;
    for (int depth = 0; depth < 20 && parent_of.contains(frame); ++depth) frame = parent_of[frame];
    EXPECT_EQ(frame, "emaros/odom") << link.name;
  }
  EXPECT_FALSE(parent_of.contains("emaros/odom"));  // nobody asked for ideal localisation
}

TEST(RosPort, WhatNobodyListensToIsNotSent) {
  TestRun run(load_good("empty"));
  run.step_for(100ms);
  Node node("listener", {.context = run.context()});
  std::vector<std::uint64_t> numbers;
  const auto odometry = node.subscribe<Odometry>(
      "/emaros/odom", qos::reliable,
      [&](const Odometry&, const MessageInfo& info) { numbers.push_back(info.sequence); });
  run.step_for(40ms);
  EXPECT_THAT(numbers, testing::ElementsAre(1, 2));
}

}  // namespace
}  // namespace tandem
