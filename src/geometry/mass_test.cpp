// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "geometry/mass.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "geometry/shape.h"

namespace tandem {
namespace {

TEST(Mass, TwoHalvesOfABoxWeighAndTurnLikeTheWholeBox) {
  const MassProperties half = solid(Box{{1, 1, 1}}, 3);
  const MassProperties whole =
      transformed({{-0.5, 0, 0}, {}}, half) + transformed({{0.5, 0, 0}, {}}, half);
  const MassProperties expected = solid(Box{{2, 1, 1}}, 6);

  EXPECT_DOUBLE_EQ(whole.mass_kg, 6);
  EXPECT_NEAR(length(whole.center), 0, 1e-12);
  EXPECT_NEAR(whole.inertia.xx, expected.inertia.xx, 1e-12);
  EXPECT_NEAR(whole.inertia.yy, expected.inertia.yy, 1e-12);
  EXPECT_NEAR(whole.inertia.zz, expected.inertia.zz, 1e-12);
}

TEST(Mass, PrincipalAxesOfATurnedBoxAreTheBoxsOwn) {
  const Pose turned{{}, Quat::from_rpy(0.4, -0.3, 1.1)};
  const MassProperties box = transformed(turned, solid(Box{{1, 2, 3}}, 12));
  const PrincipalAxes axes = principal_axes(box.inertia);

  // moments of a 12 kg box of 1 x 2 x 3 m: 4 + 9, 1 + 9, 1 + 4
  std::array<double, 3> moments{axes.moments.x, axes.moments.y, axes.moments.z};
  std::ranges::sort(moments);
  EXPECT_NEAR(moments[0], 5, 1e-9);
  EXPECT_NEAR(moments[1], 10, 1e-9);
  EXPECT_NEAR(moments[2], 13, 1e-9);

  // turning the diagonal back gives the tensor it came from
  const MassProperties diagonal{12, {}, {axes.moments.x, axes.moments.y, axes.moments.z, 0, 0, 0}};
  const MassProperties again = transformed({{}, axes.body_from_principal}, diagonal);
  EXPECT_NEAR(again.inertia.xx, box.inertia.xx, 1e-9);
  EXPECT_NEAR(again.inertia.xy, box.inertia.xy, 1e-9);
  EXPECT_NEAR(again.inertia.yz, box.inertia.yz, 1e-9);
}

TEST(Mass, ACapsuleWithoutLengthIsASphereAndAnEllipsoidOfEqualRadiiToo) {
  const MassProperties sphere = solid(Sphere{0.5}, 2), capsule = solid(Capsule{0.5, 0}, 2),
                       ellipsoid = solid(Ellipsoid{{0.5, 0.5, 0.5}}, 2);
  EXPECT_NEAR(capsule.inertia.xx, sphere.inertia.xx, 1e-12);
  EXPECT_NEAR(capsule.inertia.zz, sphere.inertia.zz, 1e-12);
  EXPECT_NEAR(ellipsoid.inertia.xx, sphere.inertia.xx, 1e-12);
}

TEST(Heightfield, HeightIsThatOfTheTriangleUnderThePoint) {
  // one cell of 2 x 2 m; the fourth corner is up, the diagonal runs between the second and third
  const Heightfield field{2, 2, 2, 2, {0, 0, 0, 1}};
  EXPECT_DOUBLE_EQ(height_at(field, -0.5, -0.5), 0);
  EXPECT_DOUBLE_EQ(height_at(field, 0, 0), 0);
  EXPECT_DOUBLE_EQ(height_at(field, 1, 1), 1);
  EXPECT_DOUBLE_EQ(height_at(field, 0.5, 0.5), 0.5);
  EXPECT_TRUE(std::isnan(height_at(field, 1.1, 0)));
}

}  // namespace
}  // namespace tandem
