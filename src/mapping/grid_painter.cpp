// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "mapping/grid_painter.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "mapping/mesh_inside.h"

namespace tandem {

namespace {

constexpr double touch_m = 1e-7;  // what only touches a cell does not fill it

struct Interval {
  double low = 1e300, high = -1e300;
  void add(double value) {
    low = std::min(low, value);
    high = std::max(high, value);
  }
};

// The cells that an interval lies in; at least the one of its middle.
std::pair<int, int> cells_of(const Interval& interval, double origin, double resolution) {
  const auto cell = [&](double value) {
    return static_cast<int>(std::clamp(std::floor((value - origin) / resolution), -1e9, 1e9));
  };
  if (interval.high - interval.low <= 2 * touch_m) {
    const int middle = cell((interval.low + interval.high) / 2);
    return {middle, middle};
  }
  return {cell(interval.low + touch_m), cell(interval.high - touch_m)};
}

// How far a convex polygon reaches sideways between two lines of equal y.
Interval extent_between(const ConvexPolygon& polygon, double low_y, double high_y) {
  Interval extent;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec2 p = polygon[i], q = polygon[(i + 1) % polygon.size()];
    const auto [bottom, top] = std::minmax(p.y, q.y);
    if (top < low_y || bottom > high_y) continue;
    const auto x_at = [&](double y) {
      return top == bottom ? p.x
                           : p.x + (q.x - p.x) * std::clamp((y - p.y) / (q.y - p.y), 0.0, 1.0);
    };
    extent.add(bottom >= low_y ? (p.y <= q.y ? p.x : q.x) : x_at(low_y));
    extent.add(top <= high_y ? (p.y <= q.y ? q.x : p.x) : x_at(high_y));
  }
  return extent;
}

}  // namespace

void GridPainter::paint(const Shape& shape, const Pose& world_from_shape) {
  if (const auto* plane = std::get_if<Plane>(&shape)) {
    paint_plane(*plane, world_from_shape);
  } else if (const auto* mesh = std::get_if<MeshShape>(&shape)) {
    if (mesh->mesh) paint_mesh(*mesh, world_from_shape);
  } else if (const auto* terrain = std::get_if<HeightfieldShape>(&shape)) {
    if (terrain->field) paint_heightfield(*terrain->field, world_from_shape);
  } else {
    for (const ConvexPolygon& section : sections_of(shape, world_from_shape, height_))
      fill(section);
  }
}

void GridPainter::fill(const ConvexPolygon& polygon) {
  if (polygon.empty()) return;
  Interval y_extent;
  for (const Vec2& corner : polygon) y_extent.add(corner.y);
  auto [first_row, last_row] = cells_of(y_extent, grid_.origin.y, grid_.resolution_m);
  first_row = std::max(first_row, 0);
  last_row = std::min(last_row, grid_.rows - 1);
  for (int row = first_row; row <= last_row; ++row) {
    const double low_y = grid_.origin.y + row * grid_.resolution_m;
    const Interval x_extent = extent_between(polygon, low_y, low_y + grid_.resolution_m);
    if (x_extent.low > x_extent.high) continue;
    auto [first, last] = cells_of(x_extent, grid_.origin.x, grid_.resolution_m);
    first = std::max(first, 0);
    last = std::min(last, grid_.columns - 1);
    for (int column = first; column <= last; ++column) grid_.at(column, row) = MapCell::occupied;
  }
}

// Solid on the side that its normal points away from.
void GridPainter::paint_plane(const Plane& plane, const Pose& pose) {
  const Vec3 normal = pose.rotation * normalized(plane.normal);
  const double width = grid_.columns * grid_.resolution_m, depth = grid_.rows * grid_.resolution_m;
  const ConvexPolygon all{grid_.origin, grid_.origin + Vec2{width, 0},
                          grid_.origin + Vec2{width, depth}, grid_.origin + Vec2{0, depth}};
  fill(clipped(all, normal.x, normal.y, dot(normal, pose.translation) - normal.z * height_));
}

