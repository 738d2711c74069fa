// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// What rays through the pixels of one tile meet first, found among the few things that can be seen
// there. For kernel files only, see simd.h.

#include "render/cast_kernels.h"
#include "render/project_kernels.h"

namespace tandem::TANDEM_SIMD {

// Pixels that go together: a block of the picture.
constexpr int block_width = TANDEM_LANES == 4 ? 2 : 4;
constexpr int block_height = TANDEM_LANES / block_width;
constexpr int blocks_across = most_tile_pixels / block_width;
constexpr int blocks_down = most_tile_pixels / block_height;

// In a tile with more of them, searching the world is faster.
constexpr int most_listed_prims = 48;
constexpr int most_listed_triangles = 64;

// Triangles as functions of a place in the picture: each is a x + b y + c. Three say on which side
// of an edge it is, and are all positive or all negative inside; the fourth is one over the depth.
// Functions of an edge that two triangles share are exactly opposite, so no ray slips between.
struct EdgeTable {
  static constexpr int most = most_listed_triangles;
  alignas(64) float a[4][most], b[4][most], c[4][most];
  alignas(64) std::int16_t x0[most], y0[most], x1[most], y1[most];
};

// The normal of the plane through the lens and two corners.
TANDEM_INLINE Vec edge_between(const Vec& p, const Vec& q) {
  const Mask same_x = equal(p.x, q.x), same_y = equal(p.y, q.y);
  const Mask is_swapped =
      less(q.x, p.x) | (same_x & less(q.y, p.y)) | (same_x & same_y & less(q.z, p.z));
  const Vec first = select(is_swapped, q, p), second = select(is_swapped, p, q);
  const Vec normal = cross(first, second);
  return select(is_swapped, Vec{-normal.x, -normal.y, -normal.z}, normal);
}

// Puts a packet of triangles into the table, from `at` on.
TANDEM_INLINE void add_edges(const DrawView& view, const TriangleView& triangles, Int numbers,
                             int at, EdgeTable& table) {
  const Rim rim = rim_of(view);
  Outline outline;
  Vec corner[3];
  for (int i = 0; i < 3; ++i) {
    const float* const* from = triangles.corners + 3 * i;
    const Vec in_world{gather(from[0], numbers), gather(from[1], numbers),
                       gather(from[2], numbers)};
    corner[i] = rotate_back(view.world_from_camera, in_world - all(view.position));
    outline.add(rim, corner[i]);
  }
  const Vec normal = cross(corner[1] - corner[0], corner[2] - corner[0]);
  const Float inverse = 1.0f / dot(normal, corner[0]);
  const auto set = [&](int row, const Vec& plane) {
    const Float a = plane.x * view.inverse_fx, b = plane.y * view.inverse_fy;
    store(table.a[row] + at, a);
    store(table.b[row] + at, b);
    store(table.c[row] + at, plane.z - a * view.cx - b * view.cy);
  };
  set(0, edge_between(corner[1], corner[2]));
  set(1, edge_between(corner[2], corner[0]));
  set(2, edge_between(corner[0], corner[1]));
  set(3, inverse * normal);
  PixelRect rects[lane_count];
  outline.store_rects(view, mask_from_bits((1u << (lane_count - 1) << 1) - 1), lane_count, rects);
  for (int i = 0; i < lane_count; ++i) {
    table.x0[at + i] = rects[i].x0;
    table.y0[at + i] = rects[i].y0;
    table.x1[at + i] = rects[i].x1;
    table.y1[at + i] = rects[i].y1;
  }
}

// Lanes whose points of the picture are in a triangle that is nearer than `nearest`, which is one
// over a depth.
TANDEM_INLINE Mask nearer(const EdgeTable& table, int i, Float x, Float y, Float closest,
                          Float& nearest) {
  const auto value = [&](int row) {
    return table.a[row][i] * x + (table.b[row][i] * y + table.c[row][i]);
  };
  const Float e0 = value(0), e1 = value(1), e2 = value(2);
  const Float zero = all(0.0f);
  const Mask inside =
      less_equal(zero, min(min(e0, e1), e2)) | less_equal(max(max(e0, e1), e2), zero);
  const Float depth = value(3);
  const Mask is_nearer = inside & less(nearest, depth) & less_equal(depth, closest);
  nearest = select(is_nearer, depth, nearest);
  return is_nearer;
}

// What can be seen in one tile.
class TileSight {
 public:
  // Knows nothing when the view has no lists.
  TileSight(const DrawView& view, const Tile& tile) : view_(view), tile_(tile) {
    if (view.lists == nullptr) return;
    const TileLists& lists = *view.lists;
    const std::uint32_t* starts = lists.prim_starts + tile.number;
    is_crowded_ = starts[1] - starts[0] > most_listed_prims;
    if (is_crowded_) return;
    for (std::uint32_t i = starts[0]; i < starts[1]; ++i) {
      const std::uint32_t number = lists.prim_numbers[i];
      const PixelRect& rect = lists.prim_rects[number];
      x0_[prim_count_] = rect.x0;
      y0_[prim_count_] = rect.y0;
      x1_[prim_count_] = rect.x1;
      y1_[prim_count_] = rect.y1;
      prims_[prim_count_++] = number < lists.still_prim_count
                                  ? lists.still_prims + number
                                  : lists.moving_prims + (number - lists.still_prim_count);
    }
    // so that whole packets can be compared
    for (int i = prim_count_; i % lane_count != 0; ++i) x0_[i] = 0x7fffffff;
  }

