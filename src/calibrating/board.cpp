// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "calibrating/board.h"

#include <fmt/format.h>

namespace tandem {

std::optional<std::string> problem_of(const BoardConfig& board) {
  if (board.columns < 4 || board.rows < 4 || board.columns > 40 || board.rows > 40)
    return fmt::format("a board has 4 to 40 squares each way, not {} x {}", board.columns,
                       board.rows);
  if (!(board.square_m >= 0.002 && board.square_m <= 1))
    return fmt::format("squares of {:g} mm are none that can be printed and seen",
                       1e3 * board.square_m);
  if (board.pattern == BoardPattern::chessboard) return std::nullopt;
  if (!(board.marker_share >= 0.4 && board.marker_share <= 0.85))
    return fmt::format(
        "markers are 0.4 to 0.85 of a square wide, so that white is left around them; not {:g}",
        board.marker_share);
  if (marker_count(board) > static_cast<int>(board.dictionary->codes.size()))
    return fmt::format("{} has {} markers, a board of {} x {} squares needs {}",
                       board.dictionary->name, board.dictionary->codes.size(), board.columns,
                       board.rows, marker_count(board));
  return std::nullopt;
}

std::string describe(const BoardConfig& board) {
  return fmt::format("a {} board of {} x {} squares",
                     board.pattern == BoardPattern::charuco ? "ChArUco" : "chess", board.columns,
                     board.rows);
}

int marker_count(const BoardConfig& board) { return board.columns * board.rows / 2; }

std::optional<Square> square_of_marker(const BoardConfig& board, int id) {
  if (id < 0 || id >= marker_count(board)) return std::nullopt;
  // in a pair of rows each column has one white square
  const int pair = id / board.columns, rest = id % board.columns;
  const int whites_above = board.columns / 2;
  if (rest < whites_above) return Square{2 * rest + 1, 2 * pair};
  return Square{2 * (rest - whites_above), 2 * pair + 1};
}

}  // namespace tandem
