// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <stb/stb_image_write.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "imaging/qr_code.h"

// Draws the textures under scenarios/textures: noise, planks, books. All of them repeat without a
// seam. They are committed, so this only needs to run to change them.
namespace {

struct Rgb {
  double r = 0, g = 0, b = 0;
};
Rgb operator*(double s, const Rgb& c) { return {s * c.r, s * c.g, s * c.b}; }
Rgb operator+(const Rgb& a, const Rgb& b) { return {a.r + b.r, a.g + b.g, a.b + b.b}; }
Rgb mix(const Rgb& a, const Rgb& b, double share) { return (1 - share) * a + share * b; }
Rgb hex(unsigned value) {
  return {(value >> 16) / 255.0, (value >> 8 & 255) / 255.0, (value & 255) / 255.0};
}

// A number from 0 to 1 that belongs to a cell.
double dice(int x, int y, int seed) {
  auto h = static_cast<std::uint32_t>(x) * 0x8da6b343u ^
           static_cast<std::uint32_t>(y) * 0xd8163841u ^
           static_cast<std::uint32_t>(seed) * 0xcb1ab31fu;
  h = (h ^ h >> 15) * 0x2c1b3c6du;
  h = (h ^ h >> 12) * 0x297a2d39u;
  return static_cast<double>(h ^ h >> 15) / 4294967295.0;
}

// Smooth hills from 0 to 1 with so many cells across the image, which they fill without a seam.
double noise(double u, double v, int cells_u, int cells_v, int seed) {
  const double x = u * cells_u, y = v * cells_v;
  const int column = static_cast<int>(std::floor(x)), row = static_cast<int>(std::floor(y));
  const auto smooth = [](double t) { return t * t * (3 - 2 * t); };
  const double fx = smooth(x - column), fy = smooth(y - row);
  const auto corner = [&](int dx, int dy) {
    return dice(((column + dx) % cells_u + cells_u) % cells_u,
                ((row + dy) % cells_v + cells_v) % cells_v, seed);
  };
  return (1 - fy) * ((1 - fx) * corner(0, 0) + fx * corner(1, 0)) +
         fy * ((1 - fx) * corner(0, 1) + fx * corner(1, 1));
}

double layers(double u, double v, int cells, int count, int seed) {
  double sum = 0, weight = 0;
  for (int i = 0; i < count; ++i) {
    const double share = std::pow(0.55, i);
    sum += share * noise(u, v, cells << i, cells << i, seed + i);
    weight += share;
  }
  return sum / weight;
}

using Paint = std::function<Rgb(double u, double v)>;  // v from the top

std::vector<unsigned char> draw(int width, int height, const Paint& paint) {
  std::vector<unsigned char> pixels;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const Rgb c = paint((x + 0.5) / width, (y + 0.5) / height);
      for (const double channel : {c.r, c.g, c.b})
        pixels.push_back(
            static_cast<unsigned char>(std::lround(255 * std::clamp(channel, 0.0, 1.0))));
    }
  return pixels;
}

std::filesystem::path folder;

void save(const std::string& name, int width, int height, const Paint& paint, int quality = 82) {
  const auto pixels = draw(width, height, paint);
  const std::string file = (folder / (name + ".jpg")).string();
  stbi_write_jpg(file.c_str(), width, height, 3, pixels.data(), quality);
  std::printf("%s: %ju kB\n", file.c_str(), std::filesystem::file_size(file) / 1024);
}

// The normals of a surface whose height is a function, in texels.
void save_normals(const std::string& name, int size, double strength,
                  const std::function<double(double, double)>& height) {
  save(
      name, size, size,
      [&](double u, double v) {
        const double step = 1.0 / size;
        const double dx = strength * (height(u + step, v) - height(u - step, v)) / 2;
        const double dy = strength * (height(u, v - step) - height(u, v + step)) / 2;  // v is down
        const double n = 1 / std::sqrt(dx * dx + dy * dy + 1);
        return Rgb{0.5 - 0.5 * dx * n, 0.5 - 0.5 * dy * n, 0.5 + 0.5 * n};
      },
      92);
}

