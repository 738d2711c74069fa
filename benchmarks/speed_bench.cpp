// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "bench_list.h"
#include "measure.h"
#include "scenario/scenario.h"
#include "simulation/simulation.h"

namespace tandem {

std::vector<BenchRow> bench_speed() {
  const auto scenario = load_shipped("push");
  if (!scenario) return {failed("push", "did not load")};
  Simulation simulation(scenario);

  const double cpu = cpu_seconds(), wall = wall_seconds();
  while (simulation.time() < 60s) simulation.step({});
  const double wall_s = wall_seconds() - wall, cpu_s = cpu_seconds() - cpu;
  return {{.what = "push, 60 s simulated",
           .value = 60 / wall_s,
           .unit = "x",
           .target = 50,
           .is_smaller_better = false,
           .note = fmt::format("{:.0f} x by CPU time", 60 / cpu_s)}};
}

}  // namespace tandem
