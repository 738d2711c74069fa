// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/result.h"
#include "calibrating/board.h"
#include "tracking/grey_image.h"
#include "tracking/marker_finder.h"

namespace tandem {

struct BoardCorner {
  int column = 0;
  int row = 0;
  Vec2 at_px;
};

// A board as it is in a picture.
struct BoardSight {
  std::vector<BoardCorner> corners;
  double edge_px = 0;  // how many pixels the way from dark to light takes
};

// Finds a board in pictures. A chess board must be seen whole; of a ChArUco board a part is enough.
// A chess board that is turned upside down looks the same, and may be told either way.
class BoardFinder {
 public:
  explicit BoardFinder(const BoardConfig& board);

  // An error says what is wrong with the picture.
  Result<BoardSight> find(const GreyImage& image) const;

 private:
  BoardConfig board_;
  MarkerFinder markers_;
};

}  // namespace tandem
