// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/guard/guard_node.h"

#include <gtest/gtest.h>

#include <atomic>
#include <numbers>

#include "messages/diagnostic_msgs.h"
#include "messages/geometry_msgs.h"
#include "messages/sensor_msgs.h"
#include "middleware/dds_context.h"
#include "middleware/dds_testing.h"

namespace tandem {
namespace {

using diagnostic_msgs::msg::DiagnosticStatus;
using sensor_msgs::msg::LaserScan;
using std_srvs::srv::Trigger;
using testing_dds::eventually;
using TwistMessage = geometry_msgs::msg::Twist;

LaserScan scan_at(float range_m) {
  LaserScan scan;
  scan.angle_increment = static_cast<float>(2 * std::numbers::pi / 360);
  scan.range_min = 0.1f;
  scan.range_max = 8;
  scan.ranges.assign(360, range_m);
  return scan;
}

// On the threads of a network: lidar, autonomy and simulator talk while the guard looks.
TEST(GuardNodeOverDds, PassesStopsAndTurnsOnlyWhileTheTwinIsPaused) {
  Node others("others", {.context = dds_context(testing_dds::loopback())});
  auto scans = others.publisher<LaserScan>("/r1/hardware/scan", qos::sensor);
  auto commands = others.publisher<TwistMessage>("/r1/cmd_vel");
  auto twin = others.publisher<DiagnosticStatus>("/r1/twin/status", qos::latched);
  std::atomic<bool> is_paused = false, answers = false;
  const auto answer = [&](bool wanted) {
    return [&, wanted](const Trigger::Request&) {
      if (answers) is_paused = wanted;
      return Trigger::Response{.success = answers};
    };
  };
  const Server pause = others.serve<Trigger>("/r1/twin/pause", answer(true));
  const Server resume = others.serve<Trigger>("/r1/twin/resume", answer(false));
  std::atomic<double> ahead = -1, turn = -1;
  const auto gate = others.subscribe<TwistMessage>("/r1/guarded/cmd_vel", qos::reliable,
                                                   [&](const TwistMessage& message) {
                                                     ahead = message.linear.x;
                                                     turn = message.angular.z;
                                                   },
                                                   {.is_immediate = true});
  GuardNodeConfig config{.robot = "r1", .ns = "r1", .scan_topic = "hardware/scan"};
  config.guard.scan_timeout = 10s;  // the machine may have better things to do
  const GuardNode guard(config, {.context = dds_context(testing_dds::loopback())});
  const auto live = [&](float range_m) {
    scans.publish(scan_at(range_m));
    commands.publish({.linear = {.x = 0.3}});
    twin.publish({.values = {{"paused", is_paused ? "true" : "false"}}});
  };
  EXPECT_TRUE(eventually([&] {
    live(5);
    return ahead == 0.3;
  }));
  // a wall all around, near but with room to turn; the simulator does not answer
  EXPECT_TRUE(eventually([&] {
    live(0.4f);
    return ahead == 0.0 && guard.state() == GuardState::stopping;
  }));
  EXPECT_EQ(turn, 0.0);
  answers = true;
  EXPECT_TRUE(eventually([&] {
    live(0.4f);
    return turn != 0.0;
  }));
  EXPECT_TRUE(is_paused);
  EXPECT_EQ(guard.stops(), 1);
  // somebody resumes the twin: the robot stands until it is paused again
  answers = false;
  is_paused = false;
  EXPECT_TRUE(eventually([&] {
    live(0.4f);
    return turn == 0.0;
  }));
}

}  // namespace
}  // namespace tandem
