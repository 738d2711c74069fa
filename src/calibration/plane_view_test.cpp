// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "calibration/plane_view.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "calibration/lens.h"

namespace tandem {
namespace {

LensConfig bent_lens() {
  return {.type = LensType::plumb_bob,
          .fx_px = 620,
          .fy_px = 615,
          .cx_px = 655,
          .cy_px = 350,
          .distortion = {-0.28, 0.09, 0.001, -0.0005, -0.012}};
}

LensConfig fisheye_lens() {
  return {.type = LensType::fisheye,
          .fx_px = 300,
          .fy_px = 301,
          .cx_px = 640,
          .cy_px = 360,
          .distortion = {0.05, -0.01, 0.002, -0.0004, 0}};
}

// Looks down from 3 m, aside and turned, as real ones do.
Pose tilted_camera() {
  const Quat down = Quat::from_rpy(std::numbers::pi, 0, 0);
  return {{0.4, -0.3, 3.0}, Quat::from_rpy(0.15, -0.2, 0.7) * down};
}

// Where such a camera sees a point of the room.
Vec2 seen_at(const LensConfig& lens, const Pose& room_from_camera, const Vec3& point) {
  const Vec3 p = inverse(room_from_camera) * point;
  return project(lens, {p.x / p.z, p.y / p.z});
}

TEST(Lens, DirectionsComeBackFromPixels) {
  for (const LensConfig& lens : {bent_lens(), fisheye_lens()})
    for (double x = -0.6; x <= 0.61; x += 0.3)
      for (double y = -0.5; y <= 0.51; y += 0.25) {
        const auto back = direction_of(lens, project(lens, {x, y}));
        ASSERT_TRUE(back) << x << ' ' << y;
        EXPECT_NEAR(back->x, x, 1e-8);
        EXPECT_NEAR(back->y, y, 1e-8);
      }
}

TEST(Lens, BendsAsItsCoefficientsSay) {
  // by hand: r2 = 0.25, 1 + 0.25 k1 = 0.93
  const LensConfig lens{
      .fx_px = 100, .fy_px = 100, .cx_px = 50, .cy_px = 40, .distortion = {-0.28}};
  EXPECT_NEAR(project(lens, {0.5, 0}).x, 50 + 100 * 0.5 * 0.93, 1e-9);
  EXPECT_NEAR(project(lens, {0.5, 0}).y, 40, 1e-9);
  // a fisheye without coefficients: pixels grow with the angle, 45 degrees here
  const LensConfig fisheye{.type = LensType::fisheye, .fx_px = 100, .fy_px = 100};
  EXPECT_NEAR(project(fisheye, {1, 0}).x, 100 * std::numbers::pi / 4, 1e-9);
}

TEST(Lens, PixelsBeyondWhatItCanSeeHaveNoDirection) {
  EXPECT_FALSE(direction_of(fisheye_lens(), {640 + 300 * 1.7, 360}));
  EXPECT_FALSE(direction_of(bent_lens(), {1e5, 0}));
  EXPECT_FALSE(direction_of(bent_lens(), {std::nan(""), 0}));
}

TEST(PlaneView, SeesMarkersAtTheirHeightWhereTheyAre) {
  for (const LensConfig& lens : {bent_lens(), fisheye_lens()}) {
    const Pose camera = tilted_camera();
    const auto view = PlaneView::make({.lens = lens, .room_from_camera = camera}, 0.15);
    ASSERT_TRUE(view) << view.error();
    for (double x = -0.6; x <= 1.3; x += 0.4)
      for (double y = -1; y <= 0.61; y += 0.4) {
        const Vec2 pixel = seen_at(lens, camera, {x, y, 0.15});
        const auto point = view->point_in_room(pixel);
        ASSERT_TRUE(point);
        EXPECT_NEAR(point->x, x, 1e-6);
        EXPECT_NEAR(point->y, y, 1e-6);
        const auto back = view->pixel_of({x, y});
        ASSERT_TRUE(back);
        EXPECT_NEAR(back->x, pixel.x, 1e-4);
        EXPECT_NEAR(back->y, pixel.y, 1e-4);
      }
  }
}

TEST(PlaneView, TheFloorUnderAMarkerIsManyCentimetresOff) {
  // 1.5 m aside and 3 m up: what is 0.15 m up seems 0.15 * 1.5 / (3 - 0.15) m further out
  const Pose camera{{0, 0, 3}, Quat::from_rpy(std::numbers::pi, 0, 0)};
  const auto on_floor = PlaneView::make({.lens = bent_lens(), .room_from_camera = camera}, 0);
  const auto at_height = PlaneView::make({.lens = bent_lens(), .room_from_camera = camera}, 0.15);
  const Vec2 pixel = seen_at(bent_lens(), camera, {1.5, 0, 0.15});
  EXPECT_NEAR(on_floor->point_in_room(pixel)->x, 1.5 + 0.15 * 1.5 / 2.85, 1e-6);
  EXPECT_NEAR(at_height->point_in_room(pixel)->x, 1.5, 1e-6);
}

TEST(PlaneView, HeadingsAreThoseOfTheRoom) {
  const Pose camera = tilted_camera();
  const auto view = PlaneView::make({.lens = bent_lens(), .room_from_camera = camera}, 0.1);
  for (double yaw = -3; yaw < 3.1; yaw += 0.5) {
    const Vec3 at{0.8, -0.9, 0.1};
    const Vec3 ahead = at + 0.001 * Vec3{std::cos(yaw), std::sin(yaw), 0};
    const Vec2 a = seen_at(bent_lens(), camera, at), b = seen_at(bent_lens(), camera, ahead);
    const auto pose = view->pose_in_room({a, std::atan2(b.y - a.y, b.x - a.x)});
    ASSERT_TRUE(pose);
    EXPECT_NEAR(std::remainder(pose->yaw - yaw, 2 * std::numbers::pi), 0, 2e-3);
  }
}

// The homography of a level plane, in pixels freed of distortion.
std::array<double, 9> homography(const LensConfig& lens, const Pose& room_from_camera,
                                 double height_m) {
  // four points of the plane and where they are seen give it; here straight from the geometry
  const auto plane = PlaneView::make(
      {.lens =
           LensConfig{
               .fx_px = lens.fx_px, .fy_px = lens.fy_px, .cx_px = lens.cx_px, .cy_px = lens.cy_px},
       .room_from_camera = room_from_camera},
      height_m);
  // solved from points: h33 = 1
  std::array<Vec2, 4> pixels{{{100, 100}, {1100, 150}, {1000, 600}, {200, 650}}};
  double m[8][9] = {};
  for (std::size_t i = 0; i < 4; ++i) {
    const Vec2 p = pixels[i], r = *plane->point_in_room(p);
    const double a[9] = {p.x, p.y, 1, 0, 0, 0, -r.x * p.x, -r.x * p.y, r.x};
    const double b[9] = {0, 0, 0, p.x, p.y, 1, -r.y * p.x, -r.y * p.y, r.y};
    for (int k = 0; k < 9; ++k) m[2 * i][k] = a[k], m[2 * i + 1][k] = b[k];
  }
  for (int c = 0; c < 8; ++c) {
    int best = c;
    for (int r = c; r < 8; ++r)
      if (std::abs(m[r][c]) > std::abs(m[best][c])) best = r;
    std::swap(m[c], m[best]);
    for (int r = 0; r < 8; ++r) {
      if (r == c) continue;
      const double f = m[r][c] / m[c][c];
      for (int k = 0; k < 9; ++k) m[r][k] -= f * m[c][k];
    }
  }
  std::array<double, 9> h{};
  for (std::size_t i = 0; i < 8; ++i) h[i] = m[i][8] / m[i][i];
  h[8] = 1;
  return h;
}

TEST(PlaneView, AHomographyOfTheFloorIsMovedToTheMarker) {
  const Pose camera = tilted_camera();
  const CameraCalibration calibration{.lens = bent_lens(),
                                      .room_from_pixels = homography(bent_lens(), camera, 0)};
  const auto view = PlaneView::make(calibration, 0.15);
  ASSERT_TRUE(view) << view.error();
  for (const Vec2 at : {Vec2{0, 0}, Vec2{0.9, -0.9}, Vec2{-0.3, 0.5}}) {
    const auto point = view->point_in_room(seen_at(bent_lens(), camera, {at.x, at.y, 0.15}));
    ASSERT_TRUE(point);
    EXPECT_NEAR(point->x, at.x, 1e-5);
    EXPECT_NEAR(point->y, at.y, 1e-5);
  }
}

TEST(PlaneView, AHomographyAloneNeedsNoLens) {
  // 200 pixels a metre, y up
  const CameraCalibration calibration{
      .room_from_pixels = std::array<double, 9>{0.005, 0, -2, 0, -0.005, 1.5, 0, 0, 1},
      .homography_height_m = 0.1};
  const auto view = PlaneView::make(calibration, 0.1);
  ASSERT_TRUE(view) << view.error();
  const auto pose = view->pose_in_room({{600, 100}, 0.5});
  ASSERT_TRUE(pose);
  EXPECT_NEAR(pose->translation.x, 1, 1e-9);
  EXPECT_NEAR(pose->translation.y, 1, 1e-9);
  EXPECT_NEAR(pose->yaw, -0.5, 1e-9);  // what turns to the right in the image does so in the room
}

TEST(PlaneView, SaysWhatACalibrationLacks) {
  const std::array<double, 9> flat{1, 0, 0, 1, 0, 0, 0, 0, 1};
  const std::array<double, 9> fine{0.005, 0, -2, 0, -0.005, 1.5, 0, 0, 1};
  EXPECT_EQ(PlaneView::make({}, 0).error(), "a calibration needs room_from_camera or a homography");
  EXPECT_EQ(PlaneView::make({.room_from_camera = tilted_camera()}, 0).error(),
            "a camera's pose says nothing without its camera_matrix");
  EXPECT_EQ(PlaneView::make({.lens = bent_lens(), .room_from_camera = tilted_camera()}, 4).error(),
            "the camera must be above the marker");
  EXPECT_EQ(PlaneView::make({.room_from_pixels = flat}, 0).error(),
            "the homography cannot be inverted");
  EXPECT_EQ(PlaneView::make({.room_from_pixels = fine}, 0.2).error(),
            "a homography of another height than the marker's needs a camera_matrix to be moved "
            "there");
}

}  // namespace
}  // namespace tandem
