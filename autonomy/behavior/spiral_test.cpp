// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/behavior/spiral.h"

#include <gmock/gmock.h>

#include <numbers>

#include "autonomy/behavior/planar.h"

namespace tandem {
namespace {

// A room of 4 by 3 m around the origin, 5 cm a cell, with a pillar of one cell at (1, 0).
nav_msgs::msg::OccupancyGrid room() {
  nav_msgs::msg::OccupancyGrid map;
  map.info.resolution = 0.05F;
  map.info.width = 80;
  map.info.height = 60;
  map.info.origin.position = {.x = -2, .y = -1.5};
  map.info.origin.orientation.w = 1;
  map.data.assign(80 * 60, 0);
  map.data[30 * 80 + 60] = 100;
  return map;
}

}  // namespace

TEST(Spiral, ComesNearToEveryPlaceInsideOfItsRadius) {
  const std::vector<Pose2> poses =
      spiral({.center = {1, 2}, .spacing_m = 0.5, .stride_m = 0.3, .radius_m = 2});
  for (double x = -1.8; x < 1.8; x += 0.1) {
    for (double y = -1.8; y < 1.8; y += 0.1) {
      if (std::hypot(x, y) > 1.7) continue;
      double nearest = 10;
      for (const Pose2& pose : poses)
        nearest = std::min(nearest, distance(pose.translation, {1 + x, 2 + y}));
      // half the space between turns across, half a stride along; the centre itself is the start
      EXPECT_LE(nearest, 0.37) << x << " " << y;
    }
  }
}

TEST(Spiral, GrowsBySpacingWithEachTurn) {
  const std::vector<Pose2> poses = spiral({.spacing_m = 0.5, .stride_m = 0.1, .radius_m = 3});
  for (std::size_t i = 1; i < poses.size(); ++i) {
    EXPECT_GT(distance(poses[i].translation, {}), distance(poses[i - 1].translation, {}));
    EXPECT_NEAR(distance(poses[i].translation, poses[i - 1].translation), 0.1, 0.02);
  }
  // A = pi r^2 is swept in bands of the spacing: length = A / spacing
  EXPECT_NEAR(static_cast<double>(poses.size()) * 0.1, std::numbers::pi * 9 / 0.5, 1.0);
}

TEST(Spiral, LooksAlongItsWay) {
  const std::vector<Pose2> poses = spiral({.spacing_m = 0.5, .stride_m = 0.3, .radius_m = 2});
  for (std::size_t i = 0; i + 1 < poses.size(); ++i) {
    const Vec2 way = poses[i + 1].translation - poses[i].translation;
    EXPECT_NEAR(wrap_angle(poses[i].yaw - std::atan2(way.y, way.x)), 0, 1e-9);
  }
}

TEST(Spiral, LeavesOutWhereItMayNotGo) {
  const auto map = room();
  const std::vector<Pose2> poses = spiral({.spacing_m = 0.5, .stride_m = 0.2, .radius_m = 3},
                                          [&](Vec2 place) { return is_free(map, place, 0.2); });
  EXPECT_GT(poses.size(), 30U);
  for (const Pose2& pose : poses) {
    EXPECT_LT(std::abs(pose.translation.x), 1.8 + 1e-9);
    EXPECT_LT(std::abs(pose.translation.y), 1.3 + 1e-9);
    EXPECT_GT(distance(pose.translation, {1.025, 0.025}), 0.2);
  }
}

TEST(Spiral, WhatStandsBetweenHidesWhatIsBehind) {
  const auto map = room();
  EXPECT_TRUE(is_in_sight(map, {0, 0}, {0.9, 0.025}));
  EXPECT_FALSE(is_in_sight(map, {0, 0.025}, {1.5, 0.025})) << "behind the post";
  EXPECT_TRUE(is_in_sight(map, {0, 0.5}, {1.5, 0.5}));
}

TEST(Spiral, AMapThatIsUnknownOrBrokenIsNotFree) {
  auto map = room();
  EXPECT_TRUE(is_free(map, {0, 0}, 0.2));
  EXPECT_FALSE(is_free(map, {1.1, 0}, 0.2));
  EXPECT_FALSE(is_free(map, {1.9, 0}, 0.2)) << "the robot would stand half outside";
  map.data.assign(80 * 60, -1);
  EXPECT_FALSE(is_free(map, {0, 0}, 0.2));
  map.data.clear();
  EXPECT_FALSE(is_free(map, {0, 0}, 0.2));
  map.info.resolution = 0;
  EXPECT_FALSE(is_free(map, {0, 0}, 0.2));
}

}  // namespace tandem
