// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/navigation/path_follower.h"

#include <gtest/gtest.h>

#include <numbers>

#include "autonomy/navigation/planner.h"
#include "autonomy/navigation/test_floor.h"
#include "messages/nav2_msgs_action.h"

namespace tandem {
namespace {

using Codes = nav2_msgs::action::FollowPath::Result;

constexpr double period_s = 0.05;

// A robot that does what it is told as fast as it can, on a floor of characters.
struct Driver {
  TestFloor& floor;
  Pose2 robot;
  Twist2 velocity{};
  MotionLimits limits{};
  FollowerConfig config{};
  DynamicWindowConfig window{};
  SimTime now{};
  double nearest_to_lethal = 1;

  // Until it ends, or that time is over.
  std::optional<PursuitEnding> follow(PathFollower& follower, Duration limit) {
    for (const SimTime end = now + limit; now < end; now += 50ms) {
      const Progress progress =
          follower.step(floor.at(robot, now, velocity), config, limits, window);
      if (progress.ending) return progress.ending;
      velocity = approached(velocity, progress.command, limits, period_s);
      robot = driven(robot, velocity, period_s);
      if (footprint_cost(floor.local.costs(), floor.footprint, robot) == cost::lethal) ++touched;
    }
    return {};
  }
  int touched = 0;
};

const std::vector<std::string> empty_floor(20, std::string(30, '.'));

TEST(PathFollower, TurnsOnTheSpotBeforeItDrives) {
  TestFloor floor(empty_floor);
  Driver driver{floor, {{1.5, 1}, std::numbers::pi}};
  PathFollower follower({{{1.5, 1}, 0}, {{2, 1}, 0}, {{2.5, 1}, 0}});
  Progress first = follower.step(floor.at(driver.robot), {}, {}, {});
  EXPECT_EQ(first.command.linear, 0);
  EXPECT_NE(first.command.angular, 0);
  driver.follow(follower, 1s);
  EXPECT_NEAR(driver.robot.translation.x, 1.5, 0.01);
  EXPECT_LT(std::abs(wrapped(driver.robot.yaw)), 2);
}

TEST(PathFollower, ComesToTheGoalAndTurnsToItsHeading) {
  TestFloor floor(empty_floor);
  Driver driver{floor, {{0.5, 0.5}, 0}};
  PathFollower follower(
      plan_path(floor.global.costs(), floor.footprint, driver.robot, {{2.5, 1.2}, 2}).path);
  const auto ending = driver.follow(follower, 30s);
  ASSERT_TRUE(ending);
  EXPECT_TRUE(ending->is_success()) << ending->error;
  EXPECT_NEAR(driver.robot.translation.x, 2.5, 0.06);
  EXPECT_NEAR(driver.robot.translation.y, 1.2, 0.06);
  EXPECT_NEAR(driver.robot.yaw, 2, 0.11);
  // 2.12 m at up to 0.45 m/s, and a turn of 1.66 rad
  EXPECT_LT(seconds(driver.now), 12);
}

TEST(PathFollower, WhoCannotTurnAtTheGoalSaysSo) {
  // it is told to turn, and held where it is
  TestFloor floor(empty_floor);
  const FollowerConfig config;
  const Pose2 goal{{2, 1}, 2}, held{{2, 1}, 0};
  PathFollower follower({{{1.9, 1}, 0}, goal});
  std::optional<PursuitEnding> ending;
  SimTime now{};
  for (; now < 30s && !ending; now += 50ms)
    ending = follower.step(floor.at(held, now), config, {}, {}).ending;
  ASSERT_TRUE(ending);
  EXPECT_EQ(ending->error_code, Codes::FAILED_TO_MAKE_PROGRESS);
  EXPECT_NEAR(seconds(now), seconds(config.progress_time), 0.15);
}

TEST(PathFollower, PassesAroundThingsBesideThePath) {
  TestFloor floor(empty_floor);
  Driver driver{floor, {{0.5, 1}, 0}};
  PathFollower follower(
      plan_path(floor.global.costs(), floor.footprint, driver.robot, {{2.5, 1}, 0}).path);
  floor.put({1.5, 1.1});  // 2 cm too near for a robot of 12 cm that stays on the path
  const auto ending = driver.follow(follower, 30s);
  ASSERT_TRUE(ending);
  EXPECT_TRUE(ending->is_success()) << ending->error;
  EXPECT_EQ(driver.touched, 0);
}

TEST(PathFollower, WithALoadItBacksOutOfACorridorThatIsTooNarrowToTurn) {
  // 0.4 m wide, and closed in the west; with its load the robot is 0.47 m from corner to corner
  const std::string wall = std::string(16, '#') + std::string(14, '.');
  std::vector<std::string> rows(20, wall);
  for (int i = 8; i < 12; ++i) rows[static_cast<std::size_t>(i)] = "#" + std::string(29, '.');
  TestFloor floor(rows, 0.1,
                  Footprint::polygon({{0.3, 0.08}, {-0.12, 0.12}, {-0.12, -0.12}, {0.3, -0.08}}));
  const Pose2 goal{{2.4, 1}, 0};
  Driver driver{floor, {{1.1, 1}, std::numbers::pi}};
  PathFollower follower(plan_path(floor.global.costs(), floor.footprint, driver.robot, goal).path);
  ASSERT_GT(follower.path().length_m(), 1.2);
  const auto ending = driver.follow(follower, 60s);
  ASSERT_TRUE(ending);
  EXPECT_TRUE(ending->is_success()) << ending->error;
  EXPECT_NEAR(driver.robot.translation.x, goal.translation.x, 0.06);
  EXPECT_EQ(driver.touched, 0);
}

TEST(PathFollower, WithALoadItDoesNotSwingToAndFroAtAGoalThatIsTooNarrowToTurn) {
  // a dead end of 0.4 m, in which the robot is to look back; its load needs 0.63 m to turn
  const std::string wall = std::string(14, '.') + std::string(16, '#');
  std::vector<std::string> rows(20, wall);
  for (int i = 8; i < 12; ++i) rows[static_cast<std::size_t>(i)] = std::string(29, '.') + "#";
  TestFloor floor(rows, 0.1,
                  Footprint::polygon({{0.3, 0.08}, {-0.12, 0.12}, {-0.12, -0.12}, {0.3, -0.08}}));
  const Pose2 goal{{1.9, 1}, std::numbers::pi};
  Driver driver{floor, {{0.6, 1}, 0}};
  PathFollower follower(plan_path(floor.global.costs(), floor.footprint, driver.robot, goal).path);
  const auto ending = driver.follow(follower, 60s);
  ASSERT_TRUE(ending);
  EXPECT_EQ(ending->error_code, Codes::NO_VALID_CONTROL) << ending->error;
  EXPECT_NEAR(driver.robot.translation.x, goal.translation.x, 0.06);
  // 1.3 m at up to 0.45 m/s
  EXPECT_LT(seconds(driver.now), 10);
}

TEST(PathFollower, WaitsBeforeAWallAndThenSaysSo) {
  TestFloor floor(empty_floor);
  Driver driver{floor, {{0.5, 1}, 0}};
  PathFollower follower(
      plan_path(floor.global.costs(), floor.footprint, driver.robot, {{2.5, 1}, 0}).path);
  for (double y = 0; y < 2; y += 0.025) floor.put({1.5, y});
  const auto ending = driver.follow(follower, 60s);
  ASSERT_TRUE(ending);
  EXPECT_TRUE(ending->error_code == Codes::PATIENCE_EXCEEDED ||
              ending->error_code == Codes::FAILED_TO_MAKE_PROGRESS)
      << ending->error_code;
  EXPECT_EQ(driver.touched, 0);
}

// Something of 0.2 m that drives south across the path at x = 1.5, as far as it is seen.
Foresight crossing_at(double north_m, double speed_mps) {
  std::vector<SeenPoint> points;
  for (int i = -5; i <= 5; ++i) points.push_back({{1.5 + 0.02 * i, 1 + north_m}, {0, -speed_mps}});
  return Foresight(points);
}

TEST(PathFollower, LetsWhatCrossesItsPathPass) {
  TestFloor floor(empty_floor);
  Driver driver{floor, {{0.9, 1}, 0}};
  PathFollower follower(
      plan_path(floor.global.costs(), floor.footprint, driver.robot, {{2.5, 1}, 0}).path);
  double nearest = Foresight::far_m;
  std::optional<PursuitEnding> ending;
  // it is where the paths cross after 2 s, when the robot would be there
  for (int i = 0; i < 600 && !ending; ++i) {
    floor.moving = crossing_at(0.8 - 0.4 * 0.05 * i, 0.4);
    nearest = std::min(nearest, floor.moving.clearance_m(floor.footprint, driver.robot, 0));
    ending = driver.follow(follower, 50ms);
  }
  ASSERT_TRUE(ending);
  EXPECT_TRUE(ending->is_success()) << ending->error;
  EXPECT_GT(nearest, 0.03);
  EXPECT_LT(seconds(driver.now), 14);
}

TEST(PathFollower, DoesNotCrossRightBeforeWhatHasJustComeToRest) {
  // it may go on south at 0.25 m/s: it is at the robot 0.3 m away within 0.8 s, and the robot needs
  // a second to cross its lane; at 0.9 m there is time
  const auto driven_m = [](double north_m) {
    TestFloor floor(empty_floor);
    std::vector<SeenPoint> points;
    for (int i = -5; i <= 5; ++i) points.push_back({{1.5 + 0.02 * i, 1 + north_m}, {}, {0, -0.25}});
    floor.moving = Foresight(points);
    Driver driver{floor, {{0.9, 1}, 0}};
    PathFollower follower(
        plan_path(floor.global.costs(), floor.footprint, driver.robot, {{2.5, 1}, 0}).path);
    driver.follow(follower, 6s);
    return driver.robot.translation.x;
  };
  EXPECT_LT(driven_m(0.3), 1.5 - 0.1 - 0.12);
  EXPECT_GT(driven_m(0.9), 2);
}

TEST(PathFollower, AnEmptyPathIsInvalid) {
  TestFloor floor(empty_floor);
  PathFollower follower;
  EXPECT_EQ(follower.step(floor.at({}), {}, {}, {}).ending->error_code, Codes::INVALID_PATH);
}

TEST(PathProgress, APathThatComesBackIsFollowedInItsOrder) {
  // there and back along a thin wall, 0.2 m apart
  PathProgress path({{{0, 0}}, {{1, 0}}, {{1, 0.2}}, {{0, 0.2}}});
  EXPECT_NEAR(path.length_m(), 2.2, 1e-12);
  path.follow({0.3, 0.15});  // nearer to the way back
  EXPECT_NEAR(path.along_m(), 0.3, 1e-12);
  EXPECT_NEAR(path.project({0.5, 0.05}, 0, 1).off_m, 0.05, 1e-12);
  EXPECT_NEAR(path.point_at(1.1).y, 0.1, 1e-12);
}

TEST(VelocitySmoother, KeepsTheCurveWhileItAccelerates) {
  VelocitySmoother smoother;
  const MotionLimits limits{.acceleration_mps2 = 1, .yaw_acceleration_radps2 = 100};
  const Twist2 first = smoother.next({0.4, 0.8}, limits, 0.1);
  EXPECT_NEAR(first.linear, 0.1, 1e-12);
  EXPECT_NEAR(first.angular, 0.2, 1e-12);
}

TEST(OscillationGuard, WhoHasBegunToTurnGoesOnSo) {
  OscillationGuard guard;
  guard.follow({}, {0, 1});
  EXPECT_FALSE(guard.allows({0, -1}));
  EXPECT_TRUE(guard.allows({0.2, -1}));
  guard.follow({{}, 0.4}, {0, 1});
  guard.follow({{0.1, 0}, 0.4}, {0.2, 0});
  EXPECT_TRUE(guard.allows({0, -1}));
  EXPECT_FALSE(guard.allows({-0.2, 0}));
}

}  // namespace
}  // namespace tandem
