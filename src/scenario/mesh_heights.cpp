// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/mesh_heights.h"

#include <algorithm>
#include <cmath>

namespace tandem {

MeshHeights::MeshHeights(const MeshShape& shape, const Pose& world_from_shape) {
  if (!shape.mesh) return;
  const auto vertex = [&](std::size_t i) {
    const auto& p = shape.mesh->positions[shape.mesh->indices[i]];
    return world_from_shape *
           Vec3{shape.scale.x * p[0], shape.scale.y * p[1], shape.scale.z * p[2]};
  };
  for (std::size_t i = 0; i + 2 < shape.mesh->indices.size(); i += 3) {
    triangles_.push_back({vertex(i), vertex(i + 1), vertex(i + 2)});
    for (const Vec3& corner : triangles_.back()) bounds_.add(corner);
  }

  // about one triangle a cell
  cells_per_side_ = std::clamp<std::int64_t>(
      std::llround(std::sqrt(static_cast<double>(triangles_.size()))), 1, 512);
  cells_.resize(static_cast<std::size_t>(cells_per_side_ * cells_per_side_));
  for (std::size_t i = 0; i < triangles_.size(); ++i) {
    Bounds around;
    for (const Vec3& corner : triangles_[i]) around.add(corner);
    const Vec3 size = bounds_.size();
    const std::int64_t first_x = cell_of(around.low.x, bounds_.low.x, size.x);
    const std::int64_t first_y = cell_of(around.low.y, bounds_.low.y, size.y);
    const std::int64_t last_x = cell_of(around.high.x, bounds_.low.x, size.x);
    const std::int64_t last_y = cell_of(around.high.y, bounds_.low.y, size.y);
    constexpr std::int64_t most_cells = 256;
    if ((last_x - first_x + 1) * (last_y - first_y + 1) > most_cells) {
      wide_.push_back(static_cast<std::uint32_t>(i));
      continue;
    }
    for (std::int64_t y = first_y; y <= last_y; ++y)
      for (std::int64_t x = first_x; x <= last_x; ++x)
        cells_[static_cast<std::size_t>(y * cells_per_side_ + x)].push_back(
            static_cast<std::uint32_t>(i));
  }
}

std::int64_t MeshHeights::cell_of(double position, double low, double size) const {
  if (!(size > 0)) return 0;
  const double share = std::clamp((position - low) / size, 0.0, 1.0);
  return std::min(static_cast<std::int64_t>(share * static_cast<double>(cells_per_side_)),
                  cells_per_side_ - 1);
}

std::optional<double> MeshHeights::height(const Triangle& triangle, double x, double y) const {
  // where the point lies between the corners; an upright triangle has no inside from above
  const auto& [a, b, c] = triangle;
  const double area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
  if (std::abs(area) < 1e-12) return std::nullopt;
  const double v = ((x - a.x) * (c.y - a.y) - (c.x - a.x) * (y - a.y)) / area;
  const double w = ((b.x - a.x) * (y - a.y) - (x - a.x) * (b.y - a.y)) / area;
  if (v < 0 || w < 0 || v + w > 1) return std::nullopt;
  return a.z + v * (b.z - a.z) + w * (c.z - a.z);
}

std::optional<double> MeshHeights::at(double x, double y) const {
  std::optional<double> highest;
  if (bounds_.is_empty() || x < bounds_.low.x || x > bounds_.high.x || y < bounds_.low.y ||
      y > bounds_.high.y)
    return highest;
  const std::int64_t column = cell_of(x, bounds_.low.x, bounds_.size().x);
  const std::int64_t row = cell_of(y, bounds_.low.y, bounds_.size().y);
  for (const auto* candidates :
       {&cells_[static_cast<std::size_t>(row * cells_per_side_ + column)], &wide_})
    for (const std::uint32_t i : *candidates) {
      const std::optional<double> z = height(triangles_[i], x, y);
      if (z && (!highest || *z > *highest)) highest = z;
    }
  return highest;
}

}  // namespace tandem
