// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "scenario/fault.h"
#include "scenario/scenario.h"
#include "scenario/schema.h"
#include "scenario/yaml_document.h"

namespace tandem {

namespace schema {
extern const Section fault;  // what any fault may have; more is of its kind
}

// One fault as a map; nothing after an error was reported.
std::optional<Fault> read_fault(const YamlNode& node, Findings& findings);

// Whose it is becomes known: the first robot's where nobody says so. An error where that robot
// cannot have it.
void find_subject(Fault& fault, const Place& place, const std::vector<RobotConfig>& robots,
                  Findings& findings);

// The list `faults` of a scenario that has these robots and programs.
std::vector<FaultPlan> read_faults(const YamlNode& node, const std::vector<RobotConfig>& robots,
                                   const std::vector<ProgramConfig>& programs, Findings& findings);

}  // namespace tandem
