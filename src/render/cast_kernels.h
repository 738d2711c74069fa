// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Casting lists of rays. For kernel files only, see simd.h.

#include "render/prim_kernels.h"
#include "render/ray_kernels.h"

namespace tandem::TANDEM_SIMD {

// Numbers too small to be normal are slow, and mean nothing here. The caller's setting comes back.
class FlushesToZero {
 public:
#if defined(__SSE__)
  TANDEM_INLINE FlushesToZero() : before_(_mm_getcsr()) { _mm_setcsr(before_ | 0x8040); }
  TANDEM_INLINE ~FlushesToZero() { _mm_setcsr(before_); }

 private:
  unsigned before_;
#endif
};

TANDEM_INLINE RayContext make_context(const RayScenes& scenes, std::uint32_t mask,
                                      std::uint32_t ignored_entity, bool ignores_still) {
  RayContext context;
  rtcInitIntersectContext(&context.embree);
  context.embree.flags = RTC_INTERSECT_CONTEXT_FLAG_COHERENT;
  context.embree.filter = ignores_still ? &pass_ignored : nullptr;
  context.mask = mask;
  context.ignored_entity = ignored_entity;
  context.flat_parts = scenes.flat_parts;
  return context;
}

// Lanes that come near anything that moves: cheaper to ask than to call Embree in vain.
TANDEM_INLINE Mask meets_bounds(const RayScenes& scenes, const RayPacket& rays) {
  const float *low = scenes.moving_low, *high = scenes.moving_high;
  Span span{load(rays.tnear), load(rays.tfar)};
  const auto axis = [&](const float* origins, const float* directions, int i) {
    const Float inverse = reciprocal(load(directions)), origin = load(origins);
    const Float a = (low[i] - origin) * inverse, b = (high[i] - origin) * inverse;
    // along a face there is no quotient; then the other two decide
    span.enter = max(min(a, b), span.enter);
    span.leave = min(max(a, b), span.leave);
  };
  axis(rays.org_x, rays.dir_x, 0);
  axis(rays.org_y, rays.dir_y, 1);
  axis(rays.org_z, rays.dir_z, 2);
  return ~less(span.leave, span.enter);
}

// Where rays end in both levels.
TANDEM_INLINE void intersect_all(const RayScenes& scenes, RayContext& context, int* valid,
                                 HitPacket& packet) {
  intersect(valid, scenes.still, context, packet);
  const Mask near_moving = mask_from_lanes(valid) & meets_bounds(scenes, packet.ray);
  if (!any(near_moving)) return;
  store(valid, as_lanes(near_moving));
  intersect(valid, scenes.moving, context, packet);
}

// Puts a few rays side by side; lanes without one are not valid.
inline void pack(const Ray* rays, int count, std::uint32_t mask, RayPacket& packet, int* valid) {
  for (int i = 0; i < lane_count; ++i) {
    const Ray& ray = rays[i < count ? i : 0];
    packet.org_x[i] = ray.origin.x;
    packet.org_y[i] = ray.origin.y;
    packet.org_z[i] = ray.origin.z;
    packet.dir_x[i] = ray.direction.x;
    packet.dir_y[i] = ray.direction.y;
    packet.dir_z[i] = ray.direction.z;
    packet.tnear[i] = ray.min_m;
    packet.tfar[i] = ray.max_m;
    packet.time[i] = 0;
    packet.mask[i] = mask;
    packet.id[i] = 0;
    packet.flags[i] = 0;
    valid[i] = i < count ? -1 : 0;
  }
}

inline RayEnd describe(const RayScenes& scenes, const HitPacket& packet, int lane) {
  std::uint32_t instance = packet.hit.instID[0][lane], part = packet.hit.geomID[lane];
  if (instance == RTC_INVALID_GEOMETRY_ID) {
    const FlatPart& flat = scenes.flat_parts[part];
    instance = flat.instance;
    part = flat.submesh;
  }
  const InstanceInfo& info = scenes.instances[instance];
  const std::uint32_t material =
      scenes.part_materials[info.first_part + (info.has_own_materials != 0 ? part : 0)];

  const float x = packet.hit.Ng_x[lane], y = packet.hit.Ng_y[lane], z = packet.hit.Ng_z[lane];
  const float towards =
      x * packet.ray.dir_x[lane] + y * packet.ray.dir_y[lane] + z * packet.ray.dir_z[lane];
  const float inverse = (towards > 0 ? -1.0f : 1.0f) / __builtin_sqrtf(x * x + y * y + z * z);
  RayEnd hit;
  hit.distance_m = packet.ray.tfar[lane];
  hit.normal = {x * inverse, y * inverse, z * inverse};
  hit.reflectance = scenes.reflectances[material];
  hit.instance = info.instance_id;
  hit.label = info.label;
  return hit;
}

inline void cast(const RayScenes& scenes, std::uint32_t mask, std::uint32_t ignored_entity,
                 bool ignores_still, const Ray* rays, RayEnd* hits, std::size_t count) {
  const FlushesToZero flushes;
  RayContext context = make_context(scenes, mask, ignored_entity, ignores_still);
  alignas(64) HitPacket packet;
  alignas(64) int valid[lane_count];
  for (std::size_t first = 0; first < count; first += lane_count) {
    const int here = count - first < lane_count ? static_cast<int>(count - first) : lane_count;
    pack(rays + first, here, mask, packet.ray, valid);
    for (int i = 0; i < lane_count; ++i) {
      packet.hit.geomID[i] = RTC_INVALID_GEOMETRY_ID;
      packet.hit.instID[0][i] = RTC_INVALID_GEOMETRY_ID;
    }
    intersect_all(scenes, context, valid, packet);
    for (int i = 0; i < here; ++i)
      hits[first + static_cast<std::size_t>(i)] =
          packet.hit.geomID[i] == RTC_INVALID_GEOMETRY_ID ? RayEnd{} : describe(scenes, packet, i);
  }
}

inline void find_blocked(const RayScenes& scenes, std::uint32_t mask, std::uint32_t ignored_entity,
                         bool ignores_still, const Ray* rays, std::uint8_t* blocked,
                         std::size_t count) {
  const FlushesToZero flushes;
  RayContext context = make_context(scenes, mask, ignored_entity, ignores_still);
  alignas(64) RayPacket packet;
  alignas(64) int valid[lane_count];
  for (std::size_t first = 0; first < count; first += lane_count) {
    const int here = count - first < lane_count ? static_cast<int>(count - first) : lane_count;
    pack(rays + first, here, mask, packet, valid);
    occlude(valid, scenes.still, context, packet);
    // those that are blocked already need not look further
    bool is_open = false;
    for (int i = 0; i < here; ++i) {
      valid[i] = packet.tfar[i] >= 0 ? -1 : 0;
      is_open = is_open || valid[i] != 0;
    }
    if (is_open) occlude(valid, scenes.moving, context, packet);
    for (int i = 0; i < here; ++i)
      blocked[first + static_cast<std::size_t>(i)] = packet.tfar[i] < 0 ? 1 : 0;
  }
}

}  // namespace tandem::TANDEM_SIMD
