// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/line_following/line_trail.h"

#include <gtest/gtest.h>

#include <numbers>

#include "autonomy/line_following/test_line.h"

namespace tandem {
namespace {

constexpr double pi = std::numbers::pi;

bool see(LineTrail& trail, const TestLine& line, const Pose2& base) {
  return trail.see(base, line.seen_from(base));
}

TEST(LineTrail, KnowsWhereTheRobotIsOnAStraightLine) {
  const TestLine line = TestLine::straight({}, 0, 3);
  LineTrail trail;
  // beginning on it, then 2 cm to its left and turned to it
  EXPECT_TRUE(see(trail, line, {{0.1, 0}, 0}));
  ASSERT_TRUE(trail.position({{0.1, 0}, 0}));
  const Pose2 base{{0.2, 0.02}, -0.1};
  EXPECT_TRUE(see(trail, line, base));
  const auto position = trail.position(base);
  ASSERT_TRUE(position);
  EXPECT_NEAR(position->lateral_m, -0.02, 1e-3);
  EXPECT_NEAR(position->heading_rad, 0.1, 1e-3);
  EXPECT_NEAR(position->curvature_1pm, 0, 0.05);
  EXPECT_NEAR(position->ahead_m, 0.9, 0.05);  // as far as it is seen well
}

TEST(LineTrail, BelowTheRobotIsWhatWasSeenBefore) {
  const double radius = 0.4;
  const TestLine line = TestLine::arc({}, radius, 1.5 * pi);
  LineTrail trail;
  for (double angle = 0.05; angle < pi; angle += 0.05) {
    const Pose2 base{Pose2{{0, radius}, angle} * Vec2{0, -radius}, angle};
    see(trail, line, base);
    const auto position = trail.position(base);
    ASSERT_TRUE(position);
    // a picture shows nothing nearer than 0.23 m, where the line is 0.23^2 / 2 r = 66 mm beside
    EXPECT_NEAR(position->lateral_m, 0, 0.004) << angle;
    EXPECT_NEAR(position->heading_rad, 0, 0.04) << angle;
    if (angle > 0.9) EXPECT_NEAR(position->curvature_1pm, 1 / radius, 0.15) << angle;
  }
}

TEST(LineTrail, WhatIsErasedIsForgottenWhereTheCameraWouldSeeIt) {
  const TestLine line = TestLine::straight({}, 0, 3);
  LineTrail trail;
  const Pose2 base{{0.5, 0}, 0};
  see(trail, line, base);
  EXPECT_FALSE(trail.see(base, {}));
  const auto position = trail.position(base);
  ASSERT_TRUE(position);
  EXPECT_GT(position->ahead_m, 0.23);
  EXPECT_LT(position->ahead_m, 0.33);
}

TEST(LineTrail, EndsWhereTheLineEnds) {
  const TestLine line = TestLine::straight({}, 0, 1);
  LineTrail trail;
  double ahead = 0;
  for (double x = 0.1; x < 1.05; x += 0.02) {
    see(trail, line, {{x, 0}, 0});
    ahead = trail.position({{x, 0}, 0})->ahead_m;
    EXPECT_NEAR(ahead, std::min(0.9, std::max(0.0, 1 - x)), 0.05) << x;
  }
  EXPECT_NEAR(ahead, 0, 1e-9);
}

TEST(LineTrail, AnotherLineBesideItIsNotTaken) {
  const TestLine line = TestLine::straight({}, 0, 3), other = TestLine::straight({0, 0.2}, 0, 3);
  LineTrail trail;
  const Pose2 base{{0.5, 0}, 0};
  see(trail, line, base);
  EXPECT_FALSE(see(trail, other, base));
  EXPECT_NEAR(trail.position(base)->lateral_m, 0, 1e-3);
}

TEST(LineTrail, AnInterruptedLineGoesOn) {
  TestLine line = TestLine::straight({}, 0, 1);
  line += TestLine::straight({1.12, 0}, 0, 1);
  LineTrail trail;
  for (double x = 0.1; x < 2; x += 0.02) {
    // perception tells one piece: the nearest
    see(trail, line, {{x, 0}, 0});
    ASSERT_GT(trail.position({{x, 0}, 0})->ahead_m, 0.05) << x;
  }
}

TEST(LineTrail, ASharpCornerIsGoneRound) {
  TestLine line = TestLine::straight({}, 0, 1);
  const TestLine after = TestLine::straight({1, 0}, pi / 2, 1);
  LineTrail trail;
  // perception walks up to the corner, and when that is out of its sight from there on
  for (double x = 0.1; x < 0.99; x += 0.02) {
    const Pose2 base{{x, 0}, 0};
    const std::vector<Vec2> before = line.seen_from(base);
    trail.see(base, before.size() < 2 ? after.seen_from(base) : before);
    trail.position(base);
  }
  const auto position = trail.position({{1, 0}, 0});
  EXPECT_GT(position->ahead_m, 0.1);
  EXPECT_NEAR(trail.points_in_odom().back().x, 1, 0.01);
  EXPECT_GT(trail.points_in_odom().back().y, 0.1);
}

TEST(LineTrail, BeginsOnlyWithALineThatIsNear) {
  LineTrail trail;
  EXPECT_FALSE(see(trail, TestLine::straight({1, -1}, pi / 2, 2), {}));
  EXPECT_TRUE(trail.is_empty());
  EXPECT_FALSE(trail.position({}));
  EXPECT_TRUE(see(trail, TestLine::straight({0.5, -1}, pi / 2, 2), {}));
}

}  // namespace
}  // namespace tandem
