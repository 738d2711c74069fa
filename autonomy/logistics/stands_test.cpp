// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/logistics/stands.h"

#include <gmock/gmock.h>

#include <numbers>

#include "autonomy/behavior/planar.h"

namespace tandem {

TEST(Stands, TheNearestOneIsOnTheWayAndLooksAtTheThing) {
  const std::vector<Pose2> stands =
      stands_at({.thing = {2, 0}, .distance_m = 0.5, .robot = {0, 0}});
  ASSERT_EQ(stands.size(), 24U);
  EXPECT_NEAR(stands[0].translation.x, 1.5, 1e-9);
  EXPECT_NEAR(stands[0].translation.y, 0, 1e-9);
  EXPECT_NEAR(stands[0].yaw, 0, 1e-9);
}

TEST(Stands, OneWithRoomToTurnIsBetterThanANearOne) {
  // another box stands between both
  const std::vector<Pose2> stands =
      stands_at({.thing = {2, 0}, .distance_m = 0.5, .robot = {0, 0}, .others = {{1.3, 0}}});
  ASSERT_FALSE(stands.empty());
  EXPECT_GT(distance(stands[0].translation, {1.3, 0}), 0.3 + 0.11 - 0.05);
  for (const Pose2& stand : stands)
    EXPECT_GE(distance(stand.translation, {1.3, 0}), 0.17 + 0.11) << "there is no room at all";
}

TEST(Stands, WhatTheMapHasIsLeftOutWithTheWayFromThere) {
  // a wall at x = 1.4, which cuts off the stands before it; the robot drives in up to 0.2 m
  const auto is_free = [](Vec2 middle, double radius) { return std::abs(middle.x - 1.4) > radius; };
  const std::vector<Pose2> stands = stands_at({.thing = {1.8, 0},
                                               .distance_m = 0.7,
                                               .robot = {0, 0},
                                               .is_free = is_free,
                                               .drive_in_to_m = 0.2});
  ASSERT_FALSE(stands.empty());
  for (const Pose2& stand : stands) EXPECT_GT(stand.translation.x, 1.4 + 0.17);
}

TEST(Stands, WhereItWasInVainItDoesNotGoAgain) {
  StandQuery query{.thing = {2, 0}, .distance_m = 0.5, .robot = {0, 0}};
  query.tried = {stands_at(query)[0].translation};
  const std::vector<Pose2> stands = stands_at(query);
  // a stand and its neighbours, which are 2 * 0.5 m * sin(7.5 deg) = 0.13 m apart
  ASSERT_EQ(stands.size(), 23U);
  EXPECT_NEAR(distance(stands[0].translation, query.tried[0]), 0.1305, 1e-3);
}

TEST(Stands, ThereMayBeNone) {
  EXPECT_TRUE(stands_at({.thing = {2, 0}, .is_free = [](Vec2, double) { return false; }}).empty());
}

}  // namespace tandem
