// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "calibration/plane_pose.h"

#include <cmath>

namespace tandem {

namespace {

// From the axes of a turned frame; the way that never divides by a small number.
Quat from_axes(const Vec3& x, const Vec3& y, const Vec3& z) {
  const double trace = x.x + y.y + z.z;
  Quat q;
  if (trace > 0)
    q = {1 + trace, y.z - z.y, z.x - x.z, x.y - y.x};
  else if (x.x > y.y && x.x > z.z)
    q = {y.z - z.y, 1 + x.x - y.y - z.z, x.y + y.x, x.z + z.x};
  else if (y.y > z.z)
    q = {z.x - x.z, x.y + y.x, 1 + y.y - x.x - z.z, y.z + z.y};
  else
    q = {x.y - y.x, x.z + z.x, y.z + z.y, 1 + z.z - x.x - y.y};
  return normalized(q);
}

}  // namespace

Quat turn_by(const Vec3& v) {
  const double angle = length(v);
  return angle > 1e-12 ? Quat::from_axis_angle((1 / angle) * v, angle) : Quat{};
}

Quat turn_to(const Vec3& x, const Vec3& y) {
  const Vec3 sum = normalized(normalized(x) + normalized(y));
  const Vec3 difference = normalized(normalized(x) - normalized(y));
  const double half = std::sqrt(0.5);
  const Vec3 right = half * (sum + difference), down = half * (sum - difference);
  return from_axes(right, down, cross(right, down));
}

std::optional<Pose> pose_of_plane(const Homography& h) {
  const Vec3 x{h[0], h[3], h[6]}, y{h[1], h[4], h[7]}, t{h[2], h[5], h[8]};
  const double size = std::sqrt(length(x) * length(y));
  if (!(size > 1e-12) || !(t.z / size > 1e-9)) return std::nullopt;
  // axes on one line are none of a plane
  if (!(length(cross(x, y)) > 1e-6 * size * size)) return std::nullopt;
  return Pose{(1 / size) * t, turn_to(x, y)};
}

}  // namespace tandem
