// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "scenario/scenario.h"

namespace tandem {

// Loads a scenario with everything checked that a simulation of it needs, its sensors included.
// `options.checks` come on top. Null only after an error was reported.
std::shared_ptr<const Scenario> load_checked_scenario(const std::string& name_or_file,
                                                      ScenarioOptions options, Findings& findings);
std::shared_ptr<const Scenario> load_checked_scenario_text(const std::string& text,
                                                           const std::string& name,
                                                           ScenarioOptions options,
                                                           Findings& findings);

}  // namespace tandem
