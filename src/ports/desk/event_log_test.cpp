// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/desk/event_log.h"

#include <gmock/gmock.h>

#include "simulation/simulation.h"
#include "simulation/test_scenarios.h"

namespace tandem {
namespace {

std::vector<std::string> texts(const std::vector<EventLog::Entry>& entries) {
  std::vector<std::string> found;
  for (const EventLog::Entry& entry : entries) found.push_back(entry.event.text);
  return found;
}

TEST(EventLog, TellsWhatIsNewAndForgetsTheOldest) {
  EventLog log;
  EXPECT_THAT(log.since(0), testing::IsEmpty());
  for (std::size_t i = 1; i <= EventLog::kept + 2; ++i)
    log.add(SimTime(i), {.text = std::to_string(i)});
  const auto all = log.since(0);
  ASSERT_EQ(all.size(), EventLog::kept);
  EXPECT_EQ(all.front().event.text, "3");
  EXPECT_EQ(all.front().time, SimTime(3));
  EXPECT_THAT(
      texts(log.since(EventLog::kept)),
      testing::ElementsAre(std::to_string(EventLog::kept + 1), std::to_string(EventLog::kept + 2)));
  EXPECT_THAT(log.since(EventLog::kept + 2), testing::IsEmpty());
}

TEST(EventLog, IsFilledFromFrames) {
  const auto log = std::make_shared<EventLog>();
  EventRecorder recorder(log);
  Simulation simulation(load_good("push"), {.threads = 1});
  recorder.publish(std::make_shared<const Frame>(simulation.step({})));
  recorder.publish(std::make_shared<const Frame>(simulation.step({})));
  recorder.publish(
      std::make_shared<const Frame>(simulation.step({.edits = {{RemoveEntity{"box_1kg"}}}})));
  EXPECT_THAT(texts(log->since(0)),
              testing::ElementsAre("push is running", "box_1kg was taken out of the world"));
}

}  // namespace
}  // namespace tandem
