// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/terrain.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>
#include <tuple>

#include "base/random.h"

namespace tandem {

namespace {

// The slope of the hills at a point of the lattice.
struct Slope {
  double x, y;
};

Slope slope_at(std::uint64_t seed, std::int64_t x, std::int64_t y) {
  std::uint64_t mixed = seed ^ (static_cast<std::uint64_t>(x) * 0x9e3779b97f4a7c15u) ^
                        (static_cast<std::uint64_t>(y) * 0xc2b2ae3d27d4eb4fu);
  mixed = (mixed ^ (mixed >> 31)) * 0xbf58476d1ce4e5b9u;
  mixed = (mixed ^ (mixed >> 29)) * 0x94d049bb133111ebu;
  mixed ^= mixed >> 32;
  constexpr double scale = 0x1.0p-31;
  return {static_cast<double>(mixed & 0xffffffffu) * scale - 1,
          static_cast<double>(mixed >> 32) * scale - 1};
}

double eased(double t) { return t * t * t * (t * (t * 6 - 15) + 10); }

std::array<float, 3> to_floats(const Vec3& v) {
  return {static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z)};
}

// Corners are not shared, so that each face keeps its own normal.
void add_flat_triangle(Mesh& mesh, const Vec3& a, const Vec3& b, const Vec3& c) {
  const std::array<float, 3> normal = to_floats(normalized(cross(b - a, c - a)));
  for (const Vec3& corner : {a, b, c}) {
    mesh.indices.push_back(static_cast<std::uint32_t>(mesh.positions.size()));
    mesh.positions.push_back(to_floats(corner));
    mesh.normals.push_back(normal);
  }
}

std::shared_ptr<const Mesh> finished(Mesh mesh, const Material& material) {
  mesh.materials = {material};
  mesh.submeshes = {{"", 0, static_cast<std::uint32_t>(mesh.indices.size()), 0}};
  return std::make_shared<const Mesh>(std::move(mesh));
}

}  // namespace

double TerrainNoise::operator()(double x, double y) const {
  const double floor_x = std::floor(x), floor_y = std::floor(y);
  const auto ix = static_cast<std::int64_t>(floor_x), iy = static_cast<std::int64_t>(floor_y);
  const double u = x - floor_x, v = y - floor_y;
  const auto corner = [&](int dx, int dy) {
    const Slope slope = slope_at(seed_, ix + dx, iy + dy);
    return slope.x * (u - dx) + slope.y * (v - dy);
  };
  const double s = eased(u), t = eased(v);
  const double near_row = std::lerp(corner(0, 0), corner(1, 0), s);
  const double far_row = std::lerp(corner(0, 1), corner(1, 1), s);
  return std::lerp(near_row, far_row, t);
}

double TerrainNoise::layers(double x, double y, int count) const {
  double sum = 0, height = 1;
  for (int i = 0; i < count; ++i) {
    // the offset keeps the zeros of the layers apart
    sum += height * (*this)(x + 17.3 * i, y - 9.1 * i);
    height /= 2;
    x *= 2;
    y *= 2;
  }
  return sum;
}

