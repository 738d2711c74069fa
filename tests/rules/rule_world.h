// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "simulation/load_scenario.h"
#include "simulation/simulation.h"

namespace tandem {

// A scenario of a test's own that runs without network: orders in, frames out.
class RuleWorld {
 public:
  explicit RuleWorld(const std::string& yaml, ScenarioOptions options = {},
                     SimulationOptions simulation_options = {}) {
    Findings findings;
    const auto scenario =
        load_checked_scenario_text(yaml, "test.yaml", std::move(options), findings);
    for (const Finding& finding : findings.all()) ADD_FAILURE() << to_string(finding);
    if (!scenario) throw std::runtime_error("the scenario of the test is wrong");
    simulation_ = std::make_unique<Simulation>(scenario, std::move(simulation_options));
    frame_ = simulation_->edit({});
  }

  // The newest frame.
  const Frame& frame() const { return frame_; }
  Simulation& simulation() { return *simulation_; }

  const Frame& step(Inputs inputs = {}) { return frame_ = simulation_->step(std::move(inputs)); }
  // Steps on; events of all of them are kept.
  void run(Duration time) {
    for (const SimTime end = simulation_->time() + time; simulation_->time() < end;) {
      step();
      events_.insert(events_.end(), frame_.events.begin(), frame_.events.end());
    }
  }
  void drive(const std::string& robot, double linear, double angular, Duration time) {
    for (const SimTime end = simulation_->time() + time; simulation_->time() < end;) {
      step({.commands = {{robot, {.linear = linear, .angular = angular}}}});
      events_.insert(events_.end(), frame_.events.begin(), frame_.events.end());
    }
  }
  // Tells a robot, or the world, and steps once.
  OrderOutcome order(const std::string& words, const std::string& robot = "") {
    step({.orders = {{.robot = robot, .words = words}}});
    events_.insert(events_.end(), frame_.events.begin(), frame_.events.end());
    return frame_.order_outcomes.at(0);
  }
  EditOutcome edit(Edit edit) {
    step({.edits = {{.edit = std::move(edit)}}});
    return frame_.outcomes.at(0);
  }

  const std::vector<WorldEvent>& events() const { return events_; }
  int count_events(const std::string& name) const {
    return static_cast<int>(std::ranges::count(events_, name, &WorldEvent::name));
  }

  Pose pose_of(const std::string& entity) const {
    return simulation_->world().world_from(*simulation_->world().find(entity));
  }
  bool has(const std::string& entity) const { return simulation_->world().find(entity); }
  // A value of a rule's status; fails the test when there is none.
  RuleValue status(const std::string& rule, const std::string& value) const {
    for (const auto& status : *frame_.statuses)
      if (status->rule == rule)
        for (const auto& [name, now] : status->values)
          if (name == value) return now;
    ADD_FAILURE() << "rule " << rule << " has no " << value;
    return {};
  }

 private:
  std::unique_ptr<Simulation> simulation_;
  Frame frame_;
  std::vector<WorldEvent> events_;
};

// What a scenario's loading finds wrong.
inline std::string findings_of(const std::string& yaml) {
  Findings findings;
  load_checked_scenario_text(yaml, "test.yaml", {}, findings);
  std::string text;
  for (const Finding& finding : findings.all()) text += to_string(finding) + "\n";
  return text;
}

}  // namespace tandem
