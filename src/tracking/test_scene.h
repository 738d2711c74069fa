// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numbers>
#include <optional>
#include <vector>

#include "calibration/camera_calibration.h"
#include "calibration/lens.h"
#include "geometry/pose.h"
#include "tracking/grey_image.h"
#include "tracking/marker_dictionary.h"

// Pictures of markers whose place is known exactly: each pixel is asked what its rays meet.
namespace tandem::scene {

// A wide-angle camera 2.5 m above a floor of 4 by 3 m, that sees all of it, and does not look
// straight down.
inline CameraCalibration overhead_camera(LensType type = LensType::plumb_bob) {
  constexpr double f = 925;
  LensConfig lens{.type = type, .fx_px = f, .fy_px = 1.005 * f, .cx_px = 968, .cy_px = 591};
  lens.distortion = type == LensType::plumb_bob
                        ? std::array<double, 5>{-0.25, 0.06, 0.0006, -0.0004, 0.002}
                        : std::array<double, 5>{-0.02, 0.004, -0.002, 0.0005, 0};
  constexpr double degree = std::numbers::pi / 180;
  return {.lens = lens,
          .room_from_camera =
              Pose{{0.02, -0.03, 2.5}, Quat::from_rpy(178.8 * degree, 0.9 * degree, 1.5 * degree)}};
}

// The same one with a quarter of the pixels.
inline CameraCalibration small_camera() {
  CameraCalibration camera = overhead_camera();
  for (double* length : {&camera.lens->fx_px, &camera.lens->fy_px}) *length /= 2;
  camera.lens->cx_px = camera.lens->cx_px / 2 - 0.25;
  camera.lens->cy_px = camera.lens->cy_px / 2 - 0.25;
  return camera;
}

struct PaintedMarker {
  Pose room_from_marker;
  double size_m = 0.12;
  const MarkerDictionary* dictionary = find_dictionary("4x4_50");
  int id = 0;
  double margin_cells = 1;  // of white paper around the black border
  double black = 25;
  double white = 225;
};

struct Picture {
  int width = 1920;
  int height = 1200;
  double blur_px = 0.7;      // deviation
  double noise = 3;          // deviation
  double light_slope = 0.3;  // share of the light that is missing at the left edge
  std::uint64_t seed = 1;
  // The brightness of the floor at a place in metres.
  std::function<double(Vec2)> floor = [](Vec2 at) {
    return 120 + 18 * std::sin(9 * at.x) * std::sin(7 * at.y);
  };
};

// Something flat with a picture on it.
struct PaintedPlane {
  Pose room_from_plane;
  Vec2 half_m;  // of its extent around its origin
  std::function<std::optional<double>(Vec2)> shade;
};

// The brightness of a marker at a place in metres; nothing beside its paper.
inline std::optional<double> marker_shade(const PaintedMarker& marker, Vec2 at) {
  const int cells = marker.dictionary->cells, across = cells + 2;
  const double cell = marker.size_m / across;
  const double column = at.x / cell + across / 2.0, row = across / 2.0 - at.y / cell;
  const double margin = marker.margin_cells;
  if (column < -margin || row < -margin || column > across + margin || row > across + margin)
    return std::nullopt;
  const int x = static_cast<int>(std::floor(column)) - 1, y = static_cast<int>(std::floor(row)) - 1;
  if (x < -1 || y < -1 || x > cells || y > cells) return marker.white;
  if (x < 0 || y < 0 || x >= cells || y >= cells) return marker.black;
  const std::uint64_t code = marker.dictionary->codes[static_cast<std::size_t>(marker.id)];
  return (code >> (cells * cells - 1 - (y * cells + x)) & 1) != 0 ? marker.white : marker.black;
}

// Where a ray (x, y, 1) of the camera meets the plane of a pose, in that plane's coordinates.
inline std::optional<Vec2> meet_from(const Pose& plane_from_camera, Vec2 ray) {
  const Vec3 from = plane_from_camera.translation;
  const Vec3 along = plane_from_camera.rotation * Vec3{ray.x, ray.y, 1};
  if (std::abs(along.z) < 1e-12) return std::nullopt;
  const double t = -from.z / along.z;
  if (t <= 0) return std::nullopt;
  return Vec2{from.x + t * along.x, from.y + t * along.y};
}
inline std::optional<Vec2> meet(const Pose& camera_from_plane, Vec2 ray) {
  return meet_from(inverse(camera_from_plane), ray);
}

// Noise of a pixel that is the same whenever it is asked for: the sum of four even ones.
inline double noise_at(std::uint64_t seed, std::uint64_t index) {
  std::uint64_t x = (index + 1) * 0x9e3779b97f4a7c15ULL + seed * 0xd1342543de82ef95ULL;
  x ^= x >> 29, x *= 0xbf58476d1ce4e5b9ULL, x ^= x >> 32, x *= 0x94d049bb133111ebULL, x ^= x >> 29;
  double sum = 0;
  for (int i = 0; i < 4; ++i) sum += static_cast<double>(x >> (16 * i) & 0xffff) / 65535.0 - 0.5;
  return sum * std::sqrt(3.0);
}

inline void blur(std::vector<double>& values, int width, int height, double deviation) {
  if (deviation <= 0) return;
  const int reach = static_cast<int>(std::ceil(3 * deviation));
  std::vector<double> weights;
  double total = 0;
  for (int i = -reach; i <= reach; ++i) {
    weights.push_back(std::exp(-i * i / (2 * deviation * deviation)));
    total += weights.back();
  }
  std::vector<double> before = values;
  for (const bool is_row : {true, false}) {
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        double sum = 0;
        for (int i = -reach; i <= reach; ++i) {
          const int sx = is_row ? std::clamp(x + i, 0, width - 1) : x;
          const int sy = is_row ? y : std::clamp(y + i, 0, height - 1);
          sum += weights[static_cast<std::size_t>(i + reach)] *
                 before[static_cast<std::size_t>(sy * width + sx)];
        }
        values[static_cast<std::size_t>(y * width + x)] = sum / total;
      }
    before = values;
  }
}

