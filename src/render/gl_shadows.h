// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "render/gl_matrix.h"
#include "render/gl_objects.h"
#include "render/gl_scene.h"
#include "render/gl_surfaces.h"

namespace tandem {

// What is in the way of each light, as pictures from the light: for the sun several of growing
// parts of what the camera sees, for lamps the directions around them.
class GlShadows {
 public:
  GlShadows();

  // Draws the pictures for one view and fills the buffers of lights and layers.
  void draw(const GlScene& scene, const GlSurfaces& surfaces, const Vec3& eye,
            const Quat& world_from_camera, const GlPinhole& camera, double near_m, double far_m,
            bool has_shadows, std::uint32_t ignored_entity);

  // Binds lights, layers and pictures for the programs of surfaces.
  void bind() const;

 private:
  struct Layer {
    Matrix4 clip_from_light;  // measured from `origin`
    Vec3 origin;
    Vec3 direction;
    bool is_parallel = true;
    double texel = 0;  // m, or m a metre from a lamp
    double bias = 0;   // in depth
    double range = 1;
    int picture = 0;  // in its array
  };

  void add_sun(const GlScene& scene, const ShadeLight& light, const Vec3& eye,
               const Quat& world_from_camera, const GlPinhole& camera, double near_m, double far_m);
  void add_lamp(const ShadeLight& light);
  void share_memory(const GlScene& scene);
  void add_cone(const Vec3& at, const Quat& world_from_cone, double tangent, double range);
  void make_room();

  GlBuffer lights_, layer_buffer_;
  std::vector<Layer> layers_;
  int sun_layers_ = 0, lamp_layers_ = 0;
  GlTexture sun_pictures_, lamp_pictures_;
  int sun_room_ = 0, lamp_room_ = 0;
  int lamp_size_ = 0, lamp_room_size_ = 0;  // pixels along each side of a lamp's pictures
  int most_layers_ = 0;                     // that a GPU has in one array
  std::size_t unshadowed_ = 0;              // lamps for which there was no picture left
  GlFramebuffer framebuffer_;
};

}  // namespace tandem
