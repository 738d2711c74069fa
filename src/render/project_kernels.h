// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Where things can be in a pinhole's picture. For kernel files only, see simd.h.

#include "render/draw_job.h"
#include "render/ray_kernels.h"
#include "render/simd.h"

namespace tandem::TANDEM_SIMD {

// Nearer than this to the plane of the lens, or behind it, points have no place in the picture.
constexpr float least_depth_m = 1e-4f;

// The directions through the rim of the picture, with some room: tangents to the optical axis.
struct Rim {
  float left, right, top, bottom;
};

TANDEM_INLINE Rim rim_of(const DrawView& view) {
  return {(-0.6f - view.cx) * view.inverse_fx,
          (static_cast<float>(view.width) - 0.4f - view.cx) * view.inverse_fx,
          (-0.6f - view.cy) * view.inverse_fy,
          (static_cast<float>(view.height) - 0.4f - view.cy) * view.inverse_fy};
}

// Grows with every point that belongs to a thing.
struct Outline {
  Float x0 = all(1e30f), x1 = all(-1e30f), y0 = all(1e30f), y1 = all(-1e30f);
  Float near = all(1e30f), far = all(-1e30f);
  // how far the innermost point is inside of each side of the rim
  Float left = all(-1e30f), right = all(-1e30f), top = all(-1e30f), bottom = all(-1e30f);

  TANDEM_INLINE void add(const Rim& rim, const Vec& p) {
    const Float inverse = reciprocal(max(p.z, all(least_depth_m)));
    const Float x = p.x * inverse, y = p.y * inverse;
    x0 = min(x0, x);
    x1 = max(x1, x);
    y0 = min(y0, y);
    y1 = max(y1, y);
    near = min(near, p.z);
    far = max(far, p.z);
    left = max(left, p.x - rim.left * p.z);
    right = max(right, rim.right * p.z - p.x);
    top = max(top, p.y - rim.top * p.z);
    bottom = max(bottom, rim.bottom * p.z - p.y);
  }

  // The pixels from which a ray anywhere within them can meet it.
  TANDEM_INLINE void store_rects(const DrawView& view, Mask mask, int count,
                                 PixelRect* rects) const {
    const Float zero = all(0.0f);
    const Mask is_seen = mask & less_equal(all(view.near_m), far) &
                         less_equal(near, all(view.far_m)) & less_equal(zero, left) &
                         less_equal(zero, right) & less_equal(zero, top) & less_equal(zero, bottom);
    const Float last_x = all(static_cast<float>(view.width - 1)),
                last_y = all(static_cast<float>(view.height - 1));
    // what reaches behind the lens can be anywhere
    const Mask has_place = less(all(2 * least_depth_m), near);
    const float fx = 1 / view.inverse_fx, fy = 1 / view.inverse_fy;
    constexpr float room = 0.52f;  // half a pixel, for looks beside its middle
    const auto low = [&](Float at, float f, float c, Float last) {
      return min(max(floor(at * f + (c + 1 - room)), zero), last + 1.0f);
    };
    const auto high = [&](Float at, float f, float c, Float last) {
      return max(min(floor(at * f + (c + room)), last), all(-1.0f));
    };
    const Int left_column = truncate(select(has_place, low(x0, fx, view.cx, last_x), zero));
    const Int right_column = truncate(select(has_place, high(x1, fx, view.cx, last_x), last_x));
    const Int top_row = truncate(select(has_place, low(y0, fy, view.cy, last_y), zero));
    const Int bottom_row = truncate(select(has_place, high(y1, fy, view.cy, last_y), last_y));
    const unsigned seen = bits(is_seen & less(left_column, Int(right_column + 1)) &
                               less(top_row, Int(bottom_row + 1)));
    for (int i = 0; i < count; ++i) {
      if ((seen >> i & 1u) == 0) {
        rects[i] = {0, 0, -1, -1};
        continue;
      }
      rects[i] = {static_cast<std::int16_t>(left_column[i]), static_cast<std::int16_t>(top_row[i]),
                  static_cast<std::int16_t>(right_column[i]),
                  static_cast<std::int16_t>(bottom_row[i])};
    }
  }
};

inline void project_boxes(const DrawView& view, const BoxView& boxes, int begin, int end,
                          PixelRect* rects) {
  const Rim rim = rim_of(view);
  const float* m = view.world_from_camera;
  for (int first = begin; first < end; first += lane_count) {
    const Vec low{load(boxes.low[0] + first), load(boxes.low[1] + first),
                  load(boxes.low[2] + first)};
    const Vec high{load(boxes.high[0] + first), load(boxes.high[1] + first),
                   load(boxes.high[2] + first)};
    const Vec middle = rotate_back(m, all(0.5f) * (low + high) - all(view.position));
    const Vec half = all(0.5f) * (high - low);
    const Vec x{m[0] * half.x, m[1] * half.x, m[2] * half.x};
    const Vec y{m[3] * half.y, m[4] * half.y, m[5] * half.y};
    const Vec z{m[6] * half.z, m[7] * half.z, m[8] * half.z};
    Outline outline;
    for (int corner = 0; corner < 8; ++corner) {
      const Vec a = (corner & 1) != 0 ? middle + x : middle - x;
      const Vec b = (corner & 2) != 0 ? a + y : a - y;
      outline.add(rim, (corner & 4) != 0 ? b + z : b - z);
    }
    const int count = end - first < lane_count ? end - first : lane_count;
    outline.store_rects(view, less_equal(low.x, high.x), count, rects + (first - begin));
  }
}

inline void project_triangles(const DrawView& view, const TriangleView& triangles, int begin,
                              int end, PixelRect* rects) {
  const Rim rim = rim_of(view);
  for (int first = begin; first < end; first += lane_count) {
    Outline outline;
    for (int corner = 0; corner < 3; ++corner) {
      const float* const* at = triangles.corners + 3 * corner;
      const Vec in_world{load(at[0] + first), load(at[1] + first), load(at[2] + first)};
      outline.add(rim, rotate_back(view.world_from_camera, in_world - all(view.position)));
    }
    const Int wanted =
        load(reinterpret_cast<const int*>(triangles.masks) + first) & static_cast<int>(view.mask);
    const int count = end - first < lane_count ? end - first : lane_count;
    outline.store_rects(view, ~equal(wanted, all(0)), count, rects + (first - begin));
  }
}

}  // namespace tandem::TANDEM_SIMD
