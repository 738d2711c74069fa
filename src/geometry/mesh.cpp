// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "geometry/mesh.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tandem {

double height_at(const Heightfield& field, double x, double y) {
  const double across = (x / field.size_x_m + 0.5) * (field.columns - 1);
  const double along = (y / field.size_y_m + 0.5) * (field.rows - 1);
  if (!(across >= 0 && across <= field.columns - 1 && along >= 0 && along <= field.rows - 1))
    return std::numeric_limits<double>::quiet_NaN();

  const int column = std::min(static_cast<int>(across), field.columns - 2);
  const int row = std::min(static_cast<int>(along), field.rows - 2);
  const double u = across - column, v = along - row;
  const double near_corner = field.height(column, row),
               far_corner = field.height(column + 1, row + 1);
  const double right = field.height(column + 1, row), up = field.height(column, row + 1);
  return u + v <= 1 ? near_corner + u * (right - near_corner) + v * (up - near_corner)
                    : far_corner + (1 - u) * (up - far_corner) + (1 - v) * (right - far_corner);
}

}  // namespace tandem
