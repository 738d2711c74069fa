// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/camera.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tandem {

namespace {

constexpr int most_pixels = 64 * 1024 * 1024;

using Point = std::array<double, 2>;

// The lens of OpenCV's calibration: from where a pinhole would see a point, at distance 1, to where
// the lens puts it.
Point plumb_bob(const std::array<double, 5>& k, const Point& p) {
  const double x = p[0], y = p[1], r2 = x * x + y * y;
  const double radial = 1 + r2 * (k[0] + r2 * (k[1] + r2 * k[4]));
  return {x * radial + 2 * k[2] * x * y + k[3] * (r2 + 2 * x * x),
          y * radial + k[2] * (r2 + 2 * y * y) + 2 * k[3] * x * y};
}

double fisheye_radius(const std::array<double, 5>& k, double theta) {
  const double t2 = theta * theta;
  return theta * (1 + t2 * (k[0] + t2 * (k[1] + t2 * (k[2] + t2 * k[3]))));
}

// Where a function of the radius stops growing: beyond that the lens would show the same direction
// twice, so it sees nothing there.
template <typename Radius>
double end_of_growth(Radius&& radius, double most) {
  constexpr int steps = 2000;
  double before = 0;
  for (int i = 1; i <= steps; ++i) {
    const double at = most * i / steps, value = radius(at);
    if (value <= before) return most * (i - 1) / steps;
    before = value;
  }
  return most;
}

double plumb_bob_radius(const std::array<double, 5>& k, double r) {
  const double r2 = r * r;
  return r * (1 + r2 * (k[0] + r2 * (k[1] + r2 * k[4])));
}

constexpr double widest_pinhole = 20;  // tangent of the half angle: 174 degrees

// Newton's method in the plane, with the slopes measured.
std::optional<Point> undo_plumb_bob(const std::array<double, 5>& k, const Point& wanted,
                                    double largest_radius) {
  Point p = wanted;
  const double r = std::hypot(p[0], p[1]);
  if (r > largest_radius) p = {p[0] * largest_radius / r, p[1] * largest_radius / r};
  for (int i = 0; i < 50; ++i) {
    const Point at = plumb_bob(k, p);
    const double ex = at[0] - wanted[0], ey = at[1] - wanted[1];
    if (std::hypot(ex, ey) < 1e-12) break;
    constexpr double h = 1e-6;
    const Point dx = plumb_bob(k, {p[0] + h, p[1]}), dy = plumb_bob(k, {p[0], p[1] + h});
    const double a = (dx[0] - at[0]) / h, b = (dy[0] - at[0]) / h;
    const double c = (dx[1] - at[1]) / h, d = (dy[1] - at[1]) / h;
    const double determinant = a * d - b * c;
    if (std::abs(determinant) < 1e-12) return {};
    p[0] -= (d * ex - b * ey) / determinant;
    p[1] -= (a * ey - c * ex) / determinant;
  }
  const Point reached = plumb_bob(k, p);
  if (!(std::hypot(reached[0] - wanted[0], reached[1] - wanted[1]) < 1e-9) ||
      std::hypot(p[0], p[1]) > largest_radius * 1.001)
    return {};
  return p;
}

// The radius grows up to `largest`, so halving finds the angle.
std::optional<double> undo_fisheye(const std::array<double, 5>& k, double radius, double largest) {
  if (radius > fisheye_radius(k, largest)) return {};
  double low = 0, high = largest;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (fisheye_radius(k, middle) < radius ? low : high) = middle;
  }
  return (low + high) / 2;
}

