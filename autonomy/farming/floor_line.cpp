// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/farming/floor_line.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace tandem {

namespace {

// Least squares of the distances from the line.
std::optional<FloorLine> fit(std::span<const Vec2> places) {
  if (places.size() < 2) return std::nullopt;
  const auto count = static_cast<double>(places.size());
  Vec2 middle;
  for (const Vec2 place : places) middle = middle + (1 / count) * place;
  double xx = 0, xy = 0, yy = 0;
  for (const Vec2 place : places) {
    const Vec2 off = place - middle;
    xx += off.x * off.x, xy += off.x * off.y, yy += off.y * off.y;
  }
  if (xx + yy < 1e-9) return std::nullopt;
  return FloorLine{middle, direction_of(0.5 * std::atan2(2 * xy, xx - yy))};
}

}  // namespace

Vec2 direction_of(double yaw) { return {std::cos(yaw), std::sin(yaw)}; }

std::optional<FloorLine> fit_floor_line(std::span<const Vec2> places, Vec2 ahead) {
  std::vector<Vec2> good(places.begin(), places.end());
  std::optional<FloorLine> line = fit(good);
  // what is far off compared with the others is left out, and once more without it
  for (int round = 0; line && round < 2; ++round) {
    std::vector<double> off;
    for (const Vec2 place : good) off.push_back(std::abs(line->left_of(place)));
    const auto middle = off.begin() + static_cast<std::ptrdiff_t>(off.size() / 2);
    std::ranges::nth_element(off, middle);
    const double most = std::max(3 * *middle, 0.005);
    std::erase_if(good, [&](Vec2 place) { return std::abs(line->left_of(place)) > most; });
    line = fit(good);
  }
  if (line && dot(line->direction, ahead) < 0) line->direction = -1 * line->direction;
  return line;
}

std::optional<Vec2> crossing_of(const FloorLine& a, const FloorLine& b) {
  const double sine = a.direction.x * b.direction.y - a.direction.y * b.direction.x;
  constexpr double parallel = 1e-6;
  if (std::abs(sine) < parallel) return std::nullopt;
  const Vec2 between = b.point - a.point;
  const double along = (between.x * b.direction.y - between.y * b.direction.x) / sine;
  return a.point + along * a.direction;
}

}  // namespace tandem
