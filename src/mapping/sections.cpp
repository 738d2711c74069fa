// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "mapping/sections.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace tandem {

namespace {

constexpr double most_off = 1e-4;  // m; how far a side may be from the arc that it stands for

// So many corners on a circle keep its sides that near.
int corners_of(double radius) {
  if (radius <= most_off) return 8;
  const double angle = 2 * std::acos(1 - most_off / radius);
  return std::clamp(static_cast<int>(std::ceil(2 * std::numbers::pi / angle)), 16, 4096);
}

// center + cos(t) u + sin(t) v
ConvexPolygon ellipse(Vec2 center, Vec2 u, Vec2 v) {
  const int count = corners_of(std::max(std::hypot(u.x, u.y), std::hypot(v.x, v.y)));
  const double around = 1 / std::cos(std::numbers::pi / count);  // sides touch the ellipse
  ConvexPolygon polygon;
  for (int i = 0; i < count; ++i) {
    const double t = 2 * std::numbers::pi * i / count;
    polygon.push_back(center + around * (std::cos(t) * u + std::sin(t) * v));
  }
  return polygon;
}

ConvexPolygon disc(const Vec3& center, double radius, double height) {
  const double up = height - center.z;
  if (std::abs(up) >= radius) return {};
  const double r = std::sqrt(radius * radius - up * up);
  return ellipse({center.x, center.y}, {r, 0}, {0, r});
}

// The six sides as half spaces cut a square that is larger than the box.
ConvexPolygon section(const Box& box, const Pose& pose, double height) {
  const double reach = length(box.size);
  const Vec2 center{pose.translation.x, pose.translation.y};
  ConvexPolygon polygon{center + Vec2{-reach, -reach}, center + Vec2{reach, -reach},
                        center + Vec2{reach, reach}, center + Vec2{-reach, reach}};
  const std::array<double, 3> half{box.size.x / 2, box.size.y / 2, box.size.z / 2};
  const std::array<Vec3, 3> axes{pose.rotation * Vec3{1, 0, 0}, pose.rotation * Vec3{0, 1, 0},
                                 pose.rotation * Vec3{0, 0, 1}};
  for (std::size_t i = 0; i < 3; ++i) {
    for (const double side : {-1.0, 1.0}) {
      const Vec3 normal = side * axes[i];
      // normal . (x, y, height) <= normal . center + half
      polygon = clipped(polygon, normal.x, normal.y,
                        dot(normal, pose.translation) + half[i] - normal.z * height);
    }
  }
  return polygon;
}

// At this level the axis runs along a direction s of the plan; t is across. The distance from the
// axis is t² + (s az - up as)², the way along it s as + up az, where (as, az) is the unit axis.
ConvexPolygon section(const Cylinder& cylinder, const Pose& pose, double height) {
  const Vec3 axis = pose.rotation * Vec3{0, 0, 1};
  const double along = std::hypot(axis.x, axis.y), up = height - pose.translation.z;
  const Vec2 s_axis = along > 1e-12 ? (1 / along) * Vec2{axis.x, axis.y} : Vec2{1, 0};
  const Vec2 t_axis{-s_axis.y, s_axis.x};
  const double r = cylinder.radius_m, half = cylinder.length_m / 2;

  // where along s the section begins and ends
  double low = -2 * (r + half), high = 2 * (r + half);
  const auto limit = [&](double slope, double offset,
                         double bound) {  // |slope s + offset| <= bound
    if (std::abs(slope) < 1e-12) {
      if (std::abs(offset) > bound) high = low - 1;
      return;
    }
    const double a = (-bound - offset) / slope, b = (bound - offset) / slope;
    low = std::max(low, std::min(a, b));
    high = std::min(high, std::max(a, b));
  };
  limit(along, up * axis.z, half);
  limit(axis.z, -up * along, r);
  if (low > high) return {};

  // finer towards the ends, where the outline turns
  const int count = corners_of(std::max(r, (high - low) / 2)) / 2 + 1;
  ConvexPolygon polygon;
  const auto corner = [&](int i, double side) {
    const double s = low + (high - low) * (1 - std::cos(std::numbers::pi * i / count)) / 2;
    const double off = s * axis.z - up * along;
    const double outer = r + most_off;  // so that the sides stay outside
    const double t = side * std::sqrt(std::max(0.0, outer * outer - off * off));
    return Vec2{pose.translation.x, pose.translation.y} + s * s_axis + t * t_axis;
  };
  for (int i = 0; i <= count; ++i) polygon.push_back(corner(i, -1));
  for (int i = count; i >= 0; --i) polygon.push_back(corner(i, 1));
  return polygon;
}

// |D⁻¹ Rᵀ (p - c)| <= 1: with p at the level this is an ellipse of the plan.
ConvexPolygon section(const Ellipsoid& ellipsoid, const Pose& pose, double height) {
  // rows of D⁻¹ Rᵀ; columns of the matrix that makes the ellipsoid a unit ball
  const Quat to_shape = inverse(pose.rotation);
  const auto scaled = [&](const Vec3& v) {
    const Vec3 local = to_shape * v;
    return Vec3{local.x / ellipsoid.radii.x, local.y / ellipsoid.radii.y,
                local.z / ellipsoid.radii.z};
  };
  const Vec3 mx = scaled({1, 0, 0}), my = scaled({0, 1, 0});
  const Vec3 mz = scaled({0, 0, height - pose.translation.z});

  // |x mx + y my + mz|² = 1 in normal form: (x, y) = center + what solves A d = ..., A = M^T M
  const double a = dot(mx, mx), b = dot(mx, my), c = dot(my, my);
  const double determinant = a * c - b * b;
  const double px = -dot(mx, mz), py = -dot(my, mz);
  const Vec2 middle{(c * px - b * py) / determinant, (a * py - b * px) / determinant};
  const Vec3 rest = middle.x * mx + middle.y * my + mz;
  const double size = 1 - dot(rest, rest);
  if (!(size > 0)) return {};

  // A = L Lᵀ, so d = L⁻ᵀ e for every e of a circle
  const double l11 = std::sqrt(a), l21 = b / l11, l22 = std::sqrt(std::max(0.0, c - l21 * l21));
  const double radius = std::sqrt(size);
  const Vec2 u{radius / l11, 0};
  const Vec2 v{-radius * l21 / (l11 * l22), radius / l22};
  return ellipse(Vec2{pose.translation.x, pose.translation.y} + middle, u, v);
}

struct Sections {
  const Pose& pose;
  double height;

