// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/desk/idle_faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "scenario/killable_process.h"

namespace tandem {

namespace {

std::vector<KillableProcess> killable(const Processes* processes) {
  std::vector<KillableProcess> all;
  if (!processes) return all;
  for (const Processes::Process& process : processes->all())
    all.push_back({process.name, process.is_started_again});
  return all;
}

}  // namespace

std::string why_idle(const Fault& fault, const Frame* frame, const Network* network,
                     const Processes* processes) {
  const FaultSubject subject = info_of(fault.kind).subject;
  if (subject == FaultSubject::process)
    return why_no_kill(fault, killable(processes), "belongs to this run");
  if (subject != FaultSubject::wheels || !frame || frame->robots.empty()) return {};
  const std::string& name = fault.robot.empty() ? frame->robots.front().name : fault.robot;
  const auto robot = std::ranges::find(frame->robots, name, &RobotState::name);
  if (robot == frame->robots.end() || !robot->twin) return {};  // as the simulation says
  if (network && network->has_stand_in(name)) return {};
  return fmt::format(
      "'{}' is the twin of a real robot, whose wheels nobody here can touch; a stand-in that can, "
      "'tandem plant', is not in the network",
      name);
}

}  // namespace tandem
