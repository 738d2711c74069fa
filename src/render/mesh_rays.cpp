// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/mesh_rays.h"

#include <algorithm>
#include <limits>
#include <numeric>

#include "render/prims.h"

namespace tandem {

namespace {

// A vertex buffer of Embree's own: it reads in steps of 16 bytes, which ours need not end with.
RTCBuffer make_vertices(RTCDevice device, std::size_t count) {
  return rtcNewBuffer(device, 3 * sizeof(float) * count + 16);
}

std::vector<Submesh> parts_of(const Mesh& mesh) {
  if (!mesh.submeshes.empty()) return mesh.submeshes;
  return {{"", 0, static_cast<std::uint32_t>(mesh.indices.size()), 0}};
}

RTCGeometry make_triangles(RTCDevice device, const Mesh& mesh, const Submesh& part,
                           RTCBuffer vertices) {
  const RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_TRIANGLE);
  rtcSetGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, vertices, 0,
                       3 * sizeof(float), mesh.positions.size());
  rtcSetSharedGeometryBuffer(geometry, RTC_BUFFER_TYPE_INDEX, 0, RTC_FORMAT_UINT3,
                             mesh.indices.data(), part.first_index * sizeof(std::uint32_t),
                             3 * sizeof(std::uint32_t), part.index_count / 3);
  return geometry;
}

RTCGeometry make_grid(RTCDevice device, const Heightfield& field, RTCBuffer vertices) {
  const RTCGeometry geometry = rtcNewGeometry(device, RTC_GEOMETRY_TYPE_GRID);
  rtcSetGeometryBuffer(geometry, RTC_BUFFER_TYPE_VERTEX, 0, RTC_FORMAT_FLOAT3, vertices, 0,
                       3 * sizeof(float), field.heights_m.size());
  auto* grid = static_cast<RTCGrid*>(rtcSetNewGeometryBuffer(geometry, RTC_BUFFER_TYPE_GRID, 0,
                                                             RTC_FORMAT_GRID, sizeof(RTCGrid), 1));
  *grid = {0, static_cast<unsigned>(field.columns), static_cast<unsigned short>(field.columns),
           static_cast<unsigned short>(field.rows)};
  return geometry;
}

Vec3 sample(const Heightfield& field, int column, int row) {
  return {field.size_x_m * (static_cast<double>(column) / (field.columns - 1) - 0.5),
          field.size_y_m * (static_cast<double>(row) / (field.rows - 1) - 0.5),
          field.height(column, row)};
}

// Calls `use` with each vertex as it stands under `place`.
template <typename Place>
RTCBuffer fill_vertices(RTCDevice device, const Shape& shape, Place&& place) {
  const auto write = [&](float*& to, const Vec3& vertex) {
    const Vec3 placed = place(vertex);
    *to++ = static_cast<float>(placed.x);
    *to++ = static_cast<float>(placed.y);
    *to++ = static_cast<float>(placed.z);
  };
  if (const auto* terrain = std::get_if<HeightfieldShape>(&shape)) {
    const Heightfield& field = *terrain->field;
    const RTCBuffer vertices = make_vertices(device, field.heights_m.size());
    auto* to = static_cast<float*>(rtcGetBufferData(vertices));
    for (int row = 0; row < field.rows; ++row)
      for (int column = 0; column < field.columns; ++column) write(to, sample(field, column, row));
    return vertices;
  }
  const Mesh& mesh = *std::get<MeshShape>(shape).mesh;
  const RTCBuffer vertices = make_vertices(device, mesh.positions.size());
  auto* to = static_cast<float*>(rtcGetBufferData(vertices));
  for (const auto& p : mesh.positions) write(to, {p[0], p[1], p[2]});
  return vertices;
}

void measure(RTCBuffer vertices, std::size_t count, float* bounds) {
  const auto* p = static_cast<const float*>(rtcGetBufferData(vertices));
  for (int axis = 0; axis < 3; ++axis) {
    bounds[axis] = std::numeric_limits<float>::max();
    bounds[3 + axis] = std::numeric_limits<float>::lowest();
  }
  for (std::size_t i = 0; i < 3 * count; ++i) {
    bounds[i % 3] = std::min(bounds[i % 3], p[i]);
    bounds[3 + i % 3] = std::max(bounds[3 + i % 3], p[i]);
  }
}

std::uint32_t mask_of_part(const RenderScene& scene, const SceneInstance& instance,
                           std::size_t part, bool casts_shadows, bool is_real) {
  const std::size_t own = instance.has_own_materials ? part : 0;
  return ray_mask(scene, scene.materials()[scene.part_materials()[instance.first_part + own]],
                  casts_shadows, is_real);
}