  std::vector<ConvexPolygon> operator()(const Box& box) const {
    return {section(box, pose, height)};
  }
  std::vector<ConvexPolygon> operator()(const Sphere& sphere) const {
    return {disc(pose.translation, sphere.radius_m, height)};
  }
  std::vector<ConvexPolygon> operator()(const Cylinder& cylinder) const {
    return {section(cylinder, pose, height)};
  }
  std::vector<ConvexPolygon> operator()(const Capsule& capsule) const {
    const Vec3 half = pose.rotation * Vec3{0, 0, capsule.length_m / 2};
    return {section(Cylinder{capsule.radius_m, capsule.length_m}, pose, height),
            disc(pose.translation + half, capsule.radius_m, height),
            disc(pose.translation - half, capsule.radius_m, height)};
  }
  std::vector<ConvexPolygon> operator()(const Ellipsoid& ellipsoid) const {
    return {section(ellipsoid, pose, height)};
  }
  template <typename Endless>
  std::vector<ConvexPolygon> operator()(const Endless&) const {
    return {};
  }
};

}  // namespace

std::vector<ConvexPolygon> sections_of(const Shape& shape, const Pose& world_from_shape,
                                       double height) {
  auto sections = std::visit(Sections{world_from_shape, height}, shape);
  std::erase_if(sections, [](const ConvexPolygon& polygon) { return polygon.empty(); });
  return sections;
}

ConvexPolygon clipped(const ConvexPolygon& polygon, double a, double b, double c) {
  ConvexPolygon result;
  const auto beyond = [&](Vec2 p) { return a * p.x + b * p.y - c; };
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec2 from = polygon[i], to = polygon[(i + 1) % polygon.size()];
    const double d_from = beyond(from), d_to = beyond(to);
    if (d_from <= 0) result.push_back(from);
    if ((d_from < 0 && d_to > 0) || (d_from > 0 && d_to < 0))
      result.push_back(from + (d_from / (d_from - d_to)) * (to - from));
  }
  return result;
}

}  // namespace tandem
