// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "scenario/scenario.h"
#include "scenario/yaml_document.h"

namespace tandem {

// The key `real` of a scenario: names, with * and ? for what may differ, of things that are real
// and have a model in the world.
void read_real_things(const YamlNode& node, Scenario& scenario, Findings& findings);

}  // namespace tandem
