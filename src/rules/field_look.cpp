// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "rules/field_look.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace tandem {

namespace {

constexpr int size = field_look_px;
constexpr int most_px = 2048;  // along a side of what is stamped at once; larger is coarser

struct Tone {
  double r = 0, g = 0, b = 0;  // 0 to 1
};
constexpr Tone tone(unsigned hex) {
  return {(hex >> 16) / 255.0, (hex >> 8 & 255) / 255.0, (hex & 255) / 255.0};
}
Tone operator*(double s, const Tone& t) { return {s * t.r, s * t.g, s * t.b}; }
Tone mix(const Tone& a, const Tone& b, double share) {
  const double s = std::clamp(share, 0.0, 1.0);
  return {a.r + s * (b.r - a.r), a.g + s * (b.g - a.g), a.b + s * (b.b - a.b)};
}

// A number from 0 to 1 that belongs to a cell of a pattern.
double dice(int x, int y, int pattern) {
  auto h = static_cast<std::uint32_t>(x) * 0x8da6b343u ^
           static_cast<std::uint32_t>(y) * 0xd8163841u ^
           static_cast<std::uint32_t>(pattern) * 0xcb1ab31fu;
  h = (h ^ h >> 15) * 0x2c1b3c6du;
  h = (h ^ h >> 12) * 0x297a2d39u;
  return static_cast<double>(h ^ h >> 15) / 4294967295.0;
}

// Smooth hills from 0 to 1, so many cells to the metre, without a seam.
double hills(double u, double v, int cells_u, int cells_v, int pattern) {
  const double x = u * cells_u, y = v * cells_v;
  const int column = static_cast<int>(std::floor(x)), row = static_cast<int>(std::floor(y));
  const auto smooth = [](double t) { return t * t * (3 - 2 * t); };
  const double fx = smooth(x - column), fy = smooth(y - row);
  const auto corner = [&](int dx, int dy) {
    return dice((column + dx) % cells_u, (row + dy) % cells_v, pattern);
  };
  return (1 - fy) * ((1 - fx) * corner(0, 0) + fx * corner(1, 0)) +
         fy * ((1 - fx) * corner(0, 1) + fx * corner(1, 1));
}

// Plants in rows: how much of a plant is at a place, 0 to 1.
double plants(double u, double v, int rows, int a_row, double radius, int pattern) {
  double most = 0;
  const int row = static_cast<int>(std::floor(v * rows));
  const int in_row = static_cast<int>(std::floor(u * a_row));
  for (int dx = -1; dx <= 1; ++dx) {
    const int plant = (in_row + dx + a_row) % a_row;
    const double x = (in_row + dx + 0.25 + 0.5 * dice(plant, row, pattern)) / a_row;
    const double y = (row + 0.42 + 0.16 * dice(plant, row, pattern + 1)) / rows;
    const double own = radius * (0.7 + 0.6 * dice(plant, row, pattern + 2));
    most = std::max(most, 1.3 - std::hypot(u - x, v - y) / own);
  }
  return std::clamp(most, 0.0, 1.0);
}

// The earth between furrows: 1 on a ridge, 0 in a furrow.
double ridge(double u, double v, int rows) {
  const double bend = 0.1 * (hills(u, v, 6, 10, 31) - 0.5);
  return 0.5 - 0.5 * std::cos(2 * std::numbers::pi * (v * rows + bend));
}

constexpr int furrows = 20;  // to the metre
constexpr int rows = 10;     // of plants

Tone earth(double u, double v) {
  const double clods = 0.5 * hills(u, v, 12, 12, 1) + 0.5 * hills(u, v, 70, 70, 2);
  return (0.82 + 0.36 * clods) * tone(0x6b4a30);
}

Tone color_of(TileState state, double u, double v) {
  const double speckle = hills(u, v, 100, 100, 3);
  switch (state) {
    case TileState::untouched: {
      // dry and pale, with a few weeds
      const Tone dry = (0.86 + 0.22 * hills(u, v, 60, 60, 4)) * tone(0xb39a6b);
      const double weeds = hills(u, v, 9, 9, 5) * hills(u, v, 55, 55, 6);
      return mix(dry, tone(0x8d9250), 2.6 * (weeds - 0.28));
    }
    case TileState::ploughed:
      return (0.55 + 0.6 * ridge(u, v, furrows)) * earth(u, v);
    case TileState::seeded: {
      // raked smooth, pale seeds in rows
      const Tone raked = (0.95 + 0.3 * ridge(u, v, rows)) * earth(u, v);
      return mix(raked, tone(0xe8d9ae), 0.95 * plants(u, v, rows, 32, 0.0065, 7));
    }
    case TileState::growing: {
      const Tone raked = (0.9 + 0.25 * ridge(u, v, rows)) * earth(u, v);
      const Tone leaf = mix(tone(0x3f8f2f), tone(0x79c24a), speckle);
      return mix(raked, leaf, 1.2 * plants(u, v, rows, 18, 0.034, 10));
    }
    case TileState::ripe: {
      const double stalks = 0.6 * hills(u, v, 34, 90, 13) + 0.4 * hills(u, v, 90, 34, 14);
      const Tone gold = mix(tone(0xc98f1e), tone(0xf7d65a), stalks);
      return (0.72 + 0.28 * ridge(u, v, rows) + 0.1 * speckle) * gold;
    }
    case TileState::harvested: {
      // straw lies on it, stubble stands in rows
      const Tone straw = (0.85 + 0.25 * hills(u, v, 24, 60, 15)) * tone(0xe6d9b0);
      const Tone ground = mix(straw, earth(u, v), 0.7 * hills(u, v, 40, 40, 19) - 0.12);
      return mix(ground, tone(0xa8884c), 0.9 * plants(u, v, furrows, 40, 0.006, 16));
    }
  }
  return {};
}

RgbaImage draw(TileState state) {
  RgbaImage image{size, size, {}};
  image.pixels.reserve(static_cast<std::size_t>(size) * size);
  const auto byte = [](double part) {
    return static_cast<std::uint8_t>(std::lround(255 * std::clamp(part, 0.0, 1.0)));
  };
  for (int row = 0; row < size; ++row)
    for (int column = 0; column < size; ++column) {
      const Tone t = color_of(state, (column + 0.5) / size, (row + 0.5) / size);
      image.pixels.push_back({byte(t.r), byte(t.g), byte(t.b), 255});
    }
  return image;
}

}  // namespace

