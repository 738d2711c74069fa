// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "bench.h"

namespace tandem {

// The loop through pixels as anybody starts it, in real time and as processes: how far off is the
// twin, and does the machine keep up?
std::vector<BenchRow> measure_filmed_run();

}  // namespace tandem
