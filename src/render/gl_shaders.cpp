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

const char* const gl_surface_fragment = R"(
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

vec3 shine_of(Light light, vec3 point, out vec3 towards, out float distance_m) {
  if (light.position.w == 0.0) {
    towards = -light.direction.xyz;
    distance_m = 1e30;
    return light.color.rgb;
  }
  vec3 to_light = light.position.xyz - eye - point;
  float squared = max(dot(to_light, to_light), 1e-12);
  distance_m = sqrt(squared);
  towards = to_light / distance_m;
  if (distance_m >= light.direction.w) return vec3(0);
  float strength = 1.0 / max(light.attenuation.x + light.attenuation.y * distance_m +
                             light.attenuation.z * squared, 1e-6);
  if (light.position.w == 2.0) {
    float off_axis = -dot(towards, light.direction.xyz);
    if (off_axis <= light.cone.y) return vec3(0);
    float share = clamp((off_axis - light.cone.y) / max(light.cone.x - light.cone.y, 1e-6), 0.0, 1.0);
    strength *= pow(max(share, 1e-6), light.attenuation.w);
  }
  return strength * light.color.rgb;
}

// 1 where the light is in sight.
float lit(Light light, vec3 point, vec3 flat_normal, vec3 towards, float distance_m) {
  int first = int(light.color.w);
  if (first < 0) return 1.0;
  vec3 world = abs(point + eye);
  float off = 3e-4 + 1e-6 * max(max(world.x, world.y), world.z);
  float slope = sqrt(max(1.0 - pow(dot(flat_normal, towards), 2.0), 0.0));
  if (light.position.w == 0.0) {
    for (int i = 0; i < int(light.cone.z); ++i) {
      ShadowLayer layer = shadow_layers[first + i];
      vec3 at = point + (off + 2.0 * layer.texel.x * slope) * flat_normal;
      vec4 clip = layer.clip_from_eye * vec4(at, 1);
      vec2 uv = clip.xy * 0.5 + 0.5;
      if (any(lessThan(uv, vec2(0.001))) || any(greaterThan(uv, vec2(0.999)))) continue;
      return texture(sun_shadows, vec4(uv, layer.texel.y, clamp(clip.z - layer.texel.z, 0.0, 1.0)));
    }
    return 1.0;
  }
  for (int i = 0; i < int(light.cone.z); ++i) {
    ShadowLayer layer = shadow_layers[first + i];
    vec3 at = point + (off + 2.0 * layer.texel.x * distance_m * slope) * flat_normal;
    vec4 clip = layer.clip_from_eye * vec4(at, 1);
    if (clip.w <= 0.0) continue;
    vec2 uv = clip.xy / clip.w * 0.5 + 0.5;
    if (any(lessThan(uv, vec2(0.0))) || any(greaterThan(uv, vec2(1.0)))) continue;
    float depth = length(light.position.xyz - eye - at) / light.direction.w;
    return texture(lamp_shadows, vec4(uv, layer.texel.y, depth - 3e-4 / light.direction.w));
  }
  return 1.0;
}

