// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "base/random.h"
#include "bench_list.h"
#include "measure.h"
#include "scenario/scenario.h"
#include "simulation/simulation.h"

namespace tandem {

namespace {

// The empty arena with `count` robots that wander about, turning every second.
std::shared_ptr<const Scenario> arena_with_robots(const Scenario& empty, int count) {
  auto scenario = std::make_shared<Scenario>(empty);
  scenario->step = 5ms;
  const RobotConfig one = empty.robots.front();
  scenario->robots.clear();
  const int columns = static_cast<int>(std::ceil(std::sqrt(count)));
  Random random(1, "robots bench");
  for (int i = 0; i < count; ++i) {
    RobotConfig robot = one;
    robot.name = fmt::format("robot{}", i);
    robot.world_from_robot.translation.x = 0.8 * (i % columns - columns / 2);
    robot.world_from_robot.translation.y = 0.8 * (i / columns - columns / 2);
    robot.commands.clear();
    for (int second = 0; second < 60; ++second)
      robot.commands.push_back(
          {std::chrono::seconds(second), {}, {random.uniform(0.1, 0.4), random.uniform(-1, 1)}});
    scenario->robots.push_back(std::move(robot));
  }
  return scenario;
}

}  // namespace

std::vector<BenchRow> bench_robots() {
  const auto empty = load_shipped("empty");
  if (!empty || empty->robots.empty()) return {failed("empty", "did not load with a robot")};

  std::vector<BenchRow> rows;
  for (const auto& [count, target] : {std::pair{1, 0.007}, {10, 0.03}, {50, 0.15}, {100, 0.30}}) {
    Simulation simulation(arena_with_robots(*empty, count));
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
