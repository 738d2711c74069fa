// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <string>

#include "base/histogram.h"
#include "bench_list.h"
#include "measure.h"
#include "scenario/scenario.h"
#include "simulation/simulation.h"

namespace tandem {

namespace {

struct Timing {
  double mean_cpu_ms = 0;
  DurationHistogram wall;
};

// `count` boxes dropped into a walled square in any orientation: they end side by side when it is
// large, as a pile when it is small.
std::shared_ptr<const Scenario> load_crowd(int count, double side_m, bool freezes) {
  const std::string side = fmt::format("{}", side_m), inside = fmt::format("{}", side_m - 0.2);
  Findings findings;
  return load_scenario("crowd",
                       {.overrides = {{"spawn.boxes.count", std::to_string(count)},
                                      {"spawn.boxes.area.size_x_m", inside},
                                      {"spawn.boxes.area.size_y_m", inside},
                                      {"spawn.boxes.tilt", "random"},
                                      {"world.size_x_m", side},
                                      {"world.size_y_m", side},
                                      {"world.wall_height_m", "5"},
                                      {"robots", "[]"},
                                      {"physics.freezes", freezes ? "true" : "false"}},
                        .seed = {},
                        .step = std::chrono::nanoseconds(1s) / 60},
                       findings);
}

Timing measure(Simulation& simulation, SimTime until) {
  Timing timing;
  const double cpu = cpu_seconds();
  while (simulation.time() < until) {
    const auto start = std::chrono::steady_clock::now();
    simulation.step({});
    timing.wall.add(std::chrono::steady_clock::now() - start);
  }
  timing.mean_cpu_ms = (cpu_seconds() - cpu) * 1000 / static_cast<double>(timing.wall.count());
  return timing;
}

BenchRow row(const std::string& what, double value, double target, const Timing& timing) {
  return {.what = what,
          .value = value,
          .unit = "ms/step",
          .target = target,
          .note = fmt::format("wall mean {:.1f}, p99 {:.1f}; CPU mean {:.1f}",
                              seconds(timing.wall.mean()) * 1000,
                              seconds(timing.wall.quantile(0.99)) * 1000, timing.mean_cpu_ms)};
}

}  // namespace

std::vector<BenchRow> bench_crowd() {
  std::vector<BenchRow> rows;
  if (const auto scenario = load_crowd(30'000, 40, true)) {
    Simulation simulation(scenario);
    while (simulation.time() < 3s) simulation.step({});
    const Timing timing = measure(simulation, 8s);
    rows.push_back(row("30,000 settled", timing.mean_cpu_ms, 8, timing));
  }
  if (const auto scenario = load_crowd(3'000, 3, true)) {
    Simulation simulation(scenario);
    const Timing timing = measure(simulation, 10s);
    rows.push_back(
        row("3,000 dropped, first 10 s", seconds(timing.wall.mean()) * 1000, 16.6, timing));
  }
  if (const auto scenario = load_crowd(3'000, 3, false)) {
    Simulation simulation(scenario);
    while (simulation.time() < 3s) simulation.step({});
    const Timing timing = measure(simulation, 6s);
    rows.push_back(
        row("3,000 all awake in a pile", seconds(timing.wall.mean()) * 1000, 32, timing));
  }
  return rows;
}

}  // namespace tandem
