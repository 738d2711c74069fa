// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "render/gl_matrix.h"
#include "render/gl_objects.h"
#include "render/gl_scene.h"

namespace tandem {

enum class GlPass { color, layer, shadow };

// The programs that draw surfaces, one for each shape and pass.
class GlSurfaces {
 public:
  static Result<std::unique_ptr<GlSurfaces>> make();

  // Which groups: all of a pass, opaque or blended ones, or those that cast shadows. `prepare` is
  // called with each program before the first group that it draws.
  template <typename Prepare>
  void draw(const GlScene& scene, GlPass pass, const Prepare& prepare) const {
    for (int shape = 0; shape < gl_shape_count; ++shape) {
      bool is_prepared = false;
      for (const GlGroup& group : scene.groups()) {
        if (group.shape != static_cast<GlShape>(shape) || !is_in(group, pass)) continue;
        const GLuint program =
            programs_[static_cast<std::size_t>(pass)][static_cast<std::size_t>(shape)];
        if (!is_prepared) {
          gl::glUseProgram(program);
          prepare(program);
          is_prepared = true;
        }
        draw_group(scene, group, pass, program);
      }
    }
  }

 private:
  GlSurfaces() = default;
  static bool is_in(const GlGroup& group, GlPass pass);
  static void draw_group(const GlScene& scene, const GlGroup& group, GlPass pass, GLuint program);

  std::array<std::array<GlProgram, gl_shape_count>, 3> programs_;
};

inline GLint uniform(GLuint program, const char* name) {
  return gl::glGetUniformLocation(program, name);
}

}  // namespace tandem
