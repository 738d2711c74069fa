// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "geometry/pose.h"

namespace tandem {

// Four rows; what goes to OpenGL is columns().
struct Matrix4 {
  std::array<std::array<double, 4>, 4> rows{};

  std::array<float, 16> columns() const {
    std::array<float, 16> all{};
    for (std::size_t row = 0; row < 4; ++row)
      for (std::size_t column = 0; column < 4; ++column)
        all[4 * column + row] = static_cast<float>(rows[row][column]);
    return all;
  }
};

inline Matrix4 operator*(const Matrix4& a, const Matrix4& b) {
  Matrix4 product;
  for (std::size_t row = 0; row < 4; ++row)
    for (std::size_t column = 0; column < 4; ++column)
      for (std::size_t k = 0; k < 4; ++k)
        product.rows[row][column] += a.rows[row][k] * b.rows[k][column];
  return product;
}

// The inverse of a rotation: from the axes of the world to those of a frame in it.
inline Matrix4 into_axes(const Quat& world_from_frame) {
  const Vec3 axes[] = {world_from_frame * Vec3{1, 0, 0}, world_from_frame * Vec3{0, 1, 0},
                       world_from_frame * Vec3{0, 0, 1}};
  Matrix4 matrix;
  for (std::size_t i = 0; i < 3; ++i) matrix.rows[i] = {axes[i].x, axes[i].y, axes[i].z, 0};
  matrix.rows[3][3] = 1;
  return matrix;
}

inline Matrix4 translation(const Vec3& t) {
  Matrix4 matrix;
  for (std::size_t i = 0; i < 4; ++i) matrix.rows[i][i] = 1;
  matrix.rows[0][3] = t.x;
  matrix.rows[1][3] = t.y;
  matrix.rows[2][3] = t.z;
  return matrix;
}

// A camera of OpenGL with the pixels of ours: row 0 of the picture is row 0 of the frame buffer.
// Depth is near / z, which keeps its precision far away.
struct GlPinhole {
  int width = 1, height = 1;
  double fx = 1, fy = 1, cx = 0, cy = 0;

  Matrix4 projection(double near_m, double shift_x = 0, double shift_y = 0) const {
    Matrix4 matrix;
    matrix.rows[0] = {2 * fx / width, 0, 2 * (cx - shift_x + 0.5) / width - 1, 0};
    matrix.rows[1] = {0, 2 * fy / height, 2 * (cy - shift_y + 0.5) / height - 1, 0};
    matrix.rows[2] = {0, 0, 0, near_m};
    matrix.rows[3] = {0, 0, 1, 0};
    return matrix;
  }
};

}  // namespace tandem
