// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "autonomy/perception/test_pictures.h"

namespace tandem {

namespace {

using sensor_msgs::msg::CameraInfo;
using testing::HasSubstr;

CameraInfo with_lens(const std::string& model, std::vector<double> d) {
  CameraInfo info = test_camera_info();
  info.distortion_model = model;
  info.d = std::move(d);
  return info;
}

}  // namespace

TEST(CameraLens, PixelsComeBackFromTheirDirections) {
  for (const CameraInfo& info :
       {test_camera_info(), with_lens("plumb_bob", {-0.05, 0.008, 0.001, -0.002, 0}),
        with_lens("rational_polynomial", {0.2, 0.01, 0, 0, 0, 0.3, 0.02, 0}),
        with_lens("equidistant", {0.02, -0.004, 0, 0})}) {
    const auto lens = CameraLens::make(info);
    ASSERT_TRUE(lens) << lens.error();
    for (const Vec2 pixel : {Vec2{319.5, 239.5}, Vec2{120, 300}, Vec2{540, 370}}) {
      const auto direction = lens->direction_of(pixel);
      ASSERT_TRUE(direction) << info.distortion_model;
      const auto back = lens->pixel_of(2 * *direction);
      ASSERT_TRUE(back);
      EXPECT_NEAR(back->x, pixel.x, 1e-4) << info.distortion_model;
      EXPECT_NEAR(back->y, pixel.y, 1e-4) << info.distortion_model;
    }
  }
}

TEST(CameraLens, ABarrelLensPutsPointsNearerToTheMiddle) {
  const auto lens = CameraLens::make(with_lens("plumb_bob", {-0.1, 0, 0, 0, 0}));
  const double f = test_camera_info().k[0];
  // r = 1, so the radius is 1 - 0.1
  EXPECT_NEAR(lens->pixel_of({1, 0, 1})->x, 319.5 + 0.9 * f, 1e-9);
  EXPECT_NEAR(lens->direction_of({319.5 + 0.9 * f, 239.5})->x, 1, 1e-9);
}

TEST(CameraLens, AFisheyeSeesNothingAheadFromItsBorder) {
  const auto lens = CameraLens::make(with_lens("equidistant", {0, 0, 0, 0}));
  const double f = test_camera_info().k[0];
  // the radius is the angle: 45 degrees, and 100 degrees
  EXPECT_NEAR(lens->direction_of({319.5 + f * std::numbers::pi / 4, 239.5})->x, 1, 1e-9);
  EXPECT_FALSE(lens->direction_of({319.5 + f * 100 * std::numbers::pi / 180, 239.5}));
}

TEST(CameraLens, WhatIsNoCalibrationIsRefusedInASentence) {
  EXPECT_THAT(CameraLens::make({}).error(), HasSubstr("not calibrated"));
  EXPECT_THAT(CameraLens::make(with_lens("magic", {1})).error(), HasSubstr("'magic' is not known"));
  EXPECT_THAT(CameraLens::make(with_lens("equidistant", {0, 0, 0, 0, 1})).error(),
              HasSubstr("expected 4 numbers"));
  EXPECT_THAT(CameraLens::make(with_lens("plumb_bob", {std::nan("")})).error(),
              HasSubstr("expected 8 numbers"));
}

TEST(FloorCamera, KnowsWhereAPixelIsOnTheFloor) {
  const FloorCamera camera = test_camera();
  const double f = test_camera_info().k[0];
  // 0.125 m above the floor, 100 pixels below the horizon
  const auto place = camera.floor_at({319.5, 339.5});
  ASSERT_TRUE(place);
  EXPECT_NEAR(place->x, 0.13 + 0.125 * f / 100, 1e-12);
  EXPECT_NEAR(place->y, 0, 1e-12);
  // as far to the side as ahead of the camera
  EXPECT_NEAR(camera.floor_at({319.5 - f, 339.5})->y, 0.125 * f / 100, 1e-12);
  const auto back = camera.pixel_of(*place);
  EXPECT_NEAR(back->y, 339.5, 1e-9);
}

TEST(FloorCamera, SeesNoFloorAtTheHorizonAndBehind) {
  const FloorCamera camera = test_camera();
  EXPECT_FALSE(camera.floor_at({319.5, 239.5}));
  EXPECT_FALSE(camera.floor_at({319.5, 100}));
  EXPECT_FALSE(camera.pixel_of({-1, 0}));
  EXPECT_TRUE(camera.is_above_horizon({0, 239}));
  EXPECT_FALSE(camera.is_above_horizon({0, 240}));
}

TEST(FloorCamera, MeasuresHowHighAThingReaches) {
  const FloorCamera camera = test_camera(0.3, 0.2);
  const Vec2 foot{0.9, 0.3};
  const auto top = camera.pixel_of(foot, 0.17);
  ASSERT_TRUE(top);
  EXPECT_NEAR(*camera.height_at(foot, *top), 0.17, 1e-9);
}

}  // namespace tandem
