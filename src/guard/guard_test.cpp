// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "guard/guard.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <limits>
#include <numbers>

namespace tandem {
namespace {

constexpr double pi = std::numbers::pi;
constexpr float inf = std::numeric_limits<float>::infinity();

// 360 beams; `range` says how far away things are in a direction.
GuardScan around(const std::function<double(double)>& range) {
  GuardScan scan{.angle_min_rad = -pi,
                 .angle_increment_rad = 2 * pi / 360,
                 .range_min_m = 0.1,
                 .range_max_m = 8,
                 .ranges_m = {}};
  for (int i = 0; i < 360; ++i)
    scan.ranges_m.push_back(static_cast<float>(range(-pi + i * 2 * pi / 360)));
  return scan;
}
GuardScan free_scan() {
  return around([](double) { return inf; });
}
// A wall across, this far ahead of the middle of a robot that is turned by `yaw` against it.
GuardScan wall(double ahead_m, double yaw = 0) {
  return around([=](double angle) {
    const double facing = std::cos(angle + yaw);
    return facing > 1e-3 ? ahead_m / facing : inf;
  });
}

const GuardedBody body{.radius_m = 0.2, .side_m = 0.05, .robot_from_lidar = {}};
const GuardConfig config{.body = body,
                         .braking_mps2 = 1,
                         .reaction = 300ms,
                         .margin_m = 0.1,
                         .free_m = 1.5,
                         .turn_radps = 0.5,
                         .scan_timeout = 300ms,
                         .send_period = 50ms};

TEST(StopDistance, IsTheWayOfReactionAndBrakes) {
  EXPECT_NEAR(stop_distance(config, 0), 0.1, 1e-12);
  EXPECT_NEAR(stop_distance(config, 0.5), 0.5 * 0.3 + 0.125 + 0.1, 1e-12);
  EXPECT_NEAR(stop_distance(config, -1), 0.3 + 0.5 + 0.1, 1e-12);
}

TEST(Clearance, AWallIsAsFarAsItIs) {
  const auto seen = look_around(wall(2), body);
  ASSERT_TRUE(seen);
  EXPECT_NEAR(free_way(*seen, body, {0.5, 0}, 5), 2 - 0.25, 0.021);
  EXPECT_EQ(free_way(*seen, body, {-0.5, 0}, 5), 5);  // away from it
  EXPECT_EQ(free_way(*seen, body, {0.5, 0}, 1), 1);
  EXPECT_EQ(free_way(*seen, body, {0, 1}, 5), 5);
}

TEST(Clearance, ThingsBesideTheWayDoNotCount) {
  // a corridor, 0.3 m to each side
  const GuardScan corridor = around([](double angle) {
    return std::abs(std::sin(angle)) > 0.01 ? 0.3 / std::abs(std::sin(angle)) : inf;
  });
  const auto seen = look_around(corridor, body);
  ASSERT_TRUE(seen);
  EXPECT_EQ(free_way(*seen, body, {0.5, 0}, 3), 3);
  // on a bend of 1 m radius it would come to the wall where 1 - cos(s) = 0.05: after 0.318 m
  EXPECT_NEAR(free_way(*seen, body, {0.5, 0.5}, 3), std::acos(0.95), 0.03);
}

TEST(Clearance, WhatIsCloseAlreadyMayBeLeft) {
  const auto seen = look_around(wall(0.22), body);
  ASSERT_TRUE(seen);
  EXPECT_EQ(free_way(*seen, body, {0.3, 0}, 1), 0);
  EXPECT_EQ(free_way(*seen, body, {-0.3, 0}, 1), 1);
  EXPECT_TRUE(can_turn(*seen, body));
  EXPECT_FALSE(can_turn(*look_around(wall(0.19), body), body));
}

TEST(Clearance, WhereTheLidarDoesNotLookItCannotGo) {
  GuardScan ahead = free_scan();
  ahead.angle_min_rad = -pi / 2;
  ahead.angle_increment_rad = pi / 360;
  const auto seen = look_around(ahead, body);
  ASSERT_TRUE(seen);
  EXPECT_EQ(free_way(*seen, body, {0.5, 0}, 2), 2);
  EXPECT_EQ(free_way(*seen, body, {-0.5, 0}, 2), 0);
  // one that is built in the other way round
  const GuardedBody turned{.radius_m = 0.2, .side_m = 0.05, .robot_from_lidar = {{}, pi}};
  EXPECT_EQ(free_way(*look_around(ahead, turned), turned, {0.5, 0}, 2), 0);
}

TEST(Clearance, ScansThatCannotBeTrustedAreNone) {
  EXPECT_FALSE(look_around({}, body));
  GuardScan covered = around([](double) { return 0.0; });
  EXPECT_FALSE(look_around(covered, body));
  covered = around([](double angle) { return angle < 0.5 ? std::nan("") : 3.0; });
  EXPECT_FALSE(look_around(covered, body));
  GuardScan bad = free_scan();
  bad.angle_increment_rad = std::nan("");
  EXPECT_FALSE(look_around(bad, body));
  // too near to be measured is near
  const auto near = look_around(around([](double) { return -inf; }), body);
  ASSERT_TRUE(near);
  EXPECT_FALSE(can_turn(*near, body));
}

// A guard on a clock that a test moves, with scans at 10 Hz.
class GuardTest : public testing::Test {
 protected:
  // Lets time pass; what was sent last, if anything.
  void run(Duration lasts, const GuardScan& scan, std::optional<Twist2> wanted = {}) {
    for (const SimTime end = now + lasts; now < end;) {
      now += 10ms;
      if (now % 100ms == 0ms) guard.scan(scan, now);
      if (wanted && now % 50ms == 0ms)
        if (const auto passed = guard.command(*wanted, now)) sent = *passed;
      if (const auto own = guard.tick(now)) sent = *own;
      if (follows) guard.twin_is_paused(guard.wants_pause());
    }
  }

