// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "render/ray_parts.h"
#include "render/ray_world_parts.h"
#include "render/render_scene.h"

namespace tandem {

// An instance for the ray kernels. `mesh` is that of a mesh or heightfield, null for other shapes.
// Nothing for what has no extent and so cannot be met.
std::optional<Prim> make_prim(const RenderScene& scene, std::uint32_t instance,
                              const MeshRays* mesh);

void set_pose(const Pose& pose, Prim& prim);

// The numbers that make up a shape, as in Prim::size; false when there is nothing to meet.
bool set_size(const Shape& shape, float* size);

// Where the instance is now; everything else stays.
void place_prim(const SceneInstance& instance, Prim& prim);

// Kind, size and place of an instance, for its bounds. `mesh_bounds` is that of a mesh.
bool set_prim(const SceneInstance& instance, const float* mesh_bounds, Prim& prim);

struct PrimBounds {
  float low[3], high[3];
};
PrimBounds bounds_of(const Prim& prim);

// Embree's callback for the bounds of one of an array of primitives.
void bound_prim(const RTCBoundsFunctionArguments* args);

// What rays can meet it: all or solid only, whether it casts shadows, and whether it is real.
std::uint32_t ray_mask(const RenderScene& scene, const SceneMaterial& material, bool casts_shadows,
                       bool is_real);

}  // namespace tandem