// The picture that the camera takes.
inline GreyImage take(const Picture& picture, const CameraCalibration& camera,
                      const std::vector<PaintedPlane>& planes) {
  const int width = picture.width, height = picture.height;
  const Pose camera_from_room = inverse(*camera.room_from_camera);
  std::vector<double> values(static_cast<std::size_t>(width * height));

  // the floor on a coarse grid, between which it is interpolated: it is far larger than markers
  constexpr int coarse = 8;
  const int columns = width / coarse + 2, rows = height / coarse + 2;
  std::vector<double> grid;
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < columns; ++x) {
      const auto ray = direction_of(*camera.lens, {double(x * coarse), double(y * coarse)});
      const auto at = ray ? meet(camera_from_room, *ray) : std::nullopt;
      grid.push_back(at ? picture.floor(*at) : 0);
    }
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const int gx = x / coarse, gy = y / coarse;
      const double fx = double(x % coarse) / coarse, fy = double(y % coarse) / coarse;
      const auto g = [&](int i, int j) { return grid[static_cast<std::size_t>(j * columns + i)]; };
      values[static_cast<std::size_t>(y * width + x)] =
          (1 - fy) * ((1 - fx) * g(gx, gy) + fx * g(gx + 1, gy)) +
          fy * ((1 - fx) * g(gx, gy + 1) + fx * g(gx + 1, gy + 1));
    }

  for (const PaintedPlane& plane : planes) {
    const Pose camera_from_plane = camera_from_room * plane.room_from_plane;
    // its box in the picture
    int x0 = width, x1 = 0, y0 = height, y1 = 0;
    for (const double sx : {-1.0, -0.5, 0.0, 0.5, 1.0})
      for (const double sy : {-1.0, -0.5, 0.0, 0.5, 1.0}) {
        const Vec3 p = camera_from_plane * Vec3{sx * plane.half_m.x, sy * plane.half_m.y, 0};
        if (p.z <= 0.01) continue;
        const Vec2 pixel = project(*camera.lens, {p.x / p.z, p.y / p.z});
        if (!(std::abs(pixel.x) < 1e5 && std::abs(pixel.y) < 1e5)) continue;
        x0 = std::min(x0, static_cast<int>(pixel.x) - 3), y0 = std::min(y0, int(pixel.y) - 3);
        x1 = std::max(x1, static_cast<int>(pixel.x) + 4), y1 = std::max(y1, int(pixel.y) + 4);
      }
    x0 = std::max(x0, 0), y0 = std::max(y0, 0);
    x1 = std::min(x1, width), y1 = std::min(y1, height);
    if (x0 >= x1 || y0 >= y1) continue;
    // where pixels look, and the next ones: between them rays change evenly
    const int columns_here = x1 - x0 + 2;
    std::vector<std::optional<Vec2>> looks;
    for (int y = y0 - 1; y <= y1; ++y)
      for (int x = x0 - 1; x <= x1; ++x)
        looks.push_back(direction_of(*camera.lens, {double(x), double(y)}));
    const auto look = [&](int x, int y) -> const std::optional<Vec2>& {
      return looks[static_cast<std::size_t>((y - y0 + 1) * columns_here + x - x0 + 1)];
    };
    const Pose plane_from_camera = inverse(camera_from_plane);
    // 16 rays a pixel, no two in one row or column, so that edges along those are exact as well
    constexpr int rays = 16;
    for (int y = y0; y < y1; ++y)
      for (int x = x0; x < x1; ++x) {
        const auto &here = look(x, y), &left = look(x - 1, y), &right = look(x + 1, y);
        const auto &above = look(x, y - 1), &below = look(x, y + 1);
        if (!here || !left || !right || !above || !below) continue;
        double& value = values[static_cast<std::size_t>(y * width + x)];
        double sum = 0;
        for (int i = 0; i < rays; ++i) {
          const double dx = (i + 0.5) / rays - 0.5, dy = (7 * i % rays + 0.5) / rays - 0.5;
          const Vec2 ray = *here + 0.5 * dx * (*right - *left) + 0.5 * dy * (*below - *above);
          const auto at = meet_from(plane_from_camera, ray);
          const auto shade = at ? plane.shade(*at) : std::nullopt;
          sum += shade ? *shade : value;
        }
        value = sum / rays;
      }
    // blurred here alone: the rest is smooth as it is
    const int bx = std::max(x0 - 4, 0), by = std::max(y0 - 4, 0);
    const int bw = std::min(x1 + 4, width) - bx, bh = std::min(y1 + 4, height) - by;
    if (bw <= 0 || bh <= 0) continue;
    std::vector<double> part;
    for (int y = 0; y < bh; ++y)
      for (int x = 0; x < bw; ++x)
        part.push_back(values[static_cast<std::size_t>((by + y) * width + bx + x)]);
    blur(part, bw, bh, picture.blur_px);
    for (int y = 0; y < bh; ++y)
      for (int x = 0; x < bw; ++x)
        values[static_cast<std::size_t>((by + y) * width + bx + x)] =
            part[static_cast<std::size_t>(y * bw + x)];
  }

  GreyImage image{width, height, std::vector<std::uint8_t>(values.size())};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double x = static_cast<double>(i % static_cast<std::size_t>(width)) / width;
    const double light = 1 - picture.light_slope * (1 - x);
    const double value = light * values[i] + picture.noise * noise_at(picture.seed, i);
    image.pixels[i] = static_cast<std::uint8_t>(std::clamp(std::lround(value), 0L, 255L));
  }
  return image;
}

// Markers of a robot laboratory.
inline GreyImage take(const Picture& picture, const CameraCalibration& camera,
                      const std::vector<PaintedMarker>& markers) {
  std::vector<PaintedPlane> planes;
  for (const PaintedMarker& marker : markers) {
    const double half =
        marker.size_m * (0.5 + marker.margin_cells / (marker.dictionary->cells + 2));
    planes.push_back({marker.room_from_marker, {half, half}, [marker](Vec2 at) {
                        return marker_shade(marker, at);
                      }});
  }
  return take(picture, camera, planes);
}

inline Pose level(double x, double y, double z, double yaw) {
  return {{x, y, z}, Quat::from_rpy(0, 0, yaw)};
}

}  // namespace tandem::scene
