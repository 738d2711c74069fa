// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tandem {

// GLSL. The formulas are those of the ray kernels and of docs/rendering.md.

// Surfaces. Defines: one of BOX, RECTANGLE, QUADRIC, MESH, FIELD for the shape, and one of COLOR,
// LAYER (what lies behind the layers before), SHADOW for the pass.
extern const char* const gl_surface_vertex;
// One fragment shader, one after the other.
extern const char* const gl_surface_shapes;    // where fragments are, and their shadows' pass
extern const char* const gl_surface_textures;  // what they are made of
extern const char* const gl_surface_light;     // what they send to the viewer

// Pictures from pictures: a triangle that covers all of it. Defines: BLEND (a transparent layer is
// put over what was there), FINISH (light to the picture's colours), OUTPUT (what is read back,
// with LENS through a table of directions).
extern const char* const gl_screen_vertex;
extern const char* const gl_screen_fragment;

}  // namespace tandem
