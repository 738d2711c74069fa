// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/floor_shapes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <utility>

#include "geometry/quat.h"

namespace tandem {

namespace {

// A quarter of a pixel is not seen. Divisible by 4, so that a half ball has whole rings.
constexpr double unseen_px = 0.25;
constexpr std::array<int, 4> side_counts{8, 12, 16, 24};
constexpr int most_cells = 512;  // of a terrain along each side: finer is not seen
constexpr double pi = std::numbers::pi;

Vec3f point(double x, double y, double z) { return to_float({x, y, z}); }

void add_quad(FloorMesh& mesh, const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d,
              const Vec3& normal) {
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  for (const Vec3& corner : {a, b, c, d})
    mesh.vertices.push_back({to_float(corner), to_float(normal)});
  for (const std::uint32_t i : {0u, 1u, 2u, 0u, 2u, 3u}) mesh.indices.push_back(first + i);
}

// From -1 to 1 in all directions.
FloorMesh unit_box() {
  FloorMesh mesh;
  for (int axis = 0; axis < 3; ++axis)
    for (const double side : {-1.0, 1.0}) {
      const auto turned = [&](double u, double v, double w) {
        return axis == 0 ? Vec3{w, u, v} : axis == 1 ? Vec3{v, w, u} : Vec3{u, v, w};
      };
      add_quad(mesh, turned(-1, -1, side), turned(1, -1, side), turned(1, 1, side),
               turned(-1, 1, side), turned(0, 0, side));
    }
  return mesh;
}

// A ring of vertices for each entry: radius, height and the slope of the normal.
struct Ring {
  double radius, z, normal_out, normal_up;
};
FloorMesh turned_mesh(const std::vector<Ring>& rings, int around) {
  FloorMesh mesh;
  for (const Ring& ring : rings)
    for (int i = 0; i < around; ++i) {
      const double angle = 2 * pi * i / around, c = std::cos(angle), s = std::sin(angle);
      mesh.vertices.push_back({point(ring.radius * c, ring.radius * s, ring.z),
                               point(ring.normal_out * c, ring.normal_out * s, ring.normal_up)});
    }
  for (std::size_t ring = 0; ring + 1 < rings.size(); ++ring)
    for (int i = 0; i < around; ++i) {
      const auto at = [&](std::size_t r, int k) {
        return static_cast<std::uint32_t>(r * static_cast<std::size_t>(around) +
                                          static_cast<std::size_t>(k % around));
      };
      for (const std::uint32_t index : {at(ring, i), at(ring, i + 1), at(ring + 1, i + 1),
                                        at(ring, i), at(ring + 1, i + 1), at(ring + 1, i)})
        mesh.indices.push_back(index);
    }
  return mesh;
}

FloorMesh unit_cylinder(int sides) {
  return turned_mesh(
      {{0, -1, 0, -1}, {1, -1, 0, -1}, {1, -1, 1, 0}, {1, 1, 1, 0}, {1, 1, 0, 1}, {0, 1, 0, 1}},
      sides);
}

// Two half balls and what is between them; with a length of 0, a ball.
FloorMesh capsule(double radius, double half_length, int sides) {
  std::vector<Ring> rings;
  const int half = sides / 4;
  for (const int side : {-1, 1})
    for (int i = 0; i <= half; ++i) {
      const double angle = side < 0 ? -pi / 2 + pi / 2 * i / half : pi / 2 * i / half;
      rings.push_back({radius * std::cos(angle), side * half_length + radius * std::sin(angle),
                       std::cos(angle), std::sin(angle)});
    }
  return turned_mesh(rings, sides);
}

FloorMesh flat(const Plane& plane) {
  FloorMesh mesh;
  const Quat turn = Quat::between({0, 0, 1}, normalized(plane.normal));
  const double x = plane.size_x_m / 2, y = plane.size_y_m / 2;
  add_quad(mesh, turn * Vec3{-x, -y, 0}, turn * Vec3{x, -y, 0}, turn * Vec3{x, y, 0},
           turn * Vec3{-x, y, 0}, turn * Vec3{0, 0, 1});
  return mesh;
}

FloorMesh triangles(const Mesh& mesh) {
  FloorMesh made;
  made.vertices.reserve(mesh.positions.size());
  for (std::size_t i = 0; i < mesh.positions.size(); ++i) {
    const auto& p = mesh.positions[i];
    const auto& n = mesh.normals[i];
    made.vertices.push_back({{p[0], p[1], p[2]}, {n[0], n[1], n[2]}});
  }
  made.indices = mesh.indices;
  return made;
}

FloorMesh terrain(const Heightfield& field) {
  FloorMesh mesh;
  const int columns = std::min(field.columns, most_cells + 1);
  const int rows = std::min(field.rows, most_cells + 1);
  const double dx = field.size_x_m / (columns - 1), dy = field.size_y_m / (rows - 1);
  const auto height = [&](int column, int row) {
    // rounded to the nearest sample: exact where there is one for each
    const int c =
        static_cast<int>(std::lround(static_cast<double>(std::clamp(column, 0, columns - 1)) *
                                     (field.columns - 1) / (columns - 1)));
    const int r = static_cast<int>(std::lround(static_cast<double>(std::clamp(row, 0, rows - 1)) *
                                               (field.rows - 1) / (rows - 1)));
    return static_cast<double>(field.height(c, r));
  };
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column) {
      const Vec3 normal =
          normalized(Vec3{(height(column - 1, row) - height(column + 1, row)) / (2 * dx),
                          (height(column, row - 1) - height(column, row + 1)) / (2 * dy), 1});
      mesh.vertices.push_back({point(column * dx - field.size_x_m / 2,
                                     row * dy - field.size_y_m / 2, height(column, row)),
                               to_float(normal)});
    }
  for (int row = 0; row + 1 < rows; ++row)
    for (int column = 0; column + 1 < columns; ++column) {
      const auto at = static_cast<std::uint32_t>(row * columns + column);
      const auto above = at + static_cast<std::uint32_t>(columns);
      for (const std::uint32_t index : {at, at + 1, above, at + 1, above + 1, above})
        mesh.indices.push_back(index);
    }
  return mesh;
}

// The middle of a side is that much nearer than its ends.
int sides_of(double radius_m, double pixel_m) {
  for (const int sides : side_counts)
    if (radius_m * (1 - std::cos(pi / sides)) <= unseen_px * pixel_m) return sides;
  return side_counts.back();
}

FloorMesh mesh_of(const Shape& shape, int sides) {
  if (std::holds_alternative<Box>(shape)) return unit_box();
  if (std::holds_alternative<Cylinder>(shape)) return unit_cylinder(sides);
  if (const auto* c = std::get_if<Capsule>(&shape))
    return capsule(c->radius_m, c->length_m / 2, sides);
  if (const auto* plane = std::get_if<Plane>(&shape)) return flat(*plane);
  if (const auto* mesh = std::get_if<MeshShape>(&shape)) return triangles(*mesh->mesh);
  if (const auto* field = std::get_if<HeightfieldShape>(&shape)) return terrain(*field->field);
  return capsule(1, 0, sides);  // balls and ellipsoids
}

}  // namespace

