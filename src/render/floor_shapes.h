// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <tuple>
#include <vector>

#include "geometry/shape.h"
#include "render/vec3f.h"

namespace tandem {

struct FloorVertex {
  Vec3f position, normal;
};

// How the edges of a shape are found, so that things beside each other can be told apart.
enum class FloorEdges { none, box, round };

// A shape as triangles, to be scaled.
struct FloorMesh {
  std::vector<FloorVertex> vertices;
  std::vector<std::uint32_t> indices;
  Vec3 low, high;
};

// What makes the mesh of a shape: shapes with the same key have the same mesh.
struct FloorForm {
  const void* key = nullptr;  // a mesh or heightfield; null for what is only scaled
  int kind = 0;
  int sides = 0;                        // of round things
  std::array<double, 5> proportions{};  // of what cannot only be scaled
  Vec3 scale{1, 1, 1};
  FloorEdges edges = FloorEdges::none;

  auto identity() const { return std::tuple(key, kind, sides, proportions); }
};

// Round things have as many sides as can be seen where a pixel is that large.
FloorForm form_of(const Shape& shape, double pixel_m);
FloorMesh floor_mesh(const Shape& shape, const FloorForm& form);

}  // namespace tandem
