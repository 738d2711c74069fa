// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "render/ray_world_parts.h"

namespace tandem {

// A mesh in its own frame: one Embree geometry for each submesh, with the mask of its material.
std::shared_ptr<const MeshRays> make_mesh_rays(RTCDevice device, const RenderScene& scene,
                                               const SceneInstance& instance);

// The triangles of a still instance in world coordinates, added to the still level, and to the list
// of its triangles unless that is null.
void add_flat(RTCDevice device, const RenderScene& scene, std::uint32_t instance, Level& still,
              StillTriangles* triangles);

// What identifies the mesh or heightfield of a shape; null for other shapes.
const void* mesh_key(const Shape& shape);
std::size_t triangle_count(const Shape& shape);

SceneHandle make_scene(RTCDevice device, RTCSceneFlags flags, RTCBuildQuality quality);

}  // namespace tandem
