// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "scenario/suggest.h"
#include "simulation/simulation.h"

namespace tandem {

namespace {

EditOutcome refused(EditResult result, std::string name, std::string reason) {
  return {.result = result, .entity = std::move(name), .reason = std::move(reason)};
}

}  // namespace

EditOutcome Simulation::apply(const InjectFault& request) {
  Fault fault = request.fault;
  if (info_of(fault.kind).subject != FaultSubject::process) {
    if (robots_.empty())
      return refused(EditResult::not_found, fault.name, "there is no robot in the world");
    if (fault.robot.empty()) fault.robot = robots_.front().config().name;
    const Robot* robot = find_robot(robots_, fault.robot);
    if (!robot) {
      std::vector<std::string> names;
      for (const Robot& one : robots_) names.push_back(one.config().name);
      return refused(
          EditResult::not_found, fault.name,
          fmt::format("there is no robot '{}'{}", fault.robot, suggestion(fault.robot, names)));
    }
    if (std::string why = why_unfit(fault, robot->config()); !why.empty())
      return refused(EditResult::refused, fault.name, std::move(why));
  }
  const std::string name = fault.name;
  Result<std::string> added = faults_.add(std::move(fault), time_ - episode_start_);
  if (!added) return refused(EditResult::refused, name, added.error());
  return {.entity = *added};
}

EditOutcome Simulation::apply(const ClearFault& request) {
  const std::size_t count = faults_.clear(request.name, stage_changes_.events);
  if (count == 0 && !request.name.empty())
    return refused(EditResult::not_found, request.name,
                   fmt::format("there is no fault '{}'", request.name));
  return {.entity = request.name};
}

}  // namespace tandem