  Guard guard{config};
  SimTime now = 100s;
  Twist2 sent{9, 9};
  bool follows = true;  // the simulator does what it is asked for
};

TEST_F(GuardTest, NothingPassesWithoutALidar) {
  EXPECT_FALSE(guard.command({0.3, 0}, now));
  const auto zero = guard.tick(now);
  ASSERT_TRUE(zero);
  EXPECT_EQ(zero->linear, 0);
  EXPECT_EQ(guard.state(), GuardState::no_scan);
  run(200ms, free_scan());
  EXPECT_TRUE(guard.command({0.3, 0}, now));
}

TEST_F(GuardTest, ALidarThatFallsSilentStopsTheRobot) {
  run(1s, free_scan(), Twist2{0.3, 0});
  EXPECT_EQ(sent.linear, 0.3);
  const SimTime lost = now;
  while (guard.state() == GuardState::passing) {
    now += 10ms;
    if (const auto own = guard.tick(now)) sent = *own;
  }
  EXPECT_EQ(sent.linear, 0);
  EXPECT_LE(now - lost, config.scan_timeout + 20ms);
  EXPECT_FALSE(guard.command({0.3, 0}, now));
  EXPECT_FALSE(guard.wants_pause());
  run(500ms, free_scan(), Twist2{0.3, 0});
  EXPECT_EQ(sent.linear, 0.3);
}

TEST_F(GuardTest, ACoveredLidarIsASilentOne) {
  run(1s, free_scan(), Twist2{0.3, 0});
  run(1s, around([](double) { return 0.0; }), Twist2{0.3, 0});
  EXPECT_EQ(guard.state(), GuardState::no_scan);
  EXPECT_EQ(sent.linear, 0);
  EXPECT_GT(guard.untrusted(), 5);
}

TEST_F(GuardTest, StopsWhenTheWayIsShorterThanTheStop) {
  // 0.5 m/s: 0.375 m and the 0.25 m of itself
  run(1s, wall(0.68), Twist2{0.5, 0});
  EXPECT_EQ(guard.state(), GuardState::passing);
  run(100ms, wall(0.6), Twist2{0.5, 0});
  EXPECT_EQ(guard.state(), GuardState::stopping);
  EXPECT_EQ(sent.linear, 0);
  EXPECT_TRUE(guard.wants_pause());
  EXPECT_EQ(guard.stops(), 1);
}

TEST_F(GuardTest, ASlowerRobotMayComeCloser) {
  run(1s, wall(0.42), Twist2{0.1, 0});  // needs 0.135 and 0.25
  EXPECT_EQ(guard.state(), GuardState::passing);
  EXPECT_EQ(sent.linear, 0.1);
}

TEST_F(GuardTest, ARobotThatWasFastIsNotSlowAtOnce) {
  run(1s, wall(0.68), Twist2{0.5, 0});
  run(100ms, wall(0.6), Twist2{0.1, 0});  // it is told to be slow, and may be fast for a while
  EXPECT_EQ(guard.state(), GuardState::stopping);
}

TEST_F(GuardTest, CommandsThatGoUpAndDownDoNotAddUp) {
  for (int i = 0; i < 50; ++i) run(50ms, wall(2), Twist2{0.5 - 0.008 * i, 0});
  run(700ms, wall(2), Twist2{0.1, 0});
  run(1s, wall(0.42), Twist2{0.1, 0});  // it has long become slow
  EXPECT_EQ(guard.state(), GuardState::passing);
}

TEST_F(GuardTest, TurnsUntilTheWayIsFreeAndGoesOnWithTheLastVelocity) {
  run(1s, free_scan(), Twist2{0.5, 0.1});
  run(200ms, wall(0.6), Twist2{0.5, 0.1});
  ASSERT_EQ(guard.state(), GuardState::stopping);
  // it stands after 0.3 s and 0.5 s of brakes
  run(500ms, wall(0.4), Twist2{0.5, 0.1});
  EXPECT_EQ(guard.state(), GuardState::stopping);
  run(500ms, wall(0.4), Twist2{0.5, 0.1});
  ASSERT_EQ(guard.state(), GuardState::turning);
  EXPECT_EQ(sent.linear, 0);
  EXPECT_EQ(std::abs(sent.angular), 0.5);
  const double side = sent.angular > 0 ? 1 : -1;
  // what the autonomy wants meanwhile does not pass
  EXPECT_FALSE(guard.command({0.5, 0}, now));
  double yaw = 0;
  while (guard.state() == GuardState::turning && yaw < 2 * pi) {
    run(100ms, wall(0.4, side * yaw), Twist2{0.5, 0.1});
    yaw += 0.05;
  }
  // along the wall is free, and it need not turn round
  EXPECT_GT(yaw, 0.8);
  EXPECT_LT(yaw, 2.2);
  EXPECT_EQ(sent.angular, 0);
  EXPECT_TRUE(guard.wants_pause());
  follows = false;
  run(1s, wall(0.4, side * yaw));
  EXPECT_EQ(guard.state(), GuardState::resuming);
  EXPECT_FALSE(guard.wants_pause());
  EXPECT_EQ(sent.linear, 0);
  guard.twin_is_paused(false);
  run(10ms, wall(0.4, side * yaw));
  EXPECT_EQ(guard.state(), GuardState::passing);
  EXPECT_EQ(sent.linear, 0.5);
  EXPECT_EQ(sent.angular, 0.1);
}

TEST_F(GuardTest, DoesNotTurnBeforeTheTwinIsPaused) {
  follows = false;
  run(200ms, free_scan(), Twist2{0.5, 0});
  run(10s, wall(0.5), Twist2{0.5, 0});
  EXPECT_EQ(guard.state(), GuardState::stopping);
  EXPECT_EQ(sent.angular, 0);
}

TEST_F(GuardTest, DoesNotTurnOnWhenSomebodyResumesTheTwin) {
  run(200ms, wall(0.4), Twist2{0.3, 0});
  run(2s, wall(0.4));
  ASSERT_EQ(guard.state(), GuardState::turning);
  follows = false;
  guard.twin_is_paused(false);
  run(10ms, wall(0.4));
  EXPECT_EQ(sent.angular, 0);
  EXPECT_TRUE(guard.wants_pause());
  run(2s, wall(0.4));
  EXPECT_EQ(sent.angular, 0);
  guard.twin_is_paused(true);
  run(100ms, wall(0.4));
  EXPECT_EQ(guard.state(), GuardState::turning);
}

TEST_F(GuardTest, InASmallRoomLessIsEnoughAfterAWholeTurn) {
  // a metre in all directions: 0.75 m to go, of which the stop at 0.2 m/s takes 0.18
  const GuardScan small = around([](double) { return 1.0; });
  run(200ms, around([](double) { return 0.35; }), Twist2{0.2, 0});
  ASSERT_EQ(guard.state(), GuardState::stopping);
  run(10s, small, Twist2{0.2, 0});
  EXPECT_EQ(guard.state(), GuardState::turning);
  run(12s, small);
  EXPECT_EQ(guard.state(), GuardState::passing);
}

TEST_F(GuardTest, WithoutAnyWayItIsStuckUntilAPersonSaysSo) {
  const GuardScan boxed_in = around([](double) { return 0.35; });
  run(60s, boxed_in, Twist2{0.3, 0});
  EXPECT_EQ(guard.state(), GuardState::stuck);
  EXPECT_EQ(sent.linear, 0);
  EXPECT_EQ(sent.angular, 0);
  // also when there is room again: somebody may have his hands at it
  run(5s, free_scan(), Twist2{0.3, 0});
  EXPECT_EQ(guard.state(), GuardState::stuck);
  EXPECT_TRUE(guard.release(now));
  EXPECT_FALSE(guard.release(now));
  run(5s, free_scan(), Twist2{0.3, 0});
  EXPECT_EQ(guard.state(), GuardState::passing);
}

TEST_F(GuardTest, ALossOfTheLidarWhileTurningStopsTheTurn) {
  run(200ms, wall(0.4), Twist2{0.3, 0});
  run(2s, wall(0.4));
  ASSERT_EQ(guard.state(), GuardState::turning);
  for (int i = 0; i < 50; ++i) {
    now += 10ms;
    if (const auto own = guard.tick(now)) sent = *own;
  }
  EXPECT_EQ(guard.state(), GuardState::no_scan);
  EXPECT_EQ(sent.angular, 0);
  EXPECT_TRUE(guard.wants_pause());
  run(200ms, wall(0.4));
  EXPECT_EQ(guard.state(), GuardState::turning);
}

TEST_F(GuardTest, CommandsWithoutSenseDoNotPass) {
  run(200ms, free_scan());
  EXPECT_FALSE(guard.command({std::nan(""), 0}, now));
  EXPECT_FALSE(guard.command({0, INFINITY}, now));
}

TEST_F(GuardTest, GoingBackIsLookedAtToo) {
  const GuardScan behind =
      around([](double angle) { return std::cos(angle) < -1e-3 ? -0.5 / std::cos(angle) : inf; });
  run(200ms, behind);
  EXPECT_FALSE(guard.command({-0.5, 0}, now));
  EXPECT_EQ(guard.state(), GuardState::stopping);
}

}  // namespace
}  // namespace tandem
