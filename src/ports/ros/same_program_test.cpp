// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>

#include "messages/geometry_msgs.h"
#include "messages/nav_msgs.h"
#include "middleware/transform_buffer.h"
#include "middleware/transform_listener.h"
#include "ports/ros/live_run.h"
#include "ports/ros/test_run.h"

// One robot program, not a line of it different: over DDS in real time, and in lockstep.
namespace tandem {
namespace {

using nav_msgs::msg::Odometry;
using TwistMessage = geometry_msgs::msg::Twist;

constexpr double goal_m = 0.5;

// Drives half a metre by its odometry, ten times a second of simulated time, and says where the
// transforms have it then.
class HalfMetre {
 public:
  explicit HalfMetre(std::shared_ptr<Context> context)
      : node_("half_metre",
              {.ns = "/emaros", .context = std::move(context), .use_sim_time = true}) {}

  bool has_stopped() const { return has_stopped_; }
  double stopped_at_m() const { return stopped_at_m_; }
  int decisions() const { return decisions_; }

 private:
  void receive(const Odometry& odometry) {
    x_m_ = odometry.pose.pose.position.x;
    if (x_m_ < goal_m || std::abs(odometry.twist.twist.linear.x) > 0.001) return;
    const Result<StampedPose> where = transforms_.latest("emaros/odom", "emaros/base_link");
    if (!where) return;
    stopped_at_m_ = where->pose.translation.x;
    has_stopped_ = true;
  }
  void decide() {
    ++decisions_;
    command_.publish({.linear = {.x = x_m_ < goal_m ? 0.3 : 0.0}});
  }

  Node node_;
  double x_m_ = 0;
  std::atomic<bool> has_stopped_ = false;
  std::atomic<double> stopped_at_m_ = 0;
  std::atomic<int> decisions_ = 0;
  TransformBuffer transforms_;
  TransformListener listener_{node_, transforms_};
  Publisher<TwistMessage> command_ = node_.publisher<TwistMessage>("cmd_vel");
  Subscription odometry_ = node_.subscribe<Odometry>(
      "odom", qos::reliable, [this](const Odometry& odometry) { receive(odometry); });
  Timer timer_ = node_.timer(100ms, [this] { decide(); });
};

struct Drive {
  double stopped_at_m = 0;
  double truth_m = 0;
  std::uint64_t state_hash = 0;
};

Drive drive_in_lockstep() {
  TestRun run(load_good("empty"));
  const HalfMetre program(run.context());
  std::shared_ptr<const Frame> frame = run.step();
  while (!program.has_stopped() && frame->time < 10s) frame = run.step();
  EXPECT_TRUE(program.has_stopped());
  // ten decisions in every simulated second
  EXPECT_NEAR(program.decisions(), seconds(frame->time) * 10, 1);
  return {program.stopped_at_m(), frame->robots[0].world_from_base.translation.x,
          frame->state_hash};
}

TEST(SameProgram, DrivesTheSameWayEveryTimeInLockstep) {
  const Drive first = drive_in_lockstep(), second = drive_in_lockstep();
  EXPECT_EQ(first.state_hash, second.state_hash);
  EXPECT_EQ(first.stopped_at_m, second.stopped_at_m);
  // it sees odometry of up to 20 ms ago every 100 ms and needs 0.045 m to stop
  EXPECT_NEAR(first.truth_m, goal_m + 0.05, 0.05);
  EXPECT_NEAR(first.stopped_at_m, first.truth_m, 0.01);
}

TEST(SameProgram, DrivesThereOverDdsToo) {
  const Drive lockstep = drive_in_lockstep();
  LiveRun run("empty");
  const HalfMetre program(outside_context());
  ASSERT_TRUE(eventually([&] { return program.has_stopped(); }));
  // it may be late by some tenths of a second, at 0.3 m/s, on a machine that does other things too
  EXPECT_NEAR(program.stopped_at_m(), lockstep.stopped_at_m, 0.15);
  EXPECT_GE(program.stopped_at_m(), goal_m);
}

}  // namespace
}  // namespace tandem
