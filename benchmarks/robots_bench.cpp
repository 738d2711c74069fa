// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>
#include <utility>

#include "bench_list.h"
#include "measure.h"
#include "robot_fleet.h"
#include "simulation/simulation.h"

namespace tandem {

std::vector<BenchRow> bench_robots() {
  const auto empty = load_shipped("empty");
  if (!empty || empty->robots.empty()) return {failed("empty", "did not load with a robot")};

  std::vector<BenchRow> rows;
  for (const auto& [count, target] : {std::pair{1, 0.007}, {10, 0.03}, {50, 0.15}, {100, 0.30}}) {
    Scenario fleet = robot_fleet(*empty, count);
    fleet.step = 5ms;
    Simulation simulation(std::make_shared<const Scenario>(std::move(fleet)));
    while (simulation.time() < 1s) simulation.step({});
    const double cpu = cpu_seconds();
    while (simulation.time() < 11s) simulation.step({});
    rows.push_back({.what = fmt::format("{} {}, 5 ms step", count, count == 1 ? "robot" : "robots"),
                    .value = (cpu_seconds() - cpu) / 10,
                    .unit = "CPU s/s",
                    .target = target,
                    .note = {}});
  }
  return rows;
}

}  // namespace tandem
