// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "missions/known_events.h"

#include <algorithm>
#include <array>

#include "rules/rule_kind.h"

namespace tandem {

namespace {

constexpr std::array<std::string_view, 12> of_any_world{
    "scenario_loaded", "reset",       "spawned",     "removed",
    "spawn_shortage",  "tracking",    "twin_paused", "twin_resumed",
    "twin_snapped",    "fault_began", "fault_ended", "poses_lost"};

}  // namespace

std::vector<std::string_view> known_events() {
  std::vector<std::string_view> events(of_any_world.begin(), of_any_world.end());
  for (const RuleKind& kind : rule_kinds())
    for (const std::string_view event : kind.events)
      if (!std::ranges::count(events, event)) events.push_back(event);
  return events;
}

std::vector<std::string_view> rules_that_tell(std::string_view event) {
  std::vector<std::string_view> types;
  if (std::ranges::count(of_any_world, event)) return types;
  for (const RuleKind& kind : rule_kinds())
    if (std::ranges::count(kind.events, event)) types.push_back(kind.type);
  return types;
}

}  // namespace tandem