double smooth_step(double low, double high, double value) {
  const double t = std::clamp((value - low) / (high - low), 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

double sample_x(const Heightfield& field, int column) {
  return field.size_x_m * (static_cast<double>(column) / (field.columns - 1) - 0.5);
}

double sample_y(const Heightfield& field, int row) {
  return field.size_y_m * (static_cast<double>(row) / (field.rows - 1) - 0.5);
}

void fill(Heightfield& field, const std::function<double(double x, double y)>& height) {
  field.heights_m.resize(static_cast<std::size_t>(field.columns) *
                         static_cast<std::size_t>(field.rows));
  std::size_t next = 0;
  for (int row = 0; row < field.rows; ++row)
    for (int column = 0; column < field.columns; ++column)
      field.heights_m[next++] =
          static_cast<float>(height(sample_x(field, column), sample_y(field, row)));
}

namespace {

// A mesh of ground while it is cut.
class GroundCutter {
 public:
  GroundCutter(Mesh& mesh, const std::vector<Border>& borders) : mesh_(mesh) {
    for (const Border& border : borders) {
      std::vector<double>& values = values_.emplace_back();
      for (const auto& p : mesh.positions) values.push_back(border(p[0], p[1]));
    }
  }

  // A triangle as the pieces that the borders make of it.
  std::vector<std::array<std::uint32_t, 3>> cut(const std::array<std::uint32_t, 3>& triangle) {
    std::vector<Polygon> pieces{{triangle.begin(), triangle.end()}};
    for (const std::vector<double>& values : values_) {
      std::vector<Polygon> halves;
      for (const Polygon& piece : pieces) split(piece, values, halves);
      pieces = std::move(halves);
    }
    std::vector<std::array<std::uint32_t, 3>> triangles;
    for (const Polygon& piece : pieces)
      for (std::size_t i = 2; i < piece.size(); ++i)
        triangles.push_back({piece[0], piece[i - 1], piece[i]});
    return triangles;
  }

 private:
  using Polygon = std::vector<std::uint32_t>;  // vertices around it

  void split(const Polygon& piece, const std::vector<double>& values,
             std::vector<Polygon>& halves) {
    Polygon low, high;
    for (std::size_t i = 0; i < piece.size(); ++i) {
      const std::uint32_t here = piece[i], next = piece[(i + 1) % piece.size()];
      const double a = values[here], b = values[next];
      (a < 0 ? low : high).push_back(here);
      if ((a < 0) == (b < 0)) continue;
      const std::uint32_t between = vertex_between(here, next, a / (a - b));
      low.push_back(between);
      high.push_back(between);
    }
    if (low.size() > 2) halves.push_back(std::move(low));
    if (high.size() > 2) halves.push_back(std::move(high));
  }

  // Both triangles at an edge ask for the same vertex.
  std::uint32_t vertex_between(std::uint32_t a, std::uint32_t b, double share) {
    if (a > b) {
      std::swap(a, b);
      share = 1 - share;
    }
    const auto [known, is_new] =
        between_.try_emplace({a, b, static_cast<int>(std::lround(share * 1e6))},
                             static_cast<std::uint32_t>(mesh_.positions.size()));
    if (!is_new) return known->second;
    const auto mixed = [&](const auto& all) {
      auto value = all[a];
      for (std::size_t i = 0; i < value.size(); ++i)
        value[i] += static_cast<float>(share * (all[b][i] - all[a][i]));
      return value;
    };
    mesh_.positions.push_back(mixed(mesh_.positions));
    mesh_.normals.push_back(mixed(mesh_.normals));
    mesh_.texture_coordinates.push_back(mixed(mesh_.texture_coordinates));
    for (std::vector<double>& values : values_)
      values.push_back(values[a] + share * (values[b] - values[a]));
    return known->second;
  }

  Mesh& mesh_;
  std::vector<std::vector<double>> values_;  // of each border, by vertex
  std::map<std::tuple<std::uint32_t, std::uint32_t, int>, std::uint32_t> between_;
};

}  // namespace

std::shared_ptr<const Mesh> terrain_mesh(
    const Heightfield& field, std::vector<Material> materials, const std::vector<Border>& borders,
    const std::function<std::size_t(double x, double y)>& material_of, double texture_m) {
  Mesh mesh;
  const double cell_x = field.size_x_m / (field.columns - 1);
  const double cell_y = field.size_y_m / (field.rows - 1);
  for (int row = 0; row < field.rows; ++row)
    for (int column = 0; column < field.columns; ++column) {
      const double x = sample_x(field, column), y = sample_y(field, row);
      mesh.positions.push_back(to_floats({x, y, field.height(column, row)}));
      const int left = std::max(column - 1, 0), right = std::min(column + 1, field.columns - 1);
      const int down = std::max(row - 1, 0), up = std::min(row + 1, field.rows - 1);
      const double slope_x =
          (field.height(right, row) - field.height(left, row)) / ((right - left) * cell_x);
      const double slope_y =
          (field.height(column, up) - field.height(column, down)) / ((up - down) * cell_y);
      mesh.normals.push_back(to_floats(normalized(Vec3{-slope_x, -slope_y, 1})));
      mesh.texture_coordinates.push_back(
          {static_cast<float>(x / texture_m), static_cast<float>(y / texture_m)});
    }

  GroundCutter cutter(mesh, borders);
  std::vector<std::vector<std::uint32_t>> indices(materials.size());
  const auto add = [&](const std::array<std::uint32_t, 3>& triangle) {
    for (const auto& piece : cutter.cut(triangle)) {
      double x = 0, y = 0;
      for (const std::uint32_t vertex : piece) {
        x += mesh.positions[vertex][0] / 3;
        y += mesh.positions[vertex][1] / 3;
      }
      std::vector<std::uint32_t>& into = indices[material_of(x, y)];
      into.insert(into.end(), piece.begin(), piece.end());
    }
  };
  for (int row = 0; row + 1 < field.rows; ++row)
    for (int column = 0; column + 1 < field.columns; ++column) {
      const auto at = [&](int dc, int dr) {
        return static_cast<std::uint32_t>((row + dr) * field.columns + column + dc);
      };
      // the shared edge is the one that Heightfield names
      add({at(0, 0), at(1, 0), at(0, 1)});
      add({at(1, 0), at(1, 1), at(0, 1)});
    }
  for (std::size_t i = 0; i < indices.size(); ++i) {
    if (indices[i].empty()) continue;
    mesh.submeshes.push_back({"", static_cast<std::uint32_t>(mesh.indices.size()),
                              static_cast<std::uint32_t>(indices[i].size()),
                              static_cast<std::uint32_t>(i)});
    mesh.indices.insert(mesh.indices.end(), indices[i].begin(), indices[i].end());
  }
  mesh.materials = std::move(materials);
  return std::make_shared<const Mesh>(std::move(mesh));
}

std::shared_ptr<const Mesh> convex_mesh(const std::vector<Vec3>& points, const Material& material) {
  // three points are a face when all others lie on one side; slow, but points are few
  Mesh mesh;
  const std::size_t n = points.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i + 1; j < n; ++j)
      for (std::size_t k = j + 1; k < n; ++k) {
        const Vec3 normal = cross(points[j] - points[i], points[k] - points[i]);
        bool has_above = false, has_below = false;
        for (std::size_t other = 0; other < n && !(has_above && has_below); ++other) {
          if (other == i || other == j || other == k) continue;
          (dot(normal, points[other] - points[i]) > 0 ? has_above : has_below) = true;
        }
        if (has_above && has_below) continue;
        if (has_above) {
          add_flat_triangle(mesh, points[i], points[k], points[j]);
        } else {
          add_flat_triangle(mesh, points[i], points[j], points[k]);
        }
      }
  return finished(std::move(mesh), material);
}

std::shared_ptr<const Mesh> cone_mesh(double radius_m, double height_m, int sides,
                                      const Material& material) {
  Mesh mesh;
  const auto rim = [&](int i) {
    const double angle = 2 * std::numbers::pi * (i % sides) / sides;
    return Vec3{radius_m * std::cos(angle), radius_m * std::sin(angle), 0};
  };
  for (int i = 0; i < sides; ++i) {
    add_flat_triangle(mesh, rim(i), rim(i + 1), {0, 0, height_m});
    add_flat_triangle(mesh, rim(i + 1), rim(i), {});
  }
  return finished(std::move(mesh), material);
}

std::shared_ptr<const Mesh> boulder_mesh(std::uint64_t seed, int number, const Material& material) {
  Random random(seed, fmt::format("boulder/{}", number));
  const Vec3 radii{random.uniform(0.42, 0.55), random.uniform(0.34, 0.5),
                   random.uniform(0.26, 0.42)};
  std::vector<Vec3> points;
  constexpr int corners = 22;
  for (int i = 0; i < corners; ++i) {
    // evenly around the sphere by the golden angle, then shaken
    const double z = 1 - 2 * (i + 0.5) / corners;
    const double angle = i * std::numbers::pi * (3 - std::sqrt(5.0)) + random.uniform(-0.3, 0.3);
    const double ring = std::sqrt(1 - z * z), reach = random.uniform(0.82, 1.05);
    points.push_back({reach * radii.x * ring * std::cos(angle),
                      reach * radii.y * ring * std::sin(angle), reach * radii.z * z});
  }
  return convex_mesh(points, material);
}

}  // namespace tandem
