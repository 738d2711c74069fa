// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "geometry/quat.h"

#include <algorithm>

namespace tandem {

Quat Quat::from_rpy(double roll, double pitch, double yaw) {
  return from_axis_angle({0, 0, 1}, yaw) * from_axis_angle({0, 1, 0}, pitch) *
         from_axis_angle({1, 0, 0}, roll);
}

Quat Quat::from_axis_angle(const Vec3& unit_axis, double angle) {
  const Vec3 axis = std::sin(angle / 2) * unit_axis;
  return {std::cos(angle / 2), axis.x, axis.y, axis.z};
}

Quat Quat::between(const Vec3& from, const Vec3& to) {
  const Vec3 a = normalized(from), b = normalized(to);
  if (dot(a, b) < -1 + 1e-12) {
    // opposite directions: half a turn about anything across
    const Vec3 across = std::abs(a.x) < 0.9 ? cross(a, {1, 0, 0}) : cross(a, {0, 1, 0});
    return from_axis_angle(normalized(across), std::acos(-1.0));
  }
  const Vec3 axis = cross(a, b);
  return normalized(Quat{1 + dot(a, b), axis.x, axis.y, axis.z});
}

double Quat::yaw() const { return std::atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)); }

Vec3 Quat::rpy() const {
  return {std::atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)),
          std::asin(std::clamp(2 * (w * y - z * x), -1.0, 1.0)), yaw()};
}

Quat normalized(const Quat& q) {
  const double norm = std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  return norm > 0 ? Quat{q.w / norm, q.x / norm, q.y / norm, q.z / norm} : Quat{};
}

}  // namespace tandem