// The triangles that cross the level, and what lies inside of closed ones.
void GridPainter::paint_mesh(const MeshShape& shape, const Pose& pose) {
  const Mesh& mesh = *shape.mesh;
  std::vector<Vec3> points;
  points.reserve(mesh.positions.size());
  for (const auto& p : mesh.positions)
    points.push_back(pose * Vec3{shape.scale.x * p[0], shape.scale.y * p[1], shape.scale.z * p[2]});

  // mirrored, every side faces the other way
  const bool is_mirrored = shape.scale.x * shape.scale.y * shape.scale.z < 0;
  for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
    // a face between two cells belongs to the one behind it, where a solid would be
    const Vec3& first = points[mesh.indices[i]];
    const Vec3 front =
        (is_mirrored ? -1 : 1) *
        normalized(cross(points[mesh.indices[i + 1]] - first, points[mesh.indices[i + 2]] - first));
    const Vec2 behind = -10 * touch_m * Vec2{front.x, front.y};
    ConvexPolygon crossing;
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3& a = points[mesh.indices[i + k]];
      const Vec3& b = points[mesh.indices[i + (k + 1) % 3]];
      if ((a.z > height_) == (b.z > height_)) continue;
      const double share = (height_ - a.z) / (b.z - a.z);
      crossing.push_back(Vec2{a.x + share * (b.x - a.x), a.y + share * (b.y - a.y)} + behind);
    }
    fill(crossing);
  }
  mark_inside(points, mesh.indices, is_mirrored, height_, grid_);
}

// Solid below its surface. Each triangle counts as far as it is above the level.
void GridPainter::paint_heightfield(const Heightfield& field, const Pose& pose) {
  if (field.columns < 2 || field.rows < 2) return;
  const Vec3 up = pose.rotation * Vec3{0, 0, 1};
  if (up.z < 1 - 1e-9) {
    paint_tilted(field, pose);
    return;
  }

  // the cells of the field that the map lies over
  Interval x_extent, y_extent;
  const double width = grid_.columns * grid_.resolution_m, depth = grid_.rows * grid_.resolution_m;
  for (const double dx : {0.0, width})
    for (const double dy : {0.0, depth}) {
      const Vec3 corner = inverse(pose) * Vec3{grid_.origin.x + dx, grid_.origin.y + dy, height_};
      x_extent.add((corner.x / field.size_x_m + 0.5) * (field.columns - 1));
      y_extent.add((corner.y / field.size_y_m + 0.5) * (field.rows - 1));
    }
  const auto bounded = [](double value, int most) {
    return static_cast<int>(std::clamp(std::floor(value), 0.0, static_cast<double>(most)));
  };
  const int first_column = bounded(x_extent.low, field.columns - 1);
  const int last_column = bounded(x_extent.high, field.columns - 2);
  const int first_row = bounded(y_extent.low, field.rows - 1);
  const int last_row = bounded(y_extent.high, field.rows - 2);

  const double level = height_ - pose.translation.z;
  const auto sample = [&](int column, int row) {
    return Vec3{field.size_x_m * (static_cast<double>(column) / (field.columns - 1) - 0.5),
                field.size_y_m * (static_cast<double>(row) / (field.rows - 1) - 0.5),
                field.height(column, row)};
  };
  const auto paint_triangle = [&](const std::array<Vec3, 3>& corners) {
    ConvexPolygon above;
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec3 &a = corners[k], &b = corners[(k + 1) % 3];
      const auto add = [&](const Vec3& point) {
        const Vec3 in_world = pose * point;
        above.push_back({in_world.x, in_world.y});
      };
      if (a.z > level) add(a);
      if ((a.z > level) != (b.z > level)) add(a + ((level - a.z) / (b.z - a.z)) * (b - a));
    }
    fill(above);
  };
  for (int row = first_row; row <= last_row; ++row)
    for (int column = first_column; column <= last_column; ++column) {
      const Vec3 a = sample(column, row), b = sample(column + 1, row);
      const Vec3 c = sample(column, row + 1), d = sample(column + 1, row + 1);
      if (std::max({a.z, b.z, c.z, d.z}) <= level) continue;
      paint_triangle({a, b, c});
      paint_triangle({b, d, c});
    }
}

// Seen at the middles and corners of cells; nobody lays terrain like this.
void GridPainter::paint_tilted(const Heightfield& field, const Pose& pose) {
  const Pose field_from_world = inverse(pose);
  const auto is_inside = [&](double column, double row) {
    const Vec3 point = field_from_world * Vec3{grid_.origin.x + column * grid_.resolution_m,
                                               grid_.origin.y + row * grid_.resolution_m, height_};
    return point.z < height_at(field, point.x, point.y);  // false beyond its edges
  };
  for (int row = 0; row < grid_.rows; ++row)
    for (int column = 0; column < grid_.columns; ++column)
      for (const auto& [dx, dy] :
           {std::pair{0.5, 0.5}, {0.01, 0.01}, {0.99, 0.01}, {0.01, 0.99}, {0.99, 0.99}})
        if (is_inside(column + dx, row + dy)) grid_.at(column, row) = MapCell::occupied;
}

}  // namespace tandem
