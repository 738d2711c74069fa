// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Drawing tiles of a picture. For kernel files only, see simd.h.

#include "render/light_kernels.h"
#include "render/srgb_table.h"
#include "render/tile_kernels.h"

namespace tandem::TANDEM_SIMD {

// Several panes of glass, not a mist of them.
constexpr int most_layers = 8;

struct Rays {
  Vec direction;  // in the world, unit
  Float forward;  // the part along the optical axis
  Mask mask;
};

// What the lanes see.
struct Seen {
  Vec color;       // after the tone curve
  Float distance;  // of the first solid surface; infinity without
  Int instance_id;
  Int label;
  Int mark;  // differs where something else is seen
};

TANDEM_INLINE Rays rays_from(const DrawView& view, const Vec& in_camera, Mask mask) {
  return {rotate(view.world_from_camera, in_camera), in_camera.z, mask};
}

// Towards points of the picture; x and y in pixels, between them for smooth edges.
inline Rays look_through(const DrawView& view, Float x, Float y, Mask mask) {
  if (view.directions == nullptr) {
    const Vec in_camera{(x - view.cx) * view.inverse_fx, (y - view.cy) * view.inverse_fy,
                        all(1.0f)};
    return rays_from(view, (1.0f / sqrt(dot(in_camera, in_camera))) * in_camera, mask);
  }
  // between the directions of the pixels around
  const Float limit_x = all(static_cast<float>(view.width - 1)),
              limit_y = all(static_cast<float>(view.height - 1));
  const Int column = truncate(floor(min(max(x + 0.5f, all(0.0f)), limit_x)));
  const Int row = truncate(floor(min(max(y + 0.5f, all(0.0f)), limit_y)));
  const auto direction = [&](Int c, Int r) {
    c = min(max(c, all(0)), all(view.width - 1));
    r = min(max(r, all(0)), all(view.height - 1));
    const Int at = (r * view.width + c) * 3;
    return Vec{gather(view.directions, at), gather(view.directions, Int(at + 1)),
               gather(view.directions, Int(at + 2))};
  };
  const Vec middle = direction(column, row);
  const Mask sees = mask & less(all(0.5f), dot(middle, middle));
  const Float dx = x - to_float(column), dy = y - to_float(row);
  if (!any(mask & (~equal(dx, all(0.0f)) | ~equal(dy, all(0.0f)))))
    return rays_from(view, middle, sees);
  const Int step_x = select(less(dx, all(0.0f)), all(-1), all(1));
  const Int step_y = select(less(dy, all(0.0f)), all(-1), all(1));
  Vec beside = direction(Int(column + step_x), row), below = direction(column, Int(row + step_y));
  // at the rim of what the lens sees there is no neighbour
  beside = select(less(all(0.5f), dot(beside, beside)), beside, middle);
  below = select(less(all(0.5f), dot(below, below)), below, middle);
  const Vec between = middle + abs(dx) * (beside - middle) + abs(dy) * (below - middle);
  return rays_from(view, (1.0f / sqrt(max(dot(between, between), all(1e-6f)))) * between, sees);
}

TANDEM_INLINE Hits hits_of(const DrawScene& scene, const HitPacket& packet, const Vec& origin,
                           const Vec& direction, Mask mask) {
  Hits hits;
  const Int nothing = all(-1);
  hits.part = load(reinterpret_cast<const int*>(packet.hit.geomID));
  hits.mask = mask & ~equal(hits.part, nothing);
  hits.distance = load(packet.ray.tfar);
  hits.point = origin + hits.distance * direction;
  hits.flat = {load(packet.hit.Ng_x), load(packet.hit.Ng_y), load(packet.hit.Ng_z)};
  hits.u = load(packet.hit.u);
  hits.v = load(packet.hit.v);
  hits.triangle = load(reinterpret_cast<const int*>(packet.hit.primID));
  hits.instance = load(reinterpret_cast<const int*>(packet.hit.instID[0]));
  hits.receiver = nothing;
  // triangles of the still scene itself: a table has the instance
  const Mask is_flat = hits.mask & equal(hits.instance, nothing);
  if (any(is_flat)) {
    static_assert(sizeof(FlatPart) == 3 * sizeof(int));
    const auto* table = reinterpret_cast<const int*>(scene.rays.flat_parts);
    const Int geometry = select(is_flat, hits.part, all(0));
    const Int at = geometry * 3;
    hits.instance = select(is_flat, gather(table, at), hits.instance);
    hits.part = select(is_flat, gather(table, Int(at + 1)), hits.part);
    if (scene.suns != nullptr)
      hits.receiver = select(
          is_flat, Int(gather(scene.receiver_of_geometry, geometry) + hits.triangle), nothing);
  }
  if (scene.suns != nullptr) {
    const Mask is_prim = hits.mask & ~is_flat;
    if (any(is_prim))
      hits.receiver = select(
          is_prim, gather(scene.receiver_of_instance, select(is_prim, hits.instance, all(0))),
          hits.receiver);
  }
  return hits;
}

inline void start_packet(const DrawView& view, const Rays& rays, std::uint32_t mask,
                         HitPacket& packet) {
  store(packet.ray.org_x, all(view.position[0]));
  store(packet.ray.org_y, all(view.position[1]));
  store(packet.ray.org_z, all(view.position[2]));
  store(packet.ray.dir_x, rays.direction.x);
  store(packet.ray.dir_y, rays.direction.y);
  store(packet.ray.dir_z, rays.direction.z);
  const Float per_ray = view.is_along_ray ? all(1.0f) : 1.0f / max(rays.forward, all(1e-6f));
  store(packet.ray.tnear, view.near_m * per_ray);
  store(packet.ray.tfar, view.far_m * per_ray);
  store(packet.ray.time, all(0.0f));
  store(reinterpret_cast<int*>(packet.ray.mask), all(static_cast<int>(mask)));
  store(reinterpret_cast<int*>(packet.ray.id), all(0));
  store(reinterpret_cast<int*>(packet.ray.flags), all(0));
  store(reinterpret_cast<int*>(packet.hit.geomID), all(-1));
  store(reinterpret_cast<int*>(packet.hit.instID[0]), all(-1));
}

// Distance and labels of what the lanes met; a mark to tell surfaces apart.
TANDEM_INLINE void note(const DrawScene& scene, const Hits& hits, Mask mask, Seen& seen) {
  unsigned open = bits(mask);
  while (open != 0) {
    const int lane = __builtin_ctz(open);
    const ShadeInstance& instance = scene.instances[hits.instance[lane]];
    const Mask same = mask_from_bits(open) & equal(hits.instance, all(hits.instance[lane]));
    seen.instance_id = select(same, all(static_cast<int>(instance.instance_id)), seen.instance_id);
    seen.label = select(same, all(static_cast<int>(instance.label)), seen.label);
    open &= ~bits(same);
  }
  seen.distance = select(mask, hits.distance, seen.distance);
}

// Finds what rays meet first by searching the world.
struct Search {
  const DrawScene& scene;

