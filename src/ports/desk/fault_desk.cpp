// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/desk/fault_desk.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "scenario/suggest.h"

namespace tandem {

namespace {

Result<std::string> answer_of(const EditOutcome& outcome) {
  if (outcome.result != EditResult::done) return Error{outcome.reason};
  return outcome.entity;
}

}  // namespace

std::vector<std::string> FaultDesk::processes() const {
  return processes_ ? processes_->names() : std::vector<std::string>();
}

std::string FaultDesk::why_not(const Fault& fault) const {
  const FaultSubject subject = info_of(fault.kind).subject;
  if (subject == FaultSubject::process) {
    const auto all = processes_ ? processes_->all() : std::vector<Processes::Process>();
    const auto found = std::ranges::find(all, fault.process, &Processes::Process::name);
    if (all.empty()) return "no process belongs to this run";
    if (found == all.end())
      return fmt::format("no process '{}' belongs to this run{}", fault.process,
                         suggestion(fault.process, processes()));
    if (fault.lasts && !found->is_started_again)
      return fmt::format("'{}' is not started again, so its fault has no end; leave out 'for'",
                         fault.process);
    return {};
  }
  const auto frame = latest_.get();
  if (subject != FaultSubject::wheels || !frame || frame->robots.empty()) return {};
  const std::string& name = fault.robot.empty() ? frame->robots.front().name : fault.robot;
  const auto robot = std::ranges::find(frame->robots, name, &RobotState::name);
  if (robot == frame->robots.end() || !robot->twin) return {};  // as the simulation says
  if (network_ && network_->has_stand_in(name)) return {};
  return fmt::format(
      "'{}' is the twin of a real robot, whose wheels nobody here can touch; a stand-in that can, "
      "'tandem plant', is not in the network",
      name);
}

void FaultDesk::inject(Fault fault, OnAnswer on_answer) {
  if (std::string why = why_not(fault); !why.empty()) return on_answer(Error{std::move(why)});
  edits_.submit(InjectFault{std::move(fault)},
                [on_answer](const EditOutcome& outcome) { on_answer(answer_of(outcome)); });
}

void FaultDesk::clear(std::string name, OnAnswer on_answer) {
  edits_.submit(ClearFault{std::move(name)},
                [on_answer](const EditOutcome& outcome) { on_answer(answer_of(outcome)); });
}

}  // namespace tandem
