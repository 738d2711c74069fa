// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>

#include "simulation/frame.h"

namespace tandem {

// The processes that faults want dead now.
inline std::set<std::string> killed_processes(const Frame& frame) {
  std::set<std::string> names;
  for (const FaultState& state : *frame.faults)
    if (state.is_active && state.fault.kind == FaultKind::process_kill)
      names.insert(state.fault.process);
  return names;
}

}  // namespace tandem
