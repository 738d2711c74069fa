// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "scenario/scenario.h"
#include "scenario/schema.h"
#include "scenario/yaml_document.h"

namespace tandem {

// A robot program that runs beside a scenario, as a process of its own.
struct ProgramConfig {
  std::string program;  // one of known_programs()
  std::string name;     // of its node
  std::string robot;
  std::vector<std::pair<std::string, std::string>> parameters;  // values as YAML writes them
  std::vector<std::pair<std::string, std::string>> remaps;      // from, to
  Place place{};
};

namespace schema {
extern const Section program;
}

// Those that come with Tandem. Others a scenario cannot start: it is a file that people pass on.
const std::vector<std::string>& known_programs();

// The list `programs` of a scenario; `robots` are those that they may be for.
std::vector<ProgramConfig> read_programs(const YamlNode& node,
                                         const std::vector<RobotConfig>& robots,
                                         Findings& findings);

// The programs that the file of a scenario names. The world does not know them, so a scenario does
// not have them: who runs it starts them. None for a scenario that came as text or from a world
// file. What is wrong with them was told when the scenario was loaded.
using ScenarioOverrides = std::vector<std::pair<std::string, std::string>>;
std::vector<ProgramConfig> load_programs(const Scenario& scenario,
                                         const ScenarioOverrides& overrides = {});

}  // namespace tandem
