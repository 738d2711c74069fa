// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "calibration/homography.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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

}  // namespace tandem
