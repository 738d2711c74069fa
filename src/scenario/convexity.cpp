// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/convexity.h"

#include <algorithm>

#include "geometry/vec3.h"
#include "scenario/bounds.h"

namespace tandem {

namespace {

constexpr double tolerance = 0.01;             // of the largest extent
constexpr std::size_t most_work = 20'000'000;  // distances of a point from a triangle's plane

Vec3 point(const Mesh& mesh, std::size_t index) {
  const auto& p = mesh.positions[index];
  return {p[0], p[1], p[2]};
}

}  // namespace

bool is_nearly_convex(const Mesh& mesh) {
  Bounds bounds;
  for (std::size_t i = 0; i < mesh.positions.size(); ++i) bounds.add(point(mesh, i));
  if (bounds.is_empty()) return true;
  const Vec3 size = bounds.size();
  const double dent = tolerance * std::max({size.x, size.y, size.z});

  // nothing lies beyond the plane of any triangle, whichever side it faces
  const std::size_t stride = 1 + mesh.triangle_count() * mesh.positions.size() / most_work;
  for (std::size_t triangle = 0; triangle < mesh.triangle_count(); triangle += stride) {
    const Vec3 a = point(mesh, mesh.indices[3 * triangle]);
    const Vec3 b = point(mesh, mesh.indices[3 * triangle + 1]);
    const Vec3 c = point(mesh, mesh.indices[3 * triangle + 2]);
    const Vec3 across = cross(b - a, c - a);
    if (length(across) == 0) continue;
    const Vec3 normal = normalized(across);
    double nearest = 0, farthest = 0;
    for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
      const double distance = dot(normal, point(mesh, i) - a);
      nearest = std::min(nearest, distance);
      farthest = std::max(farthest, distance);
      if (nearest < -dent && farthest > dent) return false;
    }
  }
  return true;
}

}  // namespace tandem
