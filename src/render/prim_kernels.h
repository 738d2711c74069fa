// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where packets of rays meet shapes, exactly. For kernel files only, see simd.h.

#include "render/ray_parts.h"
#include "render/simd.h"

namespace tandem::TANDEM_SIMD {

#if TANDEM_LANES == 16
using RayPacket = RTCRay16;
using HitPacket = RTCRayHit16;
#elif TANDEM_LANES == 8
using RayPacket = RTCRay8;
using HitPacket = RTCRayHit8;
#else
using RayPacket = RTCRay4;
using HitPacket = RTCRayHit4;
#endif

TANDEM_INLINE void intersect(const int* valid, RTCScene scene, RayContext& context,
                             HitPacket& packet) {
#if TANDEM_LANES == 16
  rtcIntersect16(valid, scene, &context.embree, &packet);
#elif TANDEM_LANES == 8
  rtcIntersect8(valid, scene, &context.embree, &packet);
#else
  rtcIntersect4(valid, scene, &context.embree, &packet);
#endif
}

TANDEM_INLINE void occlude(const int* valid, RTCScene scene, RayContext& context,
                           RayPacket& packet) {
#if TANDEM_LANES == 16
  rtcOccluded16(valid, scene, &context.embree, &packet);
#elif TANDEM_LANES == 8
  rtcOccluded8(valid, scene, &context.embree, &packet);
#else
  rtcOccluded4(valid, scene, &context.embree, &packet);
#endif
}

// Rays in the frame of a primitive.
struct LocalRays {
  Vec origin, direction;
  Float near, far;
  Mask mask;
};

// Where rays enter and leave a convex shape. Empty where enter > leave.
struct Span {
  Float enter, leave;
};

TANDEM_INLINE Vec into(const Prim& prim, const Vec& v) {
  return rotate_back(prim.world_from_prim, v);
}
TANDEM_INLINE Vec out_of(const Prim& prim, const Vec& v) { return rotate(prim.world_from_prim, v); }

TANDEM_INLINE LocalRays into(const Prim& prim, const RayPacket& rays, Mask mask) {
  // the difference first: then a world of kilometres costs no precision
  const Vec from_prim{load(rays.org_x) - prim.position[0], load(rays.org_y) - prim.position[1],
                      load(rays.org_z) - prim.position[2]};
  const Vec direction{load(rays.dir_x), load(rays.dir_y), load(rays.dir_z)};
  return {into(prim, from_prim), into(prim, direction), load(rays.tnear), load(rays.tfar), mask};
}

// Never zero, so that a ray along a face has a quotient too.
TANDEM_INLINE Float safe_inverse(Float a) {
  const Float tiny = all(1e-18f);
  return 1.0f / select(less(abs(a), tiny), tiny, a);
}

TANDEM_INLINE Span slab(Float origin, Float inverse_direction, float half) {
  const Float a = (-half - origin) * inverse_direction, b = (half - origin) * inverse_direction;
  return {min(a, b), max(a, b)};
}

// The part of the rays within a sphere of radius 1, of which these are the three coordinates (or
// two, for a cylinder that is infinitely long). From the point nearest to the centre, because the
// textbook's formula loses what is far away.
TANDEM_INLINE Span round(Float aa, Float ab, Float nearest_squared, Float one_over_aa) {
  const Float middle = -ab * one_over_aa;
  const Float square = (1.0f - nearest_squared) * one_over_aa;
  const Float half = sqrt(max(square, all(0.0f)));
  const Mask misses = less(square, all(0.0f));
  (void)aa;
  return {select(misses, all(1.0f), middle - half), select(misses, all(-1.0f), middle + half)};
}

TANDEM_INLINE Span unit_sphere(const Vec& o, const Vec& d) {
  const Float aa = dot(d, d), ab = dot(o, d);
  const Float inverse = 1.0f / aa;
  const Vec nearest = o - ab * inverse * d;
  return round(aa, ab, dot(nearest, nearest), inverse);
}

TANDEM_INLINE Span unit_circle(Float ox, Float oy, Float dx, Float dy) {
  const Float aa = max(dx * dx + dy * dy, all(1e-18f)), ab = ox * dx + oy * dy;
  const Float inverse = 1.0f / aa;
  const Float x = ox - ab * inverse * dx, y = oy - ab * inverse * dy;
  return round(aa, ab, x * x + y * y, inverse);
}

TANDEM_INLINE Span both(const Span& a, const Span& b) {
  return {max(a.enter, b.enter), min(a.leave, b.leave)};
}

// The hull of two spans of which either may be empty.
TANDEM_INLINE Span hull(const Span& a, const Span& b) {
  const Mask no_a = less(a.leave, a.enter), no_b = less(b.leave, b.enter);
  return {select(no_a, b.enter, select(no_b, a.enter, min(a.enter, b.enter))),
          select(no_a, b.leave, select(no_b, a.leave, max(a.leave, b.leave)))};
}

// The end of the span that the ray meets first; lanes that meet none are not in the mask.
struct Meeting {
  Float distance;
  Mask mask;
  Mask is_entry;
};

TANDEM_INLINE Meeting meet(const Span& span, const LocalRays& rays) {
  const Mask is_entry = less_equal(rays.near, span.enter);
  const Float distance = select(is_entry, span.enter, span.leave);
  return {distance,
          rays.mask & less_equal(span.enter, span.leave) & less_equal(rays.near, distance) &
              less(distance, rays.far),
          is_entry};
}

struct Surface {
  Float distance;
  Mask mask;
  Vec normal;  // outwards, of any length
};

TANDEM_INLINE Float sign_of(Float a) { return select(less(a, all(0.0f)), all(-1.0f), all(1.0f)); }

TANDEM_INLINE Surface meet_box(const Prim& prim, const LocalRays& rays) {
  const Float ix = safe_inverse(rays.direction.x), iy = safe_inverse(rays.direction.y),
              iz = safe_inverse(rays.direction.z);
  const Span x = slab(rays.origin.x, ix, prim.size[0]), y = slab(rays.origin.y, iy, prim.size[1]),
             z = slab(rays.origin.z, iz, prim.size[2]);
  const Span span = both(both(x, y), z);
  const Meeting at = meet(span, rays);
  // the face: that of the slab which was entered last or left first
  const Mask on_x = equal(at.distance, select(at.is_entry, x.enter, x.leave));
  const Mask on_y = equal(at.distance, select(at.is_entry, y.enter, y.leave)) & ~on_x;
  const Float zero = all(0.0f);
  const Float outwards = select(at.is_entry, all(-1.0f), all(1.0f));
  return {at.distance,
          at.mask,
          {select(on_x, outwards * sign_of(rays.direction.x), zero),
           select(on_y, outwards * sign_of(rays.direction.y), zero),
           select(on_x | on_y, zero, outwards * sign_of(rays.direction.z))}};
}

TANDEM_INLINE Surface meet_ellipsoid(const Prim& prim, const LocalRays& rays) {
  const float ix = 1 / prim.size[0], iy = 1 / prim.size[1], iz = 1 / prim.size[2];
  const Vec o{rays.origin.x * ix, rays.origin.y * iy, rays.origin.z * iz};
  const Vec d{rays.direction.x * ix, rays.direction.y * iy, rays.direction.z * iz};
  const Meeting at = meet(unit_sphere(o, d), rays);
  const Vec p = o + at.distance * d;
  return {at.distance, at.mask, {p.x * ix, p.y * iy, p.z * iz}};
}

TANDEM_INLINE Surface meet_cylinder(const Prim& prim, const LocalRays& rays) {
  const float inverse = 1 / prim.size[0];
  const Span side = unit_circle(rays.origin.x * inverse, rays.origin.y * inverse,
                                rays.direction.x * inverse, rays.direction.y * inverse);
  const Span ends = slab(rays.origin.z, safe_inverse(rays.direction.z), prim.size[1]);
  const Meeting at = meet(both(side, ends), rays);
  const Mask on_end = equal(at.distance, select(at.is_entry, ends.enter, ends.leave));
  const Float zero = all(0.0f);
  const Float outwards = select(at.is_entry, all(-1.0f), all(1.0f));
  const Vec p = rays.origin + at.distance * rays.direction;
  return {at.distance,
          at.mask,
          {select(on_end, zero, p.x), select(on_end, zero, p.y),
           select(on_end, outwards * sign_of(rays.direction.z), zero)}};
}

TANDEM_INLINE Surface meet_capsule(const Prim& prim, const LocalRays& rays) {
  const float inverse = 1 / prim.size[0], half = prim.size[1];
  const Float zero = all(0.0f);
  const Vec d{rays.direction.x * inverse, rays.direction.y * inverse, rays.direction.z * inverse};
  const Float x = rays.origin.x * inverse, y = rays.origin.y * inverse;
  const Span side =
      both(unit_circle(x, y, d.x, d.y), slab(rays.origin.z, safe_inverse(rays.direction.z), half));
  const Span top = unit_sphere({x, y, (rays.origin.z - half) * inverse}, d);
  const Span bottom = unit_sphere({x, y, (rays.origin.z + half) * inverse}, d);
  const Meeting at = meet(hull(hull(side, top), bottom), rays);
  const Vec p = rays.origin + at.distance * rays.direction;
  const Float over = max(p.z - half, zero) + min(p.z + half, zero);
  return {at.distance, at.mask, {p.x, p.y, over}};
}

TANDEM_INLINE Surface meet_rectangle(const Prim& prim, const LocalRays& rays) {
  const Float distance = -rays.origin.z * safe_inverse(rays.direction.z);
  const Vec p = rays.origin + distance * rays.direction;
  return {distance,
          rays.mask & less_equal(rays.near, distance) & less(distance, rays.far) &
              less_equal(abs(p.x), all(prim.size[0])) & less_equal(abs(p.y), all(prim.size[1])),
          all(0.0f, 0.0f, 1.0f)};
}

TANDEM_INLINE Surface meet_shape(const Prim& prim, const LocalRays& rays) {
  switch (prim.kind) {
    case PrimKind::box:
      return meet_box(prim, rays);
    case PrimKind::ellipsoid:
      return meet_ellipsoid(prim, rays);
    case PrimKind::cylinder:
      return meet_cylinder(prim, rays);
    case PrimKind::capsule:
      return meet_capsule(prim, rays);
    case PrimKind::rectangle:
      return meet_rectangle(prim, rays);
    case PrimKind::mesh:
      break;
  }
  return {rays.far, no_lanes(), all(0.0f, 0.0f, 0.0f)};
}

// The rays in the coordinates of a mesh, distances as they are in the world.
TANDEM_INLINE void into_mesh(const Prim& prim, const LocalRays& rays, const RayContext& context,
                             RayPacket& inner) {
  const float ix = 1 / prim.size[0], iy = 1 / prim.size[1], iz = 1 / prim.size[2];
  store(inner.org_x, rays.origin.x * ix);
  store(inner.org_y, rays.origin.y * iy);
  store(inner.org_z, rays.origin.z * iz);
  store(inner.dir_x, rays.direction.x * ix);
  store(inner.dir_y, rays.direction.y * iy);
  store(inner.dir_z, rays.direction.z * iz);
  store(inner.tnear, rays.near);
  store(inner.tfar, rays.far);
  store(inner.time, all(0.0f));
  const Int mask = all(prim.has_own_materials ? static_cast<int>(context.mask) : -1);
  __builtin_memcpy(inner.mask, &mask, sizeof mask);
  const Int none{};
  __builtin_memcpy(inner.id, &none, sizeof none);
  __builtin_memcpy(inner.flags, &none, sizeof none);
}

// Writes some lanes and leaves the others as they are.
TANDEM_INLINE void keep(Mask mask, float* to, Float value) {
  store(to, select(mask, value, load(to)));
}
TANDEM_INLINE void keep(Mask mask, unsigned* to, Int value) {
  auto* lanes = reinterpret_cast<int*>(to);
  store(lanes, select(mask, value, load(lanes)));
}

TANDEM_INLINE bool is_wanted(const Prim& prim, const RayContext& context) {
  return (prim.mask & context.mask) != 0 && prim.entity != context.ignored_entity;
}

// Where rays meet one primitive, if that is nearer than what the packet has. `number` is kept as
// the primitive's.
inline void meet_prim(const Prim& prim, unsigned number, RayContext& context, Mask mask,
                      HitPacket& packet) {
  if (!is_wanted(prim, context)) return;
  const LocalRays rays = into(prim, packet.ray, mask);

  if (prim.kind == PrimKind::mesh) {
    alignas(64) HitPacket inner;
    into_mesh(prim, rays, context, inner.ray);
    const Int nothing = all(-1);
    __builtin_memcpy(inner.hit.geomID, &nothing, sizeof nothing);
    alignas(64) int valid[lane_count];
    store(valid, as_lanes(rays.mask));
    // whose it is has been looked at: no filter
    const RTCFilterFunctionN filter = context.embree.filter;
    context.embree.filter = nullptr;
    intersect(valid, prim.mesh, context, inner);
    context.embree.filter = filter;

    const Int part = load(reinterpret_cast<const int*>(inner.hit.geomID));
    const Mask hits = rays.mask & ~equal(part, nothing);
    if (!any(hits)) return;
    // normals go the other way of lengths
    const Vec normal = out_of(
        prim, {load(inner.hit.Ng_x) * (1 / prim.size[0]), load(inner.hit.Ng_y) * (1 / prim.size[1]),
               load(inner.hit.Ng_z) * (1 / prim.size[2])});
    keep(hits, packet.ray.tfar, load(inner.ray.tfar));
    keep(hits, packet.hit.Ng_x, normal.x);
    keep(hits, packet.hit.Ng_y, normal.y);
    keep(hits, packet.hit.Ng_z, normal.z);
    keep(hits, packet.hit.u, load(inner.hit.u));
    keep(hits, packet.hit.v, load(inner.hit.v));
    keep(hits, packet.hit.primID, load(reinterpret_cast<const int*>(inner.hit.primID)));
    keep(hits, packet.hit.geomID, part);
    keep(hits, packet.hit.instID[0], all(static_cast<int>(prim.instance)));
    return;
  }

  const Surface surface = meet_shape(prim, rays);
  if (!any(surface.mask)) return;
  const Vec normal = out_of(prim, surface.normal);
  keep(surface.mask, packet.ray.tfar, surface.distance);
  keep(surface.mask, packet.hit.Ng_x, normal.x);
  keep(surface.mask, packet.hit.Ng_y, normal.y);
  keep(surface.mask, packet.hit.Ng_z, normal.z);
  keep(surface.mask, packet.hit.primID, all(static_cast<int>(number)));
  keep(surface.mask, packet.hit.geomID, all(0));
  keep(surface.mask, packet.hit.instID[0], all(static_cast<int>(prim.instance)));
}

// Lanes whose rays the primitive is in the way of.
inline Mask behind_prim(const Prim& prim, RayContext& context, Mask mask, const RayPacket& packet) {
  if (!is_wanted(prim, context)) return no_lanes();
  const LocalRays rays = into(prim, packet, mask);
  if (prim.kind != PrimKind::mesh) return meet_shape(prim, rays).mask;

  alignas(64) RayPacket inner;
  into_mesh(prim, rays, context, inner);
  alignas(64) int valid[lane_count];
  store(valid, as_lanes(rays.mask));
  const RTCFilterFunctionN filter = context.embree.filter;
  context.embree.filter = nullptr;
  occlude(valid, prim.mesh, context, inner);
  context.embree.filter = filter;
  return rays.mask & less(load(inner.tfar), all(0.0f));
}

// Embree's callbacks. Both are called with packets of our width only.

inline void intersect_prim(const RTCIntersectFunctionNArguments* args) {
  meet_prim(static_cast<const Prim*>(args->geometryUserPtr)[args->primID], args->primID,
            *reinterpret_cast<RayContext*>(args->context), mask_from_lanes(args->valid),
            *reinterpret_cast<HitPacket*>(args->rayhit));
}

inline void occlude_prim(const RTCOccludedFunctionNArguments* args) {
  auto& packet = *reinterpret_cast<RayPacket*>(args->ray);
  const Mask hits = behind_prim(static_cast<const Prim*>(args->geometryUserPtr)[args->primID],
                                *reinterpret_cast<RayContext*>(args->context),
                                mask_from_lanes(args->valid), packet);
  store(packet.tfar, select(hits, all(-__builtin_inff()), load(packet.tfar)));
}

}  // namespace tandem::TANDEM_SIMD
