// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// How light leaves surfaces towards the viewer. For kernel files only, see simd.h. The formulas
// are in docs/rendering.md, and the same in the GL renderer's shaders.

#include "render/cast_kernels.h"
#include "render/surface_kernels.h"

namespace tandem::TANDEM_SIMD {

TANDEM_INLINE Vec sky_color(const DrawScene& scene, const Vec& direction) {
  const ShadeSky& sky = scene.sky;
  const Float up = clamp01(direction.z), down = clamp01(direction.z * -4.0f);
  const Float left = 1.0f - up, squared = left * left;
  const Vec above = mix(all(sky.zenith), all(sky.horizon), squared * squared);
  return mix(above, all(sky.ground), down);
}

// Share of fog in what is seen at a distance.
TANDEM_INLINE Float fog_share(const ShadeSky& sky, Float distance) {
  if (sky.fog == 1)
    return clamp01((distance - sky.fog_start) * (1 / (sky.fog_end - sky.fog_start))) *
           sky.fog_density;
  const Float depth = min(distance * sky.fog_density, all(16.0f));
  return 1.0f - exp2(depth * depth * -1.442695f);
}

// Where a light is seen from a surface.
struct Shine {
  Vec towards;     // unit
  Float distance;  // m, to the light
  Vec color;       // what arrives on a surface that faces it
  Mask mask;
};

inline Shine shine_of(const ShadeLight& light, const Vec& point, Mask mask) {
  if (light.kind == ShadeLight::directional)
    return {all(-light.direction[0], -light.direction[1], -light.direction[2]),
            all(__builtin_inff()), all(light.color), mask};
  const Vec to_light = all(light.position) - point;
  const Float squared = max(dot(to_light, to_light), all(1e-12f));
  const Float inverse = inverse_sqrt(squared), distance = squared * inverse;
  Shine shine{inverse * to_light, distance, all(0.0f, 0.0f, 0.0f),
              mask & less(distance, all(light.range))};
  Float strength = 1.0f / max(light.attenuation[0] + light.attenuation[1] * distance +
                                  light.attenuation[2] * squared,
                              all(1e-6f));
  if (light.kind == ShadeLight::spot) {
    const Float off_axis = -dot(shine.towards, all(light.direction));
    shine.mask = shine.mask & less(all(light.cos_outer), off_axis);
    const float width = light.cos_inner - light.cos_outer;
    const Float share =
        clamp01((off_axis - light.cos_outer) * (1 / (width > 1e-6f ? width : 1e-6f)));
    strength = strength * exp2(light.falloff * log2(max(share, all(1e-6f))));
  }
  shine.color = strength * all(light.color);
  return shine;
}

// Lanes whose rays a triangle is in the way of, however far it is.
TANDEM_INLINE Mask behind_triangle(const TriangleView& triangles, std::uint32_t number,
                                   const RayPacket& packet) {
  const auto corner = [&](int i) {
    const float* const* at = triangles.corners + 3 * i;
    return all(at[0][number], at[1][number], at[2][number]);
  };
  const Vec origin{load(packet.org_x), load(packet.org_y), load(packet.org_z)};
  const Vec direction{load(packet.dir_x), load(packet.dir_y), load(packet.dir_z)};
  const Vec a = corner(0), ab = corner(1) - a, ac = corner(2) - a, to_a = a - origin;
  const Vec normal = cross(ab, ac), across = cross(to_a, direction);
  // multiplied by the same sign all quotients can be compared without a division
  const Float below = dot(normal, direction), size = abs(below);
  const Float sign = select(less(below, all(0.0f)), all(-1.0f), all(1.0f));
  const Float u = dot(across, ac) * sign, v = -dot(across, ab) * sign;
  const Float distance = dot(normal, to_a) * sign;
  const Float zero = all(0.0f);
  return less_equal(zero, u) & less_equal(zero, v) & less_equal(u + v, size) &
         less_equal(zero, distance) & less(zero, size);
}

// Where lanes are on the plane that a sun falls straight on, all of them together.
TANDEM_INLINE SunBounds bounds_of(const SunView& sun, const RayPacket& packet, Mask mask) {
  const Vec origin{load(packet.org_x), load(packet.org_y), load(packet.org_z)};
  const Float x = dot(all(sun.x), origin), y = dot(all(sun.y), origin);
  SunBounds bounds{__builtin_inff(), -__builtin_inff(), __builtin_inff(), -__builtin_inff()};
  for (unsigned left = bits(mask); left != 0; left &= left - 1) {
    const int i = __builtin_ctz(left);
    bounds.low_x = x[i] < bounds.low_x ? x[i] : bounds.low_x;
    bounds.high_x = x[i] > bounds.high_x ? x[i] : bounds.high_x;
    bounds.low_y = y[i] < bounds.low_y ? y[i] : bounds.low_y;
    bounds.high_y = y[i] > bounds.high_y ? y[i] : bounds.high_y;
  }
  return bounds;
}

TANDEM_INLINE bool overlap(const SunBounds& a, const SunBounds& b) {
  return a.low_x <= b.high_x && b.low_x <= a.high_x && a.low_y <= b.high_y && b.low_y <= a.high_y;
}

// Lanes that still things known to come into question leave in the light. Lanes in `search` have
// no list.
inline Mask lit_by_list(const DrawScene& scene, const SunView& sun, const Look& look, Int receiver,
                        RayContext& context, const RayPacket& packet, Mask mask, Mask& search) {
  const Mask is_known = mask & less(all(-1), receiver);
  const Int list = gather(reinterpret_cast<const int*>(sun.list_of_receiver),
                          select(is_known, receiver, all(0)));
  search = mask & ~(is_known & ~equal(list, all(static_cast<int>(sun_list_search))));
  Mask open = mask & ~search;
  unsigned left = bits(open & ~equal(list, all(static_cast<int>(sun_list_empty))));
  while (left != 0) {
    const int here = list[__builtin_ctz(left)];
    Mask same = mask_from_bits(left) & equal(list, all(here));
    left &= ~bits(same);
    const SunBounds bounds = bounds_of(sun, packet, same);
    for (std::uint32_t i = sun.starts[here]; i < sun.starts[here + 1] && any(same); ++i) {
      if (!overlap(sun.bounds[i], bounds)) continue;
      const std::uint32_t item = sun.items[i];
      const auto triangles = static_cast<std::uint32_t>(scene.triangles.count);
      if (item < triangles) {
        const Mask hidden = same & behind_triangle(scene.triangles, item, packet);
        same = same & ~hidden;
        open = open & ~hidden;
        continue;
      }
      // what is convex shades its own inner side alone
      const Mask others = same & (look.is_inner | ~equal(receiver, all(static_cast<int>(item))));
      if (!any(others)) continue;
      const Mask hidden =
          others & behind_prim(scene.still_prims[item - triangles], context, others, packet);
      same = same & ~hidden;
      open = open & ~hidden;
    }
  }
  return open;
}

// Lanes from which the light is in sight.
inline Mask lit(const DrawScene& scene, const DrawView& view, const Look& look, const Shine& shine,
                const SunView& sun, Int receiver, Mask mask) {
  alignas(64) RayPacket packet;
  alignas(64) int valid[lane_count];
  // off the surface, by more than the rounding of where it is
  const Float size = max(max(abs(look.point.x), abs(look.point.y)), abs(look.point.z));
  const Float off = 3e-4f + 1e-6f * size;
  store(packet.org_x, look.point.x + off * look.flat.x);
  store(packet.org_y, look.point.y + off * look.flat.y);
  store(packet.org_z, look.point.z + off * look.flat.z);
  store(packet.dir_x, shine.towards.x);
  store(packet.dir_y, shine.towards.y);
  store(packet.dir_z, shine.towards.z);
  store(packet.tnear, all(0.0f));
  store(packet.tfar, shine.distance);
  store(packet.time, all(0.0f));
  store(reinterpret_cast<int*>(packet.mask), all(static_cast<int>(ray_sees_casters)));
  store(reinterpret_cast<int*>(packet.id), all(0));
  store(reinterpret_cast<int*>(packet.flags), all(0));
  RayContext context =
      make_context(scene.rays, ray_sees_casters, view.ignored_entity, view.ignores_still);
  Mask open = no_lanes(), search = mask;
  if (sun.list_of_receiver != nullptr && !view.ignores_still)
    open = lit_by_list(scene, sun, look, receiver, context, packet, mask, search);
  if (any(search)) {
    store(valid, as_lanes(search));
    occlude(valid, scene.rays.still, context, packet);
    open = open | (search & less_equal(all(0.0f), load(packet.tfar)));
  }
  const Mask may_meet = open & meets_bounds(scene.rays, packet);
  if (!any(may_meet)) return open;
  store(valid, as_lanes(may_meet));
  occlude(valid, scene.rays.moving, context, packet);
  return open & less_equal(all(0.0f), load(packet.tfar));
}

// What leaves the surface towards the viewer, who looks along `direction`. `receiver` is as in
// Hits. `mark` gets a number that differs between sun and shadow.
inline Vec shade(const DrawScene& scene, const DrawView& view, const Look& look,
                 const Vec& direction, Mask mask, Int receiver, Int& mark) {
  const ShadeSky& sky = scene.sky;
  const Vec towards_viewer{-direction.x, -direction.y, -direction.z};
  const Float facing = clamp(dot(look.normal, towards_viewer), 1e-4f, 1);
  const Vec diffuse = (1.0f - look.metalness) * look.base_color;
  const Vec mirror = mix(all(0.04f, 0.04f, 0.04f), look.base_color, look.metalness);
  const Float rough = max(look.roughness, all(0.05f));
  const Float alpha = rough * rough, alpha2 = alpha * alpha;

  // sky light: more from above than from below, and what a smooth surface mirrors of it
  const Float from_above = 0.7f + 0.3f * look.normal.z;
  Vec sum = look.emissive + from_above * times(diffuse, all(sky.ambient));
  const Float up = direction.z + 2.0f * facing * look.normal.z;
  const Float blur = 0.1f + 0.9f * rough;
  const Vec mirrored =
      mix(all(sky.mirrored_down), all(sky.mirrored_up), clamp01(0.5f + up * 0.5f / blur));
  const Float grazing = 1.0f - facing, grazing2 = grazing * grazing;
  const Float edge = grazing2 * grazing2 * grazing * (1.0f - rough) * (1.0f - rough);
  const Vec reflected{mirror.x + (1.0f - mirror.x) * edge, mirror.y + (1.0f - mirror.y) * edge,
                      mirror.z + (1.0f - mirror.z) * edge};
  sum = sum + times(reflected, mirrored);

  for (int i = 0; i < scene.light_count; ++i) {
    const ShadeLight& light = scene.lights[i];
    Shine shine = shine_of(light, look.point, mask);
    const Float slope = dot(look.normal, shine.towards);
    shine.mask =
        shine.mask & less(all(0.0f), slope) & less(all(0.0f), dot(look.flat, shine.towards));
    if (!any(shine.mask)) continue;
    if (light.casts_shadows && view.has_shadows) {
      const SunView sun = scene.suns != nullptr ? scene.suns[i] : SunView{};
      shine.mask = lit(scene, view, look, shine, sun, receiver, shine.mask);
      mark = mark + (as_lanes(shine.mask) & (11 * (i + 1)));
      if (!any(shine.mask)) continue;
    }
    // microfacets as GGX has them, each mirroring by Schlick's rule
    const Vec half = unit(towards_viewer + shine.towards);
    const Float nh = clamp01(dot(look.normal, half)), lh = clamp01(dot(shine.towards, half));
    const Float bell = nh * nh * (alpha2 - 1.0f) + 1.0f;
    const Float hidden = 0.5f / mix(2.0f * slope * facing, slope + facing, alpha);
    const Float left = 1.0f - lh, left2 = left * left, fresnel = left2 * left2 * left;
    const Float gloss = alpha2 / max(bell * bell, all(1e-7f)) * hidden;
    const Vec out{diffuse.x + gloss * (mirror.x + (1.0f - mirror.x) * fresnel),
                  diffuse.y + gloss * (mirror.y + (1.0f - mirror.y) * fresnel),
                  diffuse.z + gloss * (mirror.z + (1.0f - mirror.z) * fresnel)};
    // chosen, not multiplied by zero: lanes in the dark may hold anything
    const Vec more = slope * times(shine.color, out);
    sum = select(shine.mask, sum + more, sum);
  }
  return sum;
}

// Bright light is rolled off like on film, below 0.8 nothing changes.
TANDEM_INLINE Float tone(Float light) {
  return select(less(light, all(0.8f)), light, 1.0f - 0.04f / (max(light, all(0.8f)) - 0.6f));
}

}  // namespace tandem::TANDEM_SIMD
