// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "geometry/quat.h"
#include "geometry/vec3.h"

namespace tandem {

// A rigid transform. Name variables target_from_source, so that products read by matching
// neighbours: world_from_lidar = world_from_base * base_from_lidar.
struct Pose {
  Vec3 translation;
  Quat rotation;

  friend constexpr bool operator==(const Pose&, const Pose&) = default;
};

constexpr Vec3 operator*(const Pose& a_from_b, const Vec3& in_b) {
  return a_from_b.translation + a_from_b.rotation * in_b;
}

constexpr Pose operator*(const Pose& a_from_b, const Pose& b_from_c) {
  return {a_from_b * b_from_c.translation, a_from_b.rotation * b_from_c.rotation};
}

constexpr Pose inverse(const Pose& a_from_b) {
  const Quat b_from_a = inverse(a_from_b.rotation);
  return {-(b_from_a * a_from_b.translation), b_from_a};
}

// How something moves: the velocity of its origin and its turning, both in world axes.
struct Twist {
  Vec3 linear;   // m/s
  Vec3 angular;  // rad/s
};

}  // namespace tandem
