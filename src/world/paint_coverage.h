// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "geometry/pose2.h"
#include "world/paint_image.h"

namespace tandem {

// What a round pen covers that goes straight from one point to another. It is convex, so in each
// row of pixels it is one span. All coordinates are continuous pixels.
class PenMark {
 public:
  // Rows above and below an image of this size are left out.
  PenMark(Vec2 from, Vec2 to, double radius, int image_height);

  // Pixels of a row from the first that is touched at all to the last, between them those that are
  // covered fully.
  struct Span {
    int first = 0, first_full = 0, last_full = 0, last = 0;  // up to and without the last ones
  };
  int first_row() const { return first_row_; }
  int last_row() const { return first_row_ + static_cast<int>(spans_.size()); }
  const Span& span(int row) const { return spans_[static_cast<std::size_t>(row - first_row_)]; }

  // From 0 to 1, for pixels at the edge.
  double coverage(int column, int row) const;

 private:
  struct Extent {
    double low, high;
  };
  Extent extent(double y, double radius) const;

  Vec2 from_, along_;
  Vec2 side_;  // one pixel square to the line
  double per_length2_ = 0;
  double radius_;
  int first_row_ = 0;
  std::vector<Span> spans_;
};

// How much of each pixel of a tile a shape covers.
class TileCoverage {
 public:
  TileCoverage(int tile_column, int tile_row)
      : left_(tile_column * PaintImage::tile_size), top_(tile_row * PaintImage::tile_size) {}

  // Joins what is covered already, so that a line that crosses itself is painted once.
  void add_mark(const PenMark& mark);

  // These two also say whether every pixel is covered fully. A rectangle has its half sizes; its x
  // axis points along (cos, sin) of its turn.
  bool add_disc(Vec2 center, double radius, const PenMark& mark);
  bool add_rectangle(Vec2 center, Vec2 half, double cos_turn, double sin_turn);

  std::uint8_t operator[](int pixel) const { return values_[static_cast<std::size_t>(pixel)]; }

  // Which pixels of a run, which is in one row, are covered at all, a bit for each.
  static constexpr int run_length = 8;
  unsigned covered_of_run(int first) const {
    static_assert(std::endian::native == std::endian::little);
    std::array<std::uint8_t, run_length> run;
    std::copy_n(values_.begin() + first, run_length, run.begin());
    const auto bytes = std::bit_cast<std::uint64_t>(run);
    // the top bit of each byte that is not zero, then all of them side by side
    constexpr std::uint64_t low_bits = 0x7f7f7f7f7f7f7f7f;
    const std::uint64_t top_bits = (((bytes & low_bits) + low_bits) | bytes) & ~low_bits;
    return static_cast<unsigned>((top_bits >> 7) * 0x0102040810204080 >> 56);
  }

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
  void include(const Range& range);

  int left_, top_;
  Range covered_;
  std::array<std::uint8_t, PaintImage::tile_pixels> values_{};
};

}  // namespace tandem
