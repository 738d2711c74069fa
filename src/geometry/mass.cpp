// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "geometry/mass.h"

#include <array>
#include <cmath>

namespace tandem {

namespace {

using Matrix = std::array<std::array<double, 3>, 3>;

Matrix to_matrix(const Inertia& i) {
  return {{{i.xx, i.xy, i.xz}, {i.xy, i.yy, i.yz}, {i.xz, i.yz, i.zz}}};
}

Inertia to_inertia(const Matrix& m) {
  return {.xx = m[0][0], .yy = m[1][1], .zz = m[2][2], .xy = m[0][1], .xz = m[0][2], .yz = m[1][2]};
}

Matrix rotation_matrix(const Quat& q) {
  const Vec3 x = q * Vec3{1, 0, 0}, y = q * Vec3{0, 1, 0}, z = q * Vec3{0, 0, 1};
  return {{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}}};
}

Matrix operator*(const Matrix& a, const Matrix& b) {
  Matrix product{};
  for (std::size_t r = 0; r < 3; ++r)
    for (std::size_t c = 0; c < 3; ++c)
      for (std::size_t k = 0; k < 3; ++k) product[r][c] += a[r][k] * b[k][c];
  return product;
}

Matrix transposed(const Matrix& m) {
  Matrix result{};
  for (std::size_t r = 0; r < 3; ++r)
    for (std::size_t c = 0; c < 3; ++c) result[r][c] = m[c][r];
  return result;
}

// What a point mass adds to the inertia about an axis system `offset` away (Steiner).
Inertia point_inertia(double mass, const Vec3& offset) {
  const double square = dot(offset, offset);
  return {.xx = mass * (square - offset.x * offset.x),
          .yy = mass * (square - offset.y * offset.y),
          .zz = mass * (square - offset.z * offset.z),
          .xy = -mass * offset.x * offset.y,
          .xz = -mass * offset.x * offset.z,
          .yz = -mass * offset.y * offset.z};
}

Inertia operator+(const Inertia& a, const Inertia& b) {
  return {.xx = a.xx + b.xx,
          .yy = a.yy + b.yy,
          .zz = a.zz + b.zz,
          .xy = a.xy + b.xy,
          .xz = a.xz + b.xz,
          .yz = a.yz + b.yz};
}

}  // namespace

MassProperties transformed(const Pose& target_from_source, const MassProperties& in_source) {
  const Matrix rotation = rotation_matrix(target_from_source.rotation);
  return {in_source.mass_kg, target_from_source * in_source.center,
          to_inertia(rotation * to_matrix(in_source.inertia) * transposed(rotation))};
}

MassProperties operator+(const MassProperties& a, const MassProperties& b) {
  const double mass = a.mass_kg + b.mass_kg;
  if (mass <= 0) return {};
  const Vec3 center = (1 / mass) * (a.mass_kg * a.center + b.mass_kg * b.center);
  return {mass, center,
          a.inertia + point_inertia(a.mass_kg, a.center - center) + b.inertia +
              point_inertia(b.mass_kg, b.center - center)};
}

PrincipalAxes principal_axes(const Inertia& inertia) {
  // cyclic Jacobi rotations; for 3x3 a few sweeps reach machine precision
  Matrix m = to_matrix(inertia);
  Quat body_from_principal;
  const std::array<Vec3, 3> axes{Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}};
  for (int sweep = 0; sweep < 16; ++sweep) {
    const double off_diagonal = std::abs(m[0][1]) + std::abs(m[0][2]) + std::abs(m[1][2]);
    const double diagonal = std::abs(m[0][0]) + std::abs(m[1][1]) + std::abs(m[2][2]);
    if (off_diagonal <= 1e-15 * diagonal) break;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const std::size_t p = (axis + 1) % 3, q = (axis + 2) % 3;
      if (m[p][q] == 0) continue;
      // of the two angles that clear m[p][q] the one within 45°, or the sweeps may not converge
      const double ratio = (m[p][p] - m[q][q]) / (2 * m[p][q]);
      const double angle =
          std::atan(std::copysign(1.0, ratio) / (std::abs(ratio) + std::sqrt(1 + ratio * ratio)));
      const Quat turn = Quat::from_axis_angle(axes[axis], angle);
      const Matrix rotation = rotation_matrix(turn);
      m = transposed(rotation) * m * rotation;
      body_from_principal = normalized(body_from_principal * turn);
    }
  }
  return {body_from_principal, {m[0][0], m[1][1], m[2][2]}};
}

}  // namespace tandem
