// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "scenario/bounds.h"
#include "scenario/scenario.h"

namespace tandem {

struct YamlNode;

enum class Arrangement { grid, scattered };

// One of the things that an entry draws from.
struct SpawnKind {
  std::shared_ptr<const Model> model;
  double weight = 1;  // how often it is drawn, beside the others
};

// An entry of "spawn".
struct SpawnEntry {
  std::string name;
  Place place;
  std::vector<SpawnKind> kinds;  // at least one
  Bounds bounds;                 // around all kinds
  double radius_m = 0;           // of the largest around its origin, at any heading
  double kind_height_m = 0;      // of the highest
  int count = 1;
  Area area;
  Arrangement arrangement = Arrangement::grid;
  double spacing_m = 0.02;
  int layers = 0;  // 0: as many as it takes
  double height_m = 0;
  double keep_clear_m = 0.2;
  bool has_random_yaw = false;
  bool has_random_tilt = false;  // any orientation: to be dropped

  bool turns() const { return has_random_yaw || has_random_tilt; }
  // From one layer to the next.
  double layer_m() const { return (has_random_tilt ? 2 * radius_m : kind_height_m) + spacing_m; }
};

struct SpawnPlan {
  std::vector<SpawnEntry> entries;
};

// Of an entry some things found no room.
struct SpawnShortage {
  std::string entry;
  Place place;
  int placed = 0;
  int asked = 0;
};

std::string to_string(const SpawnShortage& shortage);

struct SpawnDraw {
  std::vector<ModelInstance> things;
  std::vector<SpawnShortage> shortages;
};

// The things of an episode: the same whenever it is drawn. Nothing spawned overlaps with the world,
// with a robot or with anything else spawned; what has no room is left out.
SpawnDraw draw_spawned(const Scenario& scenario, const SpawnPlan& plan, std::uint64_t episode);

// Reads what stands under "spawn", and adds what the first episode draws to the scenario's world.
void spawn_objects(const YamlNode& node, Scenario& scenario, LoadContext& context);

}  // namespace tandem
