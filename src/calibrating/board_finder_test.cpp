// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "calibrating/board_finder.h"

#include <gmock/gmock.h>

#include "calibrating/test_boards.h"

namespace tandem {
namespace {

using testing::HasSubstr;

const scene::Picture small{.width = 960, .height = 600, .blur_px = 0.6, .noise = 2};

// Large enough for its cells to be seen by a small camera.
BoardConfig charuco() { return {.columns = 6, .rows = 5, .square_m = 0.05}; }

BoardConfig chessboard(int columns = 10, int rows = 7) {
  return {.pattern = BoardPattern::chessboard, .columns = columns, .rows = rows};
}

// The worst distance of corners from where they really are.
double worst_off(const BoardConfig& board, const scene::Held& held, const BoardSight& sight) {
  const CameraCalibration camera = scene::small_camera();
  const Pose pose = scene::camera_from_board(board, held);
  double worst = 0;
  for (const BoardCorner& corner : sight.corners) {
    const Vec2 on_board = corner_on_board(board, corner.column, corner.row);
    const Vec3 p = pose * Vec3{on_board.x, on_board.y, 0};
    const Vec2 off = project(*camera.lens, {p.x / p.z, p.y / p.z}) - corner.at_px;
    worst = std::max(worst, std::hypot(off.x, off.y));
  }
  return worst;
}

GreyImage picture_of(const BoardConfig& board, const std::vector<scene::Held>& held,
                     const scene::Picture& picture = small) {
  return scene::board_picture(board, scene::small_camera(), picture, held);
}

TEST(BoardFinder, FindsEveryCornerOfAChessBoardToAFifthOfAPixel) {
  for (const scene::Held& held : {scene::Held{0, 0, 0.5}, scene::Held{-0.6, 0.3, 0.5, 10, -15, 10},
                                  scene::Held{0.4, -0.2, 0.45, -35, 20, -30}}) {
    const auto sight = BoardFinder(chessboard()).find(picture_of(chessboard(), {held}));
    ASSERT_TRUE(sight) << sight.error();
    EXPECT_EQ(sight->corners.size(), 54U);
    // upside down it is the same board
    BoardSight other = *sight;
    for (BoardCorner& corner : other.corners)
      corner.column = 8 - corner.column, corner.row = 5 - corner.row;
    EXPECT_LT(std::min(worst_off(chessboard(), held, *sight), worst_off(chessboard(), held, other)),
              0.2);
    EXPECT_LT(sight->edge_px, 3.5);
  }
}

TEST(BoardFinder, FindsThePartOfACharucoBoardThatIsSeen) {
  const BoardConfig board = charuco();
  for (const scene::Held& held : {scene::Held{0, 0, 0.4}, scene::Held{-0.9, 0.5, 0.4, 20, -20, 10},
                                  scene::Held{0.7, -0.4, 0.35, -30, 20, 170}}) {
    const auto sight = BoardFinder(board).find(picture_of(board, {held}));
    ASSERT_TRUE(sight) << sight.error();
    EXPECT_GE(sight->corners.size(), 8U);
    EXPECT_LT(worst_off(board, held, *sight), 0.2);
  }
}

TEST(BoardFinder, SaysWhatIsWrongWithAPicture) {
  const auto told = [](const BoardConfig& board, const GreyImage& image) {
    const auto sight = BoardFinder(board).find(image);
    return sight ? std::string("found") : sight.error();
  };
  const GreyImage nothing = picture_of(chessboard(), {});
  EXPECT_EQ(told(chessboard(), nothing), "no board is seen");
  EXPECT_EQ(told(charuco(), nothing), "no marker of 4x4_50 is seen");
  EXPECT_EQ(told(chessboard(), {}), "the picture is too small");

  const GreyImage one = picture_of(chessboard(), {{0, 0, 0.6}});
  EXPECT_EQ(told(chessboard(9, 6), one),
            "a board of 10 x 7 squares is seen, not 9 x 6: count squares, not corners");
  EXPECT_THAT(told(chessboard(12, 9), one), HasSubstr("10 x 7 squares are seen of 12 x 9"));
  EXPECT_THAT(
      told(chessboard(), picture_of(chessboard(), {{-1.4, 0, 0.4}})),
      testing::AnyOf(HasSubstr("squares are seen of 10 x 7"), HasSubstr("of 54 corners are seen")));
  EXPECT_EQ(told(chessboard(), picture_of(chessboard(), {{-0.4, 0, 0.7}, {0.4, 0, 0.7}})),
            "two boards are seen");
  scene::Picture blurred = small;
  blurred.blur_px = 3;
  EXPECT_THAT(told(chessboard(), picture_of(chessboard(), {{0, 0, 0.4}}, blurred)),
              HasSubstr("the board is blurred: its edges are"));

  EXPECT_THAT(told(charuco(), picture_of(charuco(), {{-0.5, 0, 0.6}, {0.5, 0, 0.6}})),
              HasSubstr("two boards are seen: marker"));
  EXPECT_EQ(told({.columns = 7, .rows = 5}, picture_of(charuco(), {{0, 0, 0.5}})),
            "the markers that are seen are not those of a ChArUco board of 7 x 5 squares");
}

TEST(Board, HasMarkersInItsWhiteSquaresByRows) {
  const BoardConfig board{.columns = 7, .rows = 5};
  EXPECT_EQ(marker_count(board), 17);
  const auto first = square_of_marker(board, 0), fourth = square_of_marker(board, 3);
  EXPECT_EQ(first->column, 1);
  EXPECT_EQ(first->row, 0);
  EXPECT_EQ(fourth->column, 0);  // after the three of the first row
  EXPECT_EQ(fourth->row, 1);
  EXPECT_FALSE(square_of_marker(board, 17));
  EXPECT_EQ(*problem_of(BoardConfig{.columns = 30, .rows = 20}),
            "4x4_50 has 50 markers, a board of 30 x 20 squares needs 300");
  EXPECT_TRUE(problem_of(BoardConfig{.columns = 3}));
  EXPECT_TRUE(problem_of(BoardConfig{.square_m = 0}));
  EXPECT_TRUE(problem_of(BoardConfig{.marker_share = 0.95}));
  EXPECT_FALSE(problem_of(BoardConfig{}));
}

}  // namespace
}  // namespace tandem
