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

TEST(Odometry, WithoutErrorsIsSureToAMillimetre) {
  const PoseCovariance2 doubt = after({}, {0.001, 0.001}, 1000).pose_covariance;
  EXPECT_EQ(doubt.x_x, 1e-6);
  EXPECT_EQ(doubt.y_y, 1e-6);
  EXPECT_EQ(doubt.yaw_yaw, 1e-6);
  EXPECT_EQ(doubt.x_y, 0);
}

TEST(Odometry, DoubtFromNoiseGrowsWithTheSquareRootOfTheWay) {
  // straight on, as if every draw were its mean; 0.1 mm of noise for each wheel and step
  const OdometryReading reading = after({.noise = 0.1}, {0.001, 0.001}, 1000);
  const double step = 1e-4 * 1e-4;
  const PoseCovariance2& doubt = reading.pose_covariance;
  // the heading wanders by the difference of both wheels over 0.2 m
  EXPECT_NEAR(doubt.yaw_yaw, 1e-6 + 1000 * 2 * step / 0.04, 1e-12);
  // forward by their mean; a little less or more where the path bends
  EXPECT_NEAR(doubt.x_x, 1e-6 + 1000 * step / 2, 2e-6);
  // sideways by what the heading was off at each step: the integral of the way left squared, 1/3
  EXPECT_NEAR(doubt.y_y, 2 * step / 0.04 * 1000 / 3, 1e-5);
  EXPECT_NEAR(doubt.y_yaw, 2 * step / 0.04 * 1000 / 2, 1e-5);
  // 0.1 m/s, each wheel off by a tenth of that
  EXPECT_NEAR(reading.linear_variance, 1e-6 + 0.01 * 0.01 / 2, 1e-12);
  EXPECT_NEAR(reading.angular_variance, 1e-6 + 2 * 0.01 * 0.01 / 0.04, 1e-12);
}

TEST(Odometry, DoubtFromWheelsOfWrongSizeGrowsWithTheWay) {
  const OdometryError error{.left_radius_error = 0.01, .right_radius_error = 0.01};
  const PoseCovariance2 once = after(error, {0.001, 0.001}, 1000).pose_covariance;
  // 1 % of a metre for each wheel, of which the middle moves half
  EXPECT_NEAR(once.x_x, 1e-6 + 2 * 0.005 * 0.005, 1e-9);
  EXPECT_NEAR(once.yaw_yaw, 1e-6 + 2 * 0.05 * 0.05, 1e-9);
  const PoseCovariance2 twice = after(error, {0.001, 0.001}, 2000).pose_covariance;
  EXPECT_NEAR(twice.x_x - 1e-6, 4 * (once.x_x - 1e-6), 1e-9);
}

TEST(Odometry, DoubtFromAWrongTrackComesWithTurning) {
  const OdometryError error{.track_error = 0.1};
  EXPECT_NEAR(after(error, {0.001, 0.001}, 1000).pose_covariance.yaw_yaw, 1e-6, 1e-12);
  // one radian, believed to be 1 / 1.1, and that changes by 1 / 1.21 of the error
  EXPECT_NEAR(after(error, {-0.0001, 0.0001}, 1000).pose_covariance.yaw_yaw,
              1e-6 + std::pow(0.1 / 1.21, 2), 1e-9);
}

TEST(Odometry, TheTruthLiesWithinTheDoubt) {
  // 2 m of curve with a wheel 2 % too large
  const OdometryReading reading = after({.right_radius_error = 0.02}, {0.0009, 0.0011}, 2000);
  const OdometryReading truth = after({.noise = 1e-12}, {0.0009, 0.0011}, 2000);
  const double error = truth.odom_from_base.yaw - reading.odom_from_base.yaw;
  const double deviation = std::sqrt(reading.pose_covariance.yaw_yaw);
  EXPECT_NEAR(std::abs(error) / deviation, 1, 0.01);
}

}  // namespace
}  // namespace tandem
