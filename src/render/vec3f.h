// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "geometry/vec3.h"

namespace tandem {

// What rays are made of: single precision, by the million.
struct Vec3f {
  float x = 0;
  float y = 0;
  float z = 0;

  friend constexpr bool operator==(const Vec3f&, const Vec3f&) = default;
};

constexpr Vec3f to_float(const Vec3& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}
constexpr Vec3 to_double(const Vec3f& v) { return {v.x, v.y, v.z}; }

}  // namespace tandem
