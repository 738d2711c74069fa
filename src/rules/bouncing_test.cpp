// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "rules/bouncing.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/random.h"

namespace tandem {
namespace {

constexpr double radius = 0.05;
const Court closed{4, 3, false, false};

double speed_of(const FlyingBall& ball) { return std::hypot(ball.velocity.x, ball.velocity.y); }

// Where something on a straight line is between two mirrors at +-half, by unfolding the line.
double unfolded(double start, double path, double half) {
  const double period = 4 * half;
  double at = std::fmod(start + path + half, period);
  if (at < 0) at += period;
  return (at <= 2 * half ? at : period - at) - half;
}

// How far the ball is from a box; less than nothing when it is in it.
double gap(const FlyingBall& ball, const Pose2& court_from_box, Vec2 half) {
  const Vec2 at = inverse(court_from_box) * ball.at;
  const double x = std::abs(at.x) - half.x, y = std::abs(at.y) - half.y;
  return (x <= 0 || y <= 0 ? std::max(x, y) : std::hypot(x, y)) - ball.radius_m;
}

TEST(Bouncing, FollowsTheUnfoldedLineBetweenFourWalls) {
  FlyingBall ball{{0.3, -0.2}, {1.1, 0.7}, radius};
  const double speed = speed_of(ball);
  for (int step = 1; step <= 20'000; ++step) {
    fly(ball, 0.008, closed, {});
    const double time = 0.008 * step;
    ASSERT_NEAR(ball.at.x, unfolded(0.3, 1.1 * time, 2 - radius), 1e-9) << step;
    ASSERT_NEAR(ball.at.y, unfolded(-0.2, 0.7 * time, 1.5 - radius), 1e-9) << step;
    ASSERT_NEAR(speed_of(ball), speed, 1e-12);
  }
}

TEST(Bouncing, ManyWallsInOneStepAreAsMany) {
  // 10 s in one step of 2 m/s: 20 m between walls 0.4 m apart are 50 bounces, more than are counted
  const Court narrow{4, 0.5, false, false};
  FlyingBall ball{{0, 0}, {0, 2}, radius};
  fly(ball, 1, narrow, {});
  EXPECT_NEAR(ball.at.y, unfolded(0, 2, 0.2), 1e-12);
  fly(ball, 10, narrow, {});
  EXPECT_LE(std::abs(ball.at.y), 0.2);
  EXPECT_NEAR(speed_of(ball), 2, 1e-12);
}

TEST(Bouncing, AGoalIsMadeWhereTheMiddleCrossesTheLine) {
  FlyingBall ball{{1.99, 0.1}, {1, 0.5}, radius};
  const Bounces bounces = fly(ball, 0.1, {4, 3, true, true}, {});
  ASSERT_EQ(bounces.goals.size(), 1u);
  EXPECT_EQ(bounces.goals[0], CourtSide::right);
  EXPECT_NEAR(bounces.goal_at.x, 2, 1e-12);
  EXPECT_NEAR(bounces.goal_at.y, 0.1 + 0.005, 1e-12);

  FlyingBall other{{-1.99, 0}, {-1, 0}, radius};
  EXPECT_EQ(fly(other, 0.1, {4, 3, true, false}, {}).goals.at(0), CourtSide::left);
  // a wall on that side: 1.95 is where its middle turns
  FlyingBall third{{1.9, 0}, {1, 0}, radius};
  EXPECT_TRUE(fly(third, 0.1, {4, 3, true, false}, {}).goals.empty());
  EXPECT_NEAR(third.at.x, 1.95 - 0.05, 1e-12);
}

TEST(Bouncing, AStandingBoxIsAMirrorAlsoWhenItIsTurned) {
  for (const double yaw : {0.0, 0.3, -0.7, 2.0}) {
    const Pose2 pose{{0.5, 0.2}, yaw};
    const Vec2 half{0.02, 0.4};
    const Vec2 out = Pose2{{}, yaw} * Vec2{1, 0};
    const Vec2 along{-out.y, out.x};
    // towards its middle, 30 degrees from its normal
    const Vec2 towards = -std::cos(std::numbers::pi / 6) * out + 0.5 * along;
    FlyingBall ball{pose.translation + 0.3 * out - 0.1 * along, 2.0 * towards, radius};
    const double gap_m = 0.3 - 0.02 - radius;
    const double across = 2 * std::cos(std::numbers::pi / 6);
    const Bounces bounces = fly(ball, 0.3, closed, {{pose, pose, half}});
    ASSERT_EQ(bounces.hits.size(), 1u) << yaw;
    EXPECT_NEAR(dot(ball.velocity, out), across, 1e-9);
    EXPECT_NEAR(dot(ball.velocity, along), 1, 1e-9) << "angle in is angle out";
    // mirrored: what is left of the way across goes back
    EXPECT_NEAR(dot(ball.at - pose.translation, out), 0.02 + radius + (0.3 * across - gap_m), 1e-6);
    EXPECT_NEAR(dot(ball.at - pose.translation, along), -0.1 + 0.3, 1e-6);
  }
}

TEST(Bouncing, ABoxThatComesDoesNotChangeTheAngle) {
  // it comes at 0.6 m/s, slower than the mirrored ball flees
  const MovedBox box{{{0.5, 0}, 0}, {{0.5 - 0.6 * 0.2, 0}, 0}, {0.02, 0.4}};
  FlyingBall ball{{0.2, -0.1}, {1, 0.4}, radius};
  const Bounces bounces = fly(ball, 0.2, closed, {box});
  ASSERT_EQ(bounces.hits.size(), 1u);
  EXPECT_NEAR(ball.velocity.x, -1, 1e-9);
  EXPECT_NEAR(ball.velocity.y, 0.4, 1e-9);
  // they meet where 0.2 + t + 0.05 = 0.48 - 0.6 t
  const double time = 0.23 / 1.6;
  EXPECT_NEAR(ball.at.x, 0.2 + time - (0.2 - time), 1e-6);
  EXPECT_NEAR(bounces.hits[0].at.x, 0.25 + time, 1e-6);
}

TEST(Bouncing, ABoxThatOvertakesTheBallLendsItItsSpeedButNoMore) {
  // the ball flees at 0.3 of its 0.5 m/s, the box follows at 0.4
  MovedBox box{{{0, 0}, 0}, {{0.4 * 0.5, 0}, 0}, {0.02, 0.4}};
  FlyingBall ball{{0.08, 0}, {0.3, 0.4}, radius};
  fly(ball, 0.5, closed, {box});
  EXPECT_NEAR(ball.velocity.x, 0.4, 1e-9);
  EXPECT_NEAR(ball.velocity.y, 0.3, 1e-9) << "its speed stays 0.5 m/s";

  // one faster than the ball pushes it along
  box = {{{0, 0}, 0}, {{2 * 0.5, 0}, 0}, {0.02, 0.4}};
  ball = {{0.08, 0}, {0.3, 0.4}, radius};
  fly(ball, 0.5, closed, {box});
  EXPECT_NEAR(ball.at.x, 1 + 0.02 + radius, 1e-6);
  EXPECT_NEAR(ball.velocity.x, 0.5, 1e-9);
  EXPECT_NEAR(speed_of(ball), 0.5, 1e-12);
}

TEST(Bouncing, NothingIsPassedThroughHoweverFast) {
  // a paddle of 1 cm is hit head on, and swings through the ball's way
  const Vec2 half{0.005, 0.25};
  for (const double speed : {0.1, 1.0, 5.0, 20.0})
    for (int i = 0; i < 50; ++i) {
      FlyingBall ball{{-1.2 - 0.003 * i, 0}, {speed, 0}, radius};
      bool was_hit = false;
      double time = 0;
      while (time < 3 / speed) {
        const Pose2 from{{0.3 - 0.6 * time, 0}, 0}, to{{0.3 - 0.6 * (time + 0.008), 0}, 0};
        was_hit |= !fly(ball, 0.008, closed, {{from, to, half}}).hits.empty();
        time += 0.008;
        if (was_hit) break;
        ASSERT_LT(ball.at.x, to.translation.x) << "passed through at " << speed << " m/s";
      }
      EXPECT_TRUE(was_hit);
    }
  for (const double swing : {0.5, 1.5, 3.0}) {
    FlyingBall ball{{0.15, 0.1}, {0.1, 0}, radius};
    const MovedBox paddle{{{0, 0}, 0}, {{0, 0}, -swing}, half};
    const Bounces bounces = fly(ball, 0.008, closed, {paddle});
    // a quarter of a turn brings it over the ball
    EXPECT_EQ(bounces.hits.empty(), swing < 0.6) << swing;
    EXPECT_GE(gap(ball, paddle.court_from_end, half), -1e-6);
  }
}

TEST(Bouncing, NeverEndsInABoxNorOutOfTheCourtNorAtAnotherSpeed) {
  Random random(7, "bouncing");
  const Vec2 half{0.03, 0.25};
  for (int run = 0; run < 200; ++run) {
    const double speed = random.uniform(0.05, 20);
    const double angle = random.uniform(-3.1, 3.1);
    FlyingBall ball{{0, 0}, {speed * std::cos(angle), speed * std::sin(angle)}, radius};
    Pose2 box{{random.uniform(-1, 1), random.uniform(0.4, 1)}, random.uniform(-3, 3)};
    Vec2 way{random.uniform(-1, 1), random.uniform(-1, 1)};
    for (int step = 0; step < 500; ++step) {
      Pose2 next{box.translation + 0.008 * way, box.yaw + random.uniform(-0.05, 0.05)};
      // away from walls, where a ball may be squeezed
      if (std::abs(next.translation.x) > 1.5) way.x = -way.x, next = box;
      if (std::abs(next.translation.y) > 1.0) way.y = -way.y, next = box;
      fly(ball, 0.008, closed, {{box, next, half}});
      ASSERT_GE(gap(ball, next, half), -1e-5) << run << ", step " << step;
      ASSERT_LE(std::abs(ball.at.x), 2 - radius + 1e-12);
      ASSERT_LE(std::abs(ball.at.y), 1.5 - radius + 1e-12);
      ASSERT_NEAR(speed_of(ball), speed, 1e-9);
      box = next;
    }
  }
}

TEST(Bouncing, ASqueezedBallStaysInTheCourtAndAlive) {
  FlyingBall ball{{1.8, 0}, {1, 0.2}, radius};
  for (int step = 0; step < 200; ++step) {
    // a wall of a robot drives against the wall of the court
    const Pose2 from{{1.6 + 0.002 * step, 0}, 0}, to{{1.6 + 0.002 * (step + 1), 0}, 0};
    fly(ball, 0.008, closed, {{from, to, {0.1, 1.4}}});
    ASSERT_LE(std::abs(ball.at.x), 2 - radius + 1e-12);
    ASSERT_LE(std::abs(ball.at.y), 1.5 - radius + 1e-12);
    ASSERT_NEAR(speed_of(ball), std::hypot(1, 0.2), 1e-9);
  }
}

}  // namespace
}  // namespace tandem
