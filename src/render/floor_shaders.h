// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tandem::floor_shaders {

// Things: triangles, many of one mesh at once.
inline constexpr const char* thing_vertex = R"(
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
// of each instance: where it is, by rows, its colour, its scale and what is special about it
layout(location = 2) in vec4 row_x;
layout(location = 3) in vec4 row_y;
layout(location = 4) in vec4 row_z;
layout(location = 5) in vec4 color;
layout(location = 6) in vec4 scale_kind;
uniform mat3 clip_from_floor;
uniform vec3 side_x, side_y;  // from the floor to the area's own axes, from -1 to 1
out vec3 unit;
out vec2 on_floor;
out vec4 shaded;
flat out vec4 special;
void main() {
  vec4 p = vec4(position, 1);
  vec3 at = vec3(dot(row_x, p), dot(row_y, p), dot(row_z, p));
  vec3 scale = scale_kind.xyz;
  vec3 n = normal / (scale * scale);
  vec3 up = normalize(vec3(dot(row_x.xyz, n), dot(row_y.xyz, n), dot(row_z.xyz, n)));
  float light = 0.62 + 0.38 * max(0.0, dot(up, vec3(-0.35, 0.35, 0.87)));
  vec3 clip = clip_from_floor * vec3(at.xy, 1);
  gl_Position = vec4(clip.xy, -at.z / 4000.0 * clip.z, clip.z);
  // the underside of a box is never seen from above
  if (int(scale_kind.w) % 4 == 1 && up.z <= 0.0) gl_Position = vec4(2, 2, 2, 1);
  float x = dot(side_x, vec3(at.xy, 1)), y = dot(side_y, vec3(at.xy, 1));
  gl_ClipDistance[0] = 1 - x;
  gl_ClipDistance[1] = 1 + x;
  gl_ClipDistance[2] = 1 - y;
  gl_ClipDistance[3] = 1 + y;
  unit = position;
  on_floor = at.xy;
  shaded = vec4(color.rgb * light, color.a);
  special = scale_kind;
}
)";

inline constexpr const char* thing_fragment = R"(
in vec3 unit;
in vec2 on_floor;
in vec4 shaded;
flat in vec4 special;
uniform float edge_m;
uniform vec3 paint_column, paint_row;  // from the floor to the paint's texture
uniform sampler2D paint;
out vec4 color;
void main() {
  int kind = int(special.w);
  color = shaded;
  // darker edges tell neighbours apart
  int edges = kind % 4;
  if (edges == 1) {
    vec3 d = special.xyz * (1 - abs(unit));
    float middle = max(min(d.x, d.y), min(max(d.x, d.y), d.z));
    if (middle < edge_m) color.rgb *= 0.45;
  } else if (edges == 2) {
    if (special.x * (1 - length(unit.xy)) < edge_m) color.rgb *= 0.45;
  }
  if (kind >= 4) {
    vec4 over = texture(paint, vec2(dot(paint_column, vec3(on_floor, 1)), dot(paint_row, vec3(on_floor, 1))));
    color.rgb = over.rgb + (1 - over.a) * color.rgb;
  }
}
)";

// What lies over them: pictures, text and lines on the floor, or on the picture itself.
inline constexpr const char* overlay_vertex = R"(
layout(location = 0) in vec2 position;
layout(location = 1) in vec2 at;
layout(location = 2) in vec4 color;
uniform mat3 clip_from_floor;
uniform vec3 side_x, side_y;
out vec2 on_texture;
out vec4 tint;
void main() {
  vec3 floor_point = vec3(position, 1);
  vec3 clip = clip_from_floor * floor_point;
  gl_Position = vec4(clip.xy, 0, clip.z);
  float x = dot(side_x, floor_point), y = dot(side_y, floor_point);
  gl_ClipDistance[0] = 1 - x;
  gl_ClipDistance[1] = 1 + x;
  gl_ClipDistance[2] = 1 - y;
  gl_ClipDistance[3] = 1 + y;
  on_texture = at;
  tint = color;
}
)";

// Colours are multiplied by alpha already.
inline constexpr const char* overlay_fragment = R"(
in vec2 on_texture;
in vec4 tint;
uniform sampler2D picture;
out vec4 color;
void main() { color = tint * texture(picture, on_texture); }
)";

}  // namespace tandem::floor_shaders
