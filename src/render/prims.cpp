// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/prims.h"

#include <algorithm>
#include <cmath>

namespace tandem {

namespace {

void set_rotation(const Quat& q, float* rows) {
  for (int column = 0; column < 3; ++column) {
    const Vec3 axis =
        q * Vec3{column == 0 ? 1.0 : 0.0, column == 1 ? 1.0 : 0.0, column == 2 ? 1.0 : 0.0};
    rows[column] = static_cast<float>(axis.x);
    rows[3 + column] = static_cast<float>(axis.y);
    rows[6 + column] = static_cast<float>(axis.z);
  }
}

// Kind and size of a shape; false when there is nothing to meet.
struct Measure {
  Prim& prim;

  bool set(PrimKind kind, double x, double y, double z) const {
    prim.kind = kind;
    prim.size[0] = static_cast<float>(x);
    prim.size[1] = static_cast<float>(y);
    prim.size[2] = static_cast<float>(z);
    return true;
  }
  bool operator()(const Box& box) const {
    return set(PrimKind::box, box.size.x / 2, box.size.y / 2, box.size.z / 2);
  }
  bool operator()(const Sphere& s) const {
    return s.radius_m > 0 && set(PrimKind::ellipsoid, s.radius_m, s.radius_m, s.radius_m);
  }
  bool operator()(const Ellipsoid& e) const {
    return e.radii.x > 0 && e.radii.y > 0 && e.radii.z > 0 &&
           set(PrimKind::ellipsoid, e.radii.x, e.radii.y, e.radii.z);
  }
  bool operator()(const Cylinder& c) const {
    return c.radius_m > 0 && set(PrimKind::cylinder, c.radius_m, c.length_m / 2, 0);
  }
  bool operator()(const Capsule& c) const {
    return c.radius_m > 0 && set(PrimKind::capsule, c.radius_m, c.length_m / 2, 0);
  }
  bool operator()(const Plane& plane) const {
    return set(PrimKind::rectangle, plane.size_x_m / 2, plane.size_y_m / 2, 0);
  }
  bool operator()(const MeshShape& mesh) const {
    const Vec3& s = mesh.scale;
    return s.x != 0 && s.y != 0 && s.z != 0 && set(PrimKind::mesh, s.x, s.y, s.z);
  }
  bool operator()(const HeightfieldShape&) const { return set(PrimKind::mesh, 1, 1, 1); }
};

// Half of the space that a primitive takes along one axis of the world, about `offset` from its
// position. `row` is that axis in the primitive's frame.
float reach(const Prim& prim, const float* row, float& offset) {
  const float* size = prim.size;
  offset = 0;
  switch (prim.kind) {
    case PrimKind::box:
    case PrimKind::rectangle:
      return std::abs(row[0]) * size[0] + std::abs(row[1]) * size[1] + std::abs(row[2]) * size[2];
    case PrimKind::ellipsoid:
      return std::hypot(row[0] * size[0], row[1] * size[1], row[2] * size[2]);
    case PrimKind::cylinder:
      return std::hypot(row[0], row[1]) * size[0] + std::abs(row[2]) * size[1];
    case PrimKind::capsule:
      return size[0] + std::abs(row[2]) * size[1];
    case PrimKind::mesh: {
      float half = 0;
      for (int i = 0; i < 3; ++i) {
        const float low = size[i] * prim.mesh_bounds[i], high = size[i] * prim.mesh_bounds[3 + i];
        offset += row[i] * (low + high) / 2;
        half += std::abs(row[i] * (high - low)) / 2;
      }
      return half;
    }
  }
  return 0;
}

}  // namespace

std::uint32_t ray_mask(const RenderScene& scene, const SceneMaterial& material, bool casts_shadows,
                       bool is_real) {
  if (material.is_see_through()) return ray_sees_all;
  std::uint32_t mask = ray_sees_all | ray_sees_solid;
  const bool has_holes = material.base_color_texture != no_texture &&
                         scene.texture(material.base_color_texture).has_transparency();
  if (!material.is_blended() && !has_holes) mask |= ray_sees_opaque;
  if (casts_shadows) mask |= ray_sees_casters;
  if (!is_real) mask |= ray_sees_virtual;
  return mask;
}

std::optional<Prim> make_prim(const RenderScene& scene, std::uint32_t instance,
                              const MeshRays* mesh) {
  const SceneInstance& source = scene.instances()[instance];
  Prim prim{};
  if (!std::visit(Measure{prim}, *source.shape)) return {};
  prim.instance = instance;
  prim.entity = static_cast<std::uint32_t>(source.entity);
  const SceneMaterial& material = scene.materials()[scene.part_materials()[source.first_part]];
  // parts of a mesh have masks of their own, so here only that of the visual counts
  prim.has_own_materials = source.has_own_materials;
  prim.mask = ray_mask(scene, source.has_own_materials ? SceneMaterial{} : material,
                       source.casts_shadows, source.is_real);
  if (mesh != nullptr) {
    prim.mesh = mesh->scene.get();
    prim.mesh_bounds = mesh->bounds;
  }
  place_prim(source, prim);
  return prim;
}

void place_prim(const SceneInstance& instance, Prim& prim) {
  Pose pose = instance.world_from_instance;
  if (const auto* plane = std::get_if<Plane>(instance.shape))
    pose.rotation = pose.rotation * Quat::between({0, 0, 1}, normalized(plane->normal));
  set_pose(pose, prim);
}

void set_pose(const Pose& pose, Prim& prim) {
  prim.position[0] = static_cast<float>(pose.translation.x);
  prim.position[1] = static_cast<float>(pose.translation.y);
  prim.position[2] = static_cast<float>(pose.translation.z);
  set_rotation(pose.rotation, prim.world_from_prim);
}

bool set_size(const Shape& shape, float* size) {
  Prim prim{};
  if (!std::visit(Measure{prim}, shape)) return false;
  std::copy_n(prim.size, 3, size);
  return true;
}

bool set_prim(const SceneInstance& instance, const float* mesh_bounds, Prim& prim) {
  if (!std::visit(Measure{prim}, *instance.shape)) return false;
  prim.mesh_bounds = mesh_bounds;
  place_prim(instance, prim);
  return true;
}

PrimBounds bounds_of(const Prim& prim) {
  PrimBounds bounds{};
  for (int axis = 0; axis < 3; ++axis) {
    float offset = 0;
    const float half = reach(prim, prim.world_from_prim + 3 * axis, offset);
    const float middle = prim.position[axis] + offset;
    const float rounding = 1e-6f * (std::abs(middle) + half) + 1e-6f;
    bounds.low[axis] = middle - half - rounding;
    bounds.high[axis] = middle + half + rounding;
  }
  return bounds;
}

void bound_prim(const RTCBoundsFunctionArguments* args) {
  const auto [low, high] = bounds_of(static_cast<const Prim*>(args->geometryUserPtr)[args->primID]);
  *args->bounds_o = {low[0], low[1], low[2], 0, high[0], high[1], high[2], 0};
}

}  // namespace tandem
