// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/floor_projection.h"

#include <algorithm>
#include <cmath>

namespace tandem {

namespace {

std::array<float, 9> columns_of(const Homography& m) {
  std::array<float, 9> all{};
  for (std::size_t row = 0; row < 3; ++row)
    for (std::size_t column = 0; column < 3; ++column)
      all[3 * column + row] = static_cast<float>(m[3 * row + column]);
  return all;
}

}  // namespace

FloorProjection::FloorProjection(const ProjectorCalibration& given)
    : calibration(given), origin(given.area.world_from_center.translation) {
  const Homography world_from_floor{1, 0, origin.x, 0, 1, origin.y, 0, 0, 1};
  const Result<Homography> from_world = tandem::pixels_from_floor(calibration);
  pixels_from_floor = (from_world ? *from_world : identity_homography) * world_from_floor;
  // row 0 of the picture is at the top of the window
  const Homography clip{
      2.0 / calibration.width_px, 0, -1, 0, -2.0 / calibration.height_px, 1, 0, 0, 1};
  clip_from_floor = columns_of(clip * pixels_from_floor);
  clip_from_pixels = columns_of(clip);

  const Area& area = calibration.area;
  const double c = std::cos(area.world_from_center.yaw), s = std::sin(area.world_from_center.yaw);
  const double x = 2 / area.size_x_m, y = 2 / area.size_y_m;
  side_x = {static_cast<float>(c * x), static_cast<float>(s * x), 0};
  side_y = {static_cast<float>(-s * y), static_cast<float>(c * y), 0};

  // a small square in the middle, and how many pixels it has
  constexpr double small_m = 0.01;
  const auto middle = map(pixels_from_floor, {0, 0});
  const auto right = map(pixels_from_floor, {small_m, 0});
  const auto up = map(pixels_from_floor, {0, small_m});
  if (middle && right && up) {
    const Vec2 a = *right - *middle, b = *up - *middle;
    pixel_m = small_m / std::sqrt(std::max(1e-12, std::abs(a.x * b.y - a.y * b.x)));
  }
}

FloorRect FloorProjection::around(std::span<const Vec2> points) const {
  const FloorRect all{0, 0, calibration.width_px, calibration.height_px};
  double x0 = 1e9, y0 = 1e9, x1 = -1e9, y1 = -1e9;
  for (const Vec2& point : points) {
    const std::optional<Vec2> pixel = map(pixels_from_floor, point);
    if (!pixel) return all;
    x0 = std::min(x0, pixel->x);
    y0 = std::min(y0, pixel->y);
    x1 = std::max(x1, pixel->x);
    y1 = std::max(y1, pixel->y);
  }
  // a pixel more on each side, for what is rounded
  const auto whole = [](double value, double most) {
    return static_cast<int>(std::clamp(value, -2.0, most + 2));
  };
  return common({whole(std::floor(x0) - 1, all.x1), whole(std::floor(y0) - 1, all.y1),
                 whole(std::ceil(x1) + 1, all.x1), whole(std::ceil(y1) + 1, all.y1)},
                all);
}

bool is_same(const ProjectorCalibration& a, const ProjectorCalibration& b) {
  const auto equal = [](Vec2 p, Vec2 q) { return p.x == q.x && p.y == q.y; };
  const Pose2 &pa = a.area.world_from_center, &pb = b.area.world_from_center;
  return a.width_px == b.width_px && a.height_px == b.height_px &&
         a.area.size_x_m == b.area.size_x_m && a.area.size_y_m == b.area.size_y_m &&
         equal(pa.translation, pb.translation) && pa.yaw == pb.yaw &&
         std::ranges::equal(a.corners_px, b.corners_px, equal);
}

}  // namespace tandem
