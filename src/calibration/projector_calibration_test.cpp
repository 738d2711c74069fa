// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "calibration/projector_calibration.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace tandem {
namespace {

void expect_near(std::optional<Vec2> found, Vec2 expected, double within) {
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->x, expected.x, within);
  EXPECT_NEAR(found->y, expected.y, within);
}

TEST(Homography, MapsCornersToCornersAndTheirDiagonalsToDiagonals) {
  const Corners from{{{-2, 1.5}, {2, 1.5}, {2, -1.5}, {-2, -1.5}}};
  const Corners to{{{100, 80}, {1200, 20}, {1250, 790}, {30, 700}}};
  const Result<Homography> h = map_corners(from, to);
  ASSERT_TRUE(h);
  for (std::size_t i = 0; i < 4; ++i) expect_near(map(*h, from[i]), to[i], 1e-9);
  // the middle is where the diagonals cross, on both sides: straight lines stay straight
  const Vec2 a = to[2] - to[0], b = to[3] - to[1], c = to[1] - to[0];
  const double t = (c.x * b.y - c.y * b.x) / (a.x * b.y - a.y * b.x);
  expect_near(map(*h, {0, 0}), to[0] + t * a, 1e-9);
  const std::optional<Homography> back = inverse(*h);
  ASSERT_TRUE(back);
  for (std::size_t i = 0; i < 4; ++i) expect_near(map(*back, to[i]), from[i], 1e-9);
}

TEST(Homography, SaysWhichCornersAreNoCorners) {
  const Corners square{{{0, 0}, {1, 0}, {1, 1}, {0, 1}}};
  EXPECT_EQ(map_corners(square, {{{0, 0}, {5, 0}, {10, 0}, {0, 9}}}).error(),
            "corners 1, 2 and 3 lie on one line");
  EXPECT_EQ(map_corners(square, {{{0, 0}, {10, 0}, {3, 3}, {0, 10}}}).error(),
            "corner 3 lies inside of the triangle of the others");
  EXPECT_EQ(map_corners(square, {{{0, 0}, {10, 10}, {10, 0}, {0, 10}}}).error(),
            "the sides cross each other: corners go around in their order");
  EXPECT_EQ(map_corners(square, {{{0, 0}, {10, NAN}, {10, 0}, {0, 10}}}).error(),
            "a corner is no number");
  EXPECT_FALSE(map_corners(square, {{{4, 4}, {4, 4}, {4, 4}, {4, 4}}}));
}

TEST(ProjectorCalibration, StraightDownAMetreIsAsLongInBothDirections) {
  // 4 by 3 m in 1280 by 800: the height decides, 800 / 3 pixels a metre
  const auto straight = straight_calibration({{{1, 2}, 0}, 4, 3}, 1280, 800);
  const Result<Homography> h = pixels_from_floor(straight);
  ASSERT_TRUE(h);
  expect_near(map(*h, {1, 2}), {640, 400}, 1e-9);
  expect_near(map(*h, {2, 2}), {640 + 800 / 3.0, 400}, 1e-9);
  expect_near(map(*h, {1, 3}), {640, 400 - 800 / 3.0}, 1e-9);
}

TEST(ProjectorCalibration, TheTopOfThePictureIsWhereTheAreasYPointsTo) {
  const auto straight = straight_calibration({{{0, 0}, std::numbers::pi / 2}, 2, 2}, 200, 200);
  const Result<Homography> h = pixels_from_floor(straight);
  ASSERT_TRUE(h);
  // turned by a quarter, y points to the world's -x
  expect_near(map(*h, {-1, 0}), {100, 0}, 1e-9);
  expect_near(map(*h, {0, 1}), {200, 100}, 1e-9);
}

}  // namespace
}  // namespace tandem
