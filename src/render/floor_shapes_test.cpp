// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/floor_shapes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "geometry/pose2.h"

namespace tandem {
namespace {

// How far the outline of a thing from above is inside of its circle at most.
double flattened_m(const Shape& shape, double radius_m, double pixel_m) {
  const FloorForm form = form_of(shape, pixel_m);
  const FloorMesh mesh = floor_mesh(shape, form);
  double most = 0;
  for (std::size_t i = 0; i < mesh.indices.size(); i += 3)
    for (std::size_t side = 0; side < 3; ++side) {
      const auto at = [&](std::size_t corner) {
        const Vec3 unit = to_double(mesh.vertices[mesh.indices[i + corner % 3]].position);
        return Vec2{unit.x * form.scale.x, unit.y * form.scale.y};
      };
      const Vec2 a = at(side), b = at(side + 1);
      const auto is_on_rim = [&](const Vec2& p) { return std::hypot(p.x, p.y) > 0.999 * radius_m; };
      if (is_on_rim(a) && is_on_rim(b))
        most = std::max(most, radius_m - std::hypot(a.x + b.x, a.y + b.y) / 2);
    }
  return most;
}

TEST(FloorShapes, RoundThingsAreRoundToAQuarterOfAPixel) {
  for (const double radius_m : {0.01, 0.04, 0.1, 0.2})
    for (const Shape& shape :
         {Shape{Sphere{radius_m}}, Shape{Cylinder{radius_m, 0.3}}, Shape{Capsule{radius_m, 0.3}}})
      EXPECT_LE(flattened_m(shape, radius_m, 0.011), 0.25 * 0.011) << radius_m;
}

TEST(FloorShapes, SmallThingsAreOfFewTriangles) {
  const auto triangles = [](double radius_m) {
    const Shape ball = Sphere{radius_m};
    return floor_mesh(ball, form_of(ball, 0.011)).indices.size() / 3;
  };
  // two triangles a side: 8 sides with 5 strips, 24 sides with 13
  EXPECT_EQ(triangles(0.03), 8u * 5 * 2);
  EXPECT_EQ(triangles(5), 24u * 13 * 2);
}

}  // namespace
}  // namespace tandem
