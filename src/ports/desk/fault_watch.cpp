// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/desk/fault_watch.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "ports/desk/idle_faults.h"

namespace tandem {

namespace {

constexpr Duration patience = 5s;  // until all that runs beside a world is there

}  // namespace

void FaultWatch::look(const Frame& frame, WallTime now) {
  const auto acts = [](const FaultState& state) { return state.is_active; };
  if (doubts_.empty() && std::ranges::none_of(*frame.faults, acts)) return;

  // those that are over, maybe without having done anything
  for (auto doubt = doubts_.begin(); doubt != doubts_.end();) {
    const bool is_there = std::ranges::any_of(*frame.faults, [&](const FaultState& state) {
      return state.is_active && state.fault.name == doubt->first;
    });
    if (is_there) {
      ++doubt;
      continue;
    }
    settle(doubt->second);
    doubt = doubts_.erase(doubt);
  }

  for (const FaultState& state : *frame.faults) {
    if (!state.is_active) continue;
    Doubt& doubt = doubts_.try_emplace(state.fault.name, Doubt{state.fault, now, {}}).first->second;
    if (doubt.is_settled) continue;
    doubt.why = why_idle(state.fault, &frame, network_, processes_.get());
    if (doubt.why.empty() || now - doubt.since >= patience) settle(doubt);
  }
}

void FaultWatch::settle(Doubt& doubt) {
  if (!doubt.is_settled && !doubt.why.empty())
    tell_({.name = "fault_idle",
           .robot = doubt.fault.robot,
           .text = fmt::format("fault '{}' does nothing: {}", doubt.fault.name, doubt.why),
           .values = {{"fault", doubt.fault.name},
                      {"kind", std::string(name_of(doubt.fault.kind))}}});
  doubt.is_settled = true;
}

// A run may be over before it is known.
FaultWatch::~FaultWatch() {
  for (auto& [name, doubt] : doubts_) settle(doubt);
}

}  // namespace tandem
