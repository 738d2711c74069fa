// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/line_following/line_steering.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

constexpr Duration period = 50ms;

TEST(LineSteering, DrivesAlongTheBendOfTheLine) {
  LineSteering steering({.speed_mps = 0.25});
  const Twist2 twist = steering.steer({.curvature_1pm = 2, .ahead_m = 1}, period);
  EXPECT_NEAR(twist.linear, 0.25, 1e-12);
  EXPECT_NEAR(twist.angular, 0.5, 1e-12);  // 0.25 m/s times 2 1/m
}

TEST(LineSteering, ComesBackToTheLineWithoutSwingingOver) {
  for (const double speed : {0.1, 0.25, 0.4}) {
    LineSteering steering({.speed_mps = speed, .integral_gain = 0});
    double beside = 0.05, yaw = 0, least = 1;  // to the left of a line along x
    for (double x = 0; x < 1;) {
      const Twist2 twist =
          steering.steer({.lateral_m = -beside, .heading_rad = -yaw, .ahead_m = 1}, period);
      yaw += twist.angular * seconds(period);
      beside += twist.linear * std::sin(yaw) * seconds(period);
      x += twist.linear * std::cos(yaw) * seconds(period);
      least = std::min(least, beside);
    }
    EXPECT_NEAR(beside, 0, 0.001) << speed;
    EXPECT_GT(least, -0.005) << speed;
  }
}

TEST(LineSteering, ARobotThatPullsToOneSideIsHeldOnTheLine) {
  LineSteering steering({});
  double beside = 0, yaw = 0;
  for (int i = 0; i < 600; ++i) {
    const Twist2 twist =
        steering.steer({.lateral_m = -beside, .heading_rad = -yaw, .ahead_m = 1}, period);
    yaw += (twist.angular + 0.05) * seconds(period);  // its wheels are not alike
    beside += twist.linear * std::sin(yaw) * seconds(period);
  }
  // without the integral: 0.05 rad/s / (0.25 m/s * 40 1/m^2) = 5 mm
  EXPECT_NEAR(beside, 0, 0.0005);
}

TEST(LineSteering, IsSlowInNarrowBendsBeforeTheEndAndAcross) {
  LineSteering steering({.speed_mps = 0.3, .min_speed_mps = 0.05, .max_turn_radps = 1.5});
  EXPECT_NEAR(steering.steer({.curvature_1pm = 10, .ahead_m = 1}, period).linear, 0.105, 1e-9);
  EXPECT_NEAR(steering.steer({.ahead_m = 0.1}, period).linear, 0.15, 1e-9);
  EXPECT_NEAR(steering.steer({.ahead_m = 0.01}, period).linear, 0.05, 1e-9);
  const Twist2 across = steering.steer({.heading_rad = 1.5, .ahead_m = 1}, period);
  EXPECT_EQ(across.linear, 0);
  EXPECT_EQ(across.angular, 1.5);
}

}  // namespace
}  // namespace tandem
