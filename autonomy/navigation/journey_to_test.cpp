// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/navigation/journey_to.h"

#include <gtest/gtest.h>

#include <numbers>

#include "autonomy/navigation/test_floor.h"
#include "autonomy/navigation/waypoint_tour.h"
#include "messages/nav2_msgs_action.h"

namespace tandem {
namespace {

using PlanCodes = nav2_msgs::action::ComputePathToPose::Result;

const std::vector<std::string> room{
    "##############################", "#............................#",
    "#............................#", "#............................#",
    "#............................#", "#............................#",
    "#............................#", "#............................#",
    "#............................#", "#............................#",
    "#............................#", "##############################"};

// Drives whatever steps until it ends.
std::optional<PursuitEnding> drive(TestFloor& floor, Pose2& robot, Duration limit,
                                   const std::function<Progress(const Situation&)>& step) {
  const MotionLimits limits;
  Twist2 velocity;
  for (SimTime now{}; now < limit; now += 50ms) {
    const Progress progress = step(floor.at(robot, now, velocity));
    if (progress.ending) return progress.ending;
    velocity = approached(velocity, progress.command, limits, 0.05);
    robot = driven(robot, velocity, 0.05);
  }
  return {};
}

TEST(JourneyTo, GoesPastPosesInTheirOrder) {
  TestFloor floor(room);
  const NavigationConfig config;
  Pose2 robot{{0.4, 0.4}, 0};
  JourneyTo journey({{{1.5, 0.9}, 0}, {{2.6, 0.4}, 0}}, config);
  double nearest = 10;
  const auto ending = drive(floor, robot, 60s, [&](const Situation& situation) {
    const Vec2 off = situation.robot.translation - Vec2{1.5, 0.9};
    nearest = std::min(nearest, std::hypot(off.x, off.y));
    return journey.step(situation);
  });
  ASSERT_TRUE(ending);
  EXPECT_TRUE(ending->is_success()) << ending->error;
  EXPECT_LT(nearest, config.routing.passing_radius_m);
  EXPECT_EQ(journey.goals().size(), 1u);
  EXPECT_EQ(journey.recoveries(), 0);
}

TEST(JourneyTo, AGoalInAWallOfTheMapFailsAtOnce) {
  TestFloor floor(room);
  const NavigationConfig config;
  JourneyTo journey({{{2.95, 0.4}, 0}}, config);
  const Progress progress = journey.step(floor.at({{0.4, 0.4}}));
  ASSERT_TRUE(progress.ending);
  EXPECT_EQ(progress.ending->error_code, PlanCodes::GOAL_OCCUPIED);
}

TEST(JourneyTo, TriesItsRecoveriesInOrderAndThenGivesUp) {
  TestFloor floor(room);
  NavigationConfig config;
  config.recovery.retries = 5;
  Pose2 robot{{0.6, 0.6}, 0};
  JourneyTo journey({{{2.4, 0.6}, 0}}, config);
  std::vector<std::string> tried;
  const auto ending = drive(floor, robot, 120s, [&](const Situation& situation) {
    // a wall that is seen again whenever it was forgotten
    for (double y = 0; y < 1.2; y += 0.025) floor.put({1.5, y});
    const Progress progress = journey.step(situation);
    if (const std::string news = journey.take_news(); !news.empty())
      tried.push_back(news.substr(news.find(": ") + 2));
    return progress;
  });
  ASSERT_TRUE(ending);
  EXPECT_EQ(ending->error_code, PlanCodes::NO_VALID_PATH);
  EXPECT_EQ(tried, (std::vector<std::string>{"the robot clears its costmaps", "the robot spins",
                                             "the robot waits", "the robot backs up",
                                             "the robot makes room"}));
  EXPECT_EQ(journey.recoveries(), 5);
}

// Two ways lead to the goal, and both are blocked where one does not see it before one is there.
// Who forgets one of them while it stands before the other would drive to and fro for ever.
TEST(JourneyTo, BetweenTwoBlockedWaysItGivesUp) {
  std::vector<std::string> rows = room;
  for (const std::size_t row : {5U, 6U}) rows[row].replace(8, 14, std::string(14, '#'));
  TestFloor floor(rows);
  const NavigationConfig config;
  Pose2 robot{{0.5, 0.6}, 0};
  JourneyTo journey({{{2.6, 0.6}, 0}}, config);
  const auto ending = drive(floor, robot, 600s, [&](const Situation& situation) {
    constexpr double seen_m = 0.7;
    for (const Vec2 block : {Vec2{1.8, 0.3}, Vec2{1.8, 0.9}}) {
      const Vec2 off = block - situation.robot.translation;
      if (std::hypot(off.x, off.y) > seen_m) continue;
      for (double y = -0.2; y <= 0.2; y += 0.025) floor.put(block + Vec2{0, y});
    }
    return journey.step(situation);
  });
  ASSERT_TRUE(ending);
  EXPECT_FALSE(ending->is_success());
  EXPECT_EQ(journey.recoveries(), config.recovery.retries);
}

// A corridor in which somebody stands who goes on as soon as the robot is a metre away.
std::optional<PursuitEnding> meet_in_a_corridor(Pose2& robot, double room_m) {
  std::vector<std::string> corridor(9, "#" + std::string(38, '.') + "#");
  corridor.front() = corridor.back() = std::string(40, '#');
  TestFloor floor(corridor);
  NavigationConfig config;
  config.recovery.room_m = room_m;
  JourneyTo journey({{{3.4, 0.45}, 0}}, config);
  bool is_gone = false;
  return drive(floor, robot, 120s, [&](const Situation& situation) {
    if (situation.robot.translation.x < 1.0 && journey.recoveries() > 0) is_gone = true;
    floor.global.clear();
    floor.local.clear();
    if (!is_gone)
      for (double y = 0.2; y < 0.75; y += 0.025) floor.put({2, y});
    return journey.step(situation);
  });
}

TEST(JourneyTo, WhoWaitsForTheRobotGetsRoomToGo) {
  Pose2 robot{{1.5, 0.45}, 0};
  const auto ending = meet_in_a_corridor(robot, 1.4);
  ASSERT_TRUE(ending);
  EXPECT_TRUE(ending->is_success()) << ending->error;
  EXPECT_NEAR(robot.translation.x, 3.4, 0.06);
}

TEST(JourneyTo, WithoutMakingRoomBothWaitForEachOther) {
  Pose2 robot{{1.5, 0.45}, 0};
  const auto ending = meet_in_a_corridor(robot, 0);
  ASSERT_TRUE(ending);
  EXPECT_EQ(ending->error_code, PlanCodes::NO_VALID_PATH);
}

TEST(JourneyTo, WhatAppearsInTheWayIsPlannedAround) {
  TestFloor floor(room);
  const NavigationConfig config;
  Pose2 robot{{0.4, 0.4}, 0};
  JourneyTo journey({{{2.6, 0.4}, 0}}, config);
  double nearest = 10;
  const auto ending = drive(floor, robot, 60s, [&](const Situation& situation) {
    if (situation.robot.translation.x > 0.8)
      for (double y = 0.1; y < 0.6; y += 0.025) floor.put({1.6, y});
    const Vec2 robot_at = situation.robot.translation;
    nearest =
        std::min(nearest, std::hypot(robot_at.x - 1.6, robot_at.y - std::min(robot_at.y, 0.6)));
    return journey.step(situation);
  });
  ASSERT_TRUE(ending);
  EXPECT_TRUE(ending->is_success()) << ending->error;
  EXPECT_EQ(journey.recoveries(), 0);
  EXPECT_GT(nearest, 0.12 - 0.025);  // its radius, within a cell; padding makes up for it
}

TEST(WaypointTour, WhatCannotBeReachedIsLeftOutAndTold) {
  TestFloor floor(room);
  const NavigationConfig config;
  Pose2 robot{{0.4, 0.4}, 0};
  WaypointTour tour({{{1, 0.6}, 0}, {{9, 9}, 0}, {{1.4, 0.6}, 0}}, 0, 0, config);
  const auto ending =
      drive(floor, robot, 60s, [&](const Situation& situation) { return tour.step(situation); });
  ASSERT_TRUE(ending);
  EXPECT_TRUE(ending->is_success());
  ASSERT_EQ(tour.missed().size(), 1u);
  EXPECT_EQ(tour.missed()[0].index, 1u);
  EXPECT_EQ(tour.missed()[0].why.error_code, PlanCodes::GOAL_OUTSIDE_MAP);
  EXPECT_NEAR(robot.translation.x, 1.4, 0.06);
}

TEST(Maneuvers, ASpinOfMoreThanATurnIsDoneInFull) {
  TestFloor floor(room);
  Pose2 robot{{1, 0.6}, 1};
  Spin spin(3 * std::numbers::pi, 30s);
  const auto ending = drive(floor, robot, 30s,
                            [&](const Situation& situation) { return spin.step(situation, {}); });
  ASSERT_TRUE(ending && ending->is_success());
  EXPECT_NEAR(robot.yaw, 1 + 3 * std::numbers::pi, 0.1);
}

TEST(Maneuvers, BackingUpEndsBeforeAWall) {
  TestFloor floor(room);
  Pose2 robot{{0.6, 0.6}, 0};
  BackUp back_up(1, 0.1, 30s);
  const auto ending = drive(
      floor, robot, 30s, [&](const Situation& situation) { return back_up.step(situation, {}); });
  ASSERT_TRUE(ending);
  EXPECT_EQ(ending->error_code, nav2_msgs::action::BackUp::Result::COLLISION_AHEAD);
  EXPECT_GT(robot.translation.x, 0.1 + 0.12);
}

TEST(Maneuvers, WhatTakesTooLongIsOver) {
  TestFloor floor(room);
  Spin spin(1, 1s);
  EXPECT_FALSE(spin.step(floor.at({{1, 0.6}}, 0s), {}).ending);
  EXPECT_EQ(spin.step(floor.at({{1, 0.6}}, 1100ms), {}).ending->error_code,
            nav2_msgs::action::Spin::Result::TIMEOUT);
}

TEST(Maneuvers, WaitingCountsDown) {
  TestFloor floor(room);
  Wait wait(2s);
  EXPECT_FALSE(wait.step(floor.at({}, 5s), {}).ending);
  EXPECT_FALSE(wait.step(floor.at({}, 6500ms), {}).ending);
  EXPECT_EQ(wait.left(), 500ms);
  EXPECT_TRUE(wait.step(floor.at({}, 7s), {}).ending->is_success());
}

}  // namespace
}  // namespace tandem
