// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "world/paint_coverage.h"

#include <algorithm>
#include <cmath>

namespace tandem {

namespace {

constexpr int size = PaintImage::tile_size;

}  // namespace

TileCoverage::Range TileCoverage::clip(double low_x, double high_x, double low_y, double high_y) {
  const auto within = [](double pixels) {
    return static_cast<int>(std::clamp(std::floor(pixels), 0.0, static_cast<double>(size)));
  };
  const Range range{within(low_x - left_), within(high_x - left_ + 1), within(low_y - top_),
                    within(high_y - top_ + 1)};
  covered_ = {std::min(covered_.first_column, range.first_column),
              std::max(covered_.last_column, range.last_column),
              std::min(covered_.first_row, range.first_row),
              std::max(covered_.last_row, range.last_row)};
  return range;
}

void TileCoverage::join(int column, int row, double coverage) {
  std::uint8_t& value = values_[static_cast<std::size_t>(row * size + column)];
  value = std::max(value, static_cast<std::uint8_t>(coverage * 255 + 0.5));
}

void TileCoverage::add_line(Vec2 from, Vec2 to, double radius) {
  const double reach = radius + 0.5;
  const Range range = clip(std::min(from.x, to.x) - reach, std::max(from.x, to.x) + reach,
                           std::min(from.y, to.y) - reach, std::max(from.y, to.y) + reach);
  const Vec2 along = to - from;
  const double length2 = dot(along, along);
  const double scale = length2 > 0 ? 1 / length2 : 0;
  const double full = std::min(1.0, 2 * radius);  // a hair covers no pixel fully
  const double inner2 = radius > 0.5 ? (radius - 0.5) * (radius - 0.5) : -1;
  for (int row = range.first_row; row < range.last_row; ++row) {
    for (int column = range.first_column; column < range.last_column; ++column) {
      const Vec2 center{left_ + column + 0.5, top_ + row + 0.5};
      const Vec2 offset = center - from;
      const Vec2 apart = offset - std::clamp(dot(offset, along) * scale, 0.0, 1.0) * along;
      const double distance2 = dot(apart, apart);
      if (distance2 >= reach * reach) continue;
      join(column, row,
           distance2 <= inner2 ? 1 : std::clamp(reach - std::sqrt(distance2), 0.0, full));
    }
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

bool TileCoverage::add_disc(Vec2 center, double radius) {
  const bool is_full = fill_if_inside([&](Vec2 pixel) {
    const Vec2 apart = pixel - center;
    return std::sqrt(dot(apart, apart)) <= radius - 0.5;
  });
  if (!is_full) add_line(center, center, radius);
  return is_full;
}

bool TileCoverage::add_rectangle(Vec2 center, Vec2 half, double cos_turn, double sin_turn) {
  constexpr double rounding = 1e-6;
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
