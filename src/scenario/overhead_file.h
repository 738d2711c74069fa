// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scenario/load_context.h"
#include "scenario/overhead_config.h"
#include "scenario/programs_file.h"
#include "scenario/scenario.h"
#include "scenario/schema.h"
#include "scenario/yaml_document.h"

namespace tandem {

namespace schema {
extern const Section overhead_camera, light_change, projected_light, occlusion;
}

// `overhead_camera` of a scenario; `robots` are those that it sees.
OverheadConfig read_overhead(const YamlNode& node, const std::vector<RobotConfig>& robots,
                             LoadContext& context);

// The camera that the file of a scenario describes, or what every scenario has. The world does not
// know it, so a scenario does not have it. What is wrong with it was told when the scenario was
// loaded.
OverheadConfig load_overhead(const Scenario& scenario, const ScenarioOverrides& overrides = {});

}  // namespace tandem
