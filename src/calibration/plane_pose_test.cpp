// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "calibration/plane_pose.h"

#include <gtest/gtest.h>

#include <vector>

namespace tandem {
namespace {

std::vector<PointPair> seen_by(const Pose& camera_from_plane) {
  std::vector<PointPair> pairs;
  for (const double x : {-0.3, 0.0, 0.4})
    for (const double y : {-0.2, 0.1, 0.3}) {
      const Vec3 p = camera_from_plane * Vec3{x, y, 0};
      pairs.push_back({{x, y}, {p.x / p.z, p.y / p.z}});
    }
  return pairs;
}

TEST(PlanePose, IsFoundFromWhereThePointsOfAPlaneAreSeen) {
  for (const double tilt : {-0.9, 0.0, 0.5, 2.9}) {
    const Pose camera_from_plane{{0.1, -0.2, 1.5}, Quat::from_rpy(tilt, 0.4, 1.0 + tilt)};
    const auto h = fit_homography(seen_by(camera_from_plane));
    ASSERT_TRUE(h) << h.error();
    const auto found = pose_of_plane(*h);
    ASSERT_TRUE(found);
    EXPECT_LT(length(found->translation - camera_from_plane.translation), 1e-9);
    for (const Vec3 axis : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}})
      EXPECT_LT(length(found->rotation * axis - camera_from_plane.rotation * axis), 1e-9);
  }
}

TEST(PlanePose, NeedsFourPointsThatAreNotOnOneLine) {
  auto pairs = seen_by({{0, 0, 1}, {}});
  EXPECT_EQ(fit_homography(std::span(pairs).first(3)).error(),
            "3 points are too few, four are the least");
  for (PointPair& pair : pairs) pair.from.y = 2 * pair.from.x;
  EXPECT_EQ(fit_homography(pairs).error(), "all points lie on one line");
  // three of four on one line
  const std::vector<PointPair> three{
      {{0, 0}, {0, 0}}, {{1, 0}, {1, 0}}, {{2, 0}, {2, 0}}, {{1, 1}, {1, 1}}};
  EXPECT_FALSE(fit_homography(three));
}

}  // namespace
}  // namespace tandem
