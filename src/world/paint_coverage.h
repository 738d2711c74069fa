// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

#include "geometry/pose2.h"
#include "world/paint_image.h"

namespace tandem {

// How much of each pixel of a tile a shape covers. All coordinates are continuous pixels.
class TileCoverage {
 public:
  TileCoverage(int tile_column, int tile_row)
      : left_(tile_column * PaintImage::tile_size), top_(tile_row * PaintImage::tile_size) {}

  // A line with round ends joins what is covered already, so that a line that crosses itself is
  // painted once.
  void add_line(Vec2 from, Vec2 to, double radius);

  // These two also say whether every pixel is covered fully. A rectangle has its half sizes; its x
  // axis points along (cos, sin) of its turn.
  bool add_disc(Vec2 center, double radius);
  bool add_rectangle(Vec2 center, Vec2 half, double cos_turn, double sin_turn);

  std::uint8_t operator[](int pixel) const { return values_[static_cast<std::size_t>(pixel)]; }

  // Pixels of the tile, up to and without the last ones. What lies outside is not covered.
  struct Range {
    int first_column = PaintImage::tile_size, last_column = 0;
    int first_row = PaintImage::tile_size, last_row = 0;
  };
  const Range& covered() const { return covered_; }

 private:
  // The pixels that a box touches; they are added to what is covered.
  Range clip(double low_x, double high_x, double low_y, double high_y);
  // Whether a convex shape that covers these corner pixels fully covers all.
  template <typename Covers>
  bool fill_if_inside(const Covers& covers_fully);
  void join(int column, int row, double coverage);

  int left_, top_;
  Range covered_;
  std::array<std::uint8_t, PaintImage::tile_pixels> values_{};
};

}  // namespace tandem