// Planks along u: how far from a gap (0 in it), and a number for the plank.
double plank(double u, double v, int rows, int columns, int& number) {
  v -= std::floor(v);
  const int row = static_cast<int>(v * rows);
  u += dice(row, 0, 5);
  u -= std::floor(u);
  const double across = v * rows - row, along = u * columns - std::floor(u * columns);
  number = row * 16 + static_cast<int>(u * columns);
  return std::min(std::min(across, 1 - across), std::min(along, 1 - along) * rows / columns * 2.5);
}

double grain(double u, double v, int number) {
  return 0.6 * noise(u, v + dice(number, 1, 3), 6, 96, number) +
         0.4 * noise(u, v, 14, 220, number + 7);
}

void floors() {
  const auto gap = [](double u, double v) {
    int number = 0;
    return std::min(1.0, plank(u, v, 12, 2, number) * 22);
  };
  save("wood_floor", 512, 512, [&](double u, double v) {
    int number = 0;
    const double edge = plank(u, v, 12, 2, number);
    const Rgb tone = mix(hex(0xb08a5c), hex(0x8f6a42), dice(number, 2, 9));
    return (0.72 + 0.3 * grain(u, v, number)) * (edge * 22 < 1 ? 0.55 : 1.0) * tone;
  });
  save_normals("wood_floor_normal", 256, 1.6, gap);
  save("carpet", 256, 256, [](double u, double v) {
    const double tile = (u < 0.5) == (v < 0.5) ? 1.0 : 0.93;
    return (0.8 + 0.4 * noise(u, v, 90, 90, 1)) * tile * hex(0x566274);
  });
}

// The sealed floor of a hall: cloudy, with joints every metre and the traces of wheels.
void concrete() {
  save(
      "concrete", 512, 512,
      [](double u, double v) {
        const double clouds = layers(u, v, 4, 5, 21), grains = noise(u, v, 200, 200, 22);
        const auto joint = [](double t) { return std::abs(t * 2 - std::round(t * 2)) < 0.004; };
        const double worn = std::max(0.0, noise(u, v, 3, 40, 23) - 0.62);
        const double light = 0.84 + 0.2 * clouds + 0.07 * grains - 0.25 * worn;
        return (joint(u) || joint(v) ? 0.72 : 1.0) * light * hex(0x9ba0a3);
      },
      70);
}

// Tiles of a laboratory: so worn that no two are alike.
void laboratory() {
  save("lab_tiles", 256, 256, [](double u, double v) {
    const double x = 4 * u - std::floor(4 * u), y = 4 * v - std::floor(4 * v);
    const double edge = std::min(std::min(x, 1 - x), std::min(y, 1 - y));
    const int tile = static_cast<int>(4 * u) + 4 * static_cast<int>(4 * v);
    const Rgb tone = mix(hex(0xb9c4c4), hex(0xa5b3b4), dice(tile, 3, 21));
    const double dirt = 0.9 + 0.12 * layers(u, v, 6, 4, 31) - 0.05 * noise(u, v, 120, 120, 33);
    return edge < 0.025 ? hex(0x7d8a8c) : dirt * tone;
  });
}

