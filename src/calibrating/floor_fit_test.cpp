// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "calibrating/floor_fit.h"

#include <gmock/gmock.h>

#include "calibration/plane_view.h"
#include "tracking/test_scene.h"

namespace tandem {
namespace {

using testing::HasSubstr;

std::vector<FloorPoint> measured(const std::vector<Vec2>& places, double height_m = 0) {
  const auto view = PlaneView::make(scene::overhead_camera(), height_m);
  std::vector<FloorPoint> points;
  for (const Vec2& place : places)
    points.push_back(
        {"point " + std::to_string(points.size() + 1), place, height_m, *view->pixel_of(place)});
  return points;
}

const std::vector<Vec2> around{{-1.8, 1.3}, {1.8, 1.3}, {1.8, -1.3}, {-1.8, -1.3}, {0, 0}, {1, 0}};

TEST(FloorFit, FindsWhereTheCameraStands) {
  const CameraCalibration truth = scene::overhead_camera();
  auto points = measured(around);
  const auto high = measured({{0.5, 0.8}}, 0.4);
  points.push_back(high[0]);
  const auto fit = fit_floor(points, truth.lens);
  ASSERT_TRUE(fit) << fit.error();
  EXPECT_LT(
      length(fit->calibration.room_from_camera->translation - truth.room_from_camera->translation),
      1e-6);
  EXPECT_LT(fit->rms_mm, 1e-3);
  EXPECT_TRUE(fit->is_checked);
}

TEST(FloorFit, TellsHowFarPointsAreOff) {
  const CameraCalibration truth = scene::overhead_camera();
  auto points = measured(around);
  points[4].in_room.x += 0.006;
  const auto fit = fit_floor(points, truth.lens);
  ASSERT_TRUE(fit) << fit.error();
  EXPECT_GT(fit->off_mm[4], 3);
  EXPECT_LT(fit->off_mm[4], 6.1);
  EXPECT_GT(fit->rms_px, 0.3);
}

TEST(FloorFit, WithoutALensFindsAHomographyOfFourPoints) {
  CameraCalibration straight = scene::overhead_camera();
  straight.lens->distortion = {};
  const auto view = PlaneView::make(straight, 0.15);
  std::vector<FloorPoint> points;
  for (std::size_t i = 0; i < 4; ++i)
    points.push_back({"p", around[i], 0.15, *view->pixel_of(around[i])});
  const auto fit = fit_floor(points, std::nullopt);
  ASSERT_TRUE(fit) << fit.error();
  EXPECT_FALSE(fit->is_checked);
  EXPECT_EQ(fit->calibration.homography_height_m, 0.15);
  const auto fitted = PlaneView::make(fit->calibration, 0.15);
  const auto at = fitted->point_in_room(*view->pixel_of({0.3, -0.4}));
  EXPECT_NEAR(at->x, 0.3, 1e-6);
  EXPECT_NEAR(at->y, -0.4, 1e-6);
}

TEST(FloorFit, SaysWhatIsWrongWithWhichPoint) {
  const auto lens = scene::overhead_camera().lens;
  const auto told = [&](const std::vector<FloorPoint>& points) {
    const auto fit = fit_floor(points, lens);
    return fit ? std::string("fine") : fit.error();
  };
  EXPECT_THAT(told(measured({{0, 0}, {1, 0}, {0, 1}})), HasSubstr("3 points are too few"));
  EXPECT_EQ(told(measured({{-1, 0}, {0, 0}, {1, 0}, {1.5, 0}, {0.5, 0.02}})),
            "the points lie nearly on one line: they must go around the floor");
  EXPECT_EQ(told(measured({{-1, 0}, {1, 0}, {0, 1}, {0.01, 1}})),
            "point 3 and point 4 are 10 mm from each other: measure places far apart");
  auto wrong = measured(around);
  wrong[1].in_room.x -= 0.1;
  EXPECT_THAT(told(wrong), HasSubstr("Without point 2 all others agree: measure it again"));
  auto mirrored = measured(around);
  for (FloorPoint& point : mirrored) std::swap(point.in_room.x, point.in_room.y);
  EXPECT_THAT(told(mirrored), HasSubstr("the points are seen mirrored"));
  auto heights = measured(around);
  heights[2].height_m = 0.1;
  EXPECT_THAT(fit_floor(heights, std::nullopt).error(), HasSubstr("all points are of one height"));
}

}  // namespace
}  // namespace tandem
