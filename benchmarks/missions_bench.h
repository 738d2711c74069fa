// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "bench.h"

namespace tandem {

// What does it cost to judge a run, and how long do a hundred short missions take?
std::vector<BenchRow> bench_missions();

}  // namespace tandem