  // Finds the triangle in the middle of every pixel of the tile.
  void draw_triangles() {
    const TileLists& lists = *view_.lists;
    const Float farthest = all(1 / view_.far_m);
    for (int i = 0; i < blocks_across * blocks_down; ++i) {
      store(nearest_ + i * lane_count, farthest);
      store(triangle_ + i * lane_count, all(-1));
    }
    EdgeTable table;
    for (int part = 0; part < triangle_parts; ++part) {
      const std::uint32_t* numbers = lists.triangle_numbers[part];
      const std::uint32_t end = lists.triangle_starts[part][tile_.number + 1];
      for (std::uint32_t i = lists.triangle_starts[part][tile_.number]; i < end; i += lane_count) {
        const int count = end - i < lane_count ? static_cast<int>(end - i) : lane_count;
        const Int packet = load(reinterpret_cast<const int*>(numbers + i));
        add_edges(view_, lists.triangles,
                  select(mask_from_bits((1u << (count - 1) << 1) - 1), packet, all(0)), 0, table);
        for (int k = 0; k < count; ++k) draw_triangle(table, k, packet[k]);
      }
    }
  }

  // Takes the tile's triangles together for rays anywhere in it, if they are few.
  void list_triangles() {
    const TileLists& lists = *view_.lists;
    alignas(64) int numbers[most_listed_triangles + lane_count];
    int count = 0;
    for (int part = 0; part < triangle_parts; ++part) {
      const std::uint32_t* starts = lists.triangle_starts[part] + tile_.number;
      const int more = static_cast<int>(starts[1] - starts[0]);
      if (count + more > most_listed_triangles) return;
      for (int i = 0; i < more; ++i)
        numbers[count++] =
            static_cast<int>(lists.triangle_numbers[part][starts[0] + static_cast<unsigned>(i)]);
    }
    for (int i = count; i % lane_count != 0; ++i) numbers[i] = 0;
    for (int i = 0; i < count; i += lane_count)
      add_edges(view_, lists.triangles, load(numbers + i), i, table_);
    for (int i = 0; i < count; ++i) numbers_[i] = numbers[i];
    triangle_count_ = count;
  }

  // Where the rays of the block at a pixel end; those through the middles of its pixels.
  void meet_block(const DrawScene& scene, RayContext& context, int x, int y, Mask mask,
                  HitPacket& packet) const {
    const int at = block_at(x - tile_.x, y - tile_.y);
    take_triangles(load(triangle_ + at), mask, packet);
    meet_others(scene, context, {x, y, x + block_width - 1, y + block_height - 1}, mask, packet);
  }

  // The same for rays through any points of the tile, that lie in a rectangle of pixels.
  struct Rect {
    int x0, y0, x1, y1;
  };
  void meet_points(const DrawScene& scene, RayContext& context, Float x, Float y, const Rect& rect,
                   Mask mask, HitPacket& packet) const {
    if (triangle_count_ < 0) {
      alignas(64) int valid[lane_count];
      store(valid, as_lanes(mask));
      intersect_all(scene.rays, context, valid, packet);
      return;
    }
    const Float closest = all(1 / view_.near_m);
    Float nearest = all(1 / view_.far_m);
    Int triangle = all(-1);
    for (int i = 0; i < triangle_count_; ++i) {
      if (table_.x1[i] < rect.x0 || rect.x1 < table_.x0[i] || table_.y1[i] < rect.y0 ||
          rect.y1 < table_.y0[i])
        continue;
      const Mask is_nearer = nearer(table_, i, x, y, closest, nearest);
      triangle = select(is_nearer, all(numbers_[i]), triangle);
    }
    take_triangles(triangle, mask, packet);
    meet_others(scene, context, rect, mask, packet);
  }

