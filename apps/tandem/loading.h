// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "scenario/scenario.h"

namespace tandem {

// Loads a scenario for a command that cannot go on without it: prints what is wrong and ends the
// command with exit code 1. Warnings are counted, `tandem check` lists them.
std::shared_ptr<const Scenario> load_or_exit(const std::string& name,
                                             const ScenarioOptions& options);

}  // namespace tandem
