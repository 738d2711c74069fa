// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/gl_surfaces.h"

#include <string>

#include "render/gl_shaders.h"

namespace tandem {

Result<std::unique_ptr<GlSurfaces>> GlSurfaces::make() {
  constexpr const char* shapes[] = {"BOX", "RECTANGLE", "QUADRIC", "MESH", "FIELD"};
  constexpr const char* passes[] = {"COLOR", "LAYER", "SHADOW"};
  std::unique_ptr<GlSurfaces> surfaces(new GlSurfaces);
  for (std::size_t pass = 0; pass < std::size(passes); ++pass)
    for (std::size_t shape = 0; shape < std::size(shapes); ++shape) {
      const std::string defines =
          std::string("#define ") + shapes[shape] + "\n#define " + passes[pass] + "\n";
      auto program = make_program(defines, {gl_surface_vertex},
                                  {gl_surface_shapes, gl_surface_textures, gl_surface_light});
      if (!program) return Error{program.error()};
      surfaces->programs_[pass][shape] = *std::move(program);
    }
  return surfaces;
}

bool GlSurfaces::is_in(const GlGroup& group, GlPass pass) {
  switch (pass) {
    case GlPass::color:
      return !group.is_blended;
    case GlPass::layer:
      return group.is_blended;
    case GlPass::shadow:
      return group.casts_shadows;
  }
  return false;
}

void GlSurfaces::draw_group(const GlScene& scene, const GlGroup& group, GlPass pass,
                            GLuint program) {
  // of a round shape only the far sides of its box are drawn: one look through each pixel
  const bool is_culled = group.shape == GlShape::quadric && pass != GlPass::shadow;
  is_culled ? gl::glEnable(GL_CULL_FACE) : gl::glDisable(GL_CULL_FACE);
  gl::glUniform1ui(uniform(program, "first_in_list"), group.first);
  if (pass != GlPass::shadow) {
    gl::glUniform1i(uniform(program, "material_index"), static_cast<GLint>(group.material));
    scene.bind_textures(scene.materials()[group.material]);
  }
  if (group.field != nullptr) {
    gl::glUniform1i(uniform(program, "columns"), group.field->columns);
    gl::glUniform1i(uniform(program, "rows"), group.field->rows);
    gl::glUniform2f(uniform(program, "field_size"), static_cast<float>(group.field->size_x_m),
                    static_cast<float>(group.field->size_y_m));
    gl::glBindBufferBase(GL_SHADER_STORAGE_BUFFER, 6, group.heights);
  }
  gl::glBindVertexArray(group.vertices);
  const auto offset = static_cast<std::uintptr_t>(group.first_index) * sizeof(std::uint32_t);
  gl::glDrawElementsInstanced(GL_TRIANGLES, static_cast<GLsizei>(group.index_count),
                              GL_UNSIGNED_INT, reinterpret_cast<const void*>(offset),
                              static_cast<GLsizei>(group.count));
}

}  // namespace tandem