void main() {
  Instance i = instances[v_instance];
  vec3 point = v_point;
  vec3 direction = normalize(v_point);
  float low = near_m / (is_along_ray ? 1.0 : max(dot(direction, forward), 1e-6));
#ifdef LAYER
  ivec2 pixel = ivec2(gl_FragCoord.xy);
  float former = texelFetch(former_distance, pixel, 0).r;
  if (former > 1e30) discard;
  if (former > 0.0) low = former * 1.000001 + 1e-4;
#endif
  vec3 flat_normal;
#if defined(QUADRIC)
  vec3 local_normal;
  vec3 middle = i.position.xyz - eye;
  float t = meet(i, to_local(i, -middle), to_local(i, direction), low, local_normal);
  if (t < 0.0) discard;
  point = t * direction;
  flat_normal = to_world(i, local_normal);
#elif defined(BOX) || defined(RECTANGLE)
  vec3 local_normal = v_face;
  flat_normal = to_world(i, v_face);
#else
  flat_normal = normalize(cross(dFdx(v_point), dFdy(v_point)));
  vec3 local_normal = vec3(0);
#endif
  float distance_m = length(point);
  float along = is_along_ray ? distance_m : dot(point, forward);
  if (along > far_m || distance_m < low) discard;
#ifdef LAYER
  if (distance_m >= texelFetch(opaque_distance, pixel, 0).r) discard;
#endif
#if defined(QUADRIC)
  vec4 clip = clip_from_eye * vec4(point, 1);
  gl_FragDepth = clip.z / clip.w;
#endif

  if (dot(flat_normal, direction) > 0.0) flat_normal = -flat_normal;
  vec3 normal = flat_normal;
#if defined(MESH) || defined(FIELD)
  normal = normalize(v_normal);
  if (dot(normal, direction) > 0.0) normal = -normal;
#endif

  Material material = materials[material_index];
  vec3 base = material.base.rgb;
  vec3 emissive = material.emissive.rgb;
  float opacity = material.base.a, metalness = material.emissive.w, roughness = material.more.x;
  bool has_textures = any(notEqual(material.textures, ivec4(0))) || material.others.x != 0;
  bool is_painted = paint_levels > 0 && i.info.y == painted_id && flat_normal.z > 0.7;
  Footprint f;
  f.width = distance_m * pixel_angle;
  float facing_flat = max(-dot(direction, flat_normal), 0.02);
  f.length = f.width / facing_flat;
  f.along = normalize(direction + facing_flat * flat_normal);
#ifdef MESH
  // outside of the branches: derivatives need their neighbours
  vec3 ab = dFdx(v_point), ac = dFdy(v_point);
  vec2 uvb = dFdx(v_uv), uvc = dFdy(v_uv);
#endif
  if (has_textures) {
    vec2 uv = vec2(0);
    vec3 gu = vec3(0), gv = vec3(0);
#ifdef MESH
    uv = v_uv;
    float bb = dot(ab, ab), bc = dot(ab, ac), cc = dot(ac, ac);
    float inverse_area = 1.0 / max(bb * cc - bc * bc, 1e-30);
    vec3 along_b = inverse_area * (cc * ab - bc * ac), along_c = inverse_area * (bb * ac - bc * ab);
    gu = uvb.x * along_b + uvc.x * along_c;
    gv = uvb.y * along_b + uvc.y * along_c;
#else
    vec3 local = to_local(i, point - (i.position.xyz - eye));
    vec3 local_gu, local_gv;
    coordinates(i, local, local_normal, uv, local_gu, local_gv);
    gu = to_world(i, local_gu);
    gv = to_world(i, local_gv);
#endif
    if (material.textures.x != 0) {
      vec4 color = sample_texture(base_texture, uv, gu, gv, f);
      base *= color.rgb;
      opacity *= color.a;
    }
    if (material.textures.z != 0) roughness = sample_texture(roughness_texture, uv, gu, gv, f).r;
    if (material.textures.w != 0) metalness = sample_texture(metalness_texture, uv, gu, gv, f).r;
    if (material.others.x != 0) emissive = sample_texture(emissive_texture, uv, gu, gv, f).rgb;
    if (material.textures.y != 0 && dot(gu, gu) > 1e-12) {
      vec3 n = sample_texture(normal_texture, uv, gu, gv, f).rgb * 2.0 - 1.0;
      vec3 tangent = normalize(gu - dot(normal, gu) * normal);
      vec3 bitangent = normalize(gv - dot(normal, gv) * normal);
      normal = normalize(n.x * tangent + n.y * bitangent + n.z * normal);
    }
  }
  if (is_painted) {
    vec4 paint = sample_paint((point + eye).xy, f);
    base = paint.rgb + (1.0 - paint.a) * base;
  }

  // light
  vec3 viewer = -direction;
  float facing = clamp(dot(normal, viewer), 1e-4, 1.0);
  vec3 diffuse = (1.0 - metalness) * base;
  vec3 mirror = mix(vec3(0.04), base, metalness);
  float rough = max(roughness, 0.05), alpha = rough * rough, alpha2 = alpha * alpha;
  vec3 sum = emissive + (0.7 + 0.3 * normal.z) * diffuse * ambient;
  float up = direction.z + 2.0 * facing * normal.z;
  vec3 mirrored = mix(mirrored_down, mirrored_up, clamp(0.5 + up * 0.5 / (0.1 + 0.9 * rough), 0.0, 1.0));
  float edge = pow(1.0 - facing, 5.0) * (1.0 - rough) * (1.0 - rough);
  sum += (mirror + (1.0 - mirror) * edge) * mirrored;
  for (int k = 0; k < light_count; ++k) {
    vec3 towards;
    float light_m;
    vec3 color = shine_of(lights[k], point, towards, light_m);
    float slope = dot(normal, towards);
    if (slope <= 0.0 || dot(flat_normal, towards) <= 0.0 || color == vec3(0)) continue;
    if (has_shadows) color *= lit(lights[k], point, flat_normal, towards, light_m);
    vec3 h = normalize(viewer + towards);
    float nh = clamp(dot(normal, h), 0.0, 1.0), lh = clamp(dot(towards, h), 0.0, 1.0);
    float bell = nh * nh * (alpha2 - 1.0) + 1.0;
    float hidden = 0.5 / mix(2.0 * slope * facing, slope + facing, alpha);
    float gloss = alpha2 / max(bell * bell, 1e-7) * hidden;
    sum += slope * color * (diffuse + gloss * (mirror + (1.0 - mirror) * pow(1.0 - lh, 5.0)));
  }
  if (fog_kind == 1) {
    float share = clamp((distance_m - fog_numbers.x) / (fog_numbers.y - fog_numbers.x), 0.0, 1.0);
    sum = mix(sum, fog_color, share * fog_numbers.z);
  } else if (fog_kind == 2) {
    float depth = min(distance_m * fog_numbers.z, 16.0);
    sum = mix(sum, fog_color, 1.0 - exp(-depth * depth));
  }
  out_color = vec4(min(sum, vec3(60000)), opacity);
  out_distance = distance_m;
  out_instance = v_instance + 1u;
}
#endif
)";

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
