// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "physics/ray_shapes.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

namespace tandem {

namespace {

// The smaller t >= 0 with |origin + t direction|² = radius², over the given components.
std::optional<double> entry(double aa, double ab, double bb, double radius) {
  const double c = bb - radius * radius;
  if (c < 0 || aa <= 0) return {};
  const double discriminant = ab * ab - aa * c;
  if (discriminant < 0 || ab > 0) return {};
  return (-ab - std::sqrt(discriminant)) / aa;
}

std::optional<ShapeHit> sphere_entry(const Vec3& center, double radius, const Vec3& origin,
                                     const Vec3& direction) {
  const Vec3 from = origin - center;
  const auto t = entry(dot(direction, direction), dot(direction, from), dot(from, from), radius);
  if (!t) return {};
  return ShapeHit{*t, (1 / radius) * (from + *t * direction)};
}

// The round side of a cylinder about z that is `length` long.
std::optional<ShapeHit> side_entry(double radius, double length, const Vec3& o, const Vec3& d) {
  const auto t = entry(d.x * d.x + d.y * d.y, d.x * o.x + d.y * o.y, o.x * o.x + o.y * o.y, radius);
  if (!t) return {};
  const Vec3 point = o + *t * d;
  if (std::abs(point.z) > length / 2) return {};
  return ShapeHit{*t, {point.x / radius, point.y / radius, 0}};
}

const std::optional<ShapeHit>& nearer(const std::optional<ShapeHit>& a,
                                      const std::optional<ShapeHit>& b) {
  if (!a) return b;
  return !b || a->distance_m <= b->distance_m ? a : b;
}

struct CastRay {
  Vec3 origin;
  Vec3 direction;

  std::optional<ShapeHit> operator()(const Box& box) const {
    // the ray is inside from the last slab it enters to the first that it leaves
    const std::array<double, 3> o{origin.x, origin.y, origin.z};
    const std::array<double, 3> d{direction.x, direction.y, direction.z};
    const std::array<double, 3> half{box.size.x / 2, box.size.y / 2, box.size.z / 2};
    double enter = -1, leave = INFINITY;
    std::size_t face = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      if (d[i] == 0) {
        if (std::abs(o[i]) > half[i]) return {};
        continue;
      }
      const double toward = d[i] > 0 ? 1 : -1;
      const double slab_enter = (-toward * half[i] - o[i]) / d[i];
      if (slab_enter > enter) {
        enter = slab_enter;
        face = i;
      }
      leave = std::min(leave, (toward * half[i] - o[i]) / d[i]);
    }
    if (enter < 0 || enter > leave) return {};
    std::array<double, 3> normal{};
    normal[face] = d[face] > 0 ? -1 : 1;
    return ShapeHit{enter, {normal[0], normal[1], normal[2]}};
  }

  std::optional<ShapeHit> operator()(const Sphere& sphere) const {
    return sphere_entry({}, sphere.radius_m, origin, direction);
  }

  std::optional<ShapeHit> operator()(const Cylinder& cylinder) const {
    std::optional<ShapeHit> cap;
    const double side = direction.z > 0 ? -1 : 1;
    const double t =
        direction.z != 0 ? (side * cylinder.length_m / 2 - origin.z) / direction.z : -1;
    const Vec3 point = origin + t * direction;
    if (t >= 0 && std::hypot(point.x, point.y) <= cylinder.radius_m)
      cap = ShapeHit{t, {0, 0, side}};
    return nearer(cap, side_entry(cylinder.radius_m, cylinder.length_m, origin, direction));
  }

  std::optional<ShapeHit> operator()(const Capsule& capsule) const {
    const Vec3 end{0, 0, capsule.length_m / 2};
    const double height = std::clamp(origin.z, -end.z, end.z);
    if (length(origin - Vec3{0, 0, height}) < capsule.radius_m) return {};
    const auto ends = nearer(sphere_entry(end, capsule.radius_m, origin, direction),
                             sphere_entry(-end, capsule.radius_m, origin, direction));
    return nearer(ends, side_entry(capsule.radius_m, capsule.length_m, origin, direction));
  }

  std::optional<ShapeHit> operator()(const Ellipsoid& ellipsoid) const {
    // in a space where it is the unit sphere
    const Vec3 r = ellipsoid.radii;
    const auto scaled = [&](const Vec3& v) { return Vec3{v.x / r.x, v.y / r.y, v.z / r.z}; };
    const auto hit = sphere_entry({}, 1, scaled(origin), scaled(direction));
    if (!hit) return {};
    return ShapeHit{hit->distance_m, normalized(scaled(hit->normal))};
  }

  std::optional<ShapeHit> operator()(const Plane& plane) const {
    // like Bullet's, all below it is solid
    const Vec3 normal = normalized(plane.normal);
    const double height = dot(normal, origin), sinking = -dot(normal, direction);
    if (height < 0 || sinking <= 0) return {};
    return ShapeHit{height / sinking, normal};
  }

  std::optional<ShapeHit> operator()(const MeshShape&) const {
    assert(false);
    return {};
  }
  std::optional<ShapeHit> operator()(const HeightfieldShape&) const {
    assert(false);
    return {};
  }
};

}  // namespace

std::optional<ShapeHit> cast_ray(const Shape& shape, const Vec3& origin, const Vec3& direction) {
  return std::visit(CastRay{origin, direction}, shape);
}

}  // namespace tandem
