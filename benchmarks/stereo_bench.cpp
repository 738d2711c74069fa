// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "bench_list.h"
#include "measure.h"
#include "simulation/simulation.h"

namespace tandem {

namespace {

// The Jackal in the park as fast as it goes, somebody listening to colours, clouds and all else.
BenchRow in_step() {
  const std::string what = "park, VLP-16 and stereo 1024 x 768, in step";
  const auto park = load_shipped("park");
  if (!park || park->robots.empty()) return failed(what, "did not load with a robot");
  auto interest = std::make_shared<SensorInterest>();
  std::vector<SensorInterest::Claim> claims;
  for (const SensorDescription& sensor : park->robots[0].sensors)
    claims.push_back(
        interest->want(park->robots[0].name, sensor.name, streams::main | streams::info));
  Simulation simulation(park, {.interest = interest, .renderer = RendererChoice::ray});
  while (simulation.time() < 1s) simulation.step({});

  constexpr int simulated_s = 5;
  const double start = wall_seconds(), cpu = cpu_seconds();
  int pairs = 0, clouds = 0;
  while (simulation.time() < 6s)
    for (const auto& reading : simulation.step({}).readings) {
      const auto* pair = std::get_if<StereoReading>(&reading->measurement);
      pairs += pair && !pair->left.image.rgb.empty() && !pair->right.image.rgb.empty();
      clouds += std::holds_alternative<CloudReading>(reading->measurement);
    }
  const double wall = wall_seconds() - start;
  if (pairs != 20 * simulated_s || clouds != 10 * simulated_s)
    return failed(what, fmt::format("gave {} pairs and {} clouds", pairs, clouds));
  return {.what = what,
          .value = simulated_s / wall,
          .unit = "x real time",
          .target = 0.7,
          .is_smaller_better = false,
          .note = fmt::format("with two GPUs, another had 0.62; goal 1.0; {:.2f} CPU s/s",
                              (cpu_seconds() - cpu) / simulated_s),
          .peer = 1.0};
}

// A process of its own, in which everything is measured and drawn that there is.
BenchRow memory() {
  const std::string what = "the same with depth and segmentation, peak memory";
  constexpr double simulated_s = 3;
  const ChildRun run =
      run_tandem("park", "3s", {.more_arguments = {"--measure-all", "--renderer", "ray"}});
  if (!run.is_ok) return failed(what, "did not run");
  const double expected = (20 + 10 + 50 + 50 + 5 + 1) * simulated_s;
  if (run.readings < expected)
    return failed(what, fmt::format("gave {} readings instead of {}", run.readings, expected));
  return {.what = what,
          .value = run.peak_memory_mb,
          .unit = "MB",
          .target = 400,
          .note = "another had 1598",
          .peer = 785};
}

}  // namespace

std::vector<BenchRow> bench_stereo() { return {in_step(), memory()}; }

}  // namespace tandem
