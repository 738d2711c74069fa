// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/farming/coverage.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "autonomy/farming/leg.h"

namespace tandem {
namespace {

// Whether the tool was over a place while the robot drove a swath.
bool is_worked(const Swath& swath, const ToolShape& tool, Vec2 place) {
  const Vec2 at = inverse(Pose2{swath.from, swath.yaw()}) * place;
  const double length = std::hypot(swath.to.x - swath.from.x, swath.to.y - swath.from.y);
  return std::abs(at.y) <= tool.width_m / 2 && at.x >= tool.near_m && at.x <= length + tool.far_m;
}

// The share of tiles of a rectangle in `map_from_field` whose middles some swath works.
double worked_share(const std::vector<Swath>& swaths, const ToolShape& tool,
                    const Pose2& map_from_field, double length, double width, double tile_m) {
  int worked = 0, all = 0;
  for (double x = tile_m / 2; x < length; x += tile_m)
    for (double y = tile_m / 2; y < width; y += tile_m) {
      ++all;
      worked += std::ranges::any_of(swaths, [&](const Swath& swath) {
        return is_worked(swath, tool, map_from_field * Vec2{x, y});
      });
    }
  return static_cast<double>(worked) / all;
}

std::vector<Vec2> corners_of(const Pose2& map_from_field, double length, double width) {
  std::vector<Vec2> corners;
  for (const Vec2 corner : {Vec2{0, 0}, Vec2{length, 0}, Vec2{length, width}, Vec2{0, width}})
    corners.push_back(map_from_field * corner);
  return corners;
}

}  // namespace

TEST(Coverage, EveryTileOfAFieldIsUnderTheTool) {
  for (const ToolShape& tool :
       {ToolShape{0.3, 0.205, 0.305}, ToolShape{0.28, 0.2, 0.29}, ToolShape{0.32, 0.2, 0.34}})
    for (const double yaw : {0.0, 0.4, 1.5, -2.0})
      for (const double width : {0.2, 0.3, 0.95, 1.6, 3.0}) {
        const Pose2 map_from_field{{0.3, -0.7}, yaw};
        const auto swaths = plan_coverage(corners_of(map_from_field, 2, width), tool);
        EXPECT_EQ(worked_share(swaths, tool, map_from_field, 2, width, 0.05), 1)
            << tool.width_m << " " << yaw << " " << width;
      }
}

TEST(Coverage, CornersThatAreOffByACentimetreOrTwoDoNotCostARow) {
  const Pose2 map_from_field{{-0.7, -0.9}, 0};
  std::vector<Vec2> corners = corners_of(map_from_field, 2, 1.6);
  corners[0] = corners[0] + Vec2{0.02, 0.02};
  corners[2] = corners[2] + Vec2{-0.02, -0.02};
  const ToolShape tool;
  const auto swaths = plan_coverage(corners, tool);
  EXPECT_GE(worked_share(swaths, tool, map_from_field, 2, 1.6, 0.05), 0.99);
}

TEST(Coverage, SwathsGoToAndFroAlongTheLongestEdgeAndAreNoMoreThanNeeded) {
  // of 1.6 m and 3 cm beyond on both sides, 0.3 m at once with 5 cm of overlap: 1.36 / 0.25 gaps
  const auto swaths = plan_coverage(corners_of({}, 2, 1.6), ToolShape{0.3, 0.2, 0.3});
  ASSERT_EQ(swaths.size(), 7U);
  for (std::size_t i = 0; i < swaths.size(); ++i) {
    EXPECT_NEAR(swaths[i].from.y, swaths[i].to.y, 1e-12);
    EXPECT_EQ(swaths[i].to.x > swaths[i].from.x, i % 2 == 0);
  }
  EXPECT_NEAR(swaths[0].from.x, -0.23, 1e-12);  // 3 cm and the 0.2 m to the tool before the edge
  EXPECT_NEAR(swaths[0].to.x, 1.73, 1e-12);     // the tool's front end 3 cm behind it
}

TEST(Coverage, AFieldThatIsNoRectangleIsCoveredToo) {
  const std::vector<Vec2> corners{{0, 0}, {3, 0}, {2.2, 1.5}, {0.4, 1.2}};
  const ToolShape tool;
  const auto swaths = plan_coverage(corners, tool);
  for (double x = 0.05; x < 3; x += 0.05)
    for (double y = 0.05; y < 1.5; y += 0.05) {
      bool is_inside = true;
      for (std::size_t i = 0; i < 4; ++i) {
        const Vec2 a = corners[i], b = corners[(i + 1) % 4];
        is_inside = is_inside && (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x) > 0;
      }
      if (!is_inside) continue;
      EXPECT_TRUE(std::ranges::any_of(swaths,
                                      [&](const Swath& swath) {
                                        return is_worked(swath, tool, {x, y});
                                      }))
          << x << " " << y;
    }
}

TEST(Coverage, WithoutCornersThereIsNoPath) {
  EXPECT_TRUE(plan_coverage({}, {}).empty());
  EXPECT_TRUE(plan_coverage({{0, 0}, {1, 0}}, {}).empty());
}

namespace {

// A robot that does what it is told, every 20 ms.
Pose2 drive_all(const std::vector<Leg>& legs, Pose2 robot, double& widest_x) {
  int steps = 0;
  for (const Leg& leg : legs)
    while (const auto twist = drive_leg(leg, robot, {})) {
      robot = robot * Pose2{{0.02 * twist->linear, 0}, 0.02 * twist->angular};
      widest_x = std::max(widest_x, robot.translation.x);
      if (++steps > 10000) break;
    }
  return robot;
}

}  // namespace

TEST(Legs, LeadFromSwathToSwathWithLittleRoomAroundTheField) {
  const ToolShape tool{0.3, 0.2, 0.3};
  const auto swaths = plan_coverage(corners_of({}, 2, 1.6), tool);
  double widest_x = 0;
  Pose2 robot = drive_all(legs_along(swaths[0]), {{0.1, 0.15}, 0.05}, widest_x);
  EXPECT_NEAR(robot.translation.x, swaths[0].to.x, 0.01);
  EXPECT_NEAR(robot.translation.y, swaths[0].to.y, 0.01);
  robot = drive_all(legs_between(swaths[0], swaths[1]), robot, widest_x);
  EXPECT_NEAR(robot.translation.x, swaths[1].to.x, 0.01);
  EXPECT_NEAR(robot.translation.y, swaths[1].to.y, 0.01);
  EXPECT_NEAR(widest_x, swaths[1].from.x, 0.01);  // 2.23: nowhere farther out than a swath begins
}

TEST(Legs, ARobotBesideItsLineComesBackToIt) {
  double widest_x = 0;
  const Pose2 robot = drive_all({{Leg::Kind::forwards, {{1, 0}, 0}}}, {{0, 0.05}, 0.1}, widest_x);
  EXPECT_NEAR(robot.translation.y, 0, 0.003);
  EXPECT_NEAR(robot.yaw, 0, 0.02);
}

}  // namespace tandem
