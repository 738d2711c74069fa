// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/behavior/action_state.h"

#include <fmt/format.h>

#include <algorithm>

namespace tandem {

Ending took_too_long(const std::string& action, Duration timeout) {
  return {"failed", fmt::format("{}: no result within {} s", action, seconds(timeout))};
}

Ending one_of(const std::vector<std::string>& outcomes, const std::string& action, Ending ending) {
  if (std::ranges::find(outcomes, ending.outcome) != outcomes.end()) return ending;
  return {"failed", fmt::format("{} ended with '{}', which this mission does not know. {}", action,
                                ending.outcome, ending.message)};
}

}  // namespace tandem
