// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "plant/robot_base.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tandem {
namespace {

SimTime run(RobotBase& base, SimTime from, Duration lasts) {
  SimTime now = from;
  while (now < from + lasts) {
    now += 1ms;
    base.step(now, 1ms);
  }
  return now;
}

TEST(RobotBase, ObeysLateAndSluggishly) {
  RobotBase base({.max_acceleration_mps2 = 100, .command_latency = 20ms, .motor_lag = 100ms}, 1);
  base.command({0.5, 0}, 0s);
  SimTime now = run(base, 0s, 19ms);
  EXPECT_EQ(base.velocity().linear, 0);
  now = run(base, now, 101ms);  // one lag after it began to obey: 1 - 1/e
  EXPECT_NEAR(base.velocity().linear, 0.5 * (1 - std::exp(-1.0)), 0.01);
  run(base, now, 2s);
  EXPECT_NEAR(base.velocity().linear, 0.5, 1e-6);
}

TEST(RobotBase, RampsWithinItsLimits) {
  RobotBase base({.max_speed_mps = 0.6, .max_acceleration_mps2 = 1, .motor_lag = 1ms}, 1);
  base.command({5, 0}, 0s);
  run(base, 0s, 320ms);
  EXPECT_NEAR(base.velocity().linear, 0.3, 0.005);
  run(base, 320ms, 1s);
  EXPECT_NEAR(base.velocity().linear, 0.6, 1e-6);
}

TEST(RobotBase, UnequalWheelsPullToOneSide) {
  RobotBase base({.track_m = 0.2, .left_gain = 0.99, .right_gain = 1.01}, 1);
  base.command({0.5, 0}, 0s);
  run(base, 0s, 5s);
  EXPECT_NEAR(base.velocity().angular, 0.5 * 0.02 / 0.2, 1e-6);
}

TEST(RobotBase, WithoutATimeoutItGoesOnForEver) {
  RobotBase careless({}, 1), careful({.command_timeout = 500ms}, 1);
  for (RobotBase* base : {&careless, &careful}) {
    base->command({0.4, 0}, 0s);
    run(*base, 0s, 10s);
  }
  EXPECT_NEAR(careless.velocity().linear, 0.4, 1e-6);
  EXPECT_NEAR(careful.velocity().linear, 0, 1e-6);
}

TEST(RobotBase, WheelsThatSlipTurnAndDoNotMoveIt) {
  RobotBase base({.track_m = 0.2}, 1);
  base.trouble({.left_slip = 0.5, .right_slip = 0});
  base.command({0.4, 0}, 0s);
  run(base, 0s, 3s);
  // encoders: 0.4 m/s on both sides; the floor: 0.2 on the left, 0.4 on the right
  EXPECT_NEAR(base.wheel_velocity().linear, 0.4, 1e-6);
  EXPECT_NEAR(base.wheel_velocity().angular, 0, 1e-6);
  EXPECT_NEAR(base.velocity().linear, 0.3, 1e-6);
  EXPECT_NEAR(base.velocity().angular, 0.2 / 0.2, 1e-6);
}

TEST(RobotBase, StoppedMotorsObeyNobodyAndThenTheLastCommand) {
  RobotBase base({}, 1);
  base.command({0.4, 0}, 0s);
  run(base, 0s, 2s);
  base.trouble({.is_stopped = true});
  run(base, 2s, 3s);
  EXPECT_NEAR(base.velocity().linear, 0, 1e-6);
  base.trouble({});
  run(base, 3s, 5s);
  EXPECT_NEAR(base.velocity().linear, 0.4, 1e-6);
}

TEST(RobotBase, CommandsThatAreNoNumbersAreNotHeard) {
  RobotBase base({}, 1);
  base.command({0.2, 0}, 0s);
  base.command({std::nan(""), 0}, 1ms);
  run(base, 1ms, 3s);
  EXPECT_NEAR(base.velocity().linear, 0.2, 1e-6);
}

}  // namespace
}  // namespace tandem
