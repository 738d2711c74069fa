// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/bounds.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace tandem {

namespace {

Bounds around(const Vec3& center, const Vec3& reach) { return {center - reach, center + reach}; }

// The columns of the rotation matrix: the shape's axes in the target frame.
std::array<Vec3, 3> axes_of(const Quat& rotation) {
  return {rotation * Vec3{1, 0, 0}, rotation * Vec3{0, 1, 0}, rotation * Vec3{0, 0, 1}};
}

struct ShapeBounds {
  const Pose& pose;

  Bounds operator()(const Box& box) const {
    const auto [x, y, z] = axes_of(pose.rotation);
    const Vec3 half = 0.5 * box.size;
    const auto reach = [&](double ax, double ay, double az) {
      return std::abs(ax) * half.x + std::abs(ay) * half.y + std::abs(az) * half.z;
    };
    return around(pose.translation,
                  {reach(x.x, y.x, z.x), reach(x.y, y.y, z.y), reach(x.z, y.z, z.z)});
  }

  Bounds operator()(const Sphere& sphere) const {
    const double r = sphere.radius_m;
    return around(pose.translation, {r, r, r});
  }

  Bounds operator()(const Cylinder& cylinder) const {
    const Vec3 axis = pose.rotation * Vec3{0, 0, 1};
    // a disc reaches r sin(angle between its axis and the direction)
    const auto reach = [&](double a) {
      return std::abs(a) * cylinder.length_m / 2 +
             cylinder.radius_m * std::sqrt(std::max(0.0, 1 - a * a));
    };
    return around(pose.translation, {reach(axis.x), reach(axis.y), reach(axis.z)});
  }

  Bounds operator()(const Capsule& capsule) const {
    const Vec3 axis = pose.rotation * Vec3{0, 0, 1};
    const auto reach = [&](double a) {
      return std::abs(a) * capsule.length_m / 2 + capsule.radius_m;
    };
    return around(pose.translation, {reach(axis.x), reach(axis.y), reach(axis.z)});
  }

  Bounds operator()(const Ellipsoid& ellipsoid) const {
    const auto [x, y, z] = axes_of(pose.rotation);
    const Vec3 r = ellipsoid.radii;
    const auto reach = [&](double ax, double ay, double az) {
      return length(Vec3{ax * r.x, ay * r.y, az * r.z});
    };
    return around(pose.translation,
                  {reach(x.x, y.x, z.x), reach(x.y, y.y, z.y), reach(x.z, y.z, z.z)});
  }

  Bounds operator()(const Plane&) const { return {}; }

  Bounds operator()(const MeshShape& shape) const {
    Bounds bounds;
    if (!shape.mesh) return bounds;
    for (const auto& p : shape.mesh->positions)
      bounds.add(pose * Vec3{shape.scale.x * p[0], shape.scale.y * p[1], shape.scale.z * p[2]});
    return bounds;
  }

  Bounds operator()(const HeightfieldShape& shape) const {
    Bounds bounds;
    if (!shape.field || shape.field->heights_m.empty()) return bounds;
    const auto [low, high] =
        std::minmax_element(shape.field->heights_m.begin(), shape.field->heights_m.end());
    const double x = shape.field->size_x_m / 2, y = shape.field->size_y_m / 2;
    for (const double z : {*low, *high})
      for (const double sx : {-x, x})
        for (const double sy : {-y, y}) bounds.add(pose * Vec3{sx, sy, z});
    return bounds;
  }
};

}  // namespace

void Bounds::add(const Vec3& point) {
  low = {std::min(low.x, point.x), std::min(low.y, point.y), std::min(low.z, point.z)};
  high = {std::max(high.x, point.x), std::max(high.y, point.y), std::max(high.z, point.z)};
}

void Bounds::add(const Bounds& other) {
  if (other.is_empty()) return;
  add(other.low);
  add(other.high);
}

Bounds bounds_of(const Shape& shape, const Pose& target_from_shape) {
  return std::visit(ShapeBounds{target_from_shape}, shape);
}

Bounds bounds_of(const Model& model, const Pose& target_from_model) {
  Bounds bounds;
  for (const Link& link : model.links) {
    const Pose target_from_link = target_from_model * link.model_from_link;
    for (const Collision& collision : link.collisions)
      bounds.add(bounds_of(collision.shape, target_from_link * collision.link_from_collision));
  }
  return bounds;
}

double footprint_radius(const Model& model) {
  const Bounds bounds = bounds_of(model, {});
  if (bounds.is_empty()) return 0;
  return std::hypot(std::max(-bounds.low.x, bounds.high.x), std::max(-bounds.low.y, bounds.high.y));
}

}  // namespace tandem
