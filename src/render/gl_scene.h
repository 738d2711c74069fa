// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "render/draw_job.h"
#include "render/gl_objects.h"
#include "render/paint_texture.h"
#include "render/prims.h"
#include "render/render_scene.h"

namespace tandem {

enum class GlShape { box, rectangle, quadric, mesh, field };
constexpr int gl_shape_count = 5;

// Instances that are drawn with one call: the same shape and the same material.
struct GlGroup {
  GlShape shape = GlShape::box;
  GLuint vertices = 0;  // vertex array
  std::uint32_t first_index = 0;
  std::uint32_t index_count = 0;
  const Heightfield* field = nullptr;
  GLuint heights = 0;
  std::uint32_t material = 0;
  bool is_blended = false;
  bool casts_shadows = false;
  std::uint32_t first = 0;  // in the draw list
  std::uint32_t count = 0;
};

// A RenderScene in the memory of the GPU.
class GlScene {
 public:
  GlScene();

  // Uploads what is new.
  void update(const RenderScene& scene);

  const std::vector<GlGroup>& groups() const { return groups_; }
  bool has_blended() const;
  const std::vector<SceneMaterial>& materials() const { return materials_; }
  const std::vector<ShadeLight>& lights() const { return lights_; }
  const ShadeSky& sky() const { return sky_; }
  const PrimBounds& bounds() const { return bounds_; }
  // What a pixel shows: instances are numbered from 1 in the shaders' pictures.
  struct Shown {
    std::uint32_t instance_id = 0;
    std::uint8_t label = 0;
  };
  Shown shown(std::uint32_t number) const { return number == 0 ? Shown{} : shown_[number - 1]; }

  // Paint for the shaders; without any the number of levels is 0.
  const PaintView& paint() const { return paint_view_; }

  // Binds the buffers that all programs read.
  void bind() const;
  void bind_textures(const SceneMaterial& material) const;

 private:
  // They keep the shape alive: nothing else gets its address as long as they are found by it.
  struct MeshBuffers {
    std::shared_ptr<const Mesh> mesh;
    GlVertexArray array;
    GlBuffer positions, normals, coordinates, indices;
  };
  struct FieldBuffers {
    std::shared_ptr<const Heightfield> field;
    GlVertexArray array;
    GlBuffer heights, indices;
  };
  struct GpuInstance;

  void take_instances(const RenderScene& scene);
  void take_materials(const RenderScene& scene);
  void take_paint(const RenderScene& scene);
  void move_instances(const RenderScene& scene);
  const MeshBuffers& buffers_of(const std::shared_ptr<const Mesh>& mesh);
  const FieldBuffers& buffers_of(const std::shared_ptr<const Heightfield>& field);
  void forget_unused(const RenderScene& scene);
  void measure(const RenderScene& scene);

  GlVertexArray box_array_, rectangle_array_;
  GlBuffer box_vertices_, box_indices_, rectangle_vertices_, rectangle_indices_;
  std::map<const Mesh*, MeshBuffers> meshes_;
  std::map<const Heightfield*, FieldBuffers> fields_;
  std::map<std::shared_ptr<const void>, std::array<float, 6>> mesh_bounds_;
  std::vector<GlGroup> groups_;
  std::vector<GlTexture> textures_;
  std::vector<SceneMaterial> materials_;
  std::vector<ShadeLight> lights_;
  ShadeSky sky_{};
  PrimBounds bounds_{};
  std::vector<Shown> shown_;  // by instance
  GlBuffer instances_, draw_list_, material_buffer_, paint_tiles_, paint_texels_;
  PaintTexture paint_;
  PaintView paint_view_;
  std::uint64_t paint_table_ = 0;
  std::size_t paint_capacity_ = 0;
  std::uint64_t scene_id_ = 0;
  std::uint64_t revision_ = 0;
  std::uint64_t instances_changed_at_ = 0;
};

}  // namespace tandem
