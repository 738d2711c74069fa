// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

// Looking up textures and paint. For kernel files only, see simd.h.

#include "render/draw_job.h"
#include "render/simd.h"

namespace tandem::TANDEM_SIMD {

// How texture coordinates change along a surface: the change of u is dot(u, step in metres).
struct Gradient {
  Vec u, v;
};

struct Color4 {
  Vec rgb;
  Float alpha;
};

// What a texel holds: see pack_texels().
template <bool is_color>
TANDEM_INLINE Vec unpack(Int texel) {
  if constexpr (is_color) {
    const Vec root{to_float(texel & 1023), to_float((texel >> 10) & 1023),
                   to_float((texel >> 20) & 1023)};
    return times(root, root);
  }
  return {to_float(texel & 255), to_float((texel >> 8) & 255), to_float((texel >> 16) & 255)};
}

// Which texels lie around a point of one level, and how much each counts.
struct Corners4 {
  Int at[4];
  Float weight[4];
};

TANDEM_INLINE Corners4 corners_around(const TextureView& texture, Int level, Float u, Float v) {
  const Int width = max(Int(all(texture.width) >> level), all(1));
  const Int height = max(Int(all(texture.height) >> level), all(1));
  const Float x = (u - floor(u)) * to_float(width) - 0.5f;
  const Float y = (1.0f - (v - floor(v))) * to_float(height) - 0.5f;
  const Float x0 = floor(x), y0 = floor(y), fx = x - x0, fy = y - y0;
  const Int column = truncate(x0), row = truncate(y0);
  const Int left = column & (width - 1), right = (column + 1) & (width - 1);
  const Int first = gather(texture.first_of_level, level);
  const Int top = first + (row & (height - 1)) * width;
  const Int bottom = first + ((row + 1) & (height - 1)) * width;
  return {{top + left, top + right, bottom + left, bottom + right},
          {(1.0f - fx) * (1.0f - fy), fx * (1.0f - fy), (1.0f - fx) * fy, fx * fy}};
}

// Between the four texels around a point of one level, added to a sum by a weight.
template <bool is_color>
TANDEM_INLINE void add_level(const TextureView& texture, Int level, Float u, Float v, Float weight,
                             Color4& sum) {
  const Corners4 corners = corners_around(texture, level, u, v);
  for (int i = 0; i < 4; ++i) {
    const Float share = weight * corners.weight[i];
    const Int texel = gather(reinterpret_cast<const int*>(texture.texels), corners.at[i]);
    sum.rgb = sum.rgb + share * unpack<is_color>(texel);
    if (texture.alphas == nullptr) continue;
    // four opacities to a word
    const Int at = corners.at[i];
    const Int word = gather(reinterpret_cast<const int*>(texture.alphas), Int(at >> 2));
    sum.alpha = sum.alpha + share * to_float((word >> ((at & 3) << 3)) & 255);
  }
}

// The part of a surface that a pixel sees: as wide as the pixel across, longer along the view.
struct Footprint {
  Float width;  // m
  Float length;
  Vec along;  // unit, on the surface
};

constexpr int most_taps = 4;

// How many samples along the footprint, one for each lane and the most of them.
struct Taps {
  Float count;
  int most;
};

TANDEM_INLINE Taps taps_of(const Footprint& footprint, Mask mask) {
  const Float wanted = clamp(floor(footprint.length / footprint.width + 0.5f), 1, most_taps);
  int most = 1;
  for (int i = 2; i <= most_taps; ++i)
    if (any(mask & less(all(static_cast<float>(i) - 0.5f), wanted))) most = i;
  return {wanted, most};
}

template <bool is_color>
inline Color4 sample_as(const TextureView& texture, Float u, Float v, const Gradient& gradient,
                        const Footprint& footprint, Mask mask) {
  const Taps taps = taps_of(footprint, mask);
  // texels in one metre, the finer direction
  const float w = static_cast<float>(texture.width), h = static_cast<float>(texture.height);
  const Float density =
      sqrt(max(w * w * dot(gradient.u, gradient.u), h * h * dot(gradient.v, gradient.v)));
  const Float each = reciprocal(taps.count);
  const Float tap_m = max(footprint.width, footprint.length * each);
  const Float exact =
      clamp(log2(max(density * tap_m, all(1e-6f))), 0, static_cast<float>(texture.level_count - 1));
  const Float finer = floor(exact);
  const Int level = truncate(finer);
  const Int coarser = min(Int(level + 1), all(texture.level_count - 1));
  const Float share = exact - finer;
  const bool is_between = any(mask & less(all(0.0f), share));

  Color4 sum{all(0.0f, 0.0f, 0.0f), all(0.0f)};
  const Float step_u = dot(gradient.u, footprint.along) * footprint.length * each;
  const Float step_v = dot(gradient.v, footprint.along) * footprint.length * each;
  for (int i = 0; i < taps.most; ++i) {
    const Float offset = static_cast<float>(i) - 0.5f * (taps.count - 1.0f);
    const Float weight =
        select(less(all(static_cast<float>(i) + 0.5f), taps.count), each, all(0.0f));
    const Float tu = u + offset * step_u, tv = v + offset * step_v;
    add_level<is_color>(texture, level, tu, tv, is_between ? weight * (1.0f - share) : weight, sum);
    if (is_between) add_level<is_color>(texture, coarser, tu, tv, weight * share, sum);
  }
  const float unit_value = is_color ? 1.0f / (1023.0f * 1023.0f) : 1.0f / 255.0f;
  sum.rgb = all(unit_value) * sum.rgb;
  sum.alpha = texture.alphas == nullptr ? all(1.0f) : sum.alpha * (1.0f / 255);
  return sum;
}

inline Color4 sample(const TextureView& texture, Float u, Float v, const Gradient& gradient,
                     const Footprint& footprint, Mask mask) {
  return texture.is_color ? sample_as<true>(texture, u, v, gradient, footprint, mask)
                          : sample_as<false>(texture, u, v, gradient, footprint, mask);
}

// The decoding curve of sRGB as a cubic: within 0.002 everywhere, exact at both ends.
TANDEM_INLINE Float linear_from_srgb(Float s) {
  return s * (s * (s * 0.305306011f + 0.682171111f) + 0.012522878f);
}

TANDEM_INLINE Float byte_of(Int texel, int shift) {
  return to_float((texel >> shift) & 255) * (1.0f / 255);
}

TANDEM_INLINE Color4 decode_paint(Int texel) {
  return {{linear_from_srgb(byte_of(texel, 0)), linear_from_srgb(byte_of(texel, 8)),
           linear_from_srgb(byte_of(texel, 16))},
          byte_of(texel, 24)};
}

TANDEM_INLINE Color4 mix(const Color4& a, const Color4& b, Float share) {
  return {mix(a.rgb, b.rgb, share), mix(a.alpha, b.alpha, share)};
}

// Paint of one level, colours weighted by opacity. `column` and `row` in pixels of the level.
TANDEM_INLINE Color4 sample_paint_level(const PaintView& paint, Int level, Float column, Float row,
                                        Mask mask) {
  constexpr int tile_bits = 5;  // tiles of 32
  const Float x = column - 0.5f, y = row - 0.5f;
  const Float x0 = floor(x), y0 = floor(y);
  const Int left = truncate(x0), top = truncate(y0);
  const Int columns = gather(paint.columns_of_level, level);
  const Int rows = gather(paint.rows_of_level, level);
  const Int first = gather(paint.first_of_level, level);
  Color4 sum{all(0.0f, 0.0f, 0.0f), all(0.0f)};
  for (int corner = 0; corner < 4; ++corner) {
    const Int px = left + (corner & 1), py = top + (corner >> 1);
    const Float wx = (corner & 1) != 0 ? x - x0 : 1.0f - (x - x0);
    const Float wy = (corner >> 1) != 0 ? y - y0 : 1.0f - (y - y0);
    const Int tile_x = px >> tile_bits, tile_y = py >> tile_bits;
    const Mask inside = mask & less(all(-1), tile_x) & less(all(-1), tile_y) &
                        less(tile_x, columns) & less(tile_y, rows);
    const Int place = select(inside, Int(first + tile_y * columns + tile_x), all(0));
    const Int tile = select(inside, gather(paint.tiles, place), all(-1));
    const Mask is_painted = less(all(-1), tile);
    if (!any(is_painted)) continue;
    const Int in_tile = ((py & 31) << tile_bits) + (px & 31);
    const Int index = select(is_painted, Int((tile << (2 * tile_bits)) + in_tile), all(0));
    const Color4 texel = decode_paint(gather(reinterpret_cast<const int*>(paint.texels), index));
    const Float alpha = select(is_painted, wx * wy * texel.alpha, all(0.0f));
    sum.rgb = sum.rgb + alpha * texel.rgb;
    sum.alpha = sum.alpha + alpha;
  }
  return sum;
}

// Whether there is no paint within `reach` pixels of any lane: most of a floor is bare, and looking
// into its tiles costs as much as all of its light.
inline bool is_bare(const PaintView& paint, Float column, Float row, Float reach, Mask mask) {
  constexpr float tile_size = 32;
  const auto tile_of = [](Float pixel, int end) {
    return truncate(clamp(floor(pixel * (1 / tile_size)), 0, static_cast<float>(end)));
  };
  const int columns = paint.columns_of_level[0], rows = paint.rows_of_level[0];
  // corners between tiles around the reach of each lane; where nobody looks nothing is around
  const Int left = select(mask, tile_of(column - reach, columns), all(columns));
  const Int top = select(mask, tile_of(row - reach, rows), all(rows));
  const Int right = select(mask, tile_of(column + reach + tile_size, columns), all(0));
  const Int bottom = select(mask, tile_of(row + reach + tile_size, rows), all(0));
  int x0 = columns, y0 = rows, x1 = 0, y1 = 0;
  for (int i = 0; i < lane_count; ++i) {
    x0 = left[i] < x0 ? left[i] : x0;
    y0 = top[i] < y0 ? top[i] : y0;
    x1 = right[i] > x1 ? right[i] : x1;
    y1 = bottom[i] > y1 ? bottom[i] : y1;
  }
  if (x1 <= x0 || y1 <= y0) return true;
  const std::int32_t* above =
      paint.painted_before + static_cast<std::ptrdiff_t>(y0) * (columns + 1);
  const std::int32_t* below =
      paint.painted_before + static_cast<std::ptrdiff_t>(y1) * (columns + 1);
  return below[x1] - below[x0] - above[x1] + above[x0] == 0;
}

// The paint at places of the floor, colours weighted by opacity.
inline Color4 sample_paint(const PaintView& paint, Float x, Float y, const Footprint& footprint,
                           Mask mask) {
  const float* m = paint.pixel_from_world;
  const Float column = m[0] * x + m[1] * y + m[2], row = m[3] * x + m[4] * y + m[5];
  const Taps taps = taps_of(footprint, mask);
  const Float step_column =
      (m[0] * footprint.along.x + m[1] * footprint.along.y) * footprint.length / taps.count;
  const Float step_row =
      (m[3] * footprint.along.x + m[4] * footprint.along.y) * footprint.length / taps.count;
  const Float tap_m = max(footprint.width, footprint.length / taps.count);
  Color4 sum{all(0.0f, 0.0f, 0.0f), all(0.0f)};
  // half of the footprint, and two pixels of the coarser level, which are at most four taps wide
  const Float reach = paint.pixels_a_metre * (0.5f * footprint.length + 4.0f * tap_m) + 4.0f;
  if (is_bare(paint, column, row, reach, mask)) return sum;
  const Float exact = clamp(log2(max(paint.pixels_a_metre * tap_m, all(1e-6f))), 0,
                            static_cast<float>(paint.level_count - 1));
  const Float finer = floor(exact), share = exact - finer;
  const Int level = truncate(finer);
  const Int coarser = min(Int(level + 1), all(paint.level_count - 1));
  const bool is_between = any(mask & less(all(0.0f), share));

  for (int i = 0; i < taps.most; ++i) {
    const Float offset = static_cast<float>(i) - 0.5f * (taps.count - 1.0f);
    const Float weight =
        select(less(all(static_cast<float>(i) + 0.5f), taps.count), 1.0f / taps.count, all(0.0f));
    const Float c = column + offset * step_column, r = row + offset * step_row;
    const Float fine = exp2(-finer), coarse = exp2(-to_float(coarser));
    Color4 tap = sample_paint_level(paint, level, c * fine, r * fine, mask);
    if (is_between)
      tap = mix(tap, sample_paint_level(paint, coarser, c * coarse, r * coarse, mask), share);
    sum.rgb = sum.rgb + weight * tap.rgb;
    sum.alpha = sum.alpha + weight * tap.alpha;
  }
  return sum;
}

}  // namespace tandem::TANDEM_SIMD
