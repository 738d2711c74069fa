// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/perception/line_processor.h"

#include <gmock/gmock.h>

#include "autonomy/perception/test_pictures.h"

namespace tandem {

namespace {

using tandem_msgs::msg::Sight;

constexpr double width_m = 0.035;

Sight look_at(const PaintedScene& scene, const LineSettings& settings = {}) {
  const FloorCamera camera = test_camera();
  return LineProcessor(settings).look({picture_of(scene, camera, test_base_from_camera()), &camera},
                                      nullptr);
}

// A straight line through a place, so many radians to the left of ahead.
std::function<Color(Vec2)> straight(Vec2 through, double yaw, Color color = red) {
  return [=](Vec2 p) {
    const Vec2 away = p - through;
    const double off = std::cos(yaw) * away.y - std::sin(yaw) * away.x;
    return std::abs(off) < width_m / 2 ? color : floor_grey;
  };
}

}  // namespace

TEST(LineProcessor, FindsAStraightLineWhereItIsOnTheFloor) {
  for (const double offset_m : {-0.08, 0.0, 0.05})
    for (const double yaw_deg : {-40.0, -10.0, 0.0, 25.0}) {
      const double yaw = yaw_deg * std::numbers::pi / 180;
      const Sight sight = look_at({.floor = straight({0.3, offset_m}, yaw), .noise = 2});
      ASSERT_TRUE(sight.found) << offset_m << " " << yaw_deg;
      ASSERT_GT(sight.curve.size(), 20u) << offset_m << " " << yaw_deg;
      for (const auto& point : sight.curve) {
        const double off = std::cos(yaw) * (point.y - offset_m) - std::sin(yaw) * (point.x - 0.3);
        EXPECT_NEAR(off, 0, point.x < 0.6 ? 0.002 : 0.01) << offset_m << " " << yaw_deg;
      }
      EXPECT_LT(sight.curve.front().x, sight.curve.back().x);
    }
}

TEST(LineProcessor, ALineAheadHasNoErrorsAndOneToTheRightIsPositive) {
  const Sight ahead = look_at({.floor = straight({0, 0}, 0)});
  EXPECT_NEAR(ahead.lateral_error, 0, 0.002);
  EXPECT_NEAR(ahead.angular_error_rad, 0, 0.01);
  EXPECT_GT(look_at({.floor = straight({0, -0.05}, 0)}).lateral_error, 0.1);
  // it leads to the left of ahead
  EXPECT_LT(look_at({.floor = straight({0.25, 0}, 0.5)}).angular_error_rad, -0.1);
}

TEST(LineProcessor, FollowsABendAsFarAsItIsSeen) {
  constexpr double radius_m = 0.4;
  const Vec2 centre{0.2, radius_m};  // the line begins ahead and bends to the left
  const Sight sight = look_at({.floor = [&](Vec2 p) {
    const double off = std::hypot(p.x - centre.x, p.y - centre.y) - radius_m;
    return std::abs(off) < width_m / 2 ? red : floor_grey;
  }});
  ASSERT_GT(sight.curve.size(), 15u);
  for (const auto& point : sight.curve)
    EXPECT_NEAR(std::hypot(point.x - centre.x, point.y - centre.y), radius_m, 0.008);
  EXPECT_GT(sight.curve.back().y, 0.3);
}

TEST(LineProcessor, ALineAcrossTheWayIsFollowedFromItsNearestPlace) {
  const Sight sight = look_at({.floor = straight({0.5, 0}, std::numbers::pi / 2)});
  ASSERT_TRUE(sight.found);
  for (const auto& point : sight.curve) EXPECT_NEAR(point.x, 0.5, 0.006);
}

TEST(LineProcessor, PatchesWallsAndEmptyFloorsAreNoLines) {
  EXPECT_FALSE(look_at({}).found);
  EXPECT_EQ(look_at({}).ratio, 0);
  EXPECT_FALSE(look_at({.floor = [](Vec2 p) {
                 return std::abs(p.x - 0.7) < 0.25 && std::abs(p.y) < 0.25 ? red : floor_grey;
               }}).found);
}

TEST(LineProcessor, LooksForTheColorsThatItIsTold) {
  const LineSettings only_blue{.colors = {{"blue_line", {104, 100, 40, 124, 255, 255}}}};
  EXPECT_FALSE(look_at({.floor = straight({0, 0}, 0, red)}, only_blue).found);
  EXPECT_TRUE(look_at({.floor = straight({0, 0}, 0, blue)}, only_blue).found);
}

TEST(LineProcessor, WithoutACalibrationThereAreErrorsAndNoCurve) {
  const FloorCamera camera = test_camera();
  const RgbImage image =
      picture_of({.floor = straight({0, 0}, 0)}, camera, test_base_from_camera());
  const Sight sight = LineProcessor({}).look({image}, nullptr);
  EXPECT_TRUE(sight.found);
  EXPECT_NEAR(sight.lateral_error, 0, 0.002);
  EXPECT_TRUE(sight.curve.empty());
}

}  // namespace tandem
