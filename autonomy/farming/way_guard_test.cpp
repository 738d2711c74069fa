// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/farming/way_guard.h"

#include <gmock/gmock.h>

#include "autonomy/behavior/test_floor.h"
#include "autonomy/behavior/test_robot.h"

namespace tandem {
namespace {

using GuardedWay = TestRobot;

}  // namespace

TEST_F(GuardedWay, IsNotTakenByAnEyeThatHasGoneBlind) {
  TestFloor floor(options());
  Node node("program", options());
  Whereabouts whereabouts(node);
  const WayGuard guard(node, whereabouts);
  const std::vector<Vec2> outline{{0.1, 0.1}, {-0.1, 0.1}, {-0.1, -0.1}, {0.1, -0.1}};
  const Twist2 ahead{0.3, 0};
  run(100ms);
  EXPECT_TRUE(guard.is_clear(outline, ahead)) << "who has no lidar drives, too";
  auto scans = person_.publisher<sensor_msgs::msg::LaserScan>("scan", qos::sensor);
  const auto scan = [&](float range_m) {
    scans.publish({.header = {.stamp = to_message_time(now_), .frame_id = "r/base_link"},
                   .range_max = 5,
                   .ranges = {range_m}});
  };
  scan(2);
  run(900ms);
  EXPECT_TRUE(guard.is_clear(outline, ahead)) << "nothing was in the way";
  run(200ms);
  EXPECT_FALSE(guard.is_clear(outline, ahead)) << "1.1 s ago";
  scan(2);
  run(10ms);
  EXPECT_TRUE(guard.is_clear(outline, ahead));
  scan(0.2F);
  run(10ms);
  EXPECT_FALSE(guard.is_clear(outline, ahead));
}

}  // namespace tandem
