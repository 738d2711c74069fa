// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>

#include "simulation/simulation.h"

namespace tandem {

// How a run went, as JSON: counts, speed, step times by stage, memory.
void write_stats(std::ostream& out, const Simulation& simulation, const RunReport& report);

}  // namespace tandem
