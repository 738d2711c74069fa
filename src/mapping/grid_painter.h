// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "geometry/shape.h"
#include "mapping/occupancy_grid.h"
#include "mapping/sections.h"

namespace tandem {

// Marks the cells of a map that things fill at one level: every cell of which some part is filled,
// so that a wall thinner than a cell is a wall.
class GridPainter {
 public:
  GridPainter(OccupancyGrid& grid, double height) : grid_(grid), height_(height) {}

  void paint(const Shape& shape, const Pose& world_from_shape);

 private:
  void fill(const ConvexPolygon& polygon);
  void paint_plane(const Plane& plane, const Pose& pose);
  void paint_mesh(const MeshShape& shape, const Pose& pose);
  void paint_heightfield(const Heightfield& field, const Pose& pose);
  void paint_tilted(const Heightfield& field, const Pose& pose);

  OccupancyGrid& grid_;
  double height_;
};

}  // namespace tandem
