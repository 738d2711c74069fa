// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/floor_panels.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "render/floor_view.h"

namespace tandem {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double length = 0.3, width = 0.6;
const RobotReach reach{.rear_m = 0.1, .radius_m = 0.2};
// 4 by 3 m around (1, 2)
const Area area{{{1, 2}, 0}, 4, 3};

Pose2 placed(const Pose2& robot, const Area& in = area) {
  return place_panels(in, robot, reach, length, width);
}

// How far the panel is outside of the area, and how near to the robot's middle.
void expect_good(const Pose2& robot, const Area& in = area) {
  const Pose2 panel = placed(robot, in);
  double nearest = 1e9;
  for (double x = -length; x < 1e-9; x += length / 10)
    for (double y = -width / 2; y < width / 2 + 1e-9; y += width / 10) {
      const Vec2 at = panel * Vec2{x, y};
      const Vec2 in_area = inverse(in.world_from_center) * at;
      EXPECT_LE(std::abs(in_area.x), in.size_x_m / 2 + 1e-9);
      EXPECT_LE(std::abs(in_area.y), in.size_y_m / 2 + 1e-9);
      nearest =
          std::min(nearest, std::hypot(at.x - robot.translation.x, at.y - robot.translation.y));
    }
  EXPECT_GE(nearest, reach.rear_m + floor_panel_distance_m - 1e-9);
}

TEST(FloorPanels, LieBehindTheRobotWhereThereIsRoom) {
  const Pose2 panel = placed({{1, 2}, pi / 2});
  EXPECT_NEAR(panel.translation.x, 1, 1e-12);
  EXPECT_NEAR(panel.translation.y, 2 - reach.rear_m - floor_panel_distance_m, 1e-12);
  EXPECT_NEAR(panel.yaw, pi / 2, 1e-12);
}

TEST(FloorPanels, MoveAsideAtTheEdgeAndStayBehind) {
  // 0.1 m from the upper edge, at y = 3.5: half of the width is 0.2 m too much
  const Pose2 panel = placed({{1, 3.4}, 0});
  EXPECT_NEAR(panel.translation.x, 1 - reach.rear_m - floor_panel_distance_m, 1e-12);
  EXPECT_NEAR(panel.translation.y, 3.5 - width / 2, 1e-12);
  expect_good({{1, 3.4}, 0});
}

TEST(FloorPanels, AreNeverCutAndNeverUnderTheRobotWhereverItStands) {
  const Area turned{{{-3, 1}, 0.4}, 4, 3};
  for (double yaw = -pi; yaw < pi; yaw += 0.3)
    for (double x = -1.9; x < 2; x += 0.38)
      for (double y = -1.4; y < 1.5; y += 0.28) {
        expect_good(area.world_from_center * Pose2{{x, y}, yaw});
        expect_good(turned.world_from_center * Pose2{{x, y}, yaw}, turned);
      }
}

TEST(FloorPanels, StayBehindWhereThereIsRoomNowhere) {
  const Area tiny{{}, 0.4, 0.4};
  EXPECT_NEAR(placed({}, tiny).translation.x, -reach.rear_m - floor_panel_distance_m, 1e-12);
}

}  // namespace
}  // namespace tandem
