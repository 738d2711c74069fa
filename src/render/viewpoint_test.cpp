// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/viewpoint.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "render/test_scene.h"

namespace tandem {
namespace {

// How far a point is from the middle of a picture: 1 is at its edge, more is outside.
double off_middle(const Pose& world_from_camera, double fov, double aspect, const Vec3& point) {
  const Vec3 seen = inverse(world_from_camera) * point;
  if (seen.z <= 0) return 1e9;
  const double across = std::tan(fov / 2);
  return std::max(std::abs(seen.x) / seen.z / across, std::abs(seen.y) / seen.z * aspect / across);
}

TEST(Viewpoint, AllOfALongRoomIsInSightAndFillsThePicture) {
  TestScene scene;
  scene.add(Box{{12, 8, 3}}, {{2, -1, 1.5}, {}});
  scene.add(Plane{{0, 0, 1}, 100, 100}, {});
  const Extent extent = extent_of(scene.scene());
  EXPECT_EQ(extent.low, (Vec3{-4, -5, 0}));
  EXPECT_EQ(extent.high, (Vec3{8, 3, 3}));
  for (const double fov_deg : {30, 60, 100})
    for (const double aspect : {0.5, 1.0, 16.0 / 9, 4.0}) {
      const double fov = fov_deg * std::numbers::pi / 180;
      for (const bool is_top : {true, false}) {
        const Pose view =
            is_top ? view_from_top(extent, fov, aspect) : view_from_orbit(extent, fov, aspect);
        double most = 0;
        for (const double x : {-4, 8})
          for (const double y : {-5, 3})
            for (const double z : {0, 3})
              most = std::max(most, off_middle(view, fov, aspect, {x, y, z}));
        EXPECT_LT(most, 1) << fov_deg << " " << aspect << " " << is_top;
        EXPECT_GT(most, 0.9) << fov_deg << " " << aspect << " " << is_top;
      }
    }
}

TEST(Viewpoint, ATurnedMeshThatLiesBesideItsOriginCountsAsItLies) {
  auto mesh = std::make_shared<Mesh>();
  mesh->positions = {{1, 0, 0}, {3, 0, 0}, {3, 1, 0}, {1, 0, 2}};
  mesh->indices = {0, 1, 2, 0, 1, 3};
  TestScene scene;
  scene.add(MeshShape{mesh, {2, 1, 1}}, {{10, 0, 0}, Quat::from_rpy(0, 0, std::numbers::pi / 2)});
  const Extent extent = extent_of(scene.scene());
  // x from 2 to 6 became y, y from 0 to 1 became -x
  EXPECT_NEAR(extent.low.x, 9, 1e-6);
  EXPECT_NEAR(extent.high.x, 10, 1e-6);
  EXPECT_NEAR(extent.low.y, 2, 1e-6);
  EXPECT_NEAR(extent.high.y, 6, 1e-6);
  EXPECT_NEAR(extent.high.z, 2, 1e-6);
}

TEST(Viewpoint, FromTheTopNorthIsUpAndFromOrbitTheSouthWestIsNear) {
  const Extent extent;
  const Pose top = view_from_top(extent, 1, 1), orbit = view_from_orbit(extent, 1, 1);
  EXPECT_NEAR(length(top.rotation * Vec3{0, -1, 0} - Vec3{0, 1, 0}), 0, 1e-9);
  EXPECT_LT(orbit.translation.x, -0.5);
  EXPECT_LT(orbit.translation.y, -0.5);
  EXPECT_GT(orbit.translation.z, 0.5);
  EXPECT_NEAR(off_middle(orbit, 1, 1, extent.middle()), 0, 1e-9);
}

}  // namespace
}  // namespace tandem
