// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "bench_list.h"
#include "measure.h"

namespace tandem {

std::vector<BenchRow> bench_memory() {
  std::vector<BenchRow> rows;
  for (const std::string scenario : {"empty", "push", "slope", "park"}) {
    const ChildRun run = run_tandem(scenario, "10s");
    if (!run.is_ok) {
      rows.push_back(failed(scenario, "did not run"));
      continue;
    }
    rows.push_back({.what = scenario + ", 10 s simulated",
                    .value = run.peak_memory_mb,
                    .unit = "MB",
                    .target = 100,
                    .note = {}});
  }
  return rows;
}

}  // namespace tandem