std::optional<std::string> mistake_in(const Intrinsics& in) {
  if (in.width < 1 || in.height < 1 ||
      static_cast<std::int64_t>(in.width) * in.height > most_pixels)
    return fmt::format("a camera cannot have {} by {} pixels: expected 1 to {} in all", in.width,
                       in.height, most_pixels);
  if (!(in.fx > 0) || !(in.fy > 0) || !std::isfinite(in.fx) || !std::isfinite(in.fy))
    return fmt::format("the focal lengths of a camera must be positive, are {} and {}", in.fx,
                       in.fy);
  if (!std::isfinite(in.cx) || !std::isfinite(in.cy))
    return std::string("the principal point of a camera is not a number");
  for (const double k : in.distortion)
    if (!std::isfinite(k)) return std::string("a distortion coefficient is not a number");
  return {};
}

}  // namespace

Intrinsics intrinsics_from_fov(int width, int height, double horizontal_fov, Lens lens,
                               std::array<double, 5> distortion) {
  const double focal =
      lens == Lens::fisheye ? width / horizontal_fov : width / (2 * std::tan(horizontal_fov / 2));
  return {width, height, focal, focal, (width - 1) / 2.0, (height - 1) / 2.0, lens, distortion};
}

std::optional<std::array<double, 2>> project(const Intrinsics& in, const Vec3& in_camera) {
  const auto to_pixel = [&](const Point& p) {
    return Point{in.fx * p[0] + in.cx, in.fy * p[1] + in.cy};
  };
  if (in.lens == Lens::fisheye) {
    const double across = std::hypot(in_camera.x, in_camera.y);
    const double theta = std::atan2(across, in_camera.z);
    const auto radius = [&](double angle) { return fisheye_radius(in.distortion, angle); };
    if (theta > end_of_growth(radius, std::numbers::pi)) return {};
    if (across == 0) return to_pixel({0, 0});
    const double r = radius(theta);
    return to_pixel({r * in_camera.x / across, r * in_camera.y / across});
  }
  if (in_camera.z <= 0) return {};
  const Point p{in_camera.x / in_camera.z, in_camera.y / in_camera.z};
  if (in.lens == Lens::pinhole) return to_pixel(p);
  const auto radius = [&](double r) { return plumb_bob_radius(in.distortion, r); };
  if (std::hypot(p[0], p[1]) > end_of_growth(radius, widest_pinhole)) return {};
  return to_pixel(plumb_bob(in.distortion, p));
}

Result<RayTable> RayTable::make(const Intrinsics& in) {
  if (const auto mistake = mistake_in(in)) return Error{*mistake};
  RayTable table(in);
  table.directions_.reserve(static_cast<std::size_t>(in.width) *
                            static_cast<std::size_t>(in.height));
  const double most_theta = end_of_growth(
      [&](double angle) { return fisheye_radius(in.distortion, angle); }, std::numbers::pi);
  const double most_radius =
      end_of_growth([&](double r) { return plumb_bob_radius(in.distortion, r); }, widest_pinhole);

  for (int y = 0; y < in.height; ++y)
    for (int x = 0; x < in.width; ++x) {
      const Point p{(x - in.cx) / in.fx, (y - in.cy) / in.fy};
      std::optional<Vec3> direction;
      if (in.lens == Lens::fisheye) {
        const double r = std::hypot(p[0], p[1]);
        if (const auto theta = undo_fisheye(in.distortion, r, most_theta)) {
          const double across = r > 0 ? std::sin(*theta) / r : 0;
          direction = Vec3{across * p[0], across * p[1], std::cos(*theta)};
        }
      } else if (in.lens == Lens::plumb_bob) {
        if (const auto straight = undo_plumb_bob(in.distortion, p, most_radius))
          direction = Vec3{(*straight)[0], (*straight)[1], 1};
      } else {
        direction = Vec3{p[0], p[1], 1};
      }
      table.directions_.push_back(direction ? to_float(normalized(*direction)) : Vec3f{});
    }
  if (std::ranges::all_of(table.directions_, [](const Vec3f& d) { return d == Vec3f{}; }))
    return Error{"the distortion of the camera leaves no pixel that sees anything"};
  return table;
}

}  // namespace tandem
