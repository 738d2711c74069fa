// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "calibrating/board.h"

namespace tandem {

// Black rectangles and words on white paper, in millimetres from the top left.
struct Drawing {
  struct Box {
    double x_mm = 0, y_mm = 0, width_mm = 0, height_mm = 0;
  };
  double width_mm = 0;
  double height_mm = 0;
  std::vector<Box> boxes;
  std::string caption;  // below everything, small
};

// A board with a margin of one square.
Drawing draw(const BoardConfig& board);
// A marker with a margin of one cell and a half.
Drawing draw_marker(const MarkerDictionary& dictionary, int id, double size_m);

// Files that print at their exact size, if the printer is told not to scale them.
std::string svg_of(const Drawing& drawing);
std::string pdf_of(const Drawing& drawing);

}  // namespace tandem
