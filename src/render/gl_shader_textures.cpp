// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/gl_shaders.h"

namespace tandem {

const char* const gl_surface_textures = R"(
#else

struct Light {
  vec4 position;     // w: kind
  vec4 direction;    // w: range
  vec4 color;        // w: first shadow layer, negative without
  vec4 attenuation;  // w: falloff
  vec4 cone;         // cos inner, cos outer, shadow layers
};
struct ShadowLayer {
  mat4 clip_from_eye;
  vec4 texel;  // metres, or metres a metre for lamps
};
struct Material {
  vec4 base;      // opacity
  vec4 emissive;  // metalness
  vec4 more;      // roughness
  ivec4 textures; // base, normal, roughness, metalness: whether there is one
  ivec4 others;   // emissive
};
layout(std430, binding = 2) readonly buffer Materials { Material materials[]; };
layout(std430, binding = 3) readonly buffer Lights { Light lights[]; };
layout(std430, binding = 4) readonly buffer PaintTiles { int paint_tiles[]; };
layout(std430, binding = 5) readonly buffer PaintTexels { uint paint_texels[]; };
layout(std430, binding = 7) readonly buffer ShadowLayers { ShadowLayer shadow_layers[]; };
layout(binding = 0) uniform sampler2D base_texture;
layout(binding = 1) uniform sampler2D normal_texture;
layout(binding = 2) uniform sampler2D roughness_texture;
layout(binding = 3) uniform sampler2D metalness_texture;
layout(binding = 4) uniform sampler2D emissive_texture;
layout(binding = 5) uniform sampler2DArrayShadow sun_shadows;
layout(binding = 6) uniform sampler2DArrayShadow lamp_shadows;
layout(binding = 7) uniform sampler2D former_distance;   // of the layer before
layout(binding = 8) uniform sampler2D opaque_distance;
uniform int material_index;
uniform int light_count;
uniform bool has_shadows;
uniform float pixel_angle;
uniform vec3 ambient, mirrored_up, mirrored_down;
uniform int fog_kind;
uniform vec3 fog_color;
uniform vec3 fog_numbers;  // start, end, density
uniform int paint_levels;
uniform uint painted_id;
uniform vec4 paint_column, paint_row;  // x, y, offset
uniform float paint_pixels_a_metre;
uniform ivec4 paint_table[16];  // first tile, columns, rows

layout(location = 0) out vec4 out_color;
layout(location = 1) out float out_distance;
layout(location = 2) out uint out_instance;

vec3 linear_from_srgb(vec3 s) { return s * (s * (s * 0.305306011 + 0.682171111) + 0.012522878); }

struct Footprint {
  float width, length;
  vec3 along;
};
int taps_of(Footprint f) { return int(clamp(floor(f.length / f.width + 0.5), 1.0, 4.0)); }

vec4 sample_texture(sampler2D image, vec2 uv, vec3 gu, vec3 gv, Footprint f) {
  int taps = taps_of(f);
  vec2 size = vec2(textureSize(image, 0));
  float density = sqrt(max(size.x * size.x * dot(gu, gu), size.y * size.y * dot(gv, gv)));
  float tap_m = max(f.width, f.length / float(taps));
  float level = clamp(log2(max(density * tap_m, 1e-6)), 0.0, float(textureQueryLevels(image) - 1));
  vec2 step_uv = vec2(dot(gu, f.along), dot(gv, f.along)) * f.length / float(taps);
  vec4 sum = vec4(0);
  for (int i = 0; i < taps; ++i) {
    vec2 at = uv + (float(i) - 0.5 * float(taps - 1)) * step_uv;
    // row 0 is the top of the image
    sum += textureLod(image, vec2(at.x, 1.0 - at.y), level);
  }
  return sum / float(taps);
}

vec4 sample_paint_level(int level, float column, float row) {
  float x = column - 0.5, y = row - 0.5;
  ivec2 first = ivec2(floor(vec2(x, y)));
  vec2 share = vec2(x, y) - vec2(first);
  vec4 sum = vec4(0);
  for (int corner = 0; corner < 4; ++corner) {
    ivec2 p = first + ivec2(corner & 1, corner >> 1);
    float weight = ((corner & 1) != 0 ? share.x : 1.0 - share.x) *
                   ((corner >> 1) != 0 ? share.y : 1.0 - share.y);
    ivec2 tile = p >> 5;
    if (tile.x < 0 || tile.y < 0 || tile.x >= paint_table[level].y || tile.y >= paint_table[level].z)
      continue;
    int number = paint_tiles[paint_table[level].x + tile.y * paint_table[level].y + tile.x];
    if (number < 0) continue;
    vec4 texel = unpackUnorm4x8(paint_texels[number * 1024 + (p.y & 31) * 32 + (p.x & 31)]);
    sum += weight * texel.a * vec4(linear_from_srgb(texel.rgb), 1);
  }
  return sum;
}

// Colours weighted by opacity.
vec4 sample_paint(vec2 place, Footprint f) {
  float column = dot(paint_column.xy, place) + paint_column.z;
  float row = dot(paint_row.xy, place) + paint_row.z;
  int taps = taps_of(f);
  float tap_m = max(f.width, f.length / float(taps));
  float level = clamp(log2(max(paint_pixels_a_metre * tap_m, 1e-6)), 0.0, float(paint_levels - 1));
  int fine = int(level), coarse = min(fine + 1, paint_levels - 1);
  float step_column = dot(paint_column.xy, f.along.xy) * f.length / float(taps);
  float step_row = dot(paint_row.xy, f.along.xy) * f.length / float(taps);
  vec4 sum = vec4(0);
  for (int i = 0; i < taps; ++i) {
    float offset = float(i) - 0.5 * float(taps - 1);
    float c = column + offset * step_column, r = row + offset * step_row;
    float fs = exp2(-float(fine)), cs = exp2(-float(coarse));
    sum += mix(sample_paint_level(fine, c * fs, r * fs), sample_paint_level(coarse, c * cs, r * cs),
               level - float(fine));
  }
  return sum / float(taps);
}

float turn_of(float x, float y) { return atan(y, x) * 0.15915494 + 0.5; }

// Texture coordinates and how they change along the surface.
void coordinates(Instance i, vec3 local, vec3 normal, out vec2 uv, out vec3 gu, out vec3 gv) {
#if defined(BOX)
  vec3 inverse_size = 0.5 / i.size.xyz;
  if (abs(normal.x) > 0.5) {
    gu = vec3(0, sign(normal.x) * inverse_size.y, 0);
    gv = vec3(0, 0, inverse_size.z);
  } else if (abs(normal.y) > 0.5) {
    gu = vec3(-sign(normal.y) * inverse_size.x, 0, 0);
    gv = vec3(0, 0, inverse_size.z);
  } else {
    gu = vec3(inverse_size.x, 0, 0);
    gv = vec3(0, inverse_size.y, 0);
  }
  uv = 0.5 + vec2(dot(gu, local), dot(gv, local));
#elif defined(RECTANGLE)
  gu = vec3(0.5 / i.size.x, 0, 0);
  gv = vec3(0, 0.5 / i.size.y, 0);
  uv = 0.5 + vec2(dot(gu, local), dot(gv, local));
#elif defined(FIELD)
  gu = vec3(0.25, 0, 0);
  gv = vec3(0, 0.25, 0);
  uv = local.xy * 0.25;
#elif defined(QUADRIC)
  float half_size = i.info.x == 1u ? i.size.z : i.info.x == 2u ? i.size.y : i.size.x + i.size.y;
  float around = max(length(local.xy), 0.2 * i.size.x);
  gu = vec3(-local.y, local.x, 0) * (0.15915494 / (around * around));
  gv = vec3(0, 0, 0.5 / half_size);
  uv = vec2(turn_of(local.x, local.y), 0.5 + local.z * (0.5 / half_size));
  if (i.info.x == 2u && abs(normal.z) > 0.5) {
    float across = 0.5 / i.size.x, flip = normal.z < 0.0 ? -1.0 : 1.0;
    gu = vec3(flip * across, 0, 0);
    gv = vec3(0, across, 0);
    uv = vec2(0.5 + flip * across * local.x, 0.5 + across * local.y);
  }
#endif
}
)";

}  // namespace tandem
