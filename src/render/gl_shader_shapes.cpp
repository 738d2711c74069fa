// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/gl_shaders.h"

namespace tandem {

const char* const gl_surface_vertex = R"(
struct Instance {
  vec4 position, row0, row1, row2, size;
  uvec4 info;  // kind, instance id, entity, unused
};
layout(std430, binding = 0) readonly buffer Instances { Instance instances[]; };
layout(std430, binding = 1) readonly buffer DrawList { uint draw_list[]; };
#ifdef FIELD
layout(std430, binding = 6) readonly buffer Heights { float heights[]; };
uniform int columns, rows;
uniform vec2 field_size;
#else
layout(location = 0) in vec3 in_position;
layout(location = 1) in vec3 in_normal;
layout(location = 2) in vec2 in_uv;
#endif

uniform uint first_in_list;
uniform uint ignored_entity;
uniform vec3 eye;             // everything is measured from here, so that far worlds stay exact
uniform mat4 clip_from_eye;

flat out uint v_instance;
out vec3 v_point;   // from the eye, along the world's axes
out vec3 v_normal;
out vec2 v_uv;
flat out vec3 v_face;  // of a box: the normal in its own frame

vec3 to_world(Instance i, vec3 v) {
  return vec3(dot(i.row0.xyz, v), dot(i.row1.xyz, v), dot(i.row2.xyz, v));
}

#ifdef FIELD
float height_of(int c, int r) {
  return heights[clamp(r, 0, rows - 1) * columns + clamp(c, 0, columns - 1)];
}
#endif

void main() {
  v_instance = draw_list[first_in_list + uint(gl_InstanceID)];
  Instance i = instances[v_instance];
  vec3 local = vec3(0), normal = vec3(0, 0, 1);
  v_uv = vec2(0);
  v_face = vec3(0, 0, 1);
#if defined(FIELD)
  int c = gl_VertexID % columns, r = gl_VertexID / columns;
  local = vec3(field_size.x * (float(c) / float(columns - 1) - 0.5),
               field_size.y * (float(r) / float(rows - 1) - 0.5), height_of(c, r));
  int left = max(c - 1, 0), right = min(c + 1, columns - 1);
  int down = max(r - 1, 0), up = min(r + 1, rows - 1);
  vec2 slope = vec2((height_of(right, r) - height_of(left, r)) / float(right - left),
                    (height_of(c, up) - height_of(c, down)) / float(up - down)) *
               vec2(float(columns - 1), float(rows - 1)) / field_size;
  normal = normalize(vec3(-slope, 1));
#elif defined(MESH)
  local = in_position * i.size.xyz;
  normal = in_normal / i.size.xyz;
  v_uv = in_uv;
#elif defined(QUADRIC)
  // a box around it; the fragments find the surface
  vec3 half_size = i.info.x == 1u ? i.size.xyz
                 : i.info.x == 2u ? vec3(i.size.xx, i.size.y)
                                  : vec3(i.size.xx, i.size.x + i.size.y);
  local = in_position * half_size * 1.0001;
#elif defined(RECTANGLE)
  local = vec3(in_position.xy * i.size.xy, 0);
#else
  local = in_position * i.size.xyz;
  normal = v_face = in_normal;
#endif
  v_normal = to_world(i, normal);
  v_point = to_world(i, local) + (i.position.xyz - eye);
  gl_Position = clip_from_eye * vec4(v_point, 1);
  if (i.info.z == ignored_entity) gl_Position = vec4(2, 2, 2, 1);
}
)";

const char* const gl_surface_shapes = R"(
struct Instance {
  vec4 position, row0, row1, row2, size;
  uvec4 info;
};
layout(std430, binding = 0) readonly buffer Instances { Instance instances[]; };
flat in uint v_instance;
in vec3 v_point;
in vec3 v_normal;
in vec2 v_uv;
flat in vec3 v_face;
uniform vec3 eye;
uniform mat4 clip_from_eye;
uniform float near_m, far_m;
uniform bool is_along_ray;
uniform vec3 forward;  // the optical axis, or the direction of parallel light
uniform bool is_parallel;

