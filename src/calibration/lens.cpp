// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "calibration/lens.h"

#include <cmath>
#include <numbers>

namespace tandem {

namespace {

Vec2 distort(const LensConfig& lens, Vec2 d) {
  const auto& k = lens.distortion;
  const double r2 = dot(d, d);
  if (lens.type == LensType::fisheye) {
    const double r = std::sqrt(r2);
    if (r < 1e-12) return d;
    const double angle = std::atan(r), a2 = angle * angle;
    const double bent = angle * (1 + a2 * (k[0] + a2 * (k[1] + a2 * (k[2] + a2 * k[3]))));
    return (bent / r) * d;
  }
  const double radial = 1 + r2 * (k[0] + r2 * (k[1] + r2 * k[4]));
  const double xy = d.x * d.y;
  return {radial * d.x + 2 * k[2] * xy + k[3] * (r2 + 2 * d.x * d.x),
          radial * d.y + k[2] * (r2 + 2 * d.y * d.y) + 2 * k[3] * xy};
}

// The angle off the axis that the lens bends to this one.
std::optional<double> unbend(const LensConfig& lens, double bent) {
  const auto& k = lens.distortion;
  double angle = bent;
  for (int i = 0; i < 20; ++i) {
    const double a2 = angle * angle;
    const double value = angle * (1 + a2 * (k[0] + a2 * (k[1] + a2 * (k[2] + a2 * k[3])))) - bent;
    const double slope = 1 + a2 * (3 * k[0] + a2 * (5 * k[1] + a2 * (7 * k[2] + a2 * 9 * k[3])));
    if (slope <= 0) return std::nullopt;
    angle -= value / slope;
    if (std::abs(value) < 1e-12) break;
  }
  if (!(angle >= 0) || angle >= 0.499 * std::numbers::pi) return std::nullopt;
  return angle;
}

}  // namespace

Vec2 project(const LensConfig& lens, Vec2 direction) {
  const Vec2 seen = distort(lens, direction);
  return {lens.fx_px * seen.x + lens.cx_px, lens.fy_px * seen.y + lens.cy_px};
}

std::optional<Vec2> direction_of(const LensConfig& lens, Vec2 pixel) {
  const Vec2 seen{(pixel.x - lens.cx_px) / lens.fx_px, (pixel.y - lens.cy_px) / lens.fy_px};
  if (!std::isfinite(seen.x) || !std::isfinite(seen.y)) return std::nullopt;
  if (lens.type == LensType::fisheye) {
    const double bent = std::hypot(seen.x, seen.y);
    if (bent < 1e-12) return seen;
    const std::optional<double> angle = unbend(lens, bent);
    if (!angle) return std::nullopt;
    return (std::tan(*angle) / bent) * seen;
  }

  // Newton's method on both coordinates, the slopes by small differences
  Vec2 d = seen;
  for (int i = 0; i < 30; ++i) {
    const Vec2 miss = distort(lens, d) - seen;
    if (std::abs(miss.x) + std::abs(miss.y) < 1e-12) break;
    constexpr double h = 1e-6;
    const Vec2 x1 = distort(lens, {d.x + h, d.y}), x0 = distort(lens, {d.x - h, d.y});
    const Vec2 y1 = distort(lens, {d.x, d.y + h}), y0 = distort(lens, {d.x, d.y - h});
    const double a = (x1.x - x0.x) / (2 * h), b = (y1.x - y0.x) / (2 * h);
    const double c = (x1.y - x0.y) / (2 * h), e = (y1.y - y0.y) / (2 * h);
    const double determinant = a * e - b * c;
    // beyond the fold of the lens's polynomial it says nothing about directions
    if (!(determinant > 1e-6)) return std::nullopt;
    d = d - Vec2{(e * miss.x - b * miss.y) / determinant, (a * miss.y - c * miss.x) / determinant};
  }
  const Vec2 miss = distort(lens, d) - seen;
  if (!(std::abs(miss.x) + std::abs(miss.y) < 1e-9)) return std::nullopt;
  return d;
}

}  // namespace tandem
