// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/gl_shaders.h"

namespace tandem {

const char* const gl_surface_light = R"(
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

}  // namespace tandem