void furniture() {
  save("desk_wood", 512, 256, [](double u, double v) {
    const double rings = std::sin(30 * (v + 0.06 * noise(u, v, 4, 8, 3)));
    return (0.86 + 0.05 * rings + 0.14 * grain(u, v, 11)) * hex(0xcfa877);
  });
  save("fabric", 128, 128, [](double u, double v) {
    const double weave =
        0.5 + 0.25 * std::sin(2 * M_PI * 24 * u) + 0.25 * std::sin(2 * M_PI * 24 * v);
    return (0.78 + 0.18 * weave + 0.08 * noise(u, v, 40, 40, 1)) * Rgb{1, 1, 1};
  });
  save("carton", 256, 256, [](double u, double v) {
    const bool is_tape = std::abs(v - 0.5) < 0.06;
    const double rib = 0.97 + 0.03 * std::sin(2 * M_PI * 60 * u);
    const Rgb board = (0.92 + 0.1 * noise(u, v, 24, 24, 5)) * rib * hex(0xb98f5f);
    return is_tape ? mix(board, hex(0xd8c7a2), 0.75) : board;
  });
  save("brushed_roughness", 128, 128, [](double u, double v) {
    const double value = 0.32 + 0.25 * noise(u, v, 3, 64, 2);
    return Rgb{value, value, value};
  });
  save("books", 512, 256, [](double u, double v) {
    // spines of three shelves, each as wide as its number says
    const int shelf = static_cast<int>(v * 3);
    const double in_shelf = v * 3 - shelf;
    double left = 0;
    for (int book = 0; left < 1; ++book) {
      const double width = 0.022 + 0.035 * dice(book, shelf, 1),
                   height = 0.62 + 0.3 * dice(book, shelf, 2);
      if (u < left + width) {
        if (in_shelf < 1 - height || in_shelf > 0.985) break;
        const double edge = std::min(u - left, left + width - u) / width;
        const unsigned colors[] = {0x7b2d26, 0x1f4e5f, 0xd9b44a, 0x2f3e46,
                                   0xa44a3f, 0x4f772d, 0xe4dccf, 0x38405f};
        const Rgb color = hex(colors[static_cast<int>(dice(book, shelf, 3) * 7.99)]);
        const bool is_title = std::abs(in_shelf - (1 - height * 0.6)) < 0.06 && edge > 0.2;
        return is_title ? mix(color, hex(0xf0e6d2), 0.7) : (edge < 0.1 ? 0.7 : 1.0) * color;
      }
      left += width;
    }
    return hex(0x241a12);
  });
  save("screen", 512, 288, [](double u, double v) {
    if (v > 0.955) return hex(0x2b5b84);
    if (u < 0.16)
      return v * 24 - std::floor(v * 24) < 0.35 && u < 0.13 ? hex(0x55606e) : hex(0x252a31);
    const int line = static_cast<int>(v * 26);
    const double in_line = v * 26 - line;
    const double indent = 0.2 + 0.03 * static_cast<int>(3.99 * dice(line, 0, 2));
    const double end = indent + 0.08 + 0.5 * dice(line, 1, 2);
    if (in_line > 0.3 && in_line < 0.72 && u > indent && u < end && dice(line, 2, 2) > 0.12) {
      const int word = static_cast<int>((u - indent) * 40);
      if (dice(word, line, 3) < 0.18) return hex(0x1b1f25);
      const unsigned inks[] = {0x9cdcfe, 0xce9178, 0xd4d4d4, 0xc586c0, 0x6a9955};
      return hex(inks[static_cast<int>(dice(word / 3, line, 4) * 4.99)]);
    }
    return hex(0x1b1f25);
  });
  save("whiteboard", 512, 256, [](double u, double v) {
    const auto near_line = [&](double x0, double y0, double x1, double y1) {
      const double t = std::clamp(((u - x0) * (x1 - x0) + (v - y0) * (y1 - y0)) /
                                      ((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0)),
                                  0.0, 1.0);
      return std::hypot((u - x0 - t * (x1 - x0)) * 2, v - y0 - t * (y1 - y0)) < 0.008;
    };
    const auto near_box = [&](double x, double y, double w, double h) {
      return near_line(x, y, x + w, y) || near_line(x, y + h, x + w, y + h) ||
             near_line(x, y, x, y + h) || near_line(x + w, y, x + w, y + h);
    };
    if (near_box(0.08, 0.2, 0.16, 0.2) || near_box(0.36, 0.2, 0.16, 0.2) ||
        near_box(0.36, 0.6, 0.16, 0.2))
      return hex(0x1c4e80);
    if (near_line(0.24, 0.3, 0.36, 0.3) || near_line(0.44, 0.4, 0.44, 0.6)) return hex(0x333333);
    if (near_line(0.62, 0.8, 0.94, 0.8) || near_line(0.62, 0.8, 0.62, 0.2)) return hex(0x333333);
    if (near_line(0.62, 0.78, 0.72, 0.6) || near_line(0.72, 0.6, 0.8, 0.64) ||
        near_line(0.8, 0.64, 0.93, 0.28))
      return hex(0xb3261e);
    return hex(0xf4f5f3);
  });
}

