// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace tandem {

struct Color {
  float r = 0, g = 0, b = 0, a = 1;  // as written in files: 0 to 1, not linearised

  friend constexpr bool operator==(const Color&, const Color&) = default;
};

// What a surface looks like. Paths are absolute and empty where there is no texture.
struct Material {
  Color base_color{0.7f, 0.7f, 0.7f, 1};
  Color emissive{0, 0, 0, 1};
  float metalness = 0;
  float roughness = 0.8f;
  std::string base_color_texture;
  std::string normal_texture;
  std::string roughness_texture;
  std::string metalness_texture;
  std::string emissive_texture;

  friend bool operator==(const Material&, const Material&) = default;
};

// A run of triangles of one material.
struct Submesh {
  std::string name;
  std::uint32_t first_index = 0;
  std::uint32_t index_count = 0;
  std::uint32_t material = 0;
};

// Triangles with what is needed to draw them, in metres, z up.
struct Mesh {
  std::vector<std::array<float, 3>> positions;
  std::vector<std::array<float, 3>> normals;              // one per position
  std::vector<std::array<float, 2>> texture_coordinates;  // one per position, or empty
  std::vector<std::uint32_t> indices;                     // three a triangle
  std::vector<Submesh> submeshes;
  std::vector<Material> materials;

  std::size_t triangle_count() const { return indices.size() / 3; }
};

// Terrain as heights on a regular grid, centred on the origin of its frame. The sample of column
// 0, row 0 stands at the smallest x and y. Each cell is two triangles that share the edge from
// (column + 1, row) to (column, row + 1).
struct Heightfield {
  int columns = 0;  // samples along x
  int rows = 0;     // samples along y
  double size_x_m = 0;
  double size_y_m = 0;
  std::vector<float> heights_m;  // row by row

  float height(int column, int row) const {
    return heights_m[static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) +
                     static_cast<std::size_t>(column)];
  }
  std::size_t triangle_count() const {
    return 2 * static_cast<std::size_t>(columns - 1) * static_cast<std::size_t>(rows - 1);
  }
};

// The height of the triangle under a point, in the field's own frame; NaN outside of the grid.
double height_at(const Heightfield& field, double x, double y);

}  // namespace tandem
