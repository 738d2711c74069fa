// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/heard_events.h"

#include <gmock/gmock.h>

#include "ports/ros/test_run.h"

namespace tandem {
namespace {

using tandem_msgs::msg::Event;

// A run whose log people read, and somebody else in its network.
class HeardEventsTest : public testing::Test {
 protected:
  explicit HeardEventsTest() : run_(load_good("push"), std::make_shared<EventLog>()) {
    run_.step();
  }

  std::vector<EventLog::Entry> heard() const {
    std::vector<EventLog::Entry> entries = run_.events->since(0);
    std::erase_if(entries, [](const EventLog::Entry& entry) { return entry.source.empty(); });
    return entries;
  }

  TestRun run_;
  Node gate_{"emaros_gate", {.context = run_.context()}};
  Publisher<Event> publisher_ = gate_.publisher<Event>("/tandem/events", {.depth = 100});
};

TEST_F(HeardEventsTest, WhatAGateSaysIsInTheLogWithItsSourceAndTheTimeOfTheRun) {
  run_.step_for(1s);
  publisher_.publish({.name = "gate",
                      .robot = "emaros",
                      .text = "emaros: closed",
                      .values = {{"state", "closed"}}});
  const SimTime time = run_.step_for(20ms)->time;
  const auto entries = heard();
  ASSERT_EQ(entries.size(), 1u);
  EXPECT_EQ(entries[0].source, "/emaros_gate");
  EXPECT_EQ(entries[0].event.text, "emaros: closed");
  EXPECT_EQ(entries[0].event.robot, "emaros");
  EXPECT_EQ(entries[0].event.values.at(0).second, "closed");
  EXPECT_NEAR(seconds(entries[0].time), seconds(time), 0.03);
}

TEST_F(HeardEventsTest, WhatTheRunItselfSaysIsThereOnce) {
  run_.step_for(100ms);
  const auto entries = run_.events->since(0);
  const auto is_loaded = [](const EventLog::Entry& entry) {
    return entry.event.name == "scenario_loaded";
  };
  EXPECT_EQ(std::ranges::count_if(entries, is_loaded), 1);
  EXPECT_THAT(heard(), testing::IsEmpty());
}

TEST_F(HeardEventsTest, LongTextsAreCutAndFloodsLeftOut) {
  Event endless{.name = std::string(10'000, 'n'),
                .robot = std::string(10'000, 'r'),
                .text = std::string(1'000'000, 't')};
  endless.values.assign(1000, {std::string(1000, 'k'), std::string(1000, 'v')});
  for (int i = 0; i < 99; ++i) publisher_.publish(endless);
  run_.step_for(20ms);
  const auto entries = heard();
  EXPECT_EQ(entries.size(), static_cast<std::size_t>(HeardEvents::most_per_second));
  EXPECT_EQ(entries.at(0).event.text, std::string(500, 't'));
  EXPECT_EQ(entries.at(0).event.name.size(), 80u);
  EXPECT_EQ(entries.at(0).event.values.size(), 16u);
  EXPECT_EQ(run_.events->since(0).back().event.name, "events_refused");

  // a second later they are heard again
  run_.step_for(1s);
  publisher_.publish({.text = "calm"});
  run_.step_for(20ms);
  EXPECT_EQ(heard().back().event.text, "calm");
}

TEST_F(HeardEventsTest, TheSimulationDoesNotDependOnThem) {
  TestRun alone(load_good("push"));
  alone.step();
  for (int i = 0; i < 50; ++i) {
    publisher_.publish({.name = "reset", .robot = "emaros", .text = "reset"});
    EXPECT_EQ(run_.step()->state_hash, alone.step()->state_hash);
  }
}

}  // namespace
}  // namespace tandem
