// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <embree3/rtcore.h>

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "geometry/mesh.h"
#include "render/ray_kernels.h"
#include "render/ray_parts.h"
#include "render/ray_world.h"
#include "render/still_triangles.h"

namespace tandem {

// Embree's handles, released when the last owner goes.
using DeviceHandle = std::shared_ptr<std::remove_pointer_t<RTCDevice>>;
using SceneHandle = std::shared_ptr<std::remove_pointer_t<RTCScene>>;

// The triangles of a mesh or the grid of a heightfield in their own frame, ready for rays. The mesh
// is kept alive: Embree reads its vertices in place.
struct MeshRays {
  std::shared_ptr<const Mesh> mesh;
  std::shared_ptr<const Heightfield> field;
  SceneHandle scene;
  float bounds[6];  // low x y z, high x y z
};

// One top level: primitives of our own, and in the still one also triangles in world coordinates.
struct Level {
  std::vector<Prim> prims;
  BoxList prim_boxes;  // around each of them
  SceneHandle scene;
  RTCGeometry shapes = nullptr;      // of the scene
  std::vector<FlatPart> flat_parts;  // by geomID
  std::vector<std::shared_ptr<const Mesh>> flat_meshes;
  // Once more for cameras, which look at many at once; null where a search is faster.
  std::shared_ptr<const StillTriangles> triangles;
  std::vector<std::uint32_t> entities;  // sorted
};

struct RayWorld::Parts {
  const RayKernels* kernels = nullptr;
  DeviceHandle device;
  // by mesh, and whether it shows materials of its own
  std::map<std::pair<const void*, bool>, std::shared_ptr<const MeshRays>> meshes;

  std::shared_ptr<const Level> still;
  Level moving;
  std::vector<std::uint32_t> prim_of_instance;  // in moving; of moving instances
  std::vector<InstanceInfo> instances;
  std::vector<std::uint32_t> part_materials;
  std::vector<float> reflectances;

  // of the scene that was taken over last
  std::uint64_t scene_id = 0;
  std::uint64_t revision = 0;
  std::uint64_t instances_changed_at = 0;
  std::uint64_t still_changed_at = 0;
  RayScenes scenes;
};

}  // namespace tandem
