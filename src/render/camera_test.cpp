// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/camera.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace tandem {
namespace {

double degrees(double value) { return value * std::numbers::pi / 180; }

TEST(Camera, FieldOfViewReachesFromEdgeToEdge) {
  const Intrinsics in = intrinsics_from_fov(640, 480, degrees(90));
  // 45 degrees to the right is the right edge of the last pixel
  const auto edge = project(in, {1, 0, 1});
  ASSERT_TRUE(edge);
  EXPECT_NEAR((*edge)[0], 639.5, 1e-9);
  EXPECT_NEAR((*edge)[1], 239.5, 1e-9);
  const auto left = project(in, {-1, 0, 1});
  EXPECT_NEAR((*left)[0], -0.5, 1e-9);
}

TEST(Camera, FisheyeAnglesAreEvenlySpaced) {
  const Intrinsics in = intrinsics_from_fov(1001, 1001, degrees(200), Lens::fisheye);
  const auto at = [&](double angle) {
    return (*project(in, {std::sin(degrees(angle)), 0, std::cos(degrees(angle))}))[0];
  };
  EXPECT_NEAR(at(0), 500, 1e-9);
  EXPECT_NEAR(at(90) - at(0), 1001 * 90 / 200.0, 1e-9);
  EXPECT_NEAR(at(100) - at(50), at(50) - at(0), 1e-9);  // behind the camera too
}

class Lenses : public testing::TestWithParam<Intrinsics> {};

TEST_P(Lenses, EveryPixelLooksWhereItsPointsAppear) {
  const Result<RayTable> made = RayTable::make(GetParam());
  ASSERT_TRUE(made) << made.error();
  int seen = 0;
  for (int y = 0; y < made->height(); y += 7)
    for (int x = 0; x < made->width(); x += 7) {
      const Vec3f direction = made->direction(x, y);
      if (direction == Vec3f{}) continue;
      ++seen;
      ASSERT_NEAR(length(to_double(direction)), 1, 1e-6);
      const auto pixel = project(GetParam(), 3 * to_double(direction));
      ASSERT_TRUE(pixel) << x << ", " << y;
      ASSERT_NEAR((*pixel)[0], x, 0.001);
      ASSERT_NEAR((*pixel)[1], y, 0.001);
    }
  EXPECT_GT(seen, 1000);
}

INSTANTIATE_TEST_SUITE_P(Some, Lenses,
                         testing::Values(intrinsics_from_fov(320, 240, degrees(120)),
                                         intrinsics_from_fov(320, 240, degrees(66), Lens::plumb_bob,
                                                             {-0.31, 0.11, 0.001, -0.0005, -0.02}),
                                         intrinsics_from_fov(320, 240, degrees(80), Lens::plumb_bob,
                                                             {0.12, 0.05}),
                                         intrinsics_from_fov(320, 240, degrees(180), Lens::fisheye,
                                                             {-0.02, 0.003, -0.001, 0.0001}),
                                         Intrinsics{320, 240, 200, 210, 155.3, 121.9}));

TEST(Camera, CornersOfAFisheyeSeeNothing) {
  // a circle of 360 degrees fits into the width: beyond it there is no direction
  const Result<RayTable> made =
      RayTable::make(intrinsics_from_fov(101, 101, degrees(360), Lens::fisheye));
  ASSERT_TRUE(made);
  EXPECT_EQ(made->direction(0, 0), Vec3f{});
  EXPECT_NEAR(made->direction(50, 50).z, 1, 1e-6);
  EXPECT_LT(made->direction(1, 50).z, -0.9f);  // looks back
}

TEST(Camera, StrongBarrelDistortionEndsWhereItWouldFoldBack) {
  // r (1 - r^2) grows up to r = 0.577, where it is 0.385
  Intrinsics in = intrinsics_from_fov(201, 201, degrees(90), Lens::plumb_bob, {-1});
  const Result<RayTable> made = RayTable::make(in);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->direction(200, 100), Vec3f{});  // at radius 1
  const Vec3f inside = made->direction(100 + 35, 100);
  EXPECT_NE(inside, Vec3f{});
  EXPECT_FALSE(project(in, {0.6, 0, 1}));
  EXPECT_TRUE(project(in, {0.55, 0, 1}));
}

TEST(Camera, WrongNumbersAreNamed) {
  EXPECT_EQ(RayTable::make({0, 480, 100, 100}).error(),
            "a camera cannot have 0 by 480 pixels: expected 1 to 67108864 in all");
  EXPECT_EQ(RayTable::make({640, 480, -1, 100}).error(),
            "the focal lengths of a camera must be positive, are -1 and 100");
  Intrinsics in = intrinsics_from_fov(640, 480, 1);
  in.distortion[0] = std::nan("");
  EXPECT_EQ(RayTable::make(in).error(), "a distortion coefficient is not a number");
}

}  // namespace
}  // namespace tandem
