// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/desk/frame_events.h"

#include <gmock/gmock.h>

#include "simulation/simulation.h"
#include "simulation/test_scenarios.h"

namespace tandem {
namespace {

std::vector<std::string> names(const std::vector<WorldEvent>& events) {
  std::vector<std::string> found;
  for (const WorldEvent& event : events)
    found.push_back(event.values.empty() ? event.name
                                         : event.name + " " + event.values.front().second);
  return found;
}

TEST(FrameEvents, ComingsGoingsAndResetsAreTold) {
  Simulation simulation(load_good("push"), {.threads = 1});
  const Frame first = simulation.step({});
  EXPECT_THAT(names(events_between(nullptr, first)), testing::ElementsAre("scenario_loaded push"));
  const Frame second = simulation.step({});
  EXPECT_THAT(events_between(&first, second), testing::IsEmpty());

  const Entity& box = *second.entities->find("box_1kg");
  const Frame changed = simulation.step(
      {.edits = {{Spawn{.what = ModelInstance{"newcomer", box.model, {{0, 0, 1}, {}}}}},
                 {RemoveEntity{"box_5kg"}}}});
  EXPECT_THAT(names(events_between(&second, changed)),
              testing::ElementsAre("spawned newcomer", "removed box_5kg"));

  const Frame reset = simulation.step({.edits = {{Reset{}}}});
  EXPECT_THAT(names(events_between(&changed, reset)), testing::ElementsAre("reset push"));
}

TEST(FrameEvents, ARobotThatGoesIsNamed) {
  Simulation simulation(load_good("push"), {.threads = 1});
  const Frame first = simulation.step({});
  const Frame second = simulation.step({.edits = {{RemoveEntity{"emaros"}}}});
  const auto events = events_between(&first, second);
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].robot, "emaros");
}

}  // namespace
}  // namespace tandem
