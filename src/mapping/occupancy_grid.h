// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "geometry/pose2.h"

namespace tandem {

// What is known of a square of the floor, in the numbers of nav_msgs/OccupancyGrid.
enum class MapCell : std::int8_t { unknown = -1, free = 0, occupied = 100 };

// A map along the world's axes.
struct OccupancyGrid {
  double resolution_m = 0.05;
  int columns = 0;             // along x
  int rows = 0;                // along y
  Vec2 origin;                 // the corner of smallest x and y
  std::vector<MapCell> cells;  // row by row, the row of smallest y first

  MapCell& at(int column, int row) { return cells[index(column, row)]; }
  MapCell at(int column, int row) const { return cells[index(column, row)]; }
  Vec2 center(int column, int row) const {
    return origin + resolution_m * Vec2{column + 0.5, row + 0.5};
  }
  // Of the cell that a point is in; may be outside of the map.
  int column_of(double x) const { return cell_of(x - origin.x); }
  int row_of(double y) const { return cell_of(y - origin.y); }
  bool contains(int column, int row) const {
    return column >= 0 && column < columns && row >= 0 && row < rows;
  }

 private:
  std::size_t index(int column, int row) const {
    return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
           static_cast<std::size_t>(column);
  }
  int cell_of(double offset) const;
};

}  // namespace tandem
