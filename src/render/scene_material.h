// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <limits>

#include "geometry/mesh.h"
#include "render/vec3f.h"

namespace tandem {

enum class TextureId : std::uint32_t {};
constexpr TextureId no_texture{std::numeric_limits<std::uint32_t>::max()};

// A material as light meets it: colours linear, textures by number.
struct SceneMaterial {
  Vec3f base_color{0.45f, 0.45f, 0.45f};
  float opacity = 1;
  Vec3f emissive;
  float metalness = 0;
  float roughness = 0.8f;
  TextureId base_color_texture = no_texture;
  TextureId normal_texture = no_texture;
  TextureId roughness_texture = no_texture;
  TextureId metalness_texture = no_texture;
  TextureId emissive_texture = no_texture;

  // Share of light that comes back, from 0 to 1; what a lidar's intensity is made from. Textures
  // count with their mean.
  float reflectance = 0.45f;

  // More than half transparent: lidars, depth, labels and shadows pass through it. Cameras blend.
  bool is_see_through() const { return opacity < 0.5f; }
  bool is_blended() const { return opacity < 1; }
};

}  // namespace tandem
