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

// Boxes dropped into a walled square in any orientation: they end side by side when it is large, as
// a pile when it is small.
struct Crowd {
  int count = 3'000;
  double side_m = 3;
  bool freezes = true;
  bool has_robot = false;  // that drives through them
};

std::shared_ptr<const Scenario> load_crowd(const Crowd& crowd) {
  const std::string side = fmt::format("{}", crowd.side_m);
  const std::string inside = fmt::format("{}", crowd.side_m - 0.2);
  ScenarioOptions options{.overrides = {{"spawn.boxes.count", std::to_string(crowd.count)},
                                        {"spawn.boxes.area.size_x_m", inside},
                                        {"spawn.boxes.area.size_y_m", inside},
                                        {"spawn.boxes.tilt", "random"},
                                        {"world.size_x_m", side},
                                        {"world.size_y_m", side},
                                        {"world.wall_height_m", "5"},
                                        {"physics.freezes", crowd.freezes ? "true" : "false"}},
                          .seed = {},
                          .step = std::chrono::nanoseconds(1s) / 60};
  if (!crowd.has_robot) options.overrides.emplace_back("robots", "[]");
  return load_shipped("crowd", options);
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

BenchRow measured(const std::string& what, const Crowd& crowd, SimTime from, SimTime until,
                  bool by_cpu, double target) {
  const auto scenario = load_crowd(crowd);
  if (!scenario) return failed(what, "did not load");
  Simulation simulation(scenario);
  while (simulation.time() < from) simulation.step({});
  const Timing timing = measure(simulation, until);
  const double wall_ms = seconds(timing.wall.mean()) * 1000;
  return {.what = what,
          .value = by_cpu ? timing.mean_cpu_ms : wall_ms,
          .unit = "ms/step",
          .target = target,
          .note = fmt::format("wall mean {:.3g}, p99 {:.3g}; CPU mean {:.3g}", wall_ms,
                              seconds(timing.wall.quantile(0.99)) * 1000, timing.mean_cpu_ms)};
}

}  // namespace

std::vector<BenchRow> bench_crowd() {
  return {
      measured("30,000 settled", {.count = 30'000, .side_m = 40}, 3s, 8s, true, 8),
      measured("30,000 settled, a robot drives through",
               {.count = 30'000, .side_m = 40, .has_robot = true}, 3s, 8s, true, 8),
      measured("3,000 dropped, first 10 s", {}, 0s, 10s, false, 16.6),
      measured("3,000 all awake in a pile", {.freezes = false}, 3s, 6s, false, 32),
  };
}

}  // namespace tandem