 private:
  static int block_at(int x, int y) {
    return (y / block_height * blocks_across + x / block_width) * lane_count;
  }

  void draw_triangle(const EdgeTable& table, int k, int number) {
    const auto most = [](int a, int b) { return a > b ? a : b; };
    const auto least = [](int a, int b) { return a < b ? a : b; };
    const int x0 = most(table.x0[k] - tile_.x, 0) / block_width * block_width;
    const int y0 = most(table.y0[k] - tile_.y, 0) / block_height * block_height;
    const int x1 = least(table.x1[k] - tile_.x, tile_.width - 1);
    const int y1 = least(table.y1[k] - tile_.y, tile_.height - 1);
    const Float closest = all(1 / view_.near_m);
    Float offset_x{}, offset_y{};
    for (int i = 0; i < lane_count; ++i) {
      offset_x[i] = static_cast<float>(i % block_width);
      offset_y[i] = static_cast<float>(i / block_width);
    }
    for (int y = y0; y <= y1; y += block_height)
      for (int x = x0; x <= x1; x += block_width) {
        const int at = block_at(x, y);
        Float nearest = load(nearest_ + at);
        const Mask is_nearer = nearer(table, k, static_cast<float>(tile_.x + x) + offset_x,
                                      static_cast<float>(tile_.y + y) + offset_y, closest, nearest);
        if (!any(is_nearer)) continue;
        store(nearest_ + at, nearest);
        store(triangle_ + at, select(is_nearer, all(number), load(triangle_ + at)));
      }
  }

  // Exactly where rays meet the triangles that were found for them.
  void take_triangles(Int triangle, Mask mask, HitPacket& packet) const {
    const Mask hits = mask & ~equal(triangle, all(-1));
    if (!any(hits)) return;
    const TriangleView& triangles = view_.lists->triangles;
    const Int at = select(hits, triangle, all(0));
    const auto corner = [&](int i) {
      const float* const* from = triangles.corners + 3 * i;
      return Vec{gather(from[0], at), gather(from[1], at), gather(from[2], at)};
    };
    const Vec direction{load(packet.ray.dir_x), load(packet.ray.dir_y), load(packet.ray.dir_z)};
    const Vec a = corner(0), ab = corner(1) - a, ac = corner(2) - a;
    const Vec to_a = a - all(view_.position);
    const Vec normal = cross(ab, ac), across = cross(to_a, direction);
    const Float inverse = 1.0f / dot(normal, direction);
    keep(hits, packet.ray.tfar, dot(normal, to_a) * inverse);
    keep(hits, packet.hit.Ng_x, normal.x);
    keep(hits, packet.hit.Ng_y, normal.y);
    keep(hits, packet.hit.Ng_z, normal.z);
    keep(hits, packet.hit.u, clamp01(dot(across, ac) * inverse));
    keep(hits, packet.hit.v, clamp01(-dot(across, ab) * inverse));
    keep(hits, packet.hit.geomID, gather(reinterpret_cast<const int*>(triangles.geometries), at));
    keep(hits, packet.hit.primID, gather(reinterpret_cast<const int*>(triangles.numbers), at));
  }

  void meet_others(const DrawScene& scene, RayContext& context, const Rect& rect, Mask mask,
                   HitPacket& packet) const {
    if (is_crowded_) {
      alignas(64) int valid[lane_count];
      store(valid, as_lanes(mask));
      intersect_all(scene.rays, context, valid, packet);
      return;
    }
    for (int first = 0; first < prim_count_; first += lane_count) {
      const Mask is_near =
          less(load(x0_ + first), all(rect.x1 + 1)) & less(load(y0_ + first), all(rect.y1 + 1)) &
          less(all(rect.x0 - 1), load(x1_ + first)) & less(all(rect.y0 - 1), load(y1_ + first));
      for (unsigned open = bits(is_near); open != 0; open &= open - 1)
        meet_prim(*prims_[first + __builtin_ctz(open)], 0, context, mask, packet);
    }
  }

  const DrawView& view_;
  const Tile& tile_;
  bool is_crowded_ = false;
  int prim_count_ = 0;
  const Prim* prims_[most_listed_prims];
  alignas(64) int x0_[most_listed_prims], y0_[most_listed_prims], x1_[most_listed_prims],
      y1_[most_listed_prims];
  // by blocks: one over the depth of the nearest triangle, and its number
  alignas(64) float nearest_[most_tile_pixels * most_tile_pixels];
  alignas(64) int triangle_[most_tile_pixels * most_tile_pixels];
  int triangle_count_ = -1;  // negative when they are too many
  int numbers_[most_listed_triangles];
  EdgeTable table_;
};

}  // namespace tandem::TANDEM_SIMD
