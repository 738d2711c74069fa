// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "calibrating/camera_guide.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "calibrating/floor_fit.h"
#include "calibrating/test_boards.h"
#include "calibration/plane_view.h"

namespace tandem {
namespace {

using testing::HasSubstr;

const scene::Picture small{.width = 960, .height = 600, .blur_px = 0.6, .noise = 3};

// Large enough for its cells to be seen by a small camera.
BoardConfig charuco() { return {.columns = 6, .rows = 5, .square_m = 0.05}; }
BoardConfig chess() {
  return {.pattern = BoardPattern::chessboard, .columns = 8, .rows = 6, .square_m = 0.04};
}

// Shows a board at each place and tells how many pictures were taken.
int show(CameraGuide& guide, const BoardConfig& board, const std::vector<scene::Held>& views,
         const CameraCalibration& camera = scene::small_camera()) {
  int taken = 0;
  scene::Picture picture = small;
  for (const scene::Held& held : views) {
    picture.seed += 1;
    const auto answer = guide.look(scene::board_picture(board, camera, picture, {held}),
                                   fmt::format("picture {}", picture.seed));
    if (answer.is_taken) ++taken;
  }
  return taken;
}

// The worst error on the floor of 4 by 3 m, at the height of a robot's marker, that a measured lens
// makes once the camera's place is fitted to eight points of the floor.
double worst_on_floor_mm(const LensConfig& measured, const CameraCalibration& truth) {
  std::vector<FloorPoint> points;
  const auto floor = PlaneView::make(truth, 0);
  for (const Vec2 at : {Vec2{-1.8, 1.3}, Vec2{0, 1.3}, Vec2{1.8, 1.3}, Vec2{-1.8, -1.3},
                        Vec2{0, -1.3}, Vec2{1.8, -1.3}, Vec2{-1.8, 0}, Vec2{1.8, 0}})
    points.push_back({"p", at, 0, *floor->pixel_of(at)});
  const auto fit = fit_floor(points, measured);
  if (!fit) {
    ADD_FAILURE() << fit.error();
    return 1e9;
  }
  const auto seen = PlaneView::make(truth, 0.15), meant = PlaneView::make(fit->calibration, 0.15);
  double worst = 0;
  for (double x = -1.9; x <= 1.91; x += 0.38)
    for (double y = -1.4; y <= 1.41; y += 0.35) {
      const Vec2 off = *meant->point_in_room(*seen->pixel_of({x, y})) - Vec2{x, y};
      worst = std::max(worst, 1e3 * std::hypot(off.x, off.y));
    }
  return worst;
}

TEST(CameraGuide, MeasuresAWideAngleLensToTwoMillimetresOnTheFloor) {
  for (const BoardConfig& board : std::vector{charuco(), chess()}) {
    CameraGuide guide({.board = board});
    std::vector<scene::Held> views = scene::careful_views();
    // a chess board must be whole: no corner of it beyond the picture
    if (board.pattern == BoardPattern::chessboard)
      for (scene::Held& held : views) held.x *= 0.85, held.y *= 0.8, held.roll_deg *= 0.3;
    EXPECT_GE(show(guide, board, views), 10);
    EXPECT_TRUE(guide.is_enough()) << guide.advice();
    const auto outcome = guide.finish();
    ASSERT_TRUE(outcome) << outcome.error();
    EXPECT_EQ(outcome->width_px, 960);
    EXPECT_LT(outcome->fit.off_px, 0.1);
    EXPECT_LT(worst_on_floor_mm(outcome->fit.lens, scene::small_camera()), 2);
  }
}

TEST(CameraGuide, MeasuresAFisheyeToo) {
  CameraCalibration camera = scene::overhead_camera(LensType::fisheye);
  camera.lens->fx_px /= 2, camera.lens->fy_px /= 2;
  camera.lens->cx_px /= 2, camera.lens->cy_px /= 2;
  CameraGuide guide({.board = charuco(), .lens = LensType::fisheye});
  std::vector<scene::Held> views = scene::careful_views();
  for (scene::Held& held : views) held.x *= 1.2, held.y *= 1.2;
  show(guide, charuco(), views, camera);
  const auto outcome = guide.finish();
  ASSERT_TRUE(outcome) << outcome.error();
  EXPECT_LT(worst_on_floor_mm(outcome->fit.lens, camera), 2);
}

TEST(CameraGuide, SaysWhereTheBoardWasNotYet) {
  CameraGuide guide({.board = charuco()});
  EXPECT_EQ(guide.advice(), "show the board at the top left of the picture (0 of 75 % covered)");
  show(guide, charuco(), {{-0.7, -0.4, 0.4}});
  EXPECT_EQ(guide.map()[0][0], '#');
  EXPECT_EQ(guide.map()[3][5], '.');
  EXPECT_THAT(guide.advice(), HasSubstr("show the board at the top right of the picture"));
  const auto again = guide.look(
      scene::board_picture(charuco(), scene::small_camera(), small, {{-0.7, -0.4, 0.4}}), "again");
  EXPECT_EQ(again.why, "the board is where it was before: move or tilt it");
  const auto other = guide.look(GreyImage{64, 64, std::vector<std::uint8_t>(64 * 64)}, "other");
  EXPECT_EQ(other.why, "it has 64 x 64 pixels, the first one had 960 x 600");
}

TEST(CameraGuide, RefusesTooFewViewsPartsOfThePictureAndOneAngle) {
  CameraGuide few({.board = charuco()});
  show(few, charuco(), {{0, 0, 0.4}});
  EXPECT_EQ(few.finish().error(), "1 views of the board are too few, 8 are the least");

  CameraGuide middle({.board = charuco()});
  std::vector<scene::Held> views = scene::careful_views();
  for (scene::Held& held : views) held.x *= 0.3, held.y *= 0.3;
  show(middle, charuco(), views);
  EXPECT_THAT(middle.finish().error(), HasSubstr("It was never at the "));

  CameraGuide flat({.board = charuco()});
  views = scene::careful_views();
  for (scene::Held& held : views) held.tilt_deg = held.pan_deg = 0;
  show(flat, charuco(), views);
  EXPECT_FALSE(flat.is_enough());
  EXPECT_THAT(flat.finish().error(), HasSubstr("from nearly the same angle"));
}

// What a board shows that is bent, more the larger `by` is.
GreyImage bent_board(const scene::Held& held, double by, std::uint64_t seed) {
  scene::PaintedPlane bent = scene::painted(charuco(), *scene::small_camera().room_from_camera,
                                            scene::camera_from_board(charuco(), held));
  bent.shade = [flat = bent.shade, by](Vec2 at) { return flat({at.x + by * at.x * at.x, at.y}); };
  scene::Picture picture = small;
  picture.seed = seed;
  return scene::take(picture, scene::small_camera(), std::vector{bent});
}

TEST(CameraGuide, RefusesViewsOfWhichTooFewAgreeAndABoardThatIsBent) {
  CameraGuide few({.board = charuco(), .min_views = 13});
  EXPECT_EQ(show(few, charuco(), scene::careful_views()), 12);
  ASSERT_TRUE(few.look(bent_board({0.1, 0.1, 0.5, 10, 5}, 0.35, 77), "bent").is_taken);
  EXPECT_EQ(few.finish().error(), "only 12 of 13 views agree, 13 are the least");

  CameraGuide all({.board = charuco()});
  std::uint64_t seed = 100;
  for (const scene::Held& held : scene::careful_views())
    all.look(bent_board(held, 0.9, ++seed), "bent");
  EXPECT_THAT(all.finish().error(), HasSubstr("1 is allowed: is the board flat"));
}

TEST(CameraGuide, LeavesOutAViewThatDoesNotAgree) {
  CameraGuide guide({.board = charuco()});
  show(guide, charuco(), scene::careful_views());
  // a board with other squares cannot be told from one farther away; a bent one can
  const auto answer = guide.look(bent_board({0.1, 0.1, 0.5, 10, 5}, 0.35, 77), "bent");
  ASSERT_TRUE(answer.is_taken) << answer.why;
  const auto outcome = guide.finish();
  ASSERT_TRUE(outcome) << outcome.error();
  ASSERT_EQ(outcome->remarks.size(), 1U);
  EXPECT_THAT(outcome->remarks[0], HasSubstr("bent was left out: "));
  EXPECT_LT(worst_on_floor_mm(outcome->fit.lens, scene::small_camera()), 2);
}

}  // namespace
}  // namespace tandem
