// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "plant/plant.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace tandem {
namespace {

PlantConfig quiet() {
  PlantConfig config;
  config.base = {};
  config.lidar.noise_m = 0;
  return config;
}

void drive(Plant& plant, SimTime& now, const Twist2& velocity, Duration lasts) {
  for (const SimTime end = now + lasts; now < end;) {
    now += 20ms;
    plant.command(velocity, now);
    plant.advance(now);
  }
}

TEST(Plant, DrivesAsItIsToldAndIsSeen) {
  Plant plant(quiet(), 1);
  SimTime now = 100s;
  plant.advance(now);
  drive(plant, now, {0.4, 0}, 2s);
  EXPECT_GT(plant.room_from_robot().translation.x, 0.5);
  const auto poses = plant.take_poses();
  EXPECT_NEAR(static_cast<double>(poses.size()), 60, 2);
  EXPECT_GE(poses.front().stamp, 100s);
}

TEST(Plant, WallsAndPostsHoldIt) {
  PlantConfig config = quiet();
  config.room.posts.push_back({{0, 1}, 0.2});
  Plant plant(config, 1);
  SimTime now = 1s;
  plant.advance(now);
  drive(plant, now, {0.5, 0}, 20s);
  EXPECT_NEAR(plant.room_from_robot().translation.x, 2.5 - 0.15, 1e-9);
  EXPECT_TRUE(plant.is_held());
  const Vec2 free = config.room.free_place({0, 0.9}, 0.15);
  EXPECT_NEAR(free.y, 1 - 0.35, 1e-9);
}

TEST(Plant, TheRealLidarSeesTheRealRoom) {
  PlantConfig config = quiet();
  config.room.posts.push_back({{1, 0}, 0.2});
  config.base.room_from_start.yaw = 0;
  Plant plant(config, 1);
  plant.advance(1s);
  const auto ranges = plant.scan();
  ASSERT_EQ(ranges.size(), 360u);
  EXPECT_NEAR(ranges[0], 0.8, 1e-9);    // the post
  EXPECT_NEAR(ranges[90], 2, 1e-9);     // 4 m wide
  EXPECT_NEAR(ranges[180], 2.5, 1e-9);  // 5 m long
  EXPECT_NEAR(ranges[45], 2 * std::numbers::sqrt2, 1e-9);
}

TEST(Plant, ItsBatteryRunsDownFasterWhileItDrives) {
  Plant still(quiet(), 1), busy(quiet(), 1);
  SimTime a = 1s, b = 1s;
  still.advance(a);
  busy.advance(b);
  drive(still, a, {}, 60s);
  drive(busy, b, {0.3, 1}, 60s);
  // 8 W for a minute out of 40 Wh
  EXPECT_NEAR(still.telemetry().battery_share, 1 - 8.0 / 60 / 40, 1e-5);
  EXPECT_LT(busy.telemetry().battery_share, still.telemetry().battery_share - 1e-3);
  EXPECT_THAT(busy.telemetry().text(), testing::HasSubstr("cpu: "));
}

}  // namespace
}  // namespace tandem
