// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "middleware/lockstep.h"
#include "ports/ros/lockstep_delivery.h"
#include "ports/ros/ros_port.h"
#include "simulation/load_scenario.h"
#include "simulation/simulation.h"
#include "simulation/world_loader.h"

namespace tandem {

// A scenario that must be fine; its errors fail the test.
inline std::shared_ptr<const Scenario> load_good(const std::string& name,
                                                 const ScenarioOptions& options = {}) {
  Findings findings;
  auto scenario = load_checked_scenario(name, options, findings);
  for (const Finding& finding : findings.all())
    if (finding.severity == Severity::error) ADD_FAILURE() << to_string(finding);
  return scenario;
}

// A simulation with its port in lockstep, stepped by a test.
class TestRun {
 public:
  explicit TestRun(std::shared_ptr<const Scenario> scenario)
      : simulation(std::move(scenario), {.threads = 1, .interest = interest}) {}

  std::shared_ptr<const Frame> step() {
    const auto frame = std::make_shared<const Frame>(simulation.step(inbox.take()));
    port.publish(frame);
    delivery.publish(frame);
    return frame;
  }
  std::shared_ptr<const Frame> step_for(Duration duration) {
    std::shared_ptr<const Frame> frame = step();
    for (const SimTime end = frame->time + duration; frame->time < end;) frame = step();
    return frame;
  }

  std::shared_ptr<Context> context() const { return lockstep.context(); }

  std::shared_ptr<SensorInterest> interest = std::make_shared<SensorInterest>();
  Simulation simulation;
  Inbox inbox;
  RunControl control;
  Lockstep lockstep;
  WorldLoader loader{{.threads = 1, .interest = interest}};
  RosPort port{{inbox, control, loader, interest}, {.context = lockstep.context()}};
  LockstepDelivery delivery{lockstep, [](const std::string& why) { ADD_FAILURE() << why; }};
};

}  // namespace tandem
