// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/viewpoint.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tandem {

namespace {

// The half of the narrower field of view.
double narrow_half_angle(double horizontal_fov, double aspect) {
  const double tangent = std::tan(horizontal_fov / 2);
  return std::atan(std::min(tangent, tangent / aspect));
}

// Half of a shape along each of its own axes; nothing for floors, which are larger than what
// matters, as long as there is something else.
struct HalfSize {
  Vec3 operator()(const Box& box) const { return 0.5 * box.size; }
  Vec3 operator()(const Sphere& s) const { return {s.radius_m, s.radius_m, s.radius_m}; }
  Vec3 operator()(const Cylinder& c) const { return {c.radius_m, c.radius_m, c.length_m / 2}; }
  Vec3 operator()(const Capsule& c) const {
    return {c.radius_m, c.radius_m, c.radius_m + c.length_m / 2};
  }
  Vec3 operator()(const Ellipsoid& e) const { return e.radii; }
  Vec3 operator()(const Plane&) const { return {}; }
  Vec3 operator()(const HeightfieldShape&) const { return {}; }
  Vec3 operator()(const MeshShape& shape) const {
    Vec3 most;
    for (const auto& p : shape.mesh->positions)
      most = {std::max(most.x, std::abs(p[0] * shape.scale.x)),
              std::max(most.y, std::abs(p[1] * shape.scale.y)),
              std::max(most.z, std::abs(p[2] * shape.scale.z))};
    return most;
  }
};

}  // namespace

Extent extent_of(const RenderScene& scene) {
  constexpr double most = std::numeric_limits<double>::max();
  Vec3 low{most, most, most}, high{-most, -most, -most};
  for (const SceneInstance& instance : scene.instances()) {
    const Vec3 half = std::visit(HalfSize{}, *instance.shape);
    const Quat& q = instance.world_from_instance.rotation;
    const Vec3 x = q * Vec3{half.x, 0, 0}, y = q * Vec3{0, half.y, 0}, z = q * Vec3{0, 0, half.z};
    const Vec3 reach{std::abs(x.x) + std::abs(y.x) + std::abs(z.x),
                     std::abs(x.y) + std::abs(y.y) + std::abs(z.y),
                     std::abs(x.z) + std::abs(y.z) + std::abs(z.z)};
    const Vec3 &at = instance.world_from_instance.translation, near = at - reach, far = at + reach;
    low = {std::min(low.x, near.x), std::min(low.y, near.y), std::min(low.z, near.z)};
    high = {std::max(high.x, far.x), std::max(high.y, far.y), std::max(high.z, far.z)};
  }
  if (scene.instances().empty()) return {};
  return {0.5 * (low + high), std::max(0.5, 0.5 * std::hypot(high.x - low.x, high.y - low.y))};
}

Pose looking_at(const Vec3& eye, const Vec3& target) {
  const Vec3 forward = normalized(target - eye);
  Vec3 right = cross(forward, {0, 0, 1});
  // straight up or down: north is up in the picture
  if (length(right) < 1e-9) right = {1, 0, 0};
  right = normalized(right);
  // first turn z forward, then about it until x points right
  const Quat aimed = Quat::between({0, 0, 1}, forward);
  const Vec3 x = aimed * Vec3{1, 0, 0};
  const double angle = std::atan2(dot(cross(x, right), forward), dot(x, right));
  return {eye, normalized(Quat::from_axis_angle(forward, angle) * aimed)};
}

Pose view_from_top(const Extent& extent, double horizontal_fov, double aspect) {
  const double height = extent.radius_m / std::tan(narrow_half_angle(horizontal_fov, aspect));
  return looking_at(extent.middle + Vec3{0, 0, height}, extent.middle);
}

Pose view_from_orbit(const Extent& extent, double horizontal_fov, double aspect) {
  const double distance =
      0.7 * extent.radius_m / std::sin(narrow_half_angle(horizontal_fov, aspect));
  return looking_at(extent.middle + distance * normalized(Vec3{-1, -1, 0.75}), extent.middle);
}

}  // namespace tandem
