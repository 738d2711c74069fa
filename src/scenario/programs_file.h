// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "scenario/program_config.h"
#include "scenario/scenario.h"
#include "scenario/schema.h"
#include "scenario/yaml_document.h"

namespace tandem {

namespace schema {
extern const Section program;
}

// Those that come with Tandem. Others a scenario cannot start: it is a file that people pass on.
const std::vector<std::string>& known_programs();

// The list `programs` of a scenario; `robots` are those that they may be for.
std::vector<ProgramConfig> read_programs(const YamlNode& node,
                                         const std::vector<RobotConfig>& robots,
                                         Findings& findings);

}  // namespace tandem
