// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "scenario/scenario.h"

namespace tandem {

// Loads a scenario for a command that cannot go on without it: prints what is wrong and ends the
// command with exit code 1. Warnings are counted, `tandem check` lists them; who loads the same
// again leaves them to that.
enum class Warnings { counted, left_out };
std::shared_ptr<const Scenario> load_or_exit(const std::string& name,
                                             const ScenarioOptions& options,
                                             Warnings warnings = Warnings::counted);

// --set KEY=VALUE, for commands that load a scenario.
void add_settings_option(CLI::App& command, std::vector<std::string>& settings);
// Ends the command with exit code 2 where one is not written like this.
std::vector<std::pair<std::string, std::string>> parse_settings(
    const std::vector<std::string>& settings);

}  // namespace tandem
