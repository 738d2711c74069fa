// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "geometry/shape.h"

namespace tandem {

struct ShapeHit {
  double distance_m = 0;
  Vec3 normal;
};

// Where a ray enters a shape, exactly, in the shape's frame. A ray that starts inside does not
// enter. Not for meshes and heightfields.
std::optional<ShapeHit> cast_ray(const Shape& shape, const Vec3& origin, const Vec3& direction);

}  // namespace tandem