void outdoors() {
  save(
      "grass", 512, 512,
      [](double u, double v) {
        const double blades = noise(u, v, 170, 90, 1) * 0.6 + noise(u, v, 90, 170, 2) * 0.4;
        const double patch = layers(u, v, 5, 3, 4);
        return (0.62 + 0.55 * blades) * mix(hex(0x8fae55), hex(0xb5b868), patch);
      },
      72);
  save(
      "gravel", 512, 512,
      [](double u, double v) {
        // each cell holds a stone; the nearest one shows
        const int cells = 56;
        double nearest = 9, tone = 0;
        for (int dy = -1; dy <= 1; ++dy)
          for (int dx = -1; dx <= 1; ++dx) {
            const int cx = static_cast<int>(std::floor(u * cells)) + dx,
                      cy = static_cast<int>(std::floor(v * cells)) + dy;
            const int wx = (cx % cells + cells) % cells, wy = (cy % cells + cells) % cells;
            const double d = std::hypot(u * cells - cx - 0.15 - 0.7 * dice(wx, wy, 1),
                                        v * cells - cy - 0.15 - 0.7 * dice(wx, wy, 2));
            if (d < nearest) nearest = d, tone = dice(wx, wy, 3);
          }
        return (0.72 + 0.4 * tone) * (1 - 0.35 * nearest) * hex(0xd6c4a2);
      },
      72);
  save(
      "paving", 512, 512,
      [](double u, double v) {
        int number = 0;
        const double edge = plank(u, v, 10, 5, number);
        const double speckle = noise(u, v, 128, 128, 3);
        return (edge < 0.04 ? 0.62 : 0.9 + 0.14 * dice(number, 1, 2)) * (0.9 + 0.16 * speckle) *
               hex(0xbcb8ae);
      },
      75);
  save(
      "soil", 256, 256,
      [](double u, double v) { return (0.7 + 0.5 * layers(u, v, 10, 4, 2)) * hex(0x8a6f52); }, 75);
  save(
      "regolith", 512, 512,
      [](double u, double v) {
        const double dust = layers(u, v, 12, 5, 6);
        // a pebble in some cells, lit from one side
        const int cells = 48, x = static_cast<int>(u * cells), y = static_cast<int>(v * cells);
        const double radius = 0.08 + 0.22 * dice(x, y, 3);
        const double dx = u * cells - x - 0.35 - 0.3 * dice(x, y, 1),
                     dy = v * cells - y - 0.35 - 0.3 * dice(x, y, 2);
        const bool is_pebble = dice(x, y, 4) > 0.75 && std::hypot(dx, dy) < radius;
        const double pebble = is_pebble ? 0.2 * (dx + dy) / radius - 0.06 : 0.0;
        return (0.78 + 0.36 * dust + pebble) * hex(0xb4b0a8);
      },
      72);
  save_normals("regolith_normal", 256, 0.45,
               [](double u, double v) { return 9 * layers(u, v, 12, 4, 6); });
  save("bark", 128, 256, [](double u, double v) {
    return (0.55 + 0.6 * noise(u, v, 20, 8, 2) * noise(u, v, 40, 12, 5)) * hex(0x8a6a4c);
  });
  save(
      "leaves", 256, 256,
      [](double u, double v) {
        return (0.6 + 0.65 * noise(u, v, 64, 64, 1) * layers(u, v, 12, 3, 3)) * Rgb{1, 1, 1};
      },
      75);
}

void signs() {
  // with the light margin of four squares that readers look for
  const tandem::QrCode code = *tandem::qr_code("TANDEM GOAL", tandem::QrCorrection::quartile);
  constexpr int margin = 4;
  const int across = code.size + 2 * margin;
  save(
      "qr_goal", 16 * across, 16 * across,
      [&](double u, double v) {
        const int x = static_cast<int>(u * across) - margin;
        const int y = static_cast<int>(v * across) - margin;
        const bool is_inside = x >= 0 && y >= 0 && x < code.size && y < code.size;
        return is_inside && code.is_dark(x, y) ? hex(0x101010) : hex(0xf8f8f8);
      },
      92);
}

}  // namespace

int main(int argc, char** argv) {
  folder = argc > 1 ? argv[1] : "scenarios/textures";
  std::filesystem::create_directories(folder);
  floors();
  concrete();
  laboratory();
  furniture();
  outdoors();
  signs();
}
