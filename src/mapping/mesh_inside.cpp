// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "mapping/mesh_inside.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace tandem {

namespace {

// How many more fronts than backs of triangles are above and below the middle of a cell.
struct Layers {
  int above = 0;
  int below = 0;
};

// Where the side between two points crosses a line of equal y. The same number for both triangles
// that share the side, so that no middle is counted twice or not at all.
double crossing_x(const Vec3& a, const Vec3& b, double y) {
  const bool is_ordered = a.y < b.y || (a.y == b.y && a.x < b.x);
  const Vec3 &low = is_ordered ? a : b, &high = is_ordered ? b : a;
  return low.x + (high.x - low.x) * ((y - low.y) / (high.y - low.y));
}

// The part of a map under a mesh.
class LayerCount {
 public:
  LayerCount(std::span<const Vec3> points, const OccupancyGrid& grid) : grid_(grid) {
    double low_x = 1e300, high_x = -1e300, low_y = 1e300, high_y = -1e300;
    for (const Vec3& p : points) {
      low_x = std::min(low_x, p.x), high_x = std::max(high_x, p.x);
      low_y = std::min(low_y, p.y), high_y = std::max(high_y, p.y);
    }
    first_column_ = std::max(0, grid.column_of(low_x));
    last_column_ = std::min(grid.columns - 1, grid.column_of(high_x));
    first_row_ = std::max(0, grid.row_of(low_y));
    last_row_ = std::min(grid.rows - 1, grid.row_of(high_y));
    if (!is_empty())
      layers_.resize(static_cast<std::size_t>(last_column_ - first_column_ + 1) *
                     static_cast<std::size_t>(last_row_ - first_row_ + 1));
  }

  bool is_empty() const { return first_column_ > last_column_ || first_row_ > last_row_; }

  void add(const std::array<Vec3, 3>& corners, double height) {
    const Vec3 normal = cross(corners[1] - corners[0], corners[2] - corners[0]);
    if (normal.z == 0) return;
    const auto [low_y, high_y] = std::minmax({corners[0].y, corners[1].y, corners[2].y});
    const int first_row = std::max(first_row_, grid_.row_of(low_y));
    const int last_row = std::min(last_row_, grid_.row_of(high_y));
    for (int row = first_row; row <= last_row; ++row) {
      const double y = grid_.center(0, row).y;
      std::array<double, 2> ends{};
      std::size_t count = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        const Vec3 &a = corners[k], &b = corners[(k + 1) % 3];
        if ((a.y <= y) != (b.y <= y) && count < 2) ends[count++] = crossing_x(a, b, y);
      }
      if (count < 2) continue;
      const auto [from, to] = std::minmax(ends[0], ends[1]);
      const int first = std::max(first_column_, grid_.column_of(from));
      const int last = std::min(last_column_, grid_.column_of(to));
      for (int column = first; column <= last; ++column) {
        const double x = grid_.center(column, row).x;
        if (x < from || x >= to) continue;
        const double z = corners[0].z -
                         (normal.x * (x - corners[0].x) + normal.y * (y - corners[0].y)) / normal.z;
        Layers& cell = at(column, row);
        (z > height ? cell.above : cell.below) += normal.z > 0 ? 1 : -1;
      }
    }
  }

  // Calls back with each cell that has something over and under it.
  template <typename Visit>
  void visit_inside(bool is_mirrored, Visit&& visit) {
    const int front = is_mirrored ? -1 : 1;
    for (int row = first_row_; row <= last_row_; ++row)
      for (int column = first_column_; column <= last_column_; ++column) {
        const Layers& cell = at(column, row);
        if (front * cell.above > 0 && front * cell.below < 0) visit(column, row);
      }
  }

 private:
  Layers& at(int column, int row) {
    return layers_[static_cast<std::size_t>(row - first_row_) *
                       static_cast<std::size_t>(last_column_ - first_column_ + 1) +
                   static_cast<std::size_t>(column - first_column_)];
  }

  const OccupancyGrid& grid_;
  int first_column_ = 0, last_column_ = -1, first_row_ = 0, last_row_ = -1;
  std::vector<Layers> layers_;
};

}  // namespace

void mark_inside(std::span<const Vec3> points, std::span<const std::uint32_t> indices,
                 bool is_mirrored, double height, OccupancyGrid& grid) {
  // what is all above or all below has no inside at this level
  const auto [low, high] = std::ranges::minmax_element(points, {}, &Vec3::z);
  if (points.empty() || low->z > height || high->z < height) return;
  LayerCount layers(points, grid);
  if (layers.is_empty()) return;
  for (std::size_t i = 0; i + 2 < indices.size(); i += 3)
    layers.add({points[indices[i]], points[indices[i + 1]], points[indices[i + 2]]}, height);
  layers.visit_inside(is_mirrored,
                      [&](int column, int row) { grid.at(column, row) = MapCell::occupied; });
}

}  // namespace tandem
