// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "geometry/vec3.h"

namespace tandem {

// A rotation as a unit quaternion.
struct Quat {
  double w = 1;
  double x = 0;
  double y = 0;
  double z = 0;

  // Turns about the fixed axes x, then y, then z: the convention of SDF, URDF and ROS.
  static Quat from_rpy(double roll, double pitch, double yaw);
  static Quat from_axis_angle(const Vec3& unit_axis, double angle);

  // The shortest rotation that turns one direction into the other.
  static Quat between(const Vec3& from, const Vec3& to);

  double yaw() const;
  Vec3 rpy() const;  // the inverse of from_rpy: {roll, pitch, yaw}

  friend constexpr bool operator==(const Quat&, const Quat&) = default;
};

constexpr Quat operator*(const Quat& a, const Quat& b) {
  return {
      a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
      a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

constexpr Quat inverse(const Quat& q) { return {q.w, -q.x, -q.y, -q.z}; }

constexpr Vec3 operator*(const Quat& q, const Vec3& v) {
  const Vec3 axis{q.x, q.y, q.z};
  const Vec3 t = 2 * cross(axis, v);
  return v + q.w * t + cross(axis, t);
}

Quat normalized(const Quat& q);

// From a (at 0) to b (at 1) at constant speed, the short way round.
Quat slerp(const Quat& a, const Quat& b, double at);

}  // namespace tandem
