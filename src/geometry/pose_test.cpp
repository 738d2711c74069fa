// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "geometry/pose.h"

#include <gtest/gtest.h>

#include <numbers>

namespace tandem {
namespace {

constexpr double pi = std::numbers::pi;

void expect_near(const Vec3& a, const Vec3& b, double tolerance = 1e-12) {
  EXPECT_NEAR(a.x, b.x, tolerance);
  EXPECT_NEAR(a.y, b.y, tolerance);
  EXPECT_NEAR(a.z, b.z, tolerance);
}

TEST(Quat, QuarterTurnAboutZTurnsXIntoY) {
  expect_near(Quat::from_rpy(0, 0, pi / 2) * Vec3{1, 0, 0}, {0, 1, 0});
}

TEST(Quat, RollPitchYawTurnAboutFixedAxesInThisOrder) {
  // z goes to -y by the roll, stays by the pitch about y, and goes to x by the yaw
  expect_near(Quat::from_rpy(pi / 2, pi / 2, pi / 2) * Vec3{0, 0, 1}, {1, 0, 0});
  const Vec3 angles{0.1, -0.7, 2.5};
  expect_near(Quat::from_rpy(angles.x, angles.y, angles.z).rpy(), angles);
}

TEST(Quat, BetweenTurnsOneDirectionIntoTheOtherAlsoWhenTheyAreOpposite) {
  for (const Vec3 to : {Vec3{0, 1, 0}, Vec3{-1, 0, 0}, Vec3{1, 0, 0}, Vec3{1, 2, -3}})
    expect_near(Quat::between({1, 0, 0}, to) * Vec3{1, 0, 0}, normalized(to));
}

TEST(Quat, SlerpTurnsEvenlyTheShortWay) {
  const Quat a = Quat::from_rpy(0, 0, 0.2);
  const Quat b = Quat::from_rpy(0, 0, 1.2);
  EXPECT_NEAR(slerp(a, b, 0).yaw(), 0.2, 1e-12);
  EXPECT_NEAR(slerp(a, b, 0.25).yaw(), 0.45, 1e-12);
  EXPECT_NEAR(slerp(a, b, 1).yaw(), 1.2, 1e-12);
  const Quat same_as_b{-b.w, -b.x, -b.y, -b.z};
  EXPECT_NEAR(slerp(a, same_as_b, 0.25).yaw(), 0.45, 1e-12);
  // from 170 to -170 degrees it goes by 180, not by 0
  const double near_back = 170 * pi / 180;
  const Quat over = slerp(Quat::from_rpy(0, 0, near_back), Quat::from_rpy(0, 0, -near_back), 0.5);
  EXPECT_NEAR(std::abs(over.yaw()), pi, 1e-12);
  // and where the angle is too small to divide by
  EXPECT_NEAR(slerp(a, Quat::from_rpy(0, 0, 0.2 + 1e-9), 0.5).yaw(), 0.2 + 0.5e-9, 1e-15);
}

TEST(Pose, ProductThenInverseIsTheIdentity) {
  const Pose a{{1, 2, 3}, Quat::from_rpy(0.3, 0.2, 0.1)};
  const Pose identity = a * inverse(a);
  expect_near(identity.translation, {});
  EXPECT_NEAR(std::abs(identity.rotation.w), 1, 1e-12);
}

TEST(Pose, PointsGoThroughAChainOfFrames) {
  const Pose world_from_robot{{10, 0, 0}, Quat::from_rpy(0, 0, pi / 2)};
  const Pose robot_from_lidar{{1, 0, 0}, {}};
  expect_near((world_from_robot * robot_from_lidar) * Vec3{2, 0, 0}, {10, 3, 0});
}

}  // namespace
}  // namespace tandem
