// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "robots/odometry.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tandem {
namespace {

const DriveConfig drive{.type = DriveType::differential, .wheel_radius_m = 0.03, .track_m = 0.2};

OdometryReading after(const OdometryError& error, const WheelTravel& travel, int steps) {
  Odometry odometry(drive, error, Random(1, "test"));
  for (int i = 0; i < steps; ++i) odometry.add(travel, {}, 10ms);
  return odometry.reading();
}

TEST(Odometry, WithoutErrorsIsTheTrueMotion) {
  Odometry odometry(drive, {}, Random(1, "test"));
  odometry.add({.left_m = 5, .right_m = 7}, {{0.01, 0}, 0.02}, 10ms);
  odometry.add({.left_m = 5, .right_m = 7}, {{0.01, 0}, 0.02}, 10ms);

  EXPECT_NEAR(odometry.reading().odom_from_base.translation.x, 0.01 + 0.01 * std::cos(0.02), 1e-12);
  EXPECT_NEAR(odometry.reading().odom_from_base.yaw, 0.04, 1e-12);
  EXPECT_NEAR(odometry.reading().velocity.linear, 1, 1e-9);
}

TEST(Odometry, AWheelThatSeemsLargerBendsTheWay) {
  // 1 m straight with the right wheel believed 1 % larger: 0.01 m / 0.2 m of turn
  const OdometryReading reading = after({.right_radius_error = 0.01}, {0.001, 0.001}, 1000);
  EXPECT_NEAR(reading.odom_from_base.yaw, 0.05, 1e-9);
  EXPECT_NEAR(reading.odom_from_base.translation.x, 1.005 * std::sin(0.05) / 0.05, 1e-4);
}

TEST(Odometry, AWrongTrackScalesTurnsOnly) {
  const OdometryReading turn = after({.track_error = 0.1}, {-0.0001, 0.0001}, 1000);
  EXPECT_NEAR(turn.odom_from_base.yaw, 1 / 1.1, 1e-9);
  EXPECT_NEAR(turn.odom_from_base.translation.x, 0, 1e-9);
  const OdometryReading straight = after({.track_error = 0.1}, {0.001, 0.001}, 1000);
  EXPECT_NEAR(straight.odom_from_base.translation.x, 1, 1e-9);
}

TEST(Odometry, NoiseAveragesOutAndIsTheSameForTheSameSeed) {
  const OdometryError error{.noise = 0.1};
  const OdometryReading reading = after(error, {0.001, 0.001}, 1000);
  // each wheel wanders by 0.1 * 0.001 * sqrt(1000) = 3.2 mm, both of them turn by 22 mrad
  EXPECT_NE(reading.odom_from_base.yaw, 0);
  EXPECT_NEAR(reading.odom_from_base.yaw, 0, 4 * 0.0224);
  EXPECT_NEAR(reading.odom_from_base.translation.x, 1, 0.02);
  EXPECT_EQ(reading.odom_from_base.yaw, after(error, {0.001, 0.001}, 1000).odom_from_base.yaw);
}

}  // namespace
}  // namespace tandem
