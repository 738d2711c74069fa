// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "messages/simulation_interfaces.h"
#include "middleware/node.h"
#include "ports/ros/service_context.h"

namespace tandem {

// The part of simulation_interfaces that is about the run: what it can, whether it plays, steps and
// resets.
class StateServices {
 public:
  explicit StateServices(const ServiceContext& context);

  // Of simulation_interfaces/msg/SimulationState.
  std::uint8_t state() const;
  // While this runs, which is nothing at all, no world counts as loaded.
  void unloaded_by(std::shared_ptr<const Scenario> nothing);
  bool has_world() const;

 private:
  using StepGoal = ServerGoal<simulation_interfaces::action::SimulateSteps>;

  void set_state(const simulation_interfaces::srv::SetSimulationState::Request& request,
                 const Reply<simulation_interfaces::srv::SetSimulationState>& reply);
  void stop(const Reply<simulation_interfaces::srv::SetSimulationState>& reply);
  void step(const simulation_interfaces::srv::StepSimulation::Request& request,
            const Reply<simulation_interfaces::srv::StepSimulation>& reply);
  void reset(const simulation_interfaces::srv::ResetSimulation::Request& request,
             const Reply<simulation_interfaces::srv::ResetSimulation>& reply);
  void begin_steps(const StepGoal& goal);
  void report_steps(StepGoal goal, const StepProgress& progress);
  void cancel_steps(const StepGoal& goal);

  ServiceContext context_;
  mutable std::mutex mutex_;
  std::optional<std::uint64_t> stopped_at_step_;
  std::shared_ptr<const Scenario> nothing_;
  std::map<GoalId, Ticket> step_goals_;

  std::vector<Server> servers_;
  ActionServer<simulation_interfaces::action::SimulateSteps> simulate_steps_;
};

}  // namespace tandem
