// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/navigation/way_out.h"

#include <gtest/gtest.h>

#include <numbers>

#include "autonomy/navigation/test_floor.h"

namespace tandem {
namespace {

const std::vector<std::string> empty_floor(20, std::string(30, '.'));

// The front of a cart of 0.2 m that drives south, and stops for nobody.
struct Cart {
  Vec2 front{1.5, 1.9};
  double speed_mps = 0.25;

  std::vector<SeenPoint> seen_at(double time_s) const {
    std::vector<SeenPoint> points;
    for (int i = -5; i <= 5; ++i)
      points.push_back({front + Vec2{0.02 * i, -speed_mps * time_s}, {0, -speed_mps}});
    return points;
  }
};

struct Escape {
  double nearest_m = Foresight::far_m;  // that the cart came to the robot
  Pose2 ended_at;
};

// A robot that wants nothing but to stand, until the cart has passed.
Escape stand_before(const Cart& cart, TestFloor& floor, Pose2 robot) {
  constexpr double period_s = 0.05;
  WayOut way_out;
  const MotionLimits limits;
  Twist2 velocity;
  Escape escape;
  for (double time = 0; time < 8; time += period_s) {
    floor.moving = Foresight(cart.seen_at(time));
    escape.nearest_m =
        std::min(escape.nearest_m, floor.moving.clearance_m(floor.footprint, robot, 0));
    const auto instead = way_out.instead_of({}, floor.at(robot, {}, velocity), limits, {});
    velocity = approached(velocity, instead.value_or(Twist2{}), limits, period_s);
    robot = driven(robot, velocity, period_s);
  }
  escape.ended_at = robot;
  return escape;
}

TEST(WayOut, LeavesTheLaneOfACartThatStopsForNobody) {
  for (const double yaw : {0.0, 0.5, std::numbers::pi / 2, -std::numbers::pi / 2, 3.0}) {
    TestFloor floor(empty_floor);
    const Escape escape = stand_before({}, floor, {{1.5, 0.9}, yaw});
    EXPECT_GT(escape.nearest_m, 0.03) << "robot that looks to " << yaw;
  }
}

TEST(WayOut, GoesToTheSideWhereThereIsRoom) {
  // a wall along the eastern side of the lane
  std::vector<std::string> rows(20, std::string(17, '.') + std::string(13, '#'));
  TestFloor floor(rows);
  const Escape escape = stand_before({}, floor, {{1.55, 0.9}, 0});
  EXPECT_GT(escape.nearest_m, 0.03);
  EXPECT_LT(escape.ended_at.translation.x, 1.3);
}

TEST(WayOut, WhoIsPushedGetsAway) {
  // the front touches the robot's back already, or its side
  for (const double yaw : {-std::numbers::pi / 2, 0.0}) {
    TestFloor floor(empty_floor);
    const Escape escape = stand_before({.front = {1.5, 1.52}}, floor, {{1.5, 1.4}, yaw});
    const Vec2 gone = escape.ended_at.translation - Vec2{1.5, 1.4};
    // half of the cart's width and the robot's radius aside
    EXPECT_GT(std::hypot(gone.x, gone.y), 0.1 + 0.12) << "robot that looks to " << yaw;
  }
}

TEST(WayOut, WhoDrivesInTheLaneOfACartDrivesOnOutOfIt) {
  // 0.25 m before the front, turned a little towards it: it neither has the time to stop nor to
  // turn
  TestFloor floor(empty_floor);
  floor.moving = Foresight(Cart{.front = {1.5, 1.5}}.seen_at(0));
  WayOut way_out;
  const Pose2 robot{{1.45, 1.13}, 0.4};
  const auto instead = way_out.instead_of({}, floor.at(robot, {}, {0.45, 0}), {}, {});
  ASSERT_TRUE(instead);
  EXPECT_GT(instead->linear, 0.2);
}

TEST(WayOut, LeavesWhoIsSafeAlone) {
  TestFloor floor(empty_floor);
  WayOut way_out;
  EXPECT_FALSE(way_out.instead_of({}, floor.at({{1.5, 0.9}, 0}), {}, {})) << "nothing moves";
  floor.moving = Foresight(Cart{}.seen_at(0));
  // 0.1 and 0.12 m half wide, and a margin
  EXPECT_FALSE(way_out.instead_of({}, floor.at({{1.8, 0.9}, 0}), {}, {})) << "beside the lane";
  EXPECT_FALSE(way_out.instead_of({}, floor.at({{1.5, 0.5}, 0}), {}, {})) << "5 s away";
  EXPECT_TRUE(way_out.instead_of({}, floor.at({{1.5, 1.2}, 0}), {}, {}));
  // who drives on leaves the lane by itself
  EXPECT_FALSE(way_out.instead_of({0.4, 0}, floor.at({{1.5, 1.2}, 0}, {}, {0.4, 0}), {}, {}));
}

TEST(Foresight, TellsHowNearThingsWillBe) {
  const std::vector<SeenPoint> points{{{1, 0}, {-0.5, 0}}, {{0.3, 0}, {}}};
  const Foresight moving(points);
  const Footprint robot = Footprint::round(0.1);
  EXPECT_EQ(moving.points().size(), 1u);  // what stands is no matter of foresight
  EXPECT_NEAR(moving.clearance_m(robot, {}, 0), 0.9, 1e-12);
  // it is at 0.5 then, or half as fast again at 0.25
  EXPECT_NEAR(moving.clearance_m(robot, {}, 1), 0.15, 1e-12);
  EXPECT_NEAR(moving.clearance_m(robot, {{0, 0.3}, 0}, 2), 0.2, 1e-12);
  EXPECT_NEAR(moving.clearance_m(robot, {{-0.5, 0.3}, 0}, 2), 0.2, 1e-12);
  EXPECT_EQ(moving.clearance_m(robot, {{9, 9}, 0}, 0), Foresight::far_m);
  // what rests may go on or back
  const Foresight resting(std::vector<SeenPoint>{{{1, 0}, {}, {0.25, 0}}});
  EXPECT_TRUE(resting.is_empty());
  EXPECT_TRUE(resting.has_resting());
  EXPECT_NEAR(resting.clearance_if_started_m(robot, {}, 2), 0.4, 1e-12);
  EXPECT_NEAR(resting.clearance_if_started_m(robot, {{2, 0}, 0}, 2), 0.4, 1e-12);
  const Footprint box = Footprint::polygon({{0.2, 0.1}, {-0.2, 0.1}, {-0.2, -0.1}, {0.2, -0.1}});
  EXPECT_NEAR(moving.clearance_m(box, {}, 1), 0.05, 1e-12);
  EXPECT_NEAR(moving.clearance_m(box, {{}, std::numbers::pi / 2}, 1), 0.15, 1e-12);
}

}  // namespace
}  // namespace tandem
