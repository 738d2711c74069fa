// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "render/draw_job.h"
#include "render/packed_texture.h"
#include "render/paint_texture.h"
#include "render/render_scene.h"

namespace tandem {

// What a scene looks like, as the plain arrays that the drawing kernels read.
class ShadeTables {
 public:
  // Takes over what the scene shows now; only what is new costs. The scene must outlive the next
  // drawing.
  void update(const RenderScene& scene);

  // Everything but the rays.
  DrawScene scene() const;

 private:
  void take_materials(const RenderScene& scene);
  void take_instances(const RenderScene& scene);

  std::vector<ShadeInstance> instances_;
  std::vector<std::uint32_t> part_materials_;
  std::vector<ShadeMaterial> materials_;
  struct Packed {
    std::shared_ptr<const Texture> source;
    PackedTexture texture;
  };
  std::vector<Packed> packed_;
  std::vector<TextureView> textures_;
  std::vector<ShadeLight> lights_;
  ShadeSky sky_{};
  // Of each mesh with the mesh itself, so that nothing else gets its address.
  struct FirstIndices {
    std::shared_ptr<const Mesh> mesh;
    std::vector<std::uint32_t> of_part;
  };
  std::map<const Mesh*, FirstIndices> first_indices_;
  PaintTexture paint_;
  std::uint32_t painted_id_ = 0;
  std::uint64_t scene_id_ = 0;
  std::uint64_t revision_ = 0;
  std::uint64_t instances_changed_at_ = 0;
};

ShadeSky make_sky(const Atmosphere& atmosphere);
std::vector<ShadeLight> make_lights(const RenderScene& scene);

}  // namespace tandem
