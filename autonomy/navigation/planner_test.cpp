// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/navigation/planner.h"

#include <gtest/gtest.h>

#include <numbers>

#include "autonomy/navigation/test_floor.h"
#include "messages/nav2_msgs_action.h"

namespace tandem {
namespace {

using Codes = nav2_msgs::action::ComputePathToPose::Result;

// 3 by 2 m with a wall that has a gap in the north.
const std::vector<std::string> two_rooms{
    "..............................", "..............................",
    "..............................", "..............................",
    "..............................", "..............................",
    "..............#...............", "..............#...............",
    "..............#...............", "..............#...............",
    "..............#...............", "..............#...............",
    "..............#...............", "..............#...............",
    "..............#...............", "..............#...............",
    "..............#...............", "..............#...............",
    "..............#...............", "..............#...............",
};

Plan plan_on(TestFloor& floor, const Pose2& start, const Pose2& goal, PlannerConfig config = {}) {
  return plan_path(floor.global.costs(), floor.footprint, start, goal, config);
}

TEST(Planner, WhereNothingIsThePathIsStraight) {
  TestFloor floor(std::vector<std::string>(20, std::string(30, '.')));
  const Plan plan = plan_on(floor, {{0.5, 0.5}}, {{2.5, 1.3}, 1});
  ASSERT_TRUE(plan) << plan.error;
  EXPECT_NEAR(path_length(plan.path), std::hypot(2, 0.8), 0.01);
  EXPECT_EQ(plan.path.back().yaw, 1);
  EXPECT_NEAR(plan.path.front().yaw, std::atan2(0.8, 2), 0.05);
}

TEST(Planner, GoesAroundAWallAtADistance) {
  TestFloor floor(two_rooms);
  const Plan plan = plan_on(floor, {{0.5, 0.5}}, {{2.5, 0.5}});
  ASSERT_TRUE(plan) << plan.error;
  // the shortest way around the corner at (1.45, 1.4) is 2.76 m with no room for the robot
  EXPECT_GT(path_length(plan.path), 2.7);
  EXPECT_LT(path_length(plan.path), 3.5);
  for (const Pose2& pose : plan.path)
    EXPECT_FALSE(cost::is_blocked(floor.global.costs().at(pose.translation)));
}

TEST(Planner, SaysWhyThereIsNoPath) {
  TestFloor floor(two_rooms);
  EXPECT_EQ(plan_on(floor, {{0.5, 0.5}}, {{9, 9}}).error_code, Codes::GOAL_OUTSIDE_MAP);
  EXPECT_EQ(plan_on(floor, {{-3, 0.5}}, {{0.5, 0.5}}).error_code, Codes::START_OUTSIDE_MAP);
  const Plan in_the_wall = plan_on(floor, {{0.5, 0.5}}, {{1.5, 0.5}});
  EXPECT_EQ(in_the_wall.error_code, Codes::GOAL_OCCUPIED);
  EXPECT_EQ(in_the_wall.error, "there is no room for the robot at the goal (1.50, 0.50)");
  for (double y = 1.3; y < 2; y += 0.025) floor.put({1.45, y});
  EXPECT_EQ(plan_on(floor, {{0.5, 0.5}}, {{2.5, 0.5}}).error_code, Codes::NO_VALID_PATH);
}

TEST(Planner, UnknownFloorIsCrossedOnlyIfAllowed) {
  TestFloor floor({"..??..", "..??..", "..??..", "..??.."}, 0.25);
  EXPECT_TRUE(plan_on(floor, {{0.25, 0.5}}, {{1.25, 0.5}}));
  EXPECT_EQ(plan_on(floor, {{0.25, 0.5}}, {{1.25, 0.5}}, {.allows_unknown = false}).error_code,
            Codes::NO_VALID_PATH);
}

TEST(Planner, ARobotThatStandsTooCloseGetsAway) {
  TestFloor floor(two_rooms);
  const Vec2 close{1.31, 0.5};  // 9 cm from the wall, with a radius of 12
  ASSERT_TRUE(cost::is_blocked(floor.global.costs().at(close)));
  EXPECT_TRUE(plan_on(floor, {close}, {{0.5, 0.5}}));
}

TEST(Planner, WhoStandsTooCloseDoesNotGoThroughMoreOfItThanItMust) {
  TestFloor floor(two_rooms);
  const Vec2 close{1.31, 1.2};  // 9 cm from the wall, 20 cm before its end
  ASSERT_TRUE(cost::is_blocked(floor.global.costs().at(close)));
  const Plan plan = plan_on(floor, {close}, {{2.5, 1.2}});
  ASSERT_TRUE(plan) << plan.error;
  for (const Pose2& pose : plan.path) {
    const Vec2 off = pose.translation - close;
    if (std::hypot(off.x, off.y) <= floor.footprint.inscribed_m() + 0.05) continue;
    EXPECT_FALSE(cost::is_blocked(floor.global.costs().at(pose.translation)))
        << pose.translation.x << ", " << pose.translation.y;
  }
}

TEST(Planner, AwayFromSomewhereIsTheNearestPlaceThatIsFarEnough) {
  TestFloor floor(std::vector<std::string>(20, std::string(30, '.')));
  const auto away = [&](double distance_m) {
    return plan_away(floor.global.costs(), floor.footprint, {{1, 1}, 2}, {1.5, 1}, distance_m);
  };
  const Plan plan = away(1.2);
  ASSERT_TRUE(plan) << plan.error;
  EXPECT_NEAR(plan.path.back().translation.x, 0.3, 0.04);  // straight on, within a cell
  EXPECT_NEAR(plan.path.back().translation.y, 1, 0.04);
  EXPECT_NEAR(std::abs(plan.path.back().yaw), std::numbers::pi, 0.1);
  EXPECT_EQ(away(5).error_code, Codes::NO_VALID_PATH);
  // who is far enough away already stays, looking where it looks
  EXPECT_EQ(path_length(away(0.3).path), 0);
  EXPECT_EQ(away(0.3).path.back().yaw, 2);
}

TEST(Planner, AGoalBeyondARollingWindowIsApproached) {
  TestFloor floor(std::vector<std::string>(20, std::string(20, '.')));
  const Plan plan = plan_on(floor, {{0.5, 1}}, {{7, 1}}, {.is_rolling = true});
  ASSERT_TRUE(plan) << plan.error;
  EXPECT_GT(plan.path.back().translation.x, 1.8);
  EXPECT_NEAR(plan.path.back().yaw, 0, 0.1);
}

TEST(Planner, AToolThatIsWiderThanAGapDoesNotFitThrough) {
  // a gap of 0.4 m for a robot of 0.24 m, and with a tool of 0.6 m in front
  std::vector<std::string> rows(15, std::string(30, '.'));
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (i < 6 || i > 9) rows[i][14] = '#';
  const Footprint tool =
      Footprint::polygon({{0.25, 0.3}, {-0.15, 0.15}, {-0.15, -0.15}, {0.25, -0.3}});
  TestFloor alone(rows), equipped(rows, 0.1, tool);
  const Pose2 start{{0.6, 0.7}}, goal{{2.4, 0.7}};
  EXPECT_TRUE(plan_on(alone, start, goal));
  EXPECT_EQ(plan_on(equipped, start, goal).error_code, Codes::NO_VALID_PATH);
}

}  // namespace
}  // namespace tandem
