// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/gl_shaders.h"

namespace tandem {

const char* const gl_screen_vertex = R"(
void main() {
  gl_Position = vec4(gl_VertexID == 1 ? 3 : -1, gl_VertexID == 2 ? 3 : -1, 0.5, 1);
}
)";

const char* const gl_screen_fragment = R"(
#if defined(BLEND)
// A layer of transparent surfaces goes behind those before it.
layout(binding = 0) uniform sampler2D layer_color;
layout(binding = 1) uniform sampler2D layer_distance;
layout(binding = 2) uniform usampler2D layer_instance;
layout(binding = 3) uniform sampler2D sum_color;  // w: share of what lies behind
layout(binding = 4) uniform sampler2D sum_distance;
layout(binding = 5) uniform usampler2D sum_instance;
layout(location = 0) out vec4 out_color;
layout(location = 1) out float out_distance;
layout(location = 2) out uint out_instance;
void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  out_color = texelFetch(sum_color, p, 0);
  out_distance = texelFetch(sum_distance, p, 0).r;
  out_instance = texelFetch(sum_instance, p, 0).r;
  float distance_m = texelFetch(layer_distance, p, 0).r;
  if (distance_m > 1e30) return;
  vec4 color = texelFetch(layer_color, p, 0);
  out_color.rgb += out_color.w * color.a * color.rgb;
  out_color.w *= 1.0 - color.a;
  if (color.a >= 0.5 && out_distance > 1e30) {
    out_distance = distance_m;
    out_instance = texelFetch(layer_instance, p, 0).r;
  }
}
#elif defined(FINISH)
layout(binding = 0) uniform sampler2D opaque_color;
layout(binding = 1) uniform sampler2D opaque_distance;
layout(binding = 2) uniform usampler2D opaque_instance;
layout(binding = 3) uniform sampler2D sum_color;
layout(binding = 4) uniform sampler2D sum_distance;
layout(binding = 5) uniform usampler2D sum_instance;
uniform bool has_layers;
uniform float exposure, weight;
uniform mat4 world_from_pixel;  // direction of a pixel
uniform vec3 horizon, zenith, ground;
uniform int fog_kind;
uniform vec3 fog_color;
uniform vec3 fog_numbers;
layout(location = 0) out vec4 out_color;
layout(location = 1) out float out_distance;
layout(location = 2) out uint out_instance;
vec3 tone(vec3 light) {
  return mix(light, 1.0 - 0.04 / (max(light, 0.8) - 0.6), greaterThanEqual(light, vec3(0.8)));
}
void main() {
  ivec2 p = ivec2(gl_FragCoord.xy);
  vec3 color = texelFetch(opaque_color, p, 0).rgb;
  out_distance = texelFetch(opaque_distance, p, 0).r;
  out_instance = texelFetch(opaque_instance, p, 0).r;
  if (out_distance > 1e30) {
    vec3 direction = normalize((world_from_pixel * vec4(gl_FragCoord.xy, 1, 0)).xyz);
    float left = 1.0 - clamp(direction.z, 0.0, 1.0);
    color = mix(mix(zenith, horizon, left * left * left * left), ground,
                clamp(direction.z * -4.0, 0.0, 1.0));
    if (fog_kind == 1) color = mix(color, fog_color, fog_numbers.z);
    if (fog_kind == 2) color = fog_numbers.z > 0.0 ? fog_color : color;
  }
  if (has_layers) {
    vec4 layers = texelFetch(sum_color, p, 0);
    color = layers.rgb + layers.w * color;
    float distance_m = texelFetch(sum_distance, p, 0).r;
    if (distance_m < 1e30) {
      out_distance = distance_m;
      out_instance = texelFetch(sum_instance, p, 0).r;
    }
  }
  out_color = vec4(tone(color * exposure) * weight, weight);
}
#else
layout(binding = 0) uniform sampler2DArray colors;
layout(binding = 1) uniform sampler2DArray distances;
layout(binding = 2) uniform usampler2DArray instances;
uniform bool is_along_ray;
uniform int height;
layout(location = 0) out vec4 out_color;
layout(location = 1) out float out_depth;
layout(location = 2) out uint out_instance;
vec3 srgb(vec3 light) {
  light = clamp(light, 0.0, 1.0);
  return mix(12.92 * light, 1.055 * pow(light, vec3(1.0 / 2.4)) - 0.055,
             greaterThan(light, vec3(0.0031308)));
}
#ifdef LENS
layout(binding = 3) uniform sampler2D directions;
uniform float face_size;    // pixels
uniform float face_extent;  // tangent of half a face
// The face of a cube that a direction goes through, and where: as GlRenderer turns its faces.
int face_of(vec3 d, out vec2 at, out float forward) {
  vec3 a = abs(d);
  if (a.z >= a.x && a.z >= a.y) {
    forward = a.z;
    at = vec2(d.z > 0.0 ? d.x : -d.x, d.y) / a.z;
    return d.z > 0.0 ? 0 : 1;
  }
  if (a.x >= a.y) {
    forward = a.x;
    at = vec2(d.x > 0.0 ? -d.z : d.z, d.y) / a.x;
    return d.x > 0.0 ? 2 : 3;
  }
  forward = a.y;
  at = vec2(d.x, d.y > 0.0 ? -d.z : d.z) / a.y;
  return d.y > 0.0 ? 4 : 5;
}
void main() {
  ivec2 p = ivec2(gl_FragCoord.x, gl_FragCoord.y);
  vec3 d = texelFetch(directions, p, 0).xyz;
  out_color = vec4(0, 0, 0, 1);
  out_depth = uintBitsToFloat(0x7f800000u);
  out_instance = 0u;
  if (dot(d, d) < 0.5) return;
  vec2 at;
  float forward;
  int face = face_of(d, at, forward);
  vec2 pixel = (at / face_extent * 0.5 + 0.5) * face_size - 0.5;
  ivec2 low = clamp(ivec2(floor(pixel)), ivec2(0), ivec2(int(face_size) - 2));
  vec2 share = clamp(pixel - vec2(low), 0.0, 1.0);
  ivec3 corner[4] = ivec3[4](ivec3(low, face), ivec3(low + ivec2(1, 0), face),
                             ivec3(low + ivec2(0, 1), face), ivec3(low + ivec2(1, 1), face));
  vec4 weight = vec4((1.0 - share.x) * (1.0 - share.y), share.x * (1.0 - share.y),
                     (1.0 - share.x) * share.y, share.x * share.y);
  int nearest = (share.x > 0.5 ? 1 : 0) + (share.y > 0.5 ? 2 : 0);
  vec3 color = vec3(0);
  float inverse_depth = 0.0;
  bool is_one_thing = true;
  out_instance = texelFetch(instances, corner[nearest], 0).r;
  for (int i = 0; i < 4; ++i) {
    color += weight[i] * texelFetch(colors, corner[i], 0).rgb;
    float distance_m = texelFetch(distances, corner[i], 0).r;
    if (texelFetch(instances, corner[i], 0).r != out_instance || distance_m > 1e30)
      is_one_thing = false;
    // along the face's axis: its inverse is linear on a plane
    vec2 tangent = ((vec2(corner[i].xy) + 0.5) / face_size * 2.0 - 1.0) * face_extent;
    inverse_depth += weight[i] * sqrt(1.0 + dot(tangent, tangent)) / distance_m;
  }
  out_color = vec4(srgb(color), 1);
  float distance_m = is_one_thing ? 1.0 / (inverse_depth * forward)
                                  : texelFetch(distances, corner[nearest], 0).r;
  if (distance_m < 1e30) out_depth = is_along_ray ? distance_m : distance_m * d.z;
}
#else
uniform vec4 pinhole;  // 1/fx, 1/fy, cx, cy
void main() {
  ivec3 p = ivec3(ivec2(gl_FragCoord.xy), 0);
  out_color = vec4(srgb(texelFetch(colors, p, 0).rgb), 1);
  float distance_m = texelFetch(distances, p, 0).r;
  vec2 tangent = (vec2(p.xy) - pinhole.zw) * pinhole.xy;
  out_depth = distance_m > 1e30 ? uintBitsToFloat(0x7f800000u)
                                : distance_m / sqrt(1.0 + dot(tangent, tangent));
  out_instance = texelFetch(instances, p, 0).r;
}
#endif
#endif
)";

}  // namespace tandem
