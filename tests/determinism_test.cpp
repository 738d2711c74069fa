// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "scenario_files.h"
#include "simulation/simulation.h"

namespace tandem {
namespace {

std::vector<std::uint64_t> hashes(Simulation& simulation, int steps, bool resets_first = false) {
  std::vector<std::uint64_t> result;
  for (int i = 0; i < steps; ++i) {
    Inputs inputs;
    if (resets_first && i == 0) inputs.edits.push_back({Reset{}});
    result.push_back(simulation.step(std::move(inputs)).state_hash);
  }
  return result;
}

TEST(Determinism, ACrowdRunsTheSameTwiceAndOnAnyNumberOfCores) {
  const auto scenario = load_good("crowd", {.overrides = {{"spawn.boxes.count", "300"}}});
  Simulation one(scenario, {.threads = 1}), two(scenario, {.threads = 2}),
      again(scenario, {.threads = 2});
  const auto expected = hashes(one, 300);
  EXPECT_EQ(hashes(two, 300), expected);
  EXPECT_EQ(hashes(again, 300), expected);
}

TEST(Determinism, EveryScenarioRepeatsItsEpisodeAfterAReset) {
  // long enough for every script to have driven and pushed
  for (const auto& [name, steps] : {std::pair{"empty", 150},
                                    {"push", 3500},
                                    {"crowd", 300},
                                    {"slope", 700},
                                    {"park", 500},
                                    {"lunar", 500}}) {
    Simulation simulation(load_good(name));
    const auto first = hashes(simulation, steps);
    EXPECT_EQ(hashes(simulation, steps, true), first) << name;
  }
}

TEST(Determinism, LoadingAScenarioAgainGivesTheSameRun) {
  Simulation first(load_good("park")), second(load_good("park"));
  EXPECT_EQ(hashes(first, 50), hashes(second, 50));
}

}  // namespace
}  // namespace tandem