// Makes the geometries of a shape, with the masks of their materials, in order of the parts.
std::vector<RTCGeometry> make_geometries(RTCDevice device, const RenderScene& scene,
                                         const SceneInstance& instance, bool casts_shadows,
                                         bool is_real, RTCBuffer vertices) {
  std::vector<RTCGeometry> geometries;
  if (const auto* terrain = std::get_if<HeightfieldShape>(instance.shape)) {
    geometries.push_back(make_grid(device, *terrain->field, vertices));
  } else {
    const Mesh& mesh = *std::get<MeshShape>(*instance.shape).mesh;
    for (const Submesh& part : parts_of(mesh))
      geometries.push_back(make_triangles(device, mesh, part, vertices));
  }
  for (std::size_t part = 0; part < geometries.size(); ++part) {
    rtcSetGeometryMask(geometries[part],
                       mask_of_part(scene, instance, part, casts_shadows, is_real));
    rtcCommitGeometry(geometries[part]);
  }
  return geometries;
}

std::size_t vertex_count(const Shape& shape) {
  if (const auto* terrain = std::get_if<HeightfieldShape>(&shape))
    return terrain->field->heights_m.size();
  return std::get<MeshShape>(shape).mesh->positions.size();
}

void keep_alive(const Shape& shape, std::vector<std::shared_ptr<const Mesh>>& meshes) {
  if (const auto* mesh = std::get_if<MeshShape>(&shape)) meshes.push_back(mesh->mesh);
}

}  // namespace

const void* mesh_key(const Shape& shape) {
  if (const auto* terrain = std::get_if<HeightfieldShape>(&shape)) return terrain->field.get();
  if (const auto* mesh = std::get_if<MeshShape>(&shape)) return mesh->mesh.get();
  return nullptr;
}

std::size_t triangle_count(const Shape& shape) {
  if (const auto* terrain = std::get_if<HeightfieldShape>(&shape))
    return terrain->field->triangle_count();
  if (const auto* mesh = std::get_if<MeshShape>(&shape)) return mesh->mesh->triangle_count();
  return 0;
}

SceneHandle make_scene(RTCDevice device, RTCSceneFlags flags, RTCBuildQuality quality) {
  SceneHandle scene(rtcNewScene(device), &rtcReleaseScene);
  rtcSetSceneFlags(scene.get(), flags);
  rtcSetSceneBuildQuality(scene.get(), quality);
  return scene;
}

std::shared_ptr<const MeshRays> make_mesh_rays(RTCDevice device, const RenderScene& scene,
                                               const SceneInstance& instance) {
  auto rays = std::make_shared<MeshRays>();
  if (const auto* mesh = std::get_if<MeshShape>(instance.shape)) rays->mesh = mesh->mesh;
  if (const auto* terrain = std::get_if<HeightfieldShape>(instance.shape))
    rays->field = terrain->field;
  const RTCBuffer vertices =
      fill_vertices(device, *instance.shape, [](const Vec3& vertex) { return vertex; });
  measure(vertices, vertex_count(*instance.shape), rays->bounds);
  rays->scene = make_scene(device, RTC_SCENE_FLAG_ROBUST, RTC_BUILD_QUALITY_MEDIUM);
  // the masks of materials count only for a mesh that shows its own; entities share it, so whose it
  // is counts where it is placed
  for (const RTCGeometry geometry :
       make_geometries(device, scene, instance, true, false, vertices)) {
    rtcAttachGeometry(rays->scene.get(), geometry);
    rtcReleaseGeometry(geometry);
  }
  rtcReleaseBuffer(vertices);
  rtcCommitScene(rays->scene.get());
  return rays;
}

void add_flat(RTCDevice device, const RenderScene& scene, std::uint32_t instance, Level& still,
              StillTriangles* triangles) {
  const SceneInstance& source = scene.instances()[instance];
  const auto* mesh = std::get_if<MeshShape>(source.shape);
  const Vec3 scale = mesh != nullptr ? mesh->scale : Vec3{1, 1, 1};
  const RTCBuffer vertices = fill_vertices(device, *source.shape, [&](const Vec3& v) {
    return source.world_from_instance * Vec3{scale.x * v.x, scale.y * v.y, scale.z * v.z};
  });
  const auto geometries =
      make_geometries(device, scene, source, source.casts_shadows, source.is_real, vertices);
  for (std::uint32_t part = 0; part < geometries.size(); ++part) {
    const unsigned id = rtcAttachGeometry(still.scene.get(), geometries[part]);
    if (still.flat_parts.size() <= id) still.flat_parts.resize(id + 1);
    still.flat_parts[id] = {instance, part, static_cast<std::uint32_t>(source.entity)};
    if (triangles != nullptr && mesh != nullptr) {
      const Submesh submesh = parts_of(*mesh->mesh)[part];
      triangles->add(static_cast<const float*>(rtcGetBufferData(vertices)),
                     mesh->mesh->indices.data() + submesh.first_index, submesh.index_count / 3, id,
                     mask_of_part(scene, source, part, source.casts_shadows, source.is_real));
    }
    rtcReleaseGeometry(geometries[part]);
  }
  rtcReleaseBuffer(vertices);
  keep_alive(*source.shape, still.flat_meshes);
}

}  // namespace tandem
