// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/viewpoint.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace tandem {

namespace {

// A box in a shape's own axes.
struct LocalBox {
  Vec3 low, high;
};

// Nothing of floors, which are larger than what matters, as long as there is something else.
struct BoxAround {
  LocalBox operator()(const Box& box) const { return around(0.5 * box.size); }
  LocalBox operator()(const Sphere& s) const {
    return around({s.radius_m, s.radius_m, s.radius_m});
  }
  LocalBox operator()(const Cylinder& c) const {
    return around({c.radius_m, c.radius_m, c.length_m / 2});
  }
  LocalBox operator()(const Capsule& c) const {
    return around({c.radius_m, c.radius_m, c.radius_m + c.length_m / 2});
  }
  LocalBox operator()(const Ellipsoid& e) const { return around(e.radii); }
  LocalBox operator()(const Plane&) const { return {}; }
  LocalBox operator()(const HeightfieldShape&) const { return {}; }
  LocalBox operator()(const MeshShape& shape) const {
    if (shape.mesh->positions.empty()) return {};
    constexpr double most = std::numeric_limits<double>::max();
    LocalBox box{{most, most, most}, {-most, -most, -most}};
    for (const auto& p : shape.mesh->positions) {
      const Vec3 at{p[0] * shape.scale.x, p[1] * shape.scale.y, p[2] * shape.scale.z};
      box.low = least(box.low, at);
      box.high = largest(box.high, at);
    }
    return box;
  }

  static LocalBox around(const Vec3& half) { return {-half, half}; }
  static Vec3 least(const Vec3& a, const Vec3& b) {
    return {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)};
  }
  static Vec3 largest(const Vec3& a, const Vec3& b) {
    return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)};
  }
};

std::array<Vec3, 8> corners_of(const Vec3& low, const Vec3& high) {
  std::array<Vec3, 8> corners;
  for (std::size_t i = 0; i < 8; ++i)
    corners[i] = {i & 1 ? high.x : low.x, i & 2 ? high.y : low.y, i & 4 ? high.z : low.z};
  return corners;
}

// From so far away in this direction that all corners are in the picture, with a little room.
Pose view_of_all(const Extent& extent, const Vec3& direction, double horizontal_fov,
                 double aspect) {
  constexpr double room = 1.05;
  const double across = std::tan(horizontal_fov / 2) / room, down = across / aspect;
  const Vec3 middle = extent.middle();
  const Quat camera_from_world = inverse(looking_at(middle + direction, middle).rotation);
  double distance = 0;
  for (const Vec3& corner : corners_of(extent.low, extent.high)) {
    const Vec3 seen = camera_from_world * (corner - middle);
    distance =
        std::max({distance, std::abs(seen.x) / across - seen.z, std::abs(seen.y) / down - seen.z});
  }
  return looking_at(middle + distance * normalized(direction), middle);
}

}  // namespace

Extent extent_of(const RenderScene& scene) {
  if (scene.instances().empty()) return {};
  constexpr double most = std::numeric_limits<double>::max();
  Extent extent{{most, most, most}, {-most, -most, -most}};
  for (const SceneInstance& instance : scene.instances()) {
    const LocalBox box = std::visit(BoxAround{}, *instance.shape);
    for (const Vec3& corner : corners_of(box.low, box.high)) {
      const Vec3 at = instance.world_from_instance * corner;
      extent.low = BoxAround::least(extent.low, at);
      extent.high = BoxAround::largest(extent.high, at);
    }
  }
  // a single small thing is not looked at through a magnifying glass
  const Vec3 middle = extent.middle(), least_half{0.4, 0.4, 0};
  extent.low = BoxAround::least(extent.low, middle - least_half);
  extent.high = BoxAround::largest(extent.high, middle + least_half);
  return extent;
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
  return view_of_all(extent, {0, 0, 1}, horizontal_fov, aspect);
}

Pose view_from_orbit(const Extent& extent, double horizontal_fov, double aspect) {
  return view_of_all(extent, {-1, -1, 0.75}, horizontal_fov, aspect);
}

}  // namespace tandem
