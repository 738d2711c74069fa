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

// What robots are told while they drive in circles, so that rules have something to do.
struct Play {
  std::string world;
  int steps = 0;
  std::vector<std::string> orders;
};

std::vector<std::uint64_t> hashes(Simulation& simulation, const Play& play, bool resets_first) {
  constexpr int first_order = 10;
  std::vector<std::uint64_t> result;
  for (int i = 0; i < play.steps; ++i) {
    Inputs inputs;
    if (resets_first && i == 0) inputs.edits.push_back({Reset{}});
    if (i == first_order)
      for (const std::string& words : play.orders) inputs.orders.push_back({.words = words});
    inputs.commands = {{"emaros", {.linear = -0.15, .angular = 0.4}}};
    const Frame frame = simulation.step(std::move(inputs));
    for (const OrderOutcome& outcome : frame.order_outcomes)
      EXPECT_TRUE(outcome.is_done) << play.world << ": " << outcome.text;
    result.push_back(frame.state_hash);
  }
  return result;
}

TEST(Determinism, WorldsWithRulesRepeatTheirEpisodesAndDrawOthers) {
  for (const Play& play :
       {Play{"paint", 600, {"paint,on,#0033cc,0.03"}}, Play{"pong", 1500, {"serve", "score,reset"}},
        Play{"logistics", 600, {"paint,on"}}, Play{"farm", 600, {"attach,seeder", "tool,on"}},
        Play{"corridor", 1500, {"paint,on"}}, Play{"hazard", 1250, {"paint,on"}}}) {
    Simulation simulation(load_good(play.world));
    const auto first = hashes(simulation, play, false);
    EXPECT_EQ(hashes(simulation, play, true), first) << play.world;
    Simulation again(load_good(play.world));
    EXPECT_EQ(hashes(again, play, false), first) << play.world;

    // the next episode is another one, and the same whenever it comes
    const auto next = [&](Simulation& world) {
      world.step({.orders = {{.words = "next_episode"}}});
      return hashes(world, play, true);
    };
    const auto second = next(simulation);
    EXPECT_EQ(next(again), second) << play.world;
    const bool draws = play.world != "paint" && play.world != "farm";
    EXPECT_EQ(second != first, draws) << play.world;
  }
}

TEST(Determinism, LoadingAScenarioAgainGivesTheSameRun) {
  Simulation first(load_good("park")), second(load_good("park"));
  EXPECT_EQ(hashes(first, 50), hashes(second, 50));
}

}  // namespace
}  // namespace tandem
