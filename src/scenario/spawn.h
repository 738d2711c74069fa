// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scenario/load_context.h"
#include "scenario/scenario.h"
#include "scenario/yaml_document.h"

namespace tandem {

// Draws what stands under "spawn" from the scenario's seed and adds it to its world. Nothing
// spawned overlaps with the world, with a robot or with anything else spawned.
void spawn_objects(const YamlNode& node, Scenario& scenario, LoadContext& context);

}  // namespace tandem
