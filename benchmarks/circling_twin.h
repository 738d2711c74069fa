// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <span>
#include <string>
#include <thread>

#include "simulation/run_control.h"
#include "simulation/simulation.h"
#include "simulation/world_loader.h"

namespace tandem {

// The first robot of a shipped scenario is a twin that a tracker sees going in a circle, 60 times a
// second and out of step with the simulation; each pose starts a step.
class CirclingTwin {
 public:
  // Null when the scenario cannot be loaded; the reasons are on standard error.
  static std::shared_ptr<const Scenario> load(const std::string& scenario_name);

  explicit CirclingTwin(std::shared_ptr<const Scenario> scenario);

  // The run, for who shows it.
  Inbox inbox;
  RunControl control;
  WorldLoader loader;

  // Steps for as long as the thread that it returns lives.
  [[nodiscard]] std::jthread start(std::span<Sink* const> sinks);
  // Sends poses for as long.
  void circle(Duration time);

 private:
  void send_pose();

  const std::shared_ptr<const Scenario> scenario_;
  std::unique_ptr<Simulation> simulation_;
  WallTime next_{};
  int poses_ = 0;
};

}  // namespace tandem
