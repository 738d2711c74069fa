// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/desk/fault_desk.h"

#include <utility>

#include "ports/desk/idle_faults.h"

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
  return why_idle(fault, latest_.get().get(), network_, processes_.get());
}

void FaultDesk::inject(Fault fault, OnAnswer on_answer) {
  if (std::string why = why_not(fault); !why.empty()) return on_answer(Error{std::move(why)});
  edits_.submit(InjectFault{std::move(fault)},
                [on_answer](const EditOutcome& outcome) { on_answer(answer_of(outcome)); });
}

void FaultDesk::clear(std::string name, OnAnswer on_answer) {
  if (name == "all") name.clear();  // no fault has this name
  edits_.submit(ClearFault{std::move(name)},
                [on_answer](const EditOutcome& outcome) { on_answer(answer_of(outcome)); });
}

}  // namespace tandem
