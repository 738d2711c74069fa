// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/state_services.h"

#include <fmt/format.h>

#include <atomic>
#include <memory>
#include <utility>

#include "ports/ros/service_result.h"

namespace tandem {

namespace {

using simulation_interfaces::action::SimulateSteps;
using RunState = simulation_interfaces::msg::SimulationState;
using simulation_interfaces::msg::SimulatorFeatures;
using simulation_interfaces::srv::GetSimulationState;
using simulation_interfaces::srv::GetSimulatorFeatures;
using simulation_interfaces::srv::ResetSimulation;
using simulation_interfaces::srv::SetSimulationState;
using simulation_interfaces::srv::StepSimulation;

// The truth: what is not in here is answered as unsupported. Time is never reset, regions are boxes
// and spheres, and poses have no bounds.
SimulatorFeatures features() {
  using F = SimulatorFeatures;
  return {.features = {F::SPAWNING,
                       F::DELETING,
                       F::NAMED_POSES,
                       F::ENTITY_TAGS,
                       F::ENTITY_BOUNDS,
                       F::ENTITY_BOUNDS_BOX,
                       F::ENTITY_CATEGORIES,
                       F::SPAWNING_RESOURCE_STRING,
                       F::ENTITY_STATE_GETTING,
                       F::ENTITY_STATE_SETTING,
                       F::ENTITY_INFO_GETTING,
                       F::ENTITY_INFO_SETTING,
                       F::SPAWNABLES,
                       F::SIMULATION_RESET,
                       F::SIMULATION_RESET_STATE,
                       F::SIMULATION_RESET_SPAWNED,
                       F::SIMULATION_STATE_GETTING,
                       F::SIMULATION_STATE_SETTING,
                       F::SIMULATION_STATE_PAUSE,
                       F::STEP_SIMULATION_SINGLE,
                       F::STEP_SIMULATION_MULTIPLE,
                       F::STEP_SIMULATION_ACTION,
                       F::WORLD_LOADING,
                       F::WORLD_RESOURCE_STRING,
                       F::WORLD_UNLOADING,
                       F::WORLD_INFO_GETTING,
                       F::AVAILABLE_WORLDS,
                       F::SPAWNING_ENTITIES},
          .spawn_formats = {"sdf", "urdf", "yaml"},
          .custom_info =
              "Tandem: docs/ros-interface.md. Simulated time is never reset. A world "
              "that was loaded goes on playing if the one before it did."};
}

constexpr int most_feedback_waiting = 100;
constexpr std::string_view not_paused =
    "the simulation is playing; pause it with set_simulation_state first";
constexpr std::string_view no_world = "no world is loaded; load_world loads one";

// What a reset covers, or why it can't be.
ServiceResult read_scope(std::uint8_t asked, ResetScope& scope) {
  using Request = ResetSimulation::Request;
  constexpr std::uint8_t both = Request::SCOPE_STATE | Request::SCOPE_SPAWNED;
  if (asked == Request::SCOPE_DEFAULT || asked == Request::SCOPE_ALL || asked == both)
    scope = ResetScope::all;
  else if (asked == Request::SCOPE_STATE)
    scope = ResetScope::state;
  else if (asked == Request::SCOPE_SPAWNED)
    scope = ResetScope::spawned;
  else if ((asked & Request::SCOPE_TIME) != 0)
    return failed(ServiceResult::RESULT_FEATURE_UNSUPPORTED,
                  "simulated time never goes back, so it can't be reset; the scopes STATE, SPAWNED "
                  "and ALL reset everything but time");
  else
    return failed(fmt::format("{} is no scope of a reset", asked));
  return ok();
}

}  // namespace

StateServices::StateServices(const ServiceContext& context) : context_(context) {
  Node& node = context.node;
  servers_.push_back(node.serve<GetSimulatorFeatures>(
      "get_simulator_features",
      [](const auto&) -> GetSimulatorFeatures::Response { return {features()}; }));
  servers_.push_back(node.serve<GetSimulationState>(
      "get_simulation_state", [this](const auto&) -> GetSimulationState::Response {
        return {.state = {state()}, .result = ok()};
      }));
  servers_.push_back(context.serve<SetSimulationState>(
      "set_simulation_state",
      [this](const auto& request, const auto& reply) { set_state(request, reply); }));
  servers_.push_back(context.serve<StepSimulation>(
      "step_simulation", [this](const auto& request, const auto& reply) { step(request, reply); }));
  servers_.push_back(context.serve<ResetSimulation>(
      "reset_simulation",
      [this](const auto& request, const auto& reply) { reset(request, reply); }));
  simulate_steps_ = node.action_server<SimulateSteps>(
      "simulate_steps", {.execute = [this](StepGoal goal) { begin_steps(goal); },
                         .on_canceling = [this](StepGoal goal) { cancel_steps(goal); }});
}

std::uint8_t StateServices::state() const {
  const RunControl::Status status = context_.run.control.status();
  if (status.is_quitting) return RunState::STATE_QUITTING;
  if (!has_world()) return RunState::STATE_NO_WORLD;
  if (!status.is_paused) return RunState::STATE_PLAYING;
  // stopped is paused at the very beginning
  const auto frame = context_.latest.get();
  const std::lock_guard lock(mutex_);
  return frame && stopped_at_step_ == frame->step_count ? RunState::STATE_STOPPED
                                                        : RunState::STATE_PAUSED;
}

void StateServices::unloaded_by(std::shared_ptr<const Scenario> nothing) {
  const std::lock_guard lock(mutex_);
  nothing_ = std::move(nothing);
}

bool StateServices::has_world() const {
  const auto frame = context_.latest.get();
  const std::lock_guard lock(mutex_);
  return !frame || !nothing_ || frame->scenario != nothing_;
}

void StateServices::set_state(const SetSimulationState::Request& request,
                              const Reply<SetSimulationState>& reply) {
  using Response = SetSimulationState::Response;
  const std::uint8_t current = state(), wanted = request.state.state;
  RunControl& control = context_.run.control;
  const auto answer = [&](ServiceResult result) { reply({std::move(result)}); };

  if (wanted == RunState::STATE_QUITTING) {
    answer(ok());
    control.quit();
    return;
  }
  if (wanted > RunState::STATE_LOADING_WORLD)
    return answer(failed(fmt::format("{} is no state of a simulation", wanted)));
  if (wanted == RunState::STATE_NO_WORLD || wanted == RunState::STATE_LOADING_WORLD)
    return answer(failed(Response::INCORRECT_TRANSITION,
                         "worlds come and go by load_world and unload_world"));
  if (current == RunState::STATE_NO_WORLD)
    return answer(failed(Response::INCORRECT_TRANSITION, std::string(no_world)));
  // steps that run while paused are what a second pause is to end
  const bool is_stepping = control.status().steps_remaining > 0;
  if (wanted == current && !(wanted == RunState::STATE_PAUSED && is_stepping))
    return answer(failed(Response::ALREADY_IN_TARGET_STATE, "that is its state already"));

  switch (wanted) {
    case RunState::STATE_PLAYING:
      control.resume();
      break;
    case RunState::STATE_PAUSED: {
      control.pause();
      const std::lock_guard lock(mutex_);
      stopped_at_step_.reset();
      break;
    }
    default:
      return stop(reply);
  }
  answer(ok());
}

void StateServices::stop(const Reply<SetSimulationState>& reply) {
  context_.run.control.pause();
  context_.edits.submit(Reset{}, [this, reply](const EditOutcome& outcome) {
    if (outcome.result != EditResult::done)
      return reply({failed(SetSimulationState::Response::STATE_TRANSITION_ERROR, outcome.reason)});
    {
      const std::lock_guard lock(mutex_);
      stopped_at_step_ = context_.latest.get()->step_count;
    }
    reply({ok()});
  });
}

void StateServices::step(const StepSimulation::Request& request,
                         const Reply<StepSimulation>& reply) {
  if (!has_world())
    return reply({failed(ServiceResult::RESULT_INCORRECT_STATE, std::string(no_world))});
  if (!context_.run.control.status().is_paused) return reply({failed(std::string(not_paused))});
  if (request.steps == 0) return reply({ok()});

  const Result<Ticket> asked =
      context_.run.control.step(request.steps, [this, reply](const StepProgress& progress) {
        if (progress.state == StepProgress::State::running) return;
        context_.worker.post([reply, progress] {
          reply({progress.state == StepProgress::State::done ? ok() : failed(progress.reason)});
        });
      });
  if (!asked) reply({failed(asked.error())});
}

void StateServices::reset(const ResetSimulation::Request& request,
                          const Reply<ResetSimulation>& reply) {
  ResetScope scope{};
  if (const ServiceResult result = read_scope(request.scope, scope); !is_ok(result))
    return reply({result});
  if (!has_world())
    return reply({failed(ServiceResult::RESULT_INCORRECT_STATE, std::string(no_world))});
  context_.edits.submit(Reset{scope}, [reply](const EditOutcome& outcome) {
    reply({outcome.result == EditResult::done ? ok() : failed(outcome.reason)});
  });
}

void StateServices::begin_steps(const StepGoal& goal) {
  StepGoal mine = goal;
  if (!has_world())
    return void(mine.abort({failed(ServiceResult::RESULT_INCORRECT_STATE, std::string(no_world))}));
  if (!context_.run.control.status().is_paused)
    return void(mine.abort({failed(std::string(not_paused))}));
  if (mine.goal().steps == 0) return void(mine.succeed({ok()}));

  // the worker may be slower than the simulation: then it leaves out what is not the newest
  const auto waiting = std::make_shared<std::atomic<int>>(0);
  const auto listener = [this, mine, waiting](const StepProgress& progress) {
    if (progress.state == StepProgress::State::running && *waiting >= most_feedback_waiting) return;
    ++*waiting;
    context_.worker.post([this, mine, waiting, progress] {
      --*waiting;
      report_steps(mine, progress);
    });
  };
  // the end is reported under this lock too, so not before the goal is known
  const std::lock_guard lock(mutex_);
  if (const Result<Ticket> asked = context_.run.control.step(mine.goal().steps, listener))
    step_goals_.emplace(mine.id(), *asked);
  else
    mine.abort({failed(asked.error())});
}

void StateServices::report_steps(StepGoal goal, const StepProgress& progress) {
  if (progress.state == StepProgress::State::running)
    return goal.feedback({progress.completed, progress.remaining});
  {
    const std::lock_guard lock(mutex_);
    step_goals_.erase(goal.id());
  }
  if (progress.state == StepProgress::State::done) {
    goal.feedback({progress.completed, progress.remaining});
    goal.succeed({ok()});
  } else if (goal.is_canceling()) {
    goal.cancel({failed(progress.reason)});
  } else {
    goal.abort({failed(progress.reason)});
  }
}

void StateServices::cancel_steps(const StepGoal& goal) {
  std::optional<Ticket> ticket;
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = step_goals_.find(goal.id()); found != step_goals_.end())
      ticket = found->second;
  }
  if (ticket) context_.run.control.cancel(*ticket);
}

}  // namespace tandem