  void operator()(RayContext& context, Mask mask, HitPacket& packet) const {
    alignas(64) int valid[lane_count];
    store(valid, as_lanes(mask));
    intersect_all(scene.rays, context, valid, packet);
  }
};

// Where rays end, without colours. `meet_first` is called as a Search is.
template <typename MeetFirst>
TANDEM_INLINE Seen measure(const DrawScene& scene, const DrawView& view, const Rays& rays,
                           const MeetFirst& meet_first) {
  alignas(64) HitPacket packet;
  start_packet(view, rays, ray_sees_solid, packet);
  RayContext context =
      make_context(scene.rays, ray_sees_solid, view.ignored_entity, view.ignores_still);
  meet_first(context, rays.mask, packet);
  const Hits hits = hits_of(scene, packet, all(view.position), rays.direction, rays.mask);
  Seen seen{all(0.0f, 0.0f, 0.0f), all(__builtin_inff()), all(0), all(0), all(0)};
  note(scene, hits, hits.mask, seen);
  return seen;
}

// How far behind a transparent surface the next look begins, so that it does not meet it again.
TANDEM_INLINE Float skipped_behind(Float distance) { return distance * 1e-6f + 1e-4f; }

// Glass stands on floors: its lower side and the floor are in the same place, and the look that
// goes on behind the one would miss the other. Where something opaque is so near, it takes the
// place of the hit; the lanes where it did are given back.
inline Mask meet_ground(const DrawScene& scene, const DrawView& view, const Rays& rays,
                        Float distance, Mask mask, HitPacket& packet) {
  alignas(64) HitPacket ground;
  start_packet(view, rays, ray_sees_opaque, ground);
  store(ground.ray.tnear, distance - skipped_behind(distance));
  store(ground.ray.tfar, distance + skipped_behind(distance));
  RayContext context =
      make_context(scene.rays, ray_sees_opaque, view.ignored_entity, view.ignores_still);
  Search{scene}(context, mask, ground);
  const auto lanes = [](const unsigned* from) { return load(reinterpret_cast<const int*>(from)); };
  const Mask found = mask & ~equal(lanes(ground.hit.geomID), all(-1));
  if (!any(found)) return found;
  keep(found, packet.ray.tfar, load(ground.ray.tfar));
  keep(found, packet.hit.Ng_x, load(ground.hit.Ng_x));
  keep(found, packet.hit.Ng_y, load(ground.hit.Ng_y));
  keep(found, packet.hit.Ng_z, load(ground.hit.Ng_z));
  keep(found, packet.hit.u, load(ground.hit.u));
  keep(found, packet.hit.v, load(ground.hit.v));
  keep(found, packet.hit.primID, lanes(ground.hit.primID));
  keep(found, packet.hit.geomID, lanes(ground.hit.geomID));
  keep(found, packet.hit.instID[0], lanes(ground.hit.instID[0]));
  return found;
}

template <typename MeetFirst>
TANDEM_INLINE Seen see(const DrawScene& scene, const DrawView& view, const Rays& rays,
                       const MeetFirst& meet_first) {
  alignas(64) HitPacket packet;
  start_packet(view, rays, ray_sees_all, packet);
  RayContext context =
      make_context(scene.rays, ray_sees_all, view.ignored_entity, view.ignores_still);

  Seen seen{all(0.0f, 0.0f, 0.0f), all(__builtin_inff()), all(0), all(0), all(0)};
  Vec light = all(0.0f, 0.0f, 0.0f);
  Float through = all(1.0f);  // share of what lies behind
  Mask open = rays.mask, is_unmeasured = rays.mask;
  const ShadeSky& sky = scene.sky;
  const Float far = load(packet.ray.tfar);
  for (int layer = 0; layer <= most_layers; ++layer) {
    // behind so many transparent surfaces only what is opaque is seen
    if (layer == most_layers) {
      context = make_context(scene.rays, ray_sees_opaque, view.ignored_entity, view.ignores_still);
      store(reinterpret_cast<int*>(packet.ray.mask), all(static_cast<int>(ray_sees_opaque)));
    }
    if (layer == 0)
      meet_first(context, open, packet);
    else
      Search{scene}(context, open, packet);
    Hits hits = hits_of(scene, packet, all(view.position), rays.direction, open);
    const Mask misses = open & ~hits.mask;
    if (any(misses)) {
      Vec background = sky_color(scene, rays.direction);
      if (sky.fog != 0) background = mix(background, all(sky.fog_color), fog_share(sky, all(1e9f)));
      light = select(misses, light + through * background, light);
    }
    if (!any(hits.mask)) break;

    Look look = look_at(scene, view, hits, rays.direction);
    const Mask is_clear = hits.mask & less(look.opacity, all(0.999f));
    if (any(is_clear) && any(meet_ground(scene, view, rays, hits.distance, is_clear, packet))) {
      hits = hits_of(scene, packet, all(view.position), rays.direction, open);
      look = look_at(scene, view, hits, rays.direction);
    }
    // surface, side of it, and light: where these change an edge begins
    Int here = hits.instance * 7 + hits.part * 3 + 1;
    const Float most = max(max(abs(look.flat.x), abs(look.flat.y)), abs(look.flat.z));
    here = here + (as_lanes(equal(abs(look.flat.x), most)) & 53) +
           (as_lanes(equal(abs(look.flat.y), most)) & 101);
    Vec color = shade(scene, view, look, rays.direction, hits.mask, hits.receiver, here);
    if (sky.fog != 0) color = mix(color, all(sky.fog_color), fog_share(sky, hits.distance));
    light = select(hits.mask, light + through * look.opacity * color, light);
    const Mask is_solid = hits.mask & is_unmeasured & less_equal(all(0.5f), look.opacity);
    if (any(is_solid)) {
      note(scene, hits, is_solid, seen);
      is_unmeasured = is_unmeasured & ~is_solid;
    }
    // its lowest byte counts: what is above it would overflow
    seen.mark = select(hits.mask, Int((seen.mark & 255) * 31 + here), seen.mark);

    // on through what is transparent
    const Mask is_open = hits.mask & less(look.opacity, all(0.999f));
    if (!any(is_open)) break;
    through = select(hits.mask, through * (1.0f - look.opacity), through);
    open = is_open & less(all(0.002f), through);
    if (!any(open)) break;
    store(packet.ray.tnear, hits.distance + skipped_behind(hits.distance));
    store(packet.ray.tfar, far);
    store(reinterpret_cast<int*>(packet.hit.geomID), all(-1));
    store(reinterpret_cast<int*>(packet.hit.instID[0]), all(-1));
  }
  seen.color = {tone(light.x * view.exposure), tone(light.y * view.exposure),
                tone(light.z * view.exposure)};
  return seen;
}

// 0 to 255 in sRGB.
TANDEM_INLINE Int encode(const float* table, Float light) {
  const Float limited = clamp(light, srgb_table_low, srgb_table_high);
  const Int at = ((bits_of(limited) - srgb_table_first) >> srgb_table_shift) * 2;
  return truncate(gather(table, at) + gather(table, Int(at + 1)) * limited);
}

TANDEM_INLINE Int encode(const float* table, const Vec& light) {
  return encode(table, light.x) | (encode(table, light.y) << 8) | (encode(table, light.z) << 16);
}

// Puts the lanes of a block where their pixels are; those outside of the tile stay as they were.
template <typename Pixel>
TANDEM_INLINE void store_rows(Pixel* to, int stride, int x, int y, unsigned wanted,
                              const Pixel* lanes) {
  for (int row = 0; row < block_height; ++row) {
    Pixel* line = to + static_cast<std::ptrdiff_t>(y + row) * stride + x;
    const unsigned here = wanted >> (row * block_width) & ((1u << block_width) - 1);
    if (here == (1u << block_width) - 1) {
      __builtin_memcpy(line, lanes + row * block_width, block_width * sizeof(Pixel));
      continue;
    }
    for (int column = 0; column < block_width; ++column)
      if ((here >> column & 1u) != 0) line[column] = lanes[row * block_width + column];
  }
}

TANDEM_INLINE void store_block(const DrawTarget& target, int stride, int x, int y, unsigned wanted,
                               Int color, Float depth, const Seen& seen) {
  alignas(64) std::uint32_t numbers[lane_count];
  if (target.first != nullptr) {
    __builtin_memcpy(numbers, &color, sizeof color);
    store_rows(target.first, stride, x, y, wanted, numbers);
  }
  if (target.depth_m != nullptr) {
    alignas(64) float depths[lane_count];
    store(depths, depth);
    store_rows(target.depth_m, stride, x, y, wanted, depths);
  }
  if (target.instances != nullptr) {
    __builtin_memcpy(numbers, &seen.instance_id, sizeof seen.instance_id);
    store_rows(target.instances, stride, x, y, wanted, numbers);
  }
  if (target.labels != nullptr) {
    std::uint8_t labels[lane_count];
    for (int i = 0; i < lane_count; ++i) labels[i] = static_cast<std::uint8_t>(seen.label[i]);
    store_rows(target.labels, stride, x, y, wanted, labels);
  }
}

inline void draw_tile(const DrawScene& scene, const DrawView& view, const DrawTarget& target,
                      const Tile& tile) {
  const FlushesToZero flushes;
  Float offset_x{}, offset_y{};
  for (int i = 0; i < lane_count; ++i) {
    offset_x[i] = static_cast<float>(i % block_width);
    offset_y[i] = static_cast<float>(i / block_width);
  }
  const bool has_color = target.first != nullptr;
  const auto look = [&](const Rays& rays, const auto& meet_first) {
    return has_color ? see(scene, view, rays, meet_first) : measure(scene, view, rays, meet_first);
  };
  TileSight sight(view, tile);
  const bool has_lists = view.lists != nullptr;
  if (has_lists) sight.draw_triangles();
  for (int y = tile.y; y < tile.y + tile.height; y += block_height)
    for (int x = tile.x; x < tile.x + tile.width; x += block_width) {
      const Float px = static_cast<float>(x) + offset_x, py = static_cast<float>(y) + offset_y;
      const Mask inside = less(px, all(static_cast<float>(tile.x + tile.width))) &
                          less(py, all(static_cast<float>(tile.y + tile.height)));
      const Rays rays = look_through(view, px, py, inside);
      const Seen seen = has_lists ? look(rays,
                                         [&](RayContext& context, Mask mask, HitPacket& packet) {
                                           sight.meet_block(scene, context, x, y, mask, packet);
                                         })
                                  : look(rays, Search{scene});
      Int color{};
      if (has_color)
        color = select(rays.mask, Int(encode(scene.srgb_table, seen.color) | (seen.mark << 24)),
                       all(0));
      const Float depth = view.is_along_ray ? seen.distance : seen.distance * rays.forward;
      store_block(target, view.width, x, y, bits(inside), color, depth, seen);
    }
}

using Bytes = unsigned char __attribute__((vector_size(4 * TANDEM_LANES)));

TANDEM_INLINE Int load_pixels(const std::uint32_t* from) {
  return load(reinterpret_cast<const int*>(from));
}

// Lanes whose pixels differ from their neighbours so much that a look between them is worth it:
// little is enough where another surface begins.
TANDEM_INLINE Mask differs(Int a, Int b) {
  const auto x = (Bytes)a, y = (Bytes)b;
  const Bytes difference = (x > y ? x : y) - (x > y ? y : x);
  const Mask is_same_surface = equal(Int((a ^ b) & static_cast<int>(0xff000000)), all(0));
  const Int limits =
      select(is_same_surface, all(static_cast<int>(0xff303030)), all(static_cast<int>(0xff060606)));
  const auto limit = (Bytes)limits;
  const Bytes most = difference > limit ? difference : limit;
  return ~equal((Int)most, limits);
}

// One bit for each of the next few pixels of a row, set at edges. The picture goes on to all sides.
TANDEM_INLINE unsigned edges_inside(const std::uint32_t* at, int stride) {
  const Int here = load_pixels(at);
  return bits(differs(here, load_pixels(at - 1)) | differs(here, load_pixels(at + 1)) |
              differs(here, load_pixels(at - stride)) | differs(here, load_pixels(at + stride)));
}

// The same for a few pixels near the rim: what is outside counts as equal.
inline unsigned edges_at_rim(const DrawView& view, const std::uint32_t* first, int x, int y,
                             int count) {
  alignas(64) std::uint32_t sides[5][lane_count];
  for (int i = 0; i < lane_count; ++i) {
    const int column = x + (i < count ? i : 0);
    const std::uint32_t* at = first + static_cast<std::ptrdiff_t>(y) * view.width + column;
    sides[0][i] = *at;
    sides[1][i] = column > 0 ? at[-1] : *at;
    sides[2][i] = column + 1 < view.width ? at[1] : *at;
    sides[3][i] = y > 0 ? at[-view.width] : *at;
    sides[4][i] = y + 1 < view.height ? at[view.width] : *at;
  }
  const Int here = load_pixels(sides[0]);
  unsigned found = 0;
  for (int side = 1; side < 5; ++side) found |= bits(differs(here, load_pixels(sides[side])));
  return found & ((1u << count) - 1);
}

constexpr int samples_a_pixel = 4;
constexpr int pixels_a_packet = lane_count / samples_a_pixel;

// A grid that is turned, so that edges near the axes get all four steps.
inline void smooth_pixels(const DrawScene& scene, const DrawView& view, const DrawTarget& target,
                          const TileSight* sight, const int* columns, const int* rows, int count) {
  constexpr float grid_x[samples_a_pixel] = {-0.125f, 0.375f, -0.375f, 0.125f};
  constexpr float grid_y[samples_a_pixel] = {-0.375f, -0.125f, 0.125f, 0.375f};
  Float x{}, y{};
  for (int i = 0; i < lane_count; ++i) {
    const int pixel = i / samples_a_pixel < count ? i / samples_a_pixel : 0;
    x[i] = static_cast<float>(columns[pixel]) + grid_x[i % samples_a_pixel];
    y[i] = static_cast<float>(rows[pixel]) + grid_y[i % samples_a_pixel];
  }
  const Mask mask = mask_from_bits((1u << (count * samples_a_pixel)) - 1);
  const Rays rays = look_through(view, x, y, mask);
  TileSight::Rect rect{columns[0], rows[0], columns[0], rows[0]};
  for (int i = 1; i < count; ++i) {
    rect.x0 = columns[i] < rect.x0 ? columns[i] : rect.x0;
    rect.x1 = columns[i] > rect.x1 ? columns[i] : rect.x1;
    rect.y0 = rows[i] < rect.y0 ? rows[i] : rect.y0;
    rect.y1 = rows[i] > rect.y1 ? rows[i] : rect.y1;
  }
  const Seen seen = see(scene, view, rays, [&](RayContext& context, Mask open, HitPacket& packet) {
    if (sight != nullptr)
      sight->meet_points(scene, context, x, y, rect, open, packet);
    else
      Search{scene}(context, open, packet);
  });
  const Float zero = all(0.0f);
  alignas(64) float light[3][lane_count];
  store(light[0], select(rays.mask, seen.color.x, zero));
  store(light[1], select(rays.mask, seen.color.y, zero));
  store(light[2], select(rays.mask, seen.color.z, zero));
  for (auto& channel : light)
    for (int pixel = 0; pixel < count; ++pixel) {
      const float* s = channel + pixel * samples_a_pixel;
      channel[pixel] = ((s[0] + s[1]) + (s[2] + s[3])) * 0.25f;
    }
  const Int color = encode(scene.srgb_table, {load(light[0]), load(light[1]), load(light[2])});
  for (int pixel = 0; pixel < count; ++pixel) {
    std::uint8_t* rgb = target.rgb + 3 * (static_cast<std::size_t>(rows[pixel]) *
                                              static_cast<std::size_t>(view.width) +
                                          static_cast<std::size_t>(columns[pixel]));
    rgb[0] = static_cast<std::uint8_t>(color[pixel]);
    rgb[1] = static_cast<std::uint8_t>(color[pixel] >> 8);
    rgb[2] = static_cast<std::uint8_t>(color[pixel] >> 16);
  }
}

// Three bytes a pixel, of those whose fourth is something else. Nothing beyond them is written:
// others draw there.
inline void pack_pixels(const std::uint32_t* pixels, int count, std::uint8_t* rgb) {
  using Quad = unsigned char __attribute__((vector_size(16)));
  int i = 0;
  for (; i + 4 <= count; i += 4) {
    Quad four;
    __builtin_memcpy(&four, pixels + i, sizeof four);
    four =
        __builtin_shufflevector(four, four, 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, 3, 7, 11, 15);
    __builtin_memcpy(rgb + 3 * i, &four, 12);
  }
  for (; i < count; ++i)
    for (int channel = 0; channel < 3; ++channel)
      rgb[3 * i + channel] = static_cast<std::uint8_t>(pixels[i] >> (8 * channel));
}

// From the first look to the picture: as it is, or with a closer look at edges.
inline void finish_tile(const DrawScene& scene, const DrawView& view, const DrawTarget& target,
                        const Tile& tile, bool is_antialiased) {
  const FlushesToZero flushes;
  int columns[pixels_a_packet] = {}, rows[pixels_a_packet] = {};
  int count = 0;
  unsigned edges[most_tile_pixels] = {};  // a bit for each pixel of the tile's rows
  for (int y = tile.y; y < tile.y + tile.height; ++y) {
    const std::uint32_t* row = target.first + static_cast<std::ptrdiff_t>(y) * view.width;
    std::uint8_t* rgb = target.rgb + 3 * static_cast<std::ptrdiff_t>(y) * view.width;
    pack_pixels(row + tile.x, tile.width, rgb + 3 * tile.x);
    if (!is_antialiased) continue;
    for (int x = 0; x < tile.width; x += lane_count) {
      const int column = tile.x + x;
      const int here = tile.width - x < lane_count ? tile.width - x : lane_count;
      const bool is_inside = here == lane_count && column > 0 && column + lane_count < view.width &&
                             y > 0 && y + 1 < view.height;
      edges[y - tile.y] |= (is_inside ? edges_inside(row + column, view.width)
                                      : edges_at_rim(view, target.first, column, y, here))
                           << x;
    }
  }
  unsigned any_edge = 0;
  for (const unsigned row : edges) any_edge |= row;
  if (any_edge == 0) return;
  TileSight known(view, tile);
  const TileSight* sight = nullptr;
  if (view.lists != nullptr) {
    known.list_triangles();
    sight = &known;
  }
  // in small blocks, so that rays that go together stay together
  constexpr int block = 4;
  for (int y = 0; y < tile.height; y += block)
    for (int x = 0; x < tile.width; x += block)
      for (int row = y; row < y + block && row < tile.height; ++row)
        for (unsigned open = edges[row] >> x & ((1u << block) - 1); open != 0; open &= open - 1) {
          columns[count] = tile.x + x + __builtin_ctz(open);
          rows[count] = tile.y + row;
          if (++count < pixels_a_packet) continue;
          smooth_pixels(scene, view, target, sight, columns, rows, count);
          count = 0;
        }
  if (count > 0) smooth_pixels(scene, view, target, sight, columns, rows, count);
}

}  // namespace tandem::TANDEM_SIMD
