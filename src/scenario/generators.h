// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include "scenario/fields.h"
#include "scenario/model.h"

namespace tandem {

// Worlds that are code: {generate: arena, size_x_m: 10}. Nothing after an error was reported.
std::optional<WorldDescription> generate_world(const YamlNode& node, Findings& findings);

// A floor with walls around it.
struct ArenaSettings {
  double size_x_m = 10;
  double size_y_m = 10;
  double wall_height_m = 0.3;  // 0: no walls
  double friction = 0.8;
};
WorldDescription generate_arena(const ArenaSettings& settings);

// 60 by 60 m of lawn with paths, trees, benches, lamps and a hollow, inside a hedge.
struct ParkSettings {
  std::uint64_t seed = 1;
  double hill_height_m = 1.2;
  int trees = 60;
  int benches = 8;
  int lamps = 12;
};
WorldDescription generate_park(const ParkSettings& settings);

// 1.6 by 2.5 km of the moon, 3.3 million triangles, with craters and rocks. Level near the origin.
struct LunarSettings {
  std::uint64_t seed = 1;
  int rocks = 4000;
  int craters = 5000;
  bool cache = true;  // keep the terrain on disk for the next start
};
WorldDescription generate_lunar(const LunarSettings& settings);

}  // namespace tandem
