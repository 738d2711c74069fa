// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>

#include "render/vec3f.h"

namespace tandem {

// A beam in the world. The direction has length 1.
struct Ray {
  Vec3f origin;
  Vec3f direction{1, 0, 0};
  float min_m = 0;
  float max_m = std::numeric_limits<float>::infinity();
};

// Where it ended.
struct RayEnd {
  float distance_m = std::numeric_limits<float>::infinity();  // infinity: nothing there
  Vec3f normal;                // of the surface, towards the ray's origin, length 1
  float reflectance = 0;       // share of light that the material sends back
  std::uint32_t instance = 0;  // instance_id() of the entity; 0: nothing there
  std::uint8_t label = 0;      // its class, as in EntityList::labels(); 0: nothing there

  explicit operator bool() const { return instance != 0; }
};

}  // namespace tandem
