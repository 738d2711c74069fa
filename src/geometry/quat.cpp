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

Quat slerp(const Quat& a, const Quat& b, double at) {
  double cosine = a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
  const double sign = cosine < 0 ? -1 : 1;  // both signs are the same rotation
  cosine = std::min(1.0, std::abs(cosine));
  const double angle = std::acos(cosine);
  // for small angles the sines cancel, and a straight line is as good
  const bool is_small = angle < 1e-6;
  const double of_a = is_small ? 1 - at : std::sin((1 - at) * angle) / std::sin(angle);
  const double of_b = sign * (is_small ? at : std::sin(at * angle) / std::sin(angle));
  return normalized(Quat{of_a * a.w + of_b * b.w, of_a * a.x + of_b * b.x, of_a * a.y + of_b * b.y,
                         of_a * a.z + of_b * b.z});
}

}  // namespace tandem
