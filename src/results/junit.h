// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "results/run_result.h"

namespace tandem {

// Results as CI systems read them: one suite for each mission, one case for each run. Failed and
// timed out are failures, what could not be judged is an error.
std::string to_junit(const std::vector<RunResult>& results);

}  // namespace tandem