vec3 to_world(Instance i, vec3 v) {
  return vec3(dot(i.row0.xyz, v), dot(i.row1.xyz, v), dot(i.row2.xyz, v));
}
vec3 to_local(Instance i, vec3 v) {
  return i.row0.xyz * v.x + i.row1.xyz * v.y + i.row2.xyz * v.z;
}
float inverse_of(float a) { return 1.0 / (abs(a) < 1e-18 ? 1e-18 : a); }

#ifdef QUADRIC
vec2 round_span(float ab, float nearest, float inverse_aa) {
  float square = (1.0 - nearest) * inverse_aa;
  if (square < 0.0) return vec2(1, -1);
  float half_length = sqrt(square);
  return vec2(-ab * inverse_aa) + vec2(-half_length, half_length);
}
vec2 sphere_span(vec3 o, vec3 d) {
  float ab = dot(o, d), inverse_aa = 1.0 / dot(d, d);
  vec3 p = o - ab * inverse_aa * d;
  return round_span(ab, dot(p, p), inverse_aa);
}
vec2 circle_span(vec2 o, vec2 d) {
  float ab = dot(o, d), inverse_aa = 1.0 / max(dot(d, d), 1e-18);
  vec2 p = o - ab * inverse_aa * d;
  return round_span(ab, dot(p, p), inverse_aa);
}
vec2 slab_span(float o, float d, float half_size) {
  float a = (-half_size - o) * inverse_of(d), b = (half_size - o) * inverse_of(d);
  return vec2(min(a, b), max(a, b));
}
vec2 both(vec2 a, vec2 b) { return vec2(max(a.x, b.x), min(a.y, b.y)); }
vec2 hull(vec2 a, vec2 b) {
  if (a.y < a.x) return b;
  if (b.y < b.x) return a;
  return vec2(min(a.x, b.x), max(a.y, b.y));
}
// Where the ray from o meets the shape first beyond `low`; negative when it does not. The normal is
// in the shape's frame.
float meet(Instance i, vec3 o, vec3 d, float low, out vec3 normal) {
  vec2 span, ends = vec2(0);
  float r = i.size.x, h = i.size.y;
  if (i.info.x == 1u) {
    span = sphere_span(o / i.size.xyz, d / i.size.xyz);
  } else if (i.info.x == 2u) {
    ends = slab_span(o.z, d.z, h);
    span = both(circle_span(o.xy / r, d.xy / r), ends);
  } else {
    span = both(circle_span(o.xy / r, d.xy / r), slab_span(o.z, d.z, h));
    span = hull(span, sphere_span((o - vec3(0, 0, h)) / r, d / r));
    span = hull(span, sphere_span((o + vec3(0, 0, h)) / r, d / r));
  }
  normal = vec3(0, 0, 1);
  if (span.y < span.x) return -1.0;
  bool is_entry = low <= span.x;
  float t = is_entry ? span.x : span.y;
  if (t < low) return -1.0;
  vec3 p = o + t * d;
  if (i.info.x == 1u) normal = p / (i.size.xyz * i.size.xyz);
  else if (i.info.x == 2u) {
    bool on_end = t == (is_entry ? ends.x : ends.y);
    normal = on_end ? vec3(0, 0, (is_entry ? -1.0 : 1.0) * (d.z < 0.0 ? -1.0 : 1.0))
                    : vec3(p.xy, 0);
  } else {
    normal = vec3(p.xy, max(p.z - h, 0.0) + min(p.z + h, 0.0));
  }
  normal = normalize(normal);
  return t;
}
#endif

#ifdef SHADOW
uniform float light_range;  // of a lamp: depth is the share of it
void main() {
  vec3 point = v_point;
#ifdef QUADRIC
  Instance i = instances[v_instance];
  vec3 d = is_parallel ? forward : normalize(v_point);
  vec3 start = is_parallel ? v_point - 1e4 * forward : vec3(0);
  // from near the shape, because a long way costs precision
  vec3 middle = i.position.xyz - eye;
  float back = max(dot(middle - start, d) - 2.0 * length(i.size.xyz), 0.0);
  start += back * d;
  vec3 normal;
  float t = meet(i, to_local(i, start - middle), to_local(i, d), 0.0, normal);
  if (t < 0.0) discard;
  point = start + t * d;
#endif
  if (is_parallel) {
    vec4 clip = clip_from_eye * vec4(point, 1);
    gl_FragDepth = clip.z / clip.w;
  } else {
    gl_FragDepth = length(point) / light_range;
  }
}
)";

}  // namespace tandem
