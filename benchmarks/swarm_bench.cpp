// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>

#include "base/random.h"
#include "bench_list.h"
#include "measure.h"
#include "simulation/simulation.h"

namespace tandem {

// 100 robots that wander about in an arena, each with a lidar of 360 beams at 20 Hz.
std::vector<BenchRow> bench_swarm() {
  const std::string what = "100 robots, 360 beams at 20 Hz each";
  const auto empty =
      load_shipped("empty", {.overrides = {{"robots.0.sensors.lidar.rate_hz", "20"}}});
  if (!empty || empty->robots.empty()) return {failed(what, "did not load with a robot")};
  auto scenario = std::make_shared<Scenario>(*empty);
  const RobotConfig one = empty->robots.front();
  scenario->robots.clear();
  Random random(1, "swarm bench");
  for (int i = 0; i < 100; ++i) {
    RobotConfig robot = one;
    robot.name = fmt::format("robot{}", i);
    robot.world_from_robot.translation.x = 0.9 * (i % 10 - 4.5);
    robot.world_from_robot.translation.y = 0.9 * (i / 10 - 4.5);
    robot.commands.clear();
    for (int second = 0; second < 60; ++second)
      robot.commands.push_back(
          {std::chrono::seconds(second), {}, {random.uniform(0.1, 0.4), random.uniform(-1, 1)}});
    scenario->robots.push_back(std::move(robot));
  }
  auto interest = std::make_shared<SensorInterest>();
  std::vector<SensorInterest::Claim> claims;
  for (const RobotConfig& robot : scenario->robots)
    claims.push_back(interest->want(robot.name, "lidar"));
  Simulation simulation(scenario, {.interest = interest, .renderer = RendererChoice::ray});
  while (simulation.time() < 1s) simulation.step({});
  const double start = wall_seconds(), cpu = cpu_seconds();
  std::size_t scans = 0;
  while (simulation.time() < 6s) scans += simulation.step({}).readings.size();
  const double wall = wall_seconds() - start;
  if (scans != 100 * 100) return {failed(what, fmt::format("gave {} scans, not 10000", scans))};
  return {{.what = what,
           .value = 5 / wall,
           .unit = "x real time",
           .target = 2,
           .is_smaller_better = false,
           .note = fmt::format("{:.2f} CPU s/s", (cpu_seconds() - cpu) / 5),
           .peer = 0.53}};
}

}  // namespace tandem
