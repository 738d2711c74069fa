// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "calibration/homography.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tandem {

namespace {

double determinant(const Homography& m) {
  return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) +
         m[2] * (m[3] * m[7] - m[4] * m[6]);
}

// Twice the area of a triangle, positive counter-clockwise.
double turn(Vec2 a, Vec2 b, Vec2 c) {
  return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x);
}

std::string why_no_quadrilateral(const Corners& corners) {
  for (const Vec2& corner : corners)
    if (!std::isfinite(corner.x) || !std::isfinite(corner.y)) return "a corner is no number";
  double longest = 0;
  for (const Vec2& a : corners)
    for (const Vec2& b : corners) longest = std::max(longest, std::hypot(a.x - b.x, a.y - b.y));
  // a corner nearer to a line than a thousandth of the size cannot be told from one on it
  const double smallest = 1e-3 * longest * longest;
  double turns[4]{};
  int left = 0;
  for (std::size_t i = 0; i < 4; ++i) {
    turns[i] = turn(corners[i], corners[(i + 1) % 4], corners[(i + 2) % 4]);
    if (!(std::abs(turns[i]) > smallest))
      return fmt::format("corners {}, {} and {} lie on one line", i + 1, (i + 1) % 4 + 1,
                         (i + 2) % 4 + 1);
    if (turns[i] > 0) ++left;
  }
  if (left == 2) return "the sides cross each other: corners go around in their order";
  for (std::size_t i = 0; i < 4; ++i)
    if ((left == 1 && turns[i] > 0) || (left == 3 && turns[i] < 0))
      return fmt::format("corner {} lies inside of the triangle of the others", (i + 1) % 4 + 1);
  return {};
}

// From the unit square (0, 0), (1, 0), (1, 1), (0, 1); Heckbert's way.
Homography from_square(const Corners& p) {
  const Vec2 sum = p[0] - p[1] + p[2] - p[3];
  const Vec2 d1 = p[1] - p[2], d2 = p[3] - p[2];
  const double det = d1.x * d2.y - d2.x * d1.y;
  const double g = (sum.x * d2.y - d2.x * sum.y) / det;
  const double h = (d1.x * sum.y - sum.x * d1.y) / det;
  return {p[1].x - p[0].x + g * p[1].x,
          p[3].x - p[0].x + h * p[3].x,
          p[0].x,
          p[1].y - p[0].y + g * p[1].y,
          p[3].y - p[0].y + h * p[3].y,
          p[0].y,
          g,
          h,
          1};
}

// Moves points around the origin and to a size of one, where sums of their products are exact.
struct Normalizer {
  Vec2 middle;
  double scale = 1;

  Vec2 operator()(Vec2 p) const { return scale * (p - middle); }
  Homography matrix() const {
    return {scale, 0, -scale * middle.x, 0, scale, -scale * middle.y, 0, 0, 1};
  }
  Homography back() const { return {1 / scale, 0, middle.x, 0, 1 / scale, middle.y, 0, 0, 1}; }
};

// How points lie: their middle, and how far they spread along and across their longest direction.
struct Spread {
  Vec2 middle;
  double along = 0;
  double across = 0;
};

template <typename Of>
Spread spread_of(std::span<const PointPair> pairs, const Of& of) {
  Spread spread;
  const double share = 1.0 / static_cast<double>(pairs.size());
  for (const PointPair& pair : pairs) spread.middle = spread.middle + share * of(pair);
  double xx = 0, xy = 0, yy = 0;
  for (const PointPair& pair : pairs) {
    const Vec2 d = of(pair) - spread.middle;
    xx += share * d.x * d.x, xy += share * d.x * d.y, yy += share * d.y * d.y;
  }
  const double mean = 0.5 * (xx + yy), half = std::hypot(0.5 * (xx - yy), xy);
  spread.along = std::sqrt(mean + half);
  spread.across = std::sqrt(std::max(0.0, mean - half));
  return spread;
}

// Gauss's way, the largest number of a column first; nothing where there is no single answer.
using Equations = std::array<std::array<double, 9>, 8>;
std::optional<std::array<double, 8>> solve(Equations m) {
  for (std::size_t i = 0; i < 8; ++i) {
    std::size_t largest = i;
    for (std::size_t row = i + 1; row < 8; ++row)
      if (std::abs(m[row][i]) > std::abs(m[largest][i])) largest = row;
    if (!(std::abs(m[largest][i]) > 1e-12)) return std::nullopt;
    std::swap(m[i], m[largest]);
    for (std::size_t row = 0; row < 8; ++row) {
      if (row == i) continue;
      const double share = m[row][i] / m[i][i];
      for (std::size_t column = i; column < 9; ++column) m[row][column] -= share * m[i][column];
    }
  }
  std::array<double, 8> result{};
  for (std::size_t i = 0; i < 8; ++i) result[i] = m[i][8] / m[i][i];
  return result;
}

}  // namespace

