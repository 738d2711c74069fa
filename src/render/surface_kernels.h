// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What a packet of rays met: normals, texture coordinates, materials. For kernel files only, see
// simd.h.

#include "render/prim_kernels.h"
#include "render/texture_kernels.h"

namespace tandem::TANDEM_SIMD {

// Everything that light needs to know about the points that rays met.
struct Look {
  Vec point;
  Vec flat;       // unit normal of the geometry, towards the viewer
  Mask is_inner;  // the side of it that is seen
  Vec normal;     // unit normal for shading
  Vec base_color;
  Vec emissive;
  Float metalness;
  Float roughness;
  Float opacity;
};

struct Hits {
  Mask mask;
  Float distance;
  Vec point;
  Vec flat;  // of any length, outwards
  Float u, v;
  Int instance, part, triangle;
  Int receiver;  // of sunlight, see SunView; negative when a search is needed
};

// The texture coordinates of points of a box: each face shows the whole image.
TANDEM_INLINE void box_coordinates(const ShadeInstance& box, const Vec& local, const Vec& normal,
                                   Float& u, Float& v, Gradient& gradient) {
  const Mask on_x = less(all(0.5f), abs(normal.x)), on_y = less(all(0.5f), abs(normal.y)) & ~on_x;
  const Mask on_z = ~(on_x | on_y);
  const Float sign = sign_of(select(on_x, normal.x, select(on_y, -normal.y, all(1.0f))));
  const float ix = 0.5f / box.size[0], iy = 0.5f / box.size[1], iz = 0.5f / box.size[2];
  const Float zero = all(0.0f);
  // sides: u runs to the right for one who looks at the face, v up; top and bottom: u along x
  const Vec gu{select(on_x, zero, select(on_y, sign * ix, all(ix))), select(on_x, sign * iy, zero),
               zero};
  const Vec gv{zero, select(on_z, all(iy), zero), select(on_z, zero, all(iz))};
  u = 0.5f + dot(gu, local);
  v = 0.5f + dot(gv, local);
  gradient = {gu, gv};
}

// Around the vertical axis, v from bottom to top. The seam is on the side of negative x.
TANDEM_INLINE Float turn_of(Float x, Float y) {
  // atan2 over a full turn, to a thousandth of it
  const Float ax = abs(x), ay = abs(y);
  const Float a = min(ax, ay) / max(max(ax, ay), all(1e-20f));
  const Float s = a * a;
  Float r =
      a * (0.9998660f + s * (-0.3302995f + s * (0.1801410f + s * (-0.0851330f + s * 0.0208351f))));
  r = select(less(ax, ay), 1.5707963f - r, r);
  r = select(less(x, all(0.0f)), 3.1415927f - r, r);
  r = select(less(y, all(0.0f)), -r, r);
  return r * (0.5f / 3.1415927f) + 0.5f;
}

inline void round_coordinates(const ShadeInstance& shape, const Vec& local, const Vec& normal,
                              Float& u, Float& v, Gradient& gradient) {
  const float half = shape.kind == ShadeKind::ellipsoid  ? shape.size[2]
                     : shape.kind == ShadeKind::cylinder ? shape.size[1]
                                                         : shape.size[0] + shape.size[1];
  const Float zero = all(0.0f);
  u = turn_of(local.x, local.y);
  v = 0.5f + local.z * (0.5f / half);
  const Float around = max(sqrt(local.x * local.x + local.y * local.y), all(0.2f * shape.size[0]));
  const Float per_metre = (0.5f / 3.1415927f) / (around * around);
  gradient.u = {-local.y * per_metre, local.x * per_metre, zero};
  gradient.v = {zero, zero, all(0.5f / half)};
  if (shape.kind != ShadeKind::cylinder) return;
  // the ends show the image once, as seen from outside
  const Mask on_end = less(all(0.5f), abs(normal.z));
  const float across = 0.5f / shape.size[0];
  const Float flip = sign_of(normal.z);
  u = select(on_end, 0.5f + flip * across * local.x, u);
  v = select(on_end, 0.5f + across * local.y, v);
  gradient.u = select(on_end, {flip * across, zero, zero}, gradient.u);
  gradient.v = select(on_end, {zero, all(across), zero}, gradient.v);
}

TANDEM_INLINE Vec gather_vec(const float* base, Int index) {
  const Int at = index * 3;
  return {gather(base, at), gather(base, Int(at + 1)), gather(base, Int(at + 2))};
}

struct Corners {
  Int a, b, c;
};

TANDEM_INLINE Corners corners_of(const ShadeMesh& mesh, const Hits& hits, Mask mask) {
  const Int part = select(mask, hits.part, all(0));
  // other lanes hold anything, and three times that could be too much
  const Int triangle = select(mask, hits.triangle, all(0));
  const Int at =
      select(mask, Int(gather(reinterpret_cast<const int*>(mesh.first_index), part) + 3 * triangle),
             all(0));
  const auto* indices = reinterpret_cast<const int*>(mesh.indices);
  return {gather(indices, at), gather(indices, Int(at + 1)), gather(indices, Int(at + 2))};
}

// In the frame of the instance, scaled.
inline void mesh_coordinates(const ShadeInstance& instance, const Hits& hits,
                             const Corners& corners, Float& u, Float& v, Gradient& gradient) {
  const ShadeMesh& mesh = instance.mesh;
  const Vec scale = all(instance.size);
  const Vec a = times(scale, gather_vec(mesh.positions, corners.a));
  const Vec ab = times(scale, gather_vec(mesh.positions, corners.b)) - a;
  const Vec ac = times(scale, gather_vec(mesh.positions, corners.c)) - a;
  const auto coordinate = [&](Int corner, int axis) {
    return gather(mesh.texture_coordinates, Int(corner * 2 + axis));
  };
  const Float ua = coordinate(corners.a, 0), va = coordinate(corners.a, 1);
  const Float ub = coordinate(corners.b, 0) - ua, vb = coordinate(corners.b, 1) - va;
  const Float uc = coordinate(corners.c, 0) - ua, vc = coordinate(corners.c, 1) - va;
  u = ua + hits.u * ub + hits.v * uc;
  v = va + hits.u * vb + hits.v * vc;
  // the plane's own basis: what is 1 along one edge and 0 along the other
  const Float bb = dot(ab, ab), bc = dot(ab, ac), cc = dot(ac, ac);
  const Float inverse = 1.0f / max(bb * cc - bc * bc, all(1e-30f));
  const Vec along_b = inverse * (cc * ab - bc * ac), along_c = inverse * (bb * ac - bc * ab);
  gradient = {ub * along_b + uc * along_c, vb * along_b + vc * along_c};
}

// The normal of a heightfield between those of the corners of its triangles, which follow from the
// heights around them.
inline Vec field_normal(const ShadeField& field, const Vec& local, Mask mask) {
  const float cells_x = static_cast<float>(field.columns - 1),
              cells_y = static_cast<float>(field.rows - 1);
  const Float across = clamp((local.x * (1 / field.size_x) + 0.5f) * cells_x, 0, cells_x);
  const Float along = clamp((local.y * (1 / field.size_y) + 0.5f) * cells_y, 0, cells_y);
  const Int column = min(truncate(across), all(field.columns - 2));
  const Int row = min(truncate(along), all(field.rows - 2));
  const Float fu = across - to_float(column), fv = along - to_float(row);
  const Mask is_lower = less_equal(fu + fv, all(1.0f));

  const auto height = [&](Int c, Int r) {
    c = min(max(c, all(0)), all(field.columns - 1));
    r = min(max(r, all(0)), all(field.rows - 1));
    return gather(field.heights, select(mask, Int(r * field.columns + c), all(0)));
  };
  const float slope_x = cells_x / field.size_x, slope_y = cells_y / field.size_y;
  const auto corner = [&](Int c, Int r) {
    // at the rim there is one side only
    const Int left = max(Int(c - 1), all(0)), right = min(Int(c + 1), all(field.columns - 1));
    const Int down = max(Int(r - 1), all(0)), up = min(Int(r + 1), all(field.rows - 1));
    const Float dx = (height(right, r) - height(left, r)) * slope_x / to_float(right - left);
    const Float dy = (height(c, up) - height(c, down)) * slope_y / to_float(up - down);
    return unit(Vec{-dx, -dy, all(1.0f)});
  };
  const Vec near_corner =
      corner(select(is_lower, column, Int(column + 1)), select(is_lower, row, Int(row + 1)));
  const Vec right = corner(Int(column + 1), row), up = corner(column, Int(row + 1));
  // the lower triangle counts from the near corner, the upper one from the far corner
  const Float to_right = select(is_lower, fu, 1.0f - fv), to_up = select(is_lower, fv, 1.0f - fu);
  return near_corner + to_right * (right - near_corner) + to_up * (up - near_corner);
}

constexpr float field_texture_m = 4;  // a texture on a heightfield repeats every so often

// Lanes that met the same part of the same instance: everything about the material is uniform.
inline void look_at_part(const DrawScene& scene, const DrawView& view, const Hits& hits, Mask mask,
                         const ShadeInstance& instance, std::uint32_t part, const Vec& direction,
                         Look& look) {
  const ShadeMaterial& material = scene.materials[scene.part_materials[part]];
  const bool has_textures = material.base_color_texture >= 0 || material.normal_texture >= 0 ||
                            material.roughness_texture >= 0 || material.metalness_texture >= 0 ||
                            material.emissive_texture >= 0;
  const float* m = instance.world_from_instance;

  // the shading normal
  Vec normal = look.flat;
  Corners corners{all(0), all(0), all(0)};
  Vec local{};
  if (instance.kind != ShadeKind::mesh || has_textures)
    local = rotate_back(m, hits.point - all(instance.position));
  if (instance.kind == ShadeKind::mesh) {
    corners = corners_of(instance.mesh, hits, mask);
    const Vec na = gather_vec(instance.mesh.normals, corners.a);
    const Vec nb = gather_vec(instance.mesh.normals, corners.b);
    const Vec nc = gather_vec(instance.mesh.normals, corners.c);
    Vec n = na + hits.u * (nb - na) + hits.v * (nc - na);
    n = {n.x * (1 / instance.size[0]), n.y * (1 / instance.size[1]), n.z * (1 / instance.size[2])};
    normal = unit(rotate(m, n));
  } else if (instance.kind == ShadeKind::heightfield) {
    normal = unit(rotate(m, field_normal(instance.field, local, mask)));
  }
  // both sides are drawn: the normal is that of the side one looks at
  const Mask is_behind = less(all(0.0f), dot(normal, direction));
  normal = select(is_behind, Vec{-normal.x, -normal.y, -normal.z}, normal);

  Vec base = all(material.base_color);
  Vec emissive = all(material.emissive);
  Float metalness = all(material.metalness), roughness = all(material.roughness);
  Float opacity = all(material.opacity);
  const bool is_painted =
      scene.paint.level_count > 0 && instance.instance_id == scene.paint.instance_id;

  if (has_textures || is_painted) {
    Footprint footprint;
    footprint.width = hits.distance * view.pixel_angle;
    const Float facing = max(-dot(direction, look.flat), all(0.02f));
    footprint.length = footprint.width / facing;
    footprint.along = unit(direction + facing * look.flat);

    if (has_textures) {
      Float u = all(0.0f), v = all(0.0f);
      Gradient gradient{all(0.0f, 0.0f, 0.0f), all(0.0f, 0.0f, 0.0f)};
      const Vec local_normal = rotate_back(m, unit(hits.flat));
      switch (instance.kind) {
        case ShadeKind::box:
          box_coordinates(instance, local, local_normal, u, v, gradient);
          break;
        case ShadeKind::ellipsoid:
        case ShadeKind::cylinder:
        case ShadeKind::capsule:
          round_coordinates(instance, local, local_normal, u, v, gradient);
          break;
        case ShadeKind::rectangle:
          gradient = {all(0.5f / instance.size[0], 0, 0), all(0, 0.5f / instance.size[1], 0)};
          u = 0.5f + local.x * (0.5f / instance.size[0]);
          v = 0.5f + local.y * (0.5f / instance.size[1]);
          break;
        case ShadeKind::mesh:
          if (instance.mesh.texture_coordinates != nullptr)
            mesh_coordinates(instance, hits, corners, u, v, gradient);
          break;
        case ShadeKind::heightfield:
          gradient = {all(1 / field_texture_m, 0, 0), all(0, 1 / field_texture_m, 0)};
          u = local.x * (1 / field_texture_m);
          v = local.y * (1 / field_texture_m);
          break;
      }
      const Gradient world{rotate(m, gradient.u), rotate(m, gradient.v)};
      const auto look_up = [&](std::int32_t texture) {
        return sample(scene.textures[texture], u, v, world, footprint, mask);
      };
      if (material.base_color_texture >= 0) {
        const Color4 color = look_up(material.base_color_texture);
        base = times(base, color.rgb);
        opacity = opacity * color.alpha;
      }
      if (material.roughness_texture >= 0) roughness = look_up(material.roughness_texture).rgb.x;
      if (material.metalness_texture >= 0) metalness = look_up(material.metalness_texture).rgb.x;
      if (material.emissive_texture >= 0) emissive = look_up(material.emissive_texture).rgb;
      if (material.normal_texture >= 0) {
        const Vec n = look_up(material.normal_texture).rgb;
        const Vec tangent = unit(world.u - dot(normal, world.u) * normal);
        const Vec bitangent = unit(world.v - dot(normal, world.v) * normal);
        const Mask is_mapped = less(all(1e-12f), dot(world.u, world.u));
        const Vec bumpy = unit((n.x * 2.0f - 1.0f) * tangent + (n.y * 2.0f - 1.0f) * bitangent +
                               (n.z * 2.0f - 1.0f) * normal);
        normal = select(is_mapped, bumpy, normal);
      }
    }
    if (is_painted) {
      const Mask is_up = mask & less(all(0.7f), look.flat.z);
      if (any(is_up)) {
        const Color4 paint =
            sample_paint(scene.paint, hits.point.x, hits.point.y, footprint, is_up);
        base = select(is_up, paint.rgb + (1.0f - paint.alpha) * base, base);
      }
    }
  }

  look.normal = select(mask, normal, look.normal);
  look.base_color = select(mask, base, look.base_color);
  look.emissive = select(mask, emissive, look.emissive);
  look.metalness = select(mask, metalness, look.metalness);
  look.roughness = select(mask, roughness, look.roughness);
  look.opacity = select(mask, opacity, look.opacity);
}

// Lanes that met nothing keep what an empty surface has.
inline Look look_at(const DrawScene& scene, const DrawView& view, const Hits& hits,
                    const Vec& direction) {
  Look look;
  look.point = hits.point;
  const Vec flat = unit(hits.flat);
  look.is_inner = less(all(0.0f), dot(flat, direction));
  look.flat = select(look.is_inner, Vec{-flat.x, -flat.y, -flat.z}, flat);
  look.normal = look.flat;
  look.base_color = look.emissive = all(0.0f, 0.0f, 0.0f);
  look.metalness = look.roughness = all(0.0f);
  look.opacity = all(1.0f);

  unsigned open = bits(hits.mask);
  while (open != 0) {
    const int lane = __builtin_ctz(open);
    const ShadeInstance& instance = scene.instances[hits.instance[lane]];
    Mask mask = mask_from_bits(open) & equal(hits.instance, all(hits.instance[lane]));
    std::uint32_t part = instance.first_part;
    if (instance.has_own_materials) {
      mask = mask & equal(hits.part, all(hits.part[lane]));
      part += static_cast<std::uint32_t>(hits.part[lane]);
    }
    look_at_part(scene, view, hits, mask, instance, part, direction, look);
    open &= ~bits(mask);
  }
  return look;
}

}  // namespace tandem::TANDEM_SIMD
