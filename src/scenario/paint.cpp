// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/paint.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace tandem {

namespace {

constexpr double farthest_m = 1e6;
constexpr double largest_m = 1e5;

bool is_near(Vec2 point) {
  // written so that what is no number fails
  return std::abs(point.x) <= farthest_m && std::abs(point.y) <= farthest_m;
}

bool is_size(double size_m) { return size_m > 0 && size_m <= largest_m; }

struct Problem {
  std::string operator()(const PaintLine& line) const {
    if (line.points.empty()) return "a line needs at least one point";
    if (line.points.size() > max_paint_points)
      return fmt::format("a line has at most {} points, here are {}", max_paint_points,
                         line.points.size());
    if (!std::ranges::all_of(line.points, is_near)) return "a point of a line is out of range";
    if (!is_size(line.width_m)) return "the width of a line must be positive";
    return {};
  }
  std::string operator()(const PaintDisc& disc) const {
    if (!is_near(disc.center)) return "the center of a disc is out of range";
    if (!is_size(disc.radius_m)) return "the radius of a disc must be positive";
    return {};
  }
  std::string operator()(const Area& area) const {
    const Pose2& pose = area.world_from_center;
    if (!is_near(pose.translation) || !(std::abs(pose.yaw) <= 1e6))
      return "the place of an area is out of range";
    if (!is_size(area.size_x_m) || !is_size(area.size_y_m))
      return "the size of an area must be positive";
    return {};
  }
  std::string operator()(const PaintEverywhere&) const { return {}; }
};

// Half a pixel more or less is the same floor.
int pixels_along(double size_m, double pixel_m) {
  const double count = std::round(size_m / pixel_m);
  return static_cast<int>(std::clamp(count, 1.0, max_paint_px + 1.0));
}

}  // namespace

PaintEdit paint_stroke(std::vector<Vec2> points, double width_m, const Color& color) {
  return {.shape = PaintLine{std::move(points), width_m}, .color = color};
}
PaintEdit paint_stamp(const PaintShape& shape, const Color& color) {
  return {.shape = shape, .color = color};
}
PaintEdit paint_stamp(const Area& area, std::shared_ptr<const RgbaImage> image) {
  return {.shape = area, .image = std::move(image)};
}
PaintEdit paint_fill(const PaintShape& shape, const Color& color) {
  return {.shape = shape, .mode = PaintMode::replace, .color = color};
}
PaintEdit paint_erase(const PaintShape& shape) {
  return {.shape = shape, .mode = PaintMode::erase};
}
PaintEdit paint_picture(std::shared_ptr<const RgbaImage> image) {
  return {.shape = PaintEverywhere{}, .mode = PaintMode::replace, .image = std::move(image)};
}

std::string why_unpaintable(const PaintEdit& edit) {
  const Color& c = edit.color;
  for (const float channel : {c.r, c.g, c.b, c.a})
    if (!(channel >= 0 && channel <= 1)) return "a color has channels from 0 to 1";
  if (edit.image) {
    if (std::holds_alternative<PaintLine>(edit.shape)) return "a line is drawn with a color";
    if (edit.image->width < 1 || edit.image->height < 1 ||
        edit.image->pixels.size() != static_cast<std::size_t>(edit.image->width) *
                                         static_cast<std::size_t>(edit.image->height))
      return "the image has no pixels";
  }
  return std::visit(Problem{}, edit.shape);
}

int PaintConfig::width_px() const { return pixels_along(area.size_x_m, pixel_m); }
int PaintConfig::height_px() const { return pixels_along(area.size_y_m, pixel_m); }

}  // namespace tandem
