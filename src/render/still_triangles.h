// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "render/draw_job.h"

namespace tandem {

// Boxes around things, as the kernels read them.
class BoxList {
 public:
  void resize(std::size_t count);
  void set(std::size_t i, const float* low, const float* high);
  // The smallest box around this one and a point.
  void grow(std::size_t i, const float* point);
  std::size_t size() const { return count_; }
  BoxView view() const;

 private:
  std::size_t count_ = 0;
  std::array<std::vector<float>, 3> low_, high_;
};

// Triangles that never move, in the world, for looking at many of them at once. Kept in clusters of
// neighbours, so that those out of sight cost little.
class StillTriangles {
 public:
  static constexpr std::size_t cluster = 64;

  // Three floats for each vertex, and three indices of vertices for each triangle.
  void add(const float* vertices, const std::uint32_t* indices, std::size_t triangles,
           std::uint32_t geometry, std::uint32_t mask);
  // Ends the list: nothing is added after this.
  void finish();

  TriangleView view() const;
  // The first triangle of each geometry.
  const std::vector<std::int32_t>& first_of_geometry() const { return first_of_geometry_; }
  BoxView clusters() const { return boxes_.view(); }

 private:
  std::array<std::vector<float>, 9> corners_;
  std::vector<std::uint32_t> geometries_, numbers_, masks_;
  std::vector<std::int32_t> first_of_geometry_;
  std::size_t count_ = 0;
  BoxList boxes_;
};

}  // namespace tandem
