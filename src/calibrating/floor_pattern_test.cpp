// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "calibrating/floor_pattern.h"

#include <gmock/gmock.h>

#include "calibration/plane_view.h"
#include "tracking/test_scene.h"

namespace tandem {
namespace {

FoundMarker marker_around(int id, Vec2 at) {
  return {.id = id,
          .corners_px = {at + Vec2{-9, -9}, at + Vec2{9, -9}, at + Vec2{9, 9}, at + Vec2{-9, 9}}};
}

TEST(FloorPattern, LiesWhereTheProjectorsCalibrationHasIt) {
  const auto straight = straight_calibration({{{1, 2}, 0}, 4, 3}, 800, 600);
  const auto image = draw_floor_pattern(straight, *find_dictionary("4x4_50"));
  ASSERT_TRUE(image) << image.error();
  GreyImage grey{800, 600, {}};
  for (const Rgba& pixel : image->pixels) grey.pixels.push_back(pixel.r);
  const auto found = MarkerFinder({.dictionary = find_dictionary("4x4_50")}).find(grey);
  ASSERT_EQ(found.size(), 12U);
  // 200 pixels a metre; the first is half a metre from the left and from the top
  const auto first = middle_of(found[0], FlatView(std::nullopt));
  EXPECT_NEAR(first->x, 100 - 0.5, 0.2);
  EXPECT_NEAR(first->y, 100 - 0.5, 0.2);
  EXPECT_NEAR(floor_pattern(straight)[0].in_room.x, -0.5, 1e-9);
  EXPECT_NEAR(floor_pattern(straight)[0].in_room.y, 3, 1e-9);
}

TEST(FloorPattern, TheMiddleOfAMarkerIsThatOfTheRoomWhateverTheLensDoes) {
  const CameraCalibration camera = scene::overhead_camera();
  const auto view = PlaneView::make(camera, 0);
  const Vec2 at{1.5, 1.1};
  FoundMarker marker;
  std::size_t i = 0;
  for (const Vec2 corner : {Vec2{-0.3, 0.3}, Vec2{0.3, 0.3}, Vec2{0.3, -0.3}, Vec2{-0.3, -0.3}})
    marker.corners_px[i++] = *view->pixel_of(at + corner);
  const auto bent = middle_of(marker, FlatView(std::nullopt));
  const auto exact = middle_of(marker, FlatView(camera.lens));
  const Vec2 truth = *view->pixel_of(at);
  EXPECT_LT(std::hypot(exact->x - truth.x, exact->y - truth.y), 1e-6);
  EXPECT_GT(std::hypot(bent->x - truth.x, bent->y - truth.y), 0.5);
}

TEST(FloorSights, AreOfMarkersThatLieStillAndAreThereOnce) {
  FloorSights sights(std::nullopt);
  for (int i = 0; i < 4; ++i) {
    std::vector<FoundMarker> found{marker_around(1, {100 + 0.1 * (i % 2), 50})};
    if (i == 0) found.push_back(marker_around(2, {300, 300}));  // seen once in four
    sights.look(found);
  }
  const auto seen = sights.sights();
  ASSERT_TRUE(seen) << seen.error();
  ASSERT_EQ(seen->size(), 1U);
  EXPECT_NEAR((*seen)[0].at_px.x, 100.05, 1e-9);

  FloorSights moved(std::nullopt);
  for (const double x : {100.0, 100.0, 110.0}) moved.look({marker_around(1, {x, 50})});
  EXPECT_THAT(moved.sights().error(), testing::HasSubstr("marker 1 moved by"));
  FloorSights doubled(std::nullopt);
  doubled.look({marker_around(1, {100, 50}), marker_around(1, {400, 50})});
  EXPECT_EQ(doubled.sights().error(), "marker 1 is there twice");
}

}  // namespace
}  // namespace tandem
