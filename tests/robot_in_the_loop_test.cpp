// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <map>
#include <numbers>
#include <string>

#include "lockstep_lab.h"
#include "messages/diagnostic_msgs.h"
#include "messages/sensor_msgs.h"
#include "messages/std_msgs.h"
#include "messages/time.h"
#include "middleware/transform_buffer.h"
#include "middleware/transform_listener.h"

namespace tandem {
namespace {

// What arrives at the robot, and when.
class Loop : public LockstepLab {
 public:
  using LockstepLab::LockstepLab;

  SimTime last_pose{};
  std::optional<SimTime> zero_heard;  // at the motors, the first of those since the last command

 private:
  Subscription poses_ = autonomy().subscribe<geometry_msgs::msg::PoseStamped>(
      "/r/tracked_pose", qos::sensor, [this](const auto&) { last_pose = now; });
  Subscription heard_ = autonomy().subscribe<geometry_msgs::msg::TwistStamped>(
      "/r/plant/heard", qos::reliable, [this](const geometry_msgs::msg::TwistStamped& message) {
        if (message.twist.linear.x != 0) {
          zero_heard.reset();
        } else if (!zero_heard) {
          zero_heard = to_time(message.header.stamp);
        }
      });
};

constexpr const char* room_with_a_box = R"(name: room
clock: zero
robots:
  - {name: r, model: emaros, mode: twin}
spawn:
  box:
    area: {x: 1, y: 0, size_x_m: 0.3, size_y_m: 0.3}
    object: {shape: box, size_m: [0.2, 0.2, 0.2], mass_kg: 1}
)";

TEST(RobotInTheLoop, CommandsReachTheRobotAndItsTwinPushesABox) {
  Loop loop(room_with_a_box);
  loop.run(500ms, std::nullopt);
  EXPECT_EQ(loop.gate(), GateState::waiting_for_command);
  const double box_x = loop.place_of("box_1").x;
  loop.run(5s, Twist2{0.3, 0});
  EXPECT_EQ(loop.gate(), GateState::open);
  EXPECT_GT(loop.true_place().x, 1.0);
  EXPECT_LT(loop.off(), 0.02);
  EXPECT_GT(loop.place_of("box_1").x, box_x + 0.2);
  EXPECT_FALSE(loop.twin().twin->touching.empty());
}

// plant -> pose -> twin -> pushed box -> virtual scan -> mixed scan
TEST(RobotInTheLoop, TheMixedScanHasTheRealRoomAndThePushedBox) {
  using sensor_msgs::msg::LaserScan;
  Loop loop(R"(name: room
clock: zero
tracking: {area: {size_x_m: 6, size_y_m: 4}}
robots:
  - {name: r, model: emaros, mode: twin, sensors: {lidar: {reality: mixed, noise_m: 0}}}
spawn:
  box:
    area: {x: 1, y: 0, size_x_m: 0.3, size_y_m: 0.3}
    object: {shape: box, size_m: [0.2, 0.3, 0.4], mass_kg: 1}
)");
  const auto mixed = loop.hear<LaserScan>("/r/mixed/scan");
  const auto real = loop.hear<LaserScan>("/r/hardware/scan", qos::sensor);
  const auto simulated = loop.hear<LaserScan>("/r/scan", qos::sensor);
  const double box_x = loop.place_of("box_1").x;
  loop.run(3500ms, Twist2{0.3, 0});
  loop.run(1200ms, std::nullopt);  // it stands, so that all scans are of one place

  // the real lidar counts from straight ahead, all the way round
  ASSERT_EQ(real->ranges.size(), 360u);
  ASSERT_EQ(mixed->ranges.size(), real->ranges.size());
  EXPECT_EQ(mixed->angle_min, real->angle_min);
  const double x = loop.true_place().x;
  const Vec3 box = loop.place_of("box_1");
  EXPECT_GT(box.x, box_x + 0.1);
  // ahead the box was pushed, and hides the wall behind it
  EXPECT_NEAR(real->ranges[0], 3 - x, 0.1);
  EXPECT_NEAR(mixed->ranges[0], box.x - x, 0.18);  // half of the box's diagonal
  // behind is the real wall alone
  ASSERT_EQ(simulated->ranges.size(), 360u);
  EXPECT_GT(simulated->ranges[0], real->ranges[180] + 1);
  EXPECT_NEAR(real->ranges[180], 3 + x, 0.1);
  EXPECT_EQ(mixed->ranges[180], real->ranges[180]);
}

// A lidar that is not in the middle: what it measures is of the place that its frame has.
TEST(RobotInTheLoop, TheFrameOfARealScanIsWhereTheLidarIs) {
  using sensor_msgs::msg::LaserScan;
  Loop loop(R"(name: room
clock: zero
tracking: {area: {size_x_m: 6, size_y_m: 4}}
robots:
  - {name: r, model: emaros, mode: twin, localization: ideal, sensors: {lidar: {pose: {x: 0.05, z: 0.02, yaw_deg: 90}}}}
)");
  const auto real = loop.hear<LaserScan>("/r/hardware/scan", qos::sensor);
  TransformBuffer frames;
  const TransformListener listener(loop.autonomy(), frames);
  loop.run(2s, std::nullopt);
  EXPECT_EQ(real->header.frame_id, "r/hardware_lidar");
  const auto base_from_lidar = frames.latest("r/base_link", real->header.frame_id);
  ASSERT_TRUE(base_from_lidar) << base_from_lidar.error();
  // emaros has lidar_link 0.15 m above its base
  EXPECT_NEAR(base_from_lidar->pose.translation.x, 0.05, 1e-6);
  EXPECT_NEAR(base_from_lidar->pose.translation.z, 0.15 + 0.02, 1e-6);
  EXPECT_NEAR(base_from_lidar->pose.rotation.yaw(), std::numbers::pi / 2, 1e-6);
  // it looks to the left, where the wall is 2 m from the middle; behind it is the right one, and to
  // its right the one ahead
  EXPECT_NEAR(real->ranges[0], 2, 0.06);
  EXPECT_NEAR(real->ranges[180], 2, 0.06);
  EXPECT_NEAR(real->ranges[270], 3 - 0.05, 0.06);
  EXPECT_NEAR(real->ranges[90], 3 + 0.05, 0.06);
  EXPECT_TRUE(frames.latest("map", real->header.frame_id)) << "everybody can place it";
}

TEST(RobotInTheLoop, WhatTheSimulatorCannotFollowIsNotDriven) {
  Loop loop(room_with_a_box);
  loop.run(3s, Twist2{0.3, 0});
  ASSERT_EQ(loop.gate(), GateState::open);
  loop.plant()->set_blind(true);
  // somebody else's poses: inside of every area, but never where they were
  auto poses =
      loop.autonomy().publisher<geometry_msgs::msg::PoseStamped>("/r/tracked_pose", qos::sensor);
  int i = 0;
  loop.looked = [&] {
    if (++i % 4 == 0)
      poses.publish({.header = {.stamp = to_message_time(loop.now)},
                     .pose = {.position = {.x = i % 3 - 4.0, .y = i % 5 - 2.0}}});
  };
  loop.run(500ms + 100ms, Twist2{0.3, 0});
  EXPECT_EQ(loop.twin().twin->state.tracking, TrackingState::lost);
  EXPECT_EQ(loop.gate(), GateState::twin_lost);
  loop.run(2s, Twist2{0.3, 0});
  EXPECT_EQ(loop.gate(), GateState::twin_lost);
  EXPECT_NEAR(loop.true_speed(), 0, 0.01);
}

TEST(RobotInTheLoop, PeopleDriveTheRobotAndSeeItsGateAndItsTelemetry) {
  Loop loop(std::string(room_with_a_box) + R"(observe:
  - {topic: /r/hardware/telemetry, pattern: 'battery: (\d+)', unit: '%', warn_below: 101}
)");
  loop.run(500ms, std::nullopt);
  ASSERT_TRUE(loop.network().gate("r"));
  EXPECT_FALSE(loop.network().gate("r")->is_open);
  EXPECT_NE(loop.network().gate("r")->reason, "");

  loop.people = Twist2{0.3, 0};
  loop.run(3s, std::nullopt);
  EXPECT_EQ(loop.gate(), GateState::open);
  EXPECT_TRUE(loop.network().gate("r")->is_open);
  EXPECT_NEAR(loop.true_speed(), 0.3, 0.05);
  const Observation battery = loop.network().board().read().at(0);
  EXPECT_EQ(battery.robot, "r");
  EXPECT_EQ(battery.level, ObservationLevel::warning);  // whatever it has is less than 101 %
  EXPECT_GT(battery.count, 1u);

  // a page that went away
  loop.people.reset();
  loop.run(520ms, std::nullopt);
  ASSERT_TRUE(loop.zero_heard);
  loop.run(600ms, std::nullopt);
  EXPECT_NEAR(loop.true_speed(), 0, 0.01);
}

TEST(RobotInTheLoop, TheRobotStopsWhenItsAutonomyFallsSilent) {
  Loop loop(room_with_a_box);
  loop.run(3s, Twist2{0.3, 0});
  EXPECT_NEAR(loop.true_speed(), 0.3, 0.05);
  loop.run(500ms + 20ms + 600ms, std::nullopt);  // the threshold, and the way to stand still
  EXPECT_EQ(loop.gate(), GateState::command_silent);
  EXPECT_NEAR(loop.true_speed(), 0, 0.01);
  const double stands_at = loop.true_place().x;
  loop.run(5s, std::nullopt);
  EXPECT_NEAR(loop.true_place().x, stands_at, 0.002);
}

TEST(RobotInTheLoop, ZeroIsAtTheMotorsWithin20MillisecondsOfAnyThreshold) {
  constexpr Twist2 ahead{0.3, 0};
  const auto is_in_time = [](const Loop& loop, SimTime last_heard, Duration threshold) {
    ASSERT_TRUE(loop.zero_heard);
    EXPECT_GT(*loop.zero_heard - last_heard, threshold - 20ms);
    EXPECT_LE(*loop.zero_heard - last_heard, threshold + 20ms);
  };
  {
    Loop loop(room_with_a_box);
    loop.run(3s, ahead);
    EXPECT_FALSE(loop.zero_heard);
    loop.run(1s, std::nullopt);
    is_in_time(loop, loop.last_command, 500ms);
  }
  {
    Loop loop(room_with_a_box);
    loop.run(3s, ahead);
    loop.plant()->set_blind(true);
    loop.run(1s, ahead);
    is_in_time(loop, loop.last_pose, 500ms);
  }
  {
    Loop loop(room_with_a_box);
    loop.run(3s, ahead);
    loop.has_simulator = false;
    loop.run(1s, ahead);
    is_in_time(loop, loop.last_frame, 250ms);
    EXPECT_NEAR(loop.true_speed(), 0, 0.01);
  }
}

TEST(RobotInTheLoop, ADynamicTwinIsStoppedByWhatDoesNotStopItsRobot) {
  Loop loop(R"(name: room
clock: zero
robots:
  - {name: r, model: emaros, mode: twin, twin: {body: dynamic, snap_distance_m: 5}}
spawn:
  block:
    area: {x: 1, y: 0, size_x_m: 0.5, size_y_m: 0.5}
    object: {shape: box, size_m: [0.5, 0.5, 0.3], mass_kg: 500}
)");
  loop.run(2s, Twist2{0.3, 0});
  EXPECT_LT(loop.off(), 0.03);
  const double block_x = loop.place_of("block_1").x;
  loop.run(5s, Twist2{0.3, 0});
  EXPECT_GT(loop.true_place().x, 1.5);
  EXPECT_LT(loop.twin().world_from_base.translation.x, block_x - 0.25);
  EXPECT_NEAR(loop.place_of("block_1").x, block_x, 0.05);
  EXPECT_NEAR(loop.twin().twin->off_m, loop.off(), 0.03);
}

TEST(RobotInTheLoop, TheTwinFreezesWhenTheRobotIsNotSeen) {
  Loop loop(room_with_a_box);
  loop.run(2s, Twist2{0.3, 0});
  loop.plant().reset();
  loop.run(1s, Twist2{0.3, 0});
  EXPECT_EQ(loop.gate(), GateState::pose_silent);
  EXPECT_EQ(loop.twin().twin->state.tracking, TrackingState::lost);
  const Pose frozen = loop.twin().world_from_base;
  loop.run(1s, Twist2{0.3, 0});
  EXPECT_EQ(loop.twin().world_from_base, frozen);
}

TEST(RobotInTheLoop, TheRobotTellsHowItIsAsTextAndInTypes) {
  Loop loop(room_with_a_box);
  const auto text = loop.hear<std_msgs::msg::String>("/r/hardware/telemetry");
  const auto battery = loop.hear<sensor_msgs::msg::BatteryState>("/r/hardware/battery_state");
  const auto temperature = loop.hear<sensor_msgs::msg::Temperature>("/r/hardware/temperature");
  std::map<std::string, std::string> computer;
  const auto diagnostics = loop.autonomy().subscribe<diagnostic_msgs::msg::DiagnosticArray>(
      "/diagnostics", qos::reliable, [&](const diagnostic_msgs::msg::DiagnosticArray& message) {
        for (const auto& status : message.status)
          if (status.name == "computer: r")
            for (const auto& [key, value] : status.values) computer[key] = value;
      });
  loop.run(3s, Twist2{0.3, 0});
  EXPECT_NE(text->data.find("cpu"), std::string::npos);
  EXPECT_GT(battery->voltage, 10);
  EXPECT_GT(temperature->temperature, 20);
  EXPECT_GT(std::stod(computer["cpu_percent"]), 20);  // it works harder when it drives
  EXPECT_NEAR(std::stod(computer["ram_percent"]), 40, 5);
  EXPECT_NEAR(std::stod(computer["temperature_c"]), temperature->temperature, 1e-3);
}

TEST(RobotInTheLoop, TheSameRunIsTheSameAgain) {
  const auto digest = [] {
    Loop loop(room_with_a_box);
    loop.run(3s, Twist2{0.3, 0.2});
    return loop.frame->state_hash;
  };
  EXPECT_EQ(digest(), digest());
}

}  // namespace
}  // namespace tandem