Homography operator*(const Homography& a, const Homography& b) {
  Homography c{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k) c[3 * i + j] += a[3 * i + k] * b[3 * k + j];
  return c;
}

std::optional<Homography> inverse(const Homography& m) {
  double size = 0;
  for (const double value : m) size = std::max(size, std::abs(value));
  const double det = determinant(m);
  if (!(std::abs(det) > 1e-12 * size * size * size)) return std::nullopt;
  const double s = 1 / det;
  return Homography{s * (m[4] * m[8] - m[5] * m[7]), s * (m[2] * m[7] - m[1] * m[8]),
                    s * (m[1] * m[5] - m[2] * m[4]), s * (m[5] * m[6] - m[3] * m[8]),
                    s * (m[0] * m[8] - m[2] * m[6]), s * (m[2] * m[3] - m[0] * m[5]),
                    s * (m[3] * m[7] - m[4] * m[6]), s * (m[1] * m[6] - m[0] * m[7]),
                    s * (m[0] * m[4] - m[1] * m[3])};
}

std::optional<Vec2> map(const Homography& m, Vec2 p) {
  const double w = m[6] * p.x + m[7] * p.y + m[8];
  if (!(w > 1e-12)) return std::nullopt;
  return Vec2{(m[0] * p.x + m[1] * p.y + m[2]) / w, (m[3] * p.x + m[4] * p.y + m[5]) / w};
}

Result<Homography> map_corners(const Corners& from, const Corners& to) {
  for (const Corners& corners : {from, to})
    if (std::string why = why_no_quadrilateral(corners); !why.empty()) return Error{std::move(why)};
  // of a quadrilateral that is not degenerate, by the adjugate: its scale does not matter
  const Homography s = from_square(from);
  const Homography square_from_corners{
      s[4] * s[8] - s[5] * s[7], s[2] * s[7] - s[1] * s[8], s[1] * s[5] - s[2] * s[4],
      s[5] * s[6] - s[3] * s[8], s[0] * s[8] - s[2] * s[6], s[2] * s[3] - s[0] * s[5],
      s[3] * s[7] - s[4] * s[6], s[1] * s[6] - s[0] * s[7], s[0] * s[4] - s[1] * s[3]};
  Homography all = from_square(to) * square_from_corners;
  // in the middle the last coordinate is 1
  const Vec2 middle = 0.25 * (from[0] + from[1] + from[2] + from[3]);
  const double w = all[6] * middle.x + all[7] * middle.y + all[8];
  for (double& value : all) value /= w;
  return all;
}

Result<Homography> fit_homography(std::span<const PointPair> pairs) {
  if (pairs.size() < 4)
    return Error{fmt::format("{} points are too few, four are the least", pairs.size())};
  const Spread from = spread_of(pairs, [](const PointPair& pair) { return pair.from; });
  const Spread to = spread_of(pairs, [](const PointPair& pair) { return pair.to; });
  if (!(from.across > 1e-3 * from.along) || !(to.across > 1e-3 * to.along))
    return Error{"all points lie on one line"};
  const Normalizer a{from.middle, 1 / from.along}, b{to.middle, 1 / to.along};

  // each pair gives two equations in eight numbers, the ninth is 1: what is in the middle is seen
  Equations sums{};
  const auto add = [&](const std::array<double, 9>& row) {
    for (std::size_t i = 0; i < 8; ++i)
      for (std::size_t j = 0; j < 9; ++j) sums[i][j] += row[i] * row[j];
  };
  for (const PointPair& pair : pairs) {
    const Vec2 p = a(pair.from), q = b(pair.to);
    add({p.x, p.y, 1, 0, 0, 0, -q.x * p.x, -q.x * p.y, q.x});
    add({0, 0, 0, p.x, p.y, 1, -q.y * p.x, -q.y * p.y, q.y});
  }
  const auto h = solve(sums);
  if (!h) return Error{"too many points lie on one line"};
  const Homography all = b.back() * Homography{(*h)[0], (*h)[1], (*h)[2], (*h)[3], (*h)[4],
                                               (*h)[5], (*h)[6], (*h)[7], 1} *
                         a.matrix();
  for (const PointPair& pair : pairs)
    if (!map(all, pair.from)) return Error{"no view of a plane shows these points like this"};
  return all;
}

}  // namespace tandem
