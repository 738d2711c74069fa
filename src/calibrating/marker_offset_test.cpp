// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "calibrating/marker_offset.h"

#include <gmock/gmock.h>

#include <cmath>
#include <numbers>

namespace tandem {
namespace {

using testing::HasSubstr;

constexpr double degree = std::numbers::pi / 180;
constexpr Pose2 robot_from_marker{{0.04, -0.015}, -90 * degree};

// Noise of a tracker, the same every time.
double noise(int i, double size) { return size * std::sin(12.9898 * i + 78.233 * (i % 7)); }

struct Drive {
  double turned_deg = 380;
  double slide_m = 0;  // of the middle while it turns
  double straight_m = 0.6;
  double bend_deg = 0;
};

MarkerOffsetGuide driven(const Drive& drive) {
  MarkerOffsetGuide guide;
  int i = 0;
  const auto see = [&](const Pose2& room_from_robot) {
    Pose2 pose = room_from_robot * robot_from_marker;
    ++i;
    pose.translation = pose.translation + Vec2{noise(i, 0.001), noise(i + 50, 0.001)};
    pose.yaw = std::remainder(pose.yaw + noise(i + 99, 0.2 * degree), 2 * std::numbers::pi);
    guide.look(pose);
  };
  double yaw = 0.4;
  for (double turned = 0; turned <= drive.turned_deg; turned += 6)
    see({{1 + drive.slide_m * turned / 360, 0.5}, yaw + turned * degree});
  yaw += drive.turned_deg * degree;
  Vec2 at{1 + drive.slide_m, 0.5};
  for (double way = 0; way <= drive.straight_m; way += 0.02) {
    see({at, yaw});
    at = at + 0.02 * Vec2{std::cos(yaw), std::sin(yaw)};
    yaw += drive.bend_deg * degree * 0.02 / drive.straight_m;
  }
  return guide;
}

TEST(MarkerOffset, IsMeasuredByATurnAndAStraightDrive) {
  const MarkerOffsetGuide guide = driven({});
  EXPECT_EQ(guide.step(), MarkerOffsetGuide::Step::done);
  EXPECT_EQ(guide.advice(), "that is enough");
  const auto offset = guide.finish();
  ASSERT_TRUE(offset) << offset.error();
  EXPECT_NEAR(offset->robot_from_marker.translation.x, 0.04, 0.0005);
  EXPECT_NEAR(offset->robot_from_marker.translation.y, -0.015, 0.0005);
  EXPECT_NEAR(offset->robot_from_marker.yaw, -90 * degree, 0.3 * degree);
  EXPECT_LT(offset->turn_off_mm, 2);
}

TEST(MarkerOffset, SaysWhatToDoNow) {
  MarkerOffsetGuide guide;
  EXPECT_THAT(guide.advice(), HasSubstr("0 of 360 degrees in 0 pictures"));
  EXPECT_THAT(driven({.straight_m = 0.2}).advice(),
              HasSubstr("now let it drive straight on, forwards: "));
}

TEST(MarkerOffset, RefusesDrivesThatDoNotTellIt) {
  EXPECT_EQ(MarkerOffsetGuide().finish().error(), "the marker was never seen");
  EXPECT_THAT(driven({.turned_deg = 0}).finish().error(),
              HasSubstr("degrees only, a whole turn is needed"));
  EXPECT_THAT(driven({.turned_deg = 180}).finish().error(), HasSubstr("a whole turn is needed"));
  EXPECT_THAT(driven({.slide_m = 0.3}).finish().error(),
              HasSubstr("the robot did not turn on the spot: its middle moved by"));
  EXPECT_THAT(driven({.straight_m = 0.3}).finish().error(),
              HasSubstr("straight on, 50 are needed"));
  EXPECT_THAT(driven({.bend_deg = 40}).finish().error(), HasSubstr("is not straight"));
}

}  // namespace
}  // namespace tandem
