// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace tandem {

// Of which there are figures, and of which ones this time; all unless somebody chooses.
const std::vector<std::string>& latency_scenarios();
std::vector<std::string>& latency_choice();

}  // namespace tandem
