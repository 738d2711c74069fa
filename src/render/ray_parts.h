// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <embree3/rtcore.h>

#include <cstdint>

namespace tandem {

// What the ray kernels read: plain arrays and Embree's handles, nothing that needs code of its own.

enum class PrimKind : std::uint32_t { box, ellipsoid, cylinder, capsule, rectangle, mesh };

// What a ray wants to meet. An Embree mask: a primitive is met when one bit is in common.
enum RayMask : std::uint32_t {
  ray_sees_all = 1,      // cameras
  ray_sees_solid = 2,    // lidars: not what is see-through
  ray_sees_casters = 4,  // shadow rays: solid, and casts shadows
  ray_sees_virtual = 8,  // lidars that stand beside real ones: solid, and not marked as real
  ray_sees_opaque = 16,  // cameras that look for what glass stands on: nothing shines through it
};

// One visual that is intersected by our own code: analytic shapes exactly, meshes by asking the
// mesh's own Embree scene in its own frame.
struct Prim {
  float position[3];
  float world_from_prim[9];  // a rotation, row by row
  float size[3];             // half of a box, radii, {radius, half length}, scale of a mesh
  PrimKind kind;
  std::uint32_t instance;  // in RenderScene::instances()
  std::uint32_t entity;
  std::uint32_t mask;
  bool has_own_materials;  // of a mesh: its parts have masks of their own
  RTCScene mesh;
  const float* mesh_bounds;  // low x y z, high x y z, before scaling
};

// What is known about a hit from the instance alone.
struct InstanceInfo {
  std::uint32_t instance_id;
  std::uint32_t first_part;  // in RayScenes::part_materials
  std::uint8_t label;
  std::uint8_t has_own_materials;
};

// A part of a still mesh that lies in the still scene itself, in world coordinates.
struct FlatPart {
  std::uint32_t instance;
  std::uint32_t submesh;
  std::uint32_t entity;
};

// Everything that a packet of rays can meet.
struct RayScenes {
  RTCScene still = nullptr;
  RTCScene moving = nullptr;
  float moving_low[3] = {};  // around everything that moves, with some room
  float moving_high[3] = {};
  const InstanceInfo* instances = nullptr;
  const FlatPart* flat_parts = nullptr;  // by geomID in the still scene
  const std::uint32_t* part_materials = nullptr;
  const float* reflectances = nullptr;  // by material
};

constexpr std::uint32_t no_entity = 0xffffffffu;

struct RayContext {
  RTCIntersectContext embree;  // first: callbacks get a pointer to it
  std::uint32_t mask;
  std::uint32_t ignored_entity;
  const FlatPart* flat_parts;
};

}  // namespace tandem
