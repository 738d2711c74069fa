// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "world/paint_coverage.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tandem {

namespace {

constexpr int size = PaintImage::tile_size;

// Rounding does not decide which pixels are looked at one by one.
constexpr double rounding = 1e-6;

// The first pixel whose middle is not left of x.
int column_from(double x) {
  constexpr double far = 1 << 28;
  return static_cast<int>(std::ceil(std::clamp(x, -far, far) - 0.5));
}

}  // namespace

PenMark::PenMark(Vec2 from, Vec2 to, double radius, int image_height)
    : from_(from), along_(to - from), radius_(radius) {
  const double length2 = dot(along_, along_);
  if (length2 > 0) {
    per_length2_ = 1 / length2;
    side_ = (1 / std::sqrt(length2)) * Vec2{-along_.y, along_.x};
  }
  const double reach = radius + 0.5;
  const auto row_at = [&](double y) {
    return static_cast<int>(std::clamp(std::floor(y), 0.0, static_cast<double>(image_height)));
  };
  first_row_ = row_at(std::min(from.y, to.y) - reach);
  const int last = row_at(std::max(from.y, to.y) + reach + 1);
  spans_.reserve(static_cast<std::size_t>(std::max(0, last - first_row_)));
  for (int row = first_row_; row < last; ++row) {
    Span& span = spans_.emplace_back();
    const Extent touched = extent(row + 0.5, reach);
    if (touched.low > touched.high) continue;
    span.first = column_from(touched.low - rounding);
    span.last = std::max(span.first, column_from(touched.high + rounding));
    span.first_full = span.last_full = span.last;
    if (radius <= 0.5) continue;
    const Extent full = extent(row + 0.5, radius - 0.5);
    if (full.low > full.high) continue;
    span.first_full = std::clamp(column_from(full.low + rounding), span.first, span.last);
    span.last_full = std::clamp(column_from(full.high - rounding), span.first_full, span.last);
  }
}

// Where a row is within a distance of the line; high below low where it is not.
PenMark::Extent PenMark::extent(double y, double radius) const {
  Extent extent{std::numeric_limits<double>::max(), std::numeric_limits<double>::lowest()};
  const auto include = [&](double x) {
    extent.low = std::min(extent.low, x);
    extent.high = std::max(extent.high, x);
  };
  for (const Vec2 end : {from_, from_ + along_}) {
    const double half2 = radius * radius - (y - end.y) * (y - end.y);
    if (half2 < 0) continue;
    const double half = std::sqrt(half2);
    include(end.x - half);
    include(end.x + half);
  }
  // the straight sides between the round ends
  if (along_.y == 0) return extent;
  for (const double way : {radius, -radius}) {
    const Vec2 start = from_ + way * side_;
    const double share = (y - start.y) / along_.y;
    if (share >= 0 && share <= 1) include(start.x + share * along_.x);
  }
  return extent;
}

double PenMark::coverage(int column, int row) const {
  const Vec2 offset = Vec2{column + 0.5, row + 0.5} - from_;
  const Vec2 apart = offset - std::clamp(dot(offset, along_) * per_length2_, 0.0, 1.0) * along_;
  const double full = std::min(1.0, 2 * radius_);  // a hair covers no pixel fully
  return std::clamp(radius_ + 0.5 - std::sqrt(dot(apart, apart)), 0.0, full);
}

TileCoverage::Range TileCoverage::clip(double low_x, double high_x, double low_y, double high_y) {
  const auto within = [](double pixels) {
    return static_cast<int>(std::clamp(std::floor(pixels), 0.0, static_cast<double>(size)));
  };
  const Range range{within(low_x - left_), within(high_x - left_ + 1), within(low_y - top_),
                    within(high_y - top_ + 1)};
  include(range);
  return range;
}

void TileCoverage::include(const Range& range) {
  covered_ = {std::min(covered_.first_column, range.first_column),
              std::max(covered_.last_column, range.last_column),
              std::min(covered_.first_row, range.first_row),
              std::max(covered_.last_row, range.last_row)};
}

void TileCoverage::join(int column, int row, double coverage) {
  std::uint8_t& value = values_[static_cast<std::size_t>(row * size + column)];
  value = std::max(value, static_cast<std::uint8_t>(coverage * 255 + 0.5));
}

void TileCoverage::add_mark(const PenMark& mark) {
  const int first_row = std::max(mark.first_row(), top_);
  const int last_row = std::min(mark.last_row(), top_ + size);
  for (int row = first_row; row < last_row; ++row) {
    const PenMark::Span& span = mark.span(row);
    const int first = std::max(span.first, left_), last = std::min(span.last, left_ + size);
    if (first >= last) continue;
    include({first - left_, last - left_, row - top_, row - top_ + 1});
    const int first_full = std::clamp(span.first_full, first, last);
    const int last_full = std::clamp(span.last_full, first_full, last);
    for (int column = first; column < first_full; ++column)
      join(column - left_, row - top_, mark.coverage(column, row));
    const auto start = values_.begin() + (row - top_) * size - left_;
    std::fill(start + first_full, start + last_full, std::uint8_t{255});
    for (int column = last_full; column < last; ++column)
      join(column - left_, row - top_, mark.coverage(column, row));
  }
}

template <typename Covers>
bool TileCoverage::fill_if_inside(const Covers& covers_fully) {
  for (const double x : {left_ + 0.5, left_ + size - 0.5})
    for (const double y : {top_ + 0.5, top_ + size - 0.5})
      if (!covers_fully(Vec2{x, y})) return false;
  values_.fill(255);
  covered_ = {0, size, 0, size};
  return true;
}

bool TileCoverage::add_disc(Vec2 center, double radius, const PenMark& mark) {
  const bool is_full = fill_if_inside([&](Vec2 pixel) {
    const Vec2 apart = pixel - center;
    return std::sqrt(dot(apart, apart)) <= radius - 0.5;
  });
  if (!is_full) add_mark(mark);
  return is_full;
}

bool TileCoverage::add_rectangle(Vec2 center, Vec2 half, double cos_turn, double sin_turn) {
  const auto in_rectangle = [&](Vec2 pixel) {
    const Vec2 offset = pixel - center;
    return Vec2{cos_turn * offset.x + sin_turn * offset.y,
                -sin_turn * offset.x + cos_turn * offset.y};
  };
  if (fill_if_inside([&](Vec2 pixel) {
        const Vec2 inside = in_rectangle(pixel);
        return std::abs(inside.x) <= half.x - 0.5 + rounding &&
               std::abs(inside.y) <= half.y - 0.5 + rounding;
      }))
    return true;

  const double reach_x = std::abs(cos_turn) * half.x + std::abs(sin_turn) * half.y + 1;
  const double reach_y = std::abs(sin_turn) * half.x + std::abs(cos_turn) * half.y + 1;
  const Range range =
      clip(center.x - reach_x, center.x + reach_x, center.y - reach_y, center.y + reach_y);
  const auto share = [](double half_size, double distance) {
    return std::clamp(half_size + 0.5 - std::abs(distance), 0.0, std::min(1.0, 2 * half_size));
  };
  for (int row = range.first_row; row < range.last_row; ++row) {
    for (int column = range.first_column; column < range.last_column; ++column) {
      const Vec2 inside = in_rectangle({left_ + column + 0.5, top_ + row + 0.5});
      join(column, row, share(half.x, inside.x) * share(half.y, inside.y));
    }
  }
  return false;
}

}  // namespace tandem
