// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "scenario/load_context.h"
#include "scenario/spawn.h"
#include "scenario/yaml_document.h"

namespace tandem {

constexpr int most_layers = 1000;

// The cells that an entry's area has room for.
struct SpawnGrid {
  double cell_x_m = 0, cell_y_m = 0;
  double columns = 0, rows = 0;  // whole numbers, of any size
};
SpawnGrid grid_of(const SpawnEntry& entry);

// The key "spawn" of a scenario, whose world and catalog are known. Entries with mistakes are
// reported and left out.
std::shared_ptr<const SpawnPlan> read_spawn_plan(const YamlNode& node, const Scenario& scenario,
                                                 LoadContext& context);

}  // namespace tandem
