// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/farming/field_outline.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>

#include "autonomy/behavior/planar.h"
#include "autonomy/farming/coverage.h"
#include "autonomy/farming/edge_ahead.h"
#include "autonomy/farming/free_side.h"
#include "autonomy/farming/way_guard.h"
#include "base/random.h"

namespace tandem {
namespace {

constexpr std::array<Vec2, 4> field{Vec2{-0.7, -0.9}, Vec2{1.3, -0.9}, Vec2{1.3, 0.7},
                                    Vec2{-0.7, 0.7}};

// What a camera with a noise of 5 mm sees of the edge after a corner.
void see_edge(FieldOutline& outline, std::size_t corner, double from_m, double to_m) {
  static Random random(1, "edges");
  const Vec2 a = field[corner % 4], b = field[(corner + 1) % 4];
  const Vec2 along = (1 / distance(a, b)) * (b - a);
  outline.begin_edge(along);
  for (double m = from_m; m < to_m; m += 0.005)
    outline.add(a + m * along + Vec2{random.normal(0, 0.005), random.normal(0, 0.005)});
}

}  // namespace

TEST(FloorLine, IsNotMisledByAFewWrongPlaces) {
  std::vector<Vec2> places;
  for (int i = 0; i < 50; ++i) places.push_back({0.02 * i, 0.3 + 0.01 * i});
  for (int i = 0; i < 8; ++i) places.push_back({0.02 * i, 0.9});
  const auto line = fit_floor_line(places, {-1, 0});
  ASSERT_TRUE(line);
  EXPECT_NEAR(line->left_of({0, 0.3}), 0, 1e-3);
  EXPECT_LT(line->direction.x, 0) << "in the direction that was asked for";
  EXPECT_FALSE(fit_floor_line(std::vector<Vec2>{{1, 1}, {1, 1}}, {1, 0}));
  EXPECT_FALSE(crossing_of({{0, 0}, {1, 0}}, {{0, 1}, {1, 0}}));
}

TEST(FieldOutline, CornersAreWhereEdgesMeet) {
  FieldOutline outline;
  see_edge(outline, 0, 0.9, 1.95);  // begins in the middle of an edge
  EXPECT_TRUE(outline.corners().empty());
  see_edge(outline, 1, 0.2, 1.5);
  EXPECT_EQ(outline.corners().size(), 1U);
  see_edge(outline, 2, 0.2, 1.9);
  see_edge(outline, 3, 0.2, 1.5);
  EXPECT_EQ(outline.corners().size(), 3U);
  see_edge(outline, 0, 0.2, 0.5);
  const auto corners = outline.corners();
  ASSERT_EQ(corners.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_LT(distance(corners[i], field[(i + 1) % 4]), 0.01);
}

TEST(FieldOutline, ACornerThatIsKnownIsDiscarded) {
  FieldOutline outline;
  for (std::size_t i = 0; i < 6; ++i) see_edge(outline, i, 0.2, 1.4);
  EXPECT_EQ(outline.corners().size(), 4U);  // of five bends
}

TEST(FieldOutline, ABendIsNoCorner) {
  FieldOutline outline;
  outline.begin_edge({1, 0});
  for (double x = 0; x < 1; x += 0.01) outline.add({x, 0});
  outline.begin_edge({1, 0.5});
  for (double x = 1; x < 2; x += 0.01) outline.add({x, 0.5 * (x - 1)});
  EXPECT_TRUE(outline.corners().empty());
}

TEST(FieldOutline, AnEdgeOfWhichLittleWasSeenHasNoCornerYet) {
  FieldOutline outline;
  see_edge(outline, 0, 0.5, 1.9);
  see_edge(outline, 1, 0.2, 0.35);
  EXPECT_FALSE(outline.edge());
  EXPECT_TRUE(outline.corners().empty());
}

TEST(EdgeAhead, IsWhereTheRobotWouldCrossIt) {
  std::vector<Vec2> curve;  // 0.5 m ahead, leading to the left and 45 degrees away; then a corner
  for (double m = -0.3; m < 0.3; m += 0.02) curve.push_back({0.5 + m, m});
  for (double m = 0; m < 0.5; m += 0.02) curve.push_back({0.8 - m, 0.3 + m});
  const auto edge = edge_ahead(curve);
  ASSERT_TRUE(edge);
  EXPECT_NEAR(edge->point.x, 0.5, 1e-6);
  EXPECT_NEAR(edge->point.y, 0, 1e-6);
  EXPECT_NEAR(edge->yaw(), M_PI / 4, 1e-6);
  std::vector<Vec2> beside;
  for (double m = 0.2; m < 0.8; m += 0.02) beside.push_back({m, 0.2});
  EXPECT_FALSE(edge_ahead(beside));
}

TEST(EdgeAhead, IsAnotherOneBehindThatWhichTheCameraDoesNotSeeAnyMore) {
  EXPECT_TRUE(is_behind_remembered({0.69, 0}, {0.09, 0}));
  EXPECT_FALSE(is_behind_remembered({0.2, 0}, {0.09, 0})) << "the same, seen better";
  EXPECT_FALSE(is_behind_remembered({0.1, 0}, {0.29, 0})) << "before it";
  EXPECT_FALSE(is_behind_remembered({0.69, 0}, {0.4, 0})) << "the first one would be seen";
}

TEST(FreeSide, LeadsAwayFromWalls) {
  nav_msgs::msg::OccupancyGrid map;
  map.info.resolution = 0.05F;
  map.info.width = map.info.height = 40;
  map.info.origin.orientation.w = 1;
  for (int cell = 0; cell < 1600; ++cell) map.data.push_back(cell % 40 < 4 ? 100 : 0);  // x < 0.2
  EXPECT_NEAR(free_side(&map, {0.5, 1.0}, {0.5, 0}), 0, 0.05);
  EXPECT_NEAR(free_side(&map, {1.5, 1.0}, {1.5, 0}), -M_PI / 2, 1e-9) << "nothing is near";
  EXPECT_NEAR(free_side(nullptr, {0, 0}, {-1, 0}), M_PI, 1e-9);
}

TEST(WayGuard, LooksWhereTheRobotGoesAndNotAtItsTool) {
  const auto outline = outline_with({0.3, 0.2, 0.3}, 0.125);
  const std::vector<Vec2> ahead{{0.4, 0.1}}, tool{{0.25, 0}}, behind{{-0.3, 0}}, beside{{0.1, 0.3}};
  EXPECT_FALSE(is_way_clear(ahead, outline, {.linear = 0.3}));
  EXPECT_TRUE(is_way_clear(ahead, outline, {.linear = -0.3}));
  EXPECT_TRUE(is_way_clear(tool, outline, {.linear = 0.3}));
  EXPECT_FALSE(is_way_clear(behind, outline, {.linear = -0.3}));
  EXPECT_TRUE(is_way_clear(beside, outline, {.linear = 0.3}));
  EXPECT_FALSE(is_way_clear(beside, outline, {.angular = 1.2})) << "the tool would sweep over it";
}

TEST(WayGuard, AThingInTheConeOfASensorMayBeAnywhereAcrossIt) {
  const Pose2 base_from_sensor{{0.1, 0.1}, M_PI / 2};
  sensor_msgs::msg::Range range{.field_of_view = 1.0F, .min_range = 0.02F, .range = 0.15F};
  const auto places = places_in_cone(range, base_from_sensor);
  ASSERT_EQ(places.size(), 3U);
  EXPECT_NEAR(places[0].x, 0.1 + 0.15 * std::sin(0.5), 1e-6);
  EXPECT_NEAR(places[1].y, 0.25, 1e-6);
  EXPECT_NEAR(places[2].x, 0.1 - 0.15 * std::sin(0.5), 1e-6);
  range.range = 0.3F;
  EXPECT_TRUE(places_in_cone(range, base_from_sensor).empty()) << "it may be the floor";
  range.range = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(places_in_cone(range, base_from_sensor).empty());
  range.range = -std::numeric_limits<float>::infinity();
  EXPECT_NEAR(places_in_cone(range, base_from_sensor)[1].y, 0.12, 1e-6) << "it is too near";
}

}  // namespace tandem