const RgbaImage& field_look(TileState state) {
  static const auto looks = [] {
    std::array<RgbaImage, tile_state_count> all;
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = draw(static_cast<TileState>(i));
    return all;
  }();
  return looks[static_cast<std::size_t>(state)];
}

std::shared_ptr<const RgbaImage> tile_look(TileState state, Vec2 corner, double size_x_m,
                                           double size_y_m) {
  const RgbaImage& look = field_look(state);
  const auto pixels = [](double length_m) {
    return std::clamp(static_cast<int>(std::lround(length_m * size)), 1, most_px);
  };
  const auto wrapped = [](double metres) {
    const int index = static_cast<int>(std::floor((metres - std::floor(metres)) * size));
    return std::min(index, size - 1);
  };
  auto image = std::make_shared<RgbaImage>();
  image->width = pixels(size_x_m);
  image->height = pixels(size_y_m);
  image->pixels.reserve(static_cast<std::size_t>(image->width) *
                        static_cast<std::size_t>(image->height));
  // rows from the top, which is at the largest y
  for (int row = 0; row < image->height; ++row) {
    const double y = corner.y + size_y_m * (image->height - row - 0.5) / image->height;
    for (int column = 0; column < image->width; ++column) {
      const double x = corner.x + size_x_m * (column + 0.5) / image->width;
      image->pixels.push_back(look.at(wrapped(x), size - 1 - wrapped(y)));
    }
  }
  return image;
}

}  // namespace tandem
