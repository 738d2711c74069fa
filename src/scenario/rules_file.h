// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scenario/load_context.h"
#include "scenario/scenario.h"
#include "scenario/yaml_document.h"

namespace tandem {

// The key `rules`, null where it is not written. `checks` know which rules there are; without them
// none is kept.
void read_rules(const YamlNode* node, Scenario& scenario, LoadContext& context,
                const ScenarioChecks& checks);

}  // namespace tandem
