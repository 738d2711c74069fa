// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "bench.h"

namespace tandem {

// What falls on floor and robot: lamps, or also what the run's own projector shows at each moment.
enum class FilmedLight { even, live };

// The loop through pixels as anybody starts it, in real time and as processes: how far off is the
// twin, and does the machine keep up?
std::vector<BenchRow> measure_filmed_run(FilmedLight light);

}  // namespace tandem
