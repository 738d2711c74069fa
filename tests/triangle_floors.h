// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "scenario/scenario.h"

namespace tandem {

// A flat heightfield of 60 by 60 m with cells of 0.25 m.
inline std::shared_ptr<Heightfield> flat_field() {
  auto field = std::make_shared<Heightfield>();
  *field = {241, 241, 60, 60, std::vector<float>(std::size_t{241} * 241, 0.0f)};
  return field;
}

// The same triangles as a mesh.
inline std::shared_ptr<Mesh> flat_mesh() {
  constexpr std::uint32_t cells = 240;
  auto mesh = std::make_shared<Mesh>();
  for (std::uint32_t row = 0; row <= cells; ++row)
    for (std::uint32_t column = 0; column <= cells; ++column)
      mesh->positions.push_back(
          {-30 + 0.25f * static_cast<float>(column), -30 + 0.25f * static_cast<float>(row), 0});
  for (std::uint32_t row = 0; row < cells; ++row)
    for (std::uint32_t column = 0; column < cells; ++column) {
      const std::uint32_t i = row * (cells + 1) + column, above = i + cells + 1;
      for (const std::uint32_t corner : {i, i + 1, above, i + 1, above + 1, above})
        mesh->indices.push_back(corner);
    }
  return mesh;
}

// A scenario of an arena, with triangles in place of its plane.
inline std::vector<std::pair<std::string, std::shared_ptr<const Scenario>>> floors_of_triangles(
    const Scenario& scenario) {
  std::vector<std::pair<std::string, std::shared_ptr<const Scenario>>> results;
  const std::pair<std::string, Shape> floors[] = {{"heightfield", HeightfieldShape{flat_field()}},
                                                  {"mesh", MeshShape{flat_mesh(), {1, 1, 1}}}};
  for (const auto& [name, shape] : floors) {
    auto copy = std::make_shared<Scenario>(scenario);
    for (ModelInstance& instance : copy->world.models) {
      if (instance.name != "floor") continue;
      auto floor = std::make_shared<Model>(*instance.model);
      floor->links.at(0).collisions.at(0).shape = shape;
      instance.model = floor;
    }
    results.emplace_back(name, copy);
  }
  return results;
}

}  // namespace tandem
