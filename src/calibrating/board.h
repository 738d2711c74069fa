// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "geometry/pose2.h"
#include "tracking/marker_dictionary.h"

namespace tandem {

enum class BoardPattern { chessboard, charuco };

// A flat board of black and white squares, the top left one black; a ChArUco board has a marker in
// each white square, numbered by rows from 0.
struct BoardConfig {
  BoardPattern pattern = BoardPattern::charuco;
  int columns = 8;  // of squares
  int rows = 6;
  double square_m = 0.03;
  double marker_share = 0.75;  // of a square's side
  const MarkerDictionary* dictionary = find_dictionary("4x4_50");
};

// A sentence about why there is no such board.
std::optional<std::string> problem_of(const BoardConfig& board);

// "a ChArUco board of 8 x 6 squares"
std::string describe(const BoardConfig& board);

// Where four squares meet, from the first one at the top left; x to the right, y down.
inline int corner_columns(const BoardConfig& board) { return board.columns - 1; }
inline int corner_rows(const BoardConfig& board) { return board.rows - 1; }
inline Vec2 corner_on_board(const BoardConfig& board, int column, int row) {
  return {column * board.square_m, row * board.square_m};
}

// The square of a marker; nothing if it is not on the board.
struct Square {
  int column = 0;
  int row = 0;
};
std::optional<Square> square_of_marker(const BoardConfig& board, int id);
int marker_count(const BoardConfig& board);

}  // namespace tandem
