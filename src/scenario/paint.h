// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "geometry/area.h"
#include "geometry/mesh.h"
#include "geometry/rgba_image.h"

namespace tandem {

// Where on the floor an edit acts, in metres of the world seen from above.
struct PaintLine {  // drawn with a round pen; a single point is a dot
  std::vector<Vec2> points;
  double width_m = 0.01;
};
struct PaintDisc {
  Vec2 center;
  double radius_m = 0.1;
};
struct PaintEverywhere {};
using PaintShape = std::variant<PaintLine, PaintDisc, Area, PaintEverywhere>;

enum class PaintMode {
  over,     // laid over what is there, as alpha says
  replace,  // what was there is gone, also where the new colour is transparent
  erase,    // takes away as much as the colour's alpha says
};

// One change of the painted floor. Edges are smooth: a pixel is changed by the share of it that the
// shape covers.
struct PaintEdit {
  PaintShape shape;
  PaintMode mode = PaintMode::over;
  Color color{0, 0, 0, 1};
  // In place of the color, stretched over the shape's box; its top edge is at the largest y.
  std::shared_ptr<const RgbaImage> image{};
};

// The edits people know, by their names.
PaintEdit paint_stroke(std::vector<Vec2> points, double width_m, const Color& color);
PaintEdit paint_stamp(const PaintShape& shape, const Color& color);
PaintEdit paint_stamp(const Area& area, std::shared_ptr<const RgbaImage> image);
PaintEdit paint_fill(const PaintShape& shape, const Color& color);
PaintEdit paint_erase(const PaintShape& shape);
PaintEdit paint_picture(std::shared_ptr<const RgbaImage> image);  // replaces everything

// Why an edit cannot be done, or an empty text.
std::string why_unpaintable(const PaintEdit& edit);

// A floor that can be painted: the top of a model that never moves, seen from above.
struct PaintConfig {
  std::string surface;  // the model's name
  Area area;            // what can be painted of it; its y axis points to the image's top
  double pixel_m = 0.005;
  std::vector<PaintEdit> initial;  // what is there at the start of an episode

  int width_px() const;
  int height_px() const;
};

constexpr int max_paint_px = 16'384;              // along each side
constexpr std::size_t max_paint_points = 10'000;  // of one line

}  // namespace tandem
