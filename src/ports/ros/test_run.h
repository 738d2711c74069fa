// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "middleware/lockstep.h"
#include "ports/ros/lockstep_delivery.h"
#include "ports/ros/ros_port.h"
#include "simulation/simulation.h"
#include "simulation/test_scenarios.h"
#include "simulation/world_loader.h"

namespace tandem {

// A simulation with its port in lockstep, stepped by a test.
class TestRun {
 public:
  // `log` is read by people; may be missing.
  explicit TestRun(std::shared_ptr<const Scenario> scenario, std::shared_ptr<EventLog> log = {})
      : events(std::move(log)),
        simulation(std::move(scenario), {.threads = 1, .interest = interest}) {}

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

  const std::shared_ptr<EventLog> events;
  std::shared_ptr<SensorInterest> interest = std::make_shared<SensorInterest>();
  Simulation simulation;
  Inbox inbox;
  RunControl control;
  Lockstep lockstep;
  WorldLoader loader{{.threads = 1, .interest = interest}};
  RosPort port{{inbox, control, loader, interest, events}, {.context = lockstep.context()}};
  LockstepDelivery delivery{lockstep, [](const std::string& why) { ADD_FAILURE() << why; }};
};

}  // namespace tandem