FloorForm form_of(const Shape& shape, double pixel_m) {
  FloorForm form{.kind = static_cast<int>(shape.index())};
  if (const auto* box = std::get_if<Box>(&shape)) {
    form.scale = 0.5 * box->size;
    form.edges = FloorEdges::box;
  } else if (const auto* sphere = std::get_if<Sphere>(&shape)) {
    form.scale = sphere->radius_m * Vec3{1, 1, 1};
    form.sides = sides_of(sphere->radius_m, pixel_m);
  } else if (const auto* ellipsoid = std::get_if<Ellipsoid>(&shape)) {
    const Vec3& radii = ellipsoid->radii;
    form.scale = radii;
    form.sides = sides_of(std::max({radii.x, radii.y, radii.z}), pixel_m);
  } else if (const auto* cylinder = std::get_if<Cylinder>(&shape)) {
    form.scale = {cylinder->radius_m, cylinder->radius_m, cylinder->length_m / 2};
    form.edges = FloorEdges::round;
    form.sides = sides_of(cylinder->radius_m, pixel_m);
  } else if (const auto* capsule_shape = std::get_if<Capsule>(&shape)) {
    form.proportions = {capsule_shape->radius_m, capsule_shape->length_m};
    form.sides = sides_of(capsule_shape->radius_m, pixel_m);
  } else if (const auto* plane = std::get_if<Plane>(&shape)) {
    form.proportions = {plane->normal.x, plane->normal.y, plane->normal.z, plane->size_x_m,
                        plane->size_y_m};
  } else if (const auto* mesh = std::get_if<MeshShape>(&shape)) {
    form.key = mesh->mesh.get();
    form.scale = mesh->scale;
  } else if (const auto* field = std::get_if<HeightfieldShape>(&shape)) {
    form.key = field->field.get();
  }
  return form;
}

FloorMesh floor_mesh(const Shape& shape, const FloorForm& form) {
  FloorMesh mesh = mesh_of(shape, form.sides);
  if (mesh.vertices.empty()) return mesh;
  mesh.low = mesh.high = to_double(mesh.vertices.front().position);
  for (const FloorVertex& vertex : mesh.vertices) {
    const Vec3 p = to_double(vertex.position);
    mesh.low = {std::min(mesh.low.x, p.x), std::min(mesh.low.y, p.y), std::min(mesh.low.z, p.z)};
    mesh.high = {std::max(mesh.high.x, p.x), std::max(mesh.high.y, p.y),
                 std::max(mesh.high.z, p.z)};
  }
  return mesh;
}

}  // namespace tandem
