// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "scenario/bounds.h"

namespace tandem {

// How high a mesh reaches at points of the plan. Triangles are sorted into cells once, so that a
// question looks at few of them.
class MeshHeights {
 public:
  MeshHeights(const MeshShape& shape, const Pose& world_from_shape);

  std::optional<double> at(double x, double y) const;

 private:
  using Triangle = std::array<Vec3, 3>;

  std::int64_t cell_of(double position, double low, double size) const;
  std::optional<double> height(const Triangle& triangle, double x, double y) const;

  std::vector<Triangle> triangles_;
  Bounds bounds_;
  std::int64_t cells_per_side_ = 1;
  std::vector<std::vector<std::uint32_t>> cells_;  // row by row, triangles that may cross each
  std::vector<std::uint32_t> wide_;                // triangles that cross too many cells
};

}  // namespace tandem
