// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/behavior/mission_steps.h"

#include <algorithm>
#include <utility>

namespace tandem {

namespace {

std::vector<Transition> completed(const std::vector<std::string>& outcomes,
                                  std::vector<Transition> next) {
  for (const std::string& outcome : outcomes)
    if (std::ranges::find(next, outcome, &Transition::outcome) == next.end())
      next.push_back({outcome, outcome});
  return next;
}

}  // namespace

MissionStep step_of(const std::string& name, std::shared_ptr<State> work,
                    std::vector<Transition> next) {
  std::vector<Transition> all = completed(work->outcomes(), std::move(next));
  return {.name = name, .work = std::move(work), .next = std::move(all)};
}

MissionStep step_around(const std::string& name, std::vector<MissionStep> inner,
                        std::vector<Transition> next) {
  return {.name = name,
          .next = completed(failures_of(inner, {}), std::move(next)),
          .inner = std::move(inner)};
}

std::vector<std::string> failures_of(const std::vector<MissionStep>& steps,
                                     const std::vector<std::string>& successes) {
  std::vector<std::string> outcomes;
  for (const MissionStep& step : steps)
    for (const Transition& transition : step.next)
      if (std::ranges::find(steps, transition.next, &MissionStep::name) == steps.end() &&
          std::ranges::find(successes, transition.next) == successes.end() &&
          std::ranges::find(outcomes, transition.next) == outcomes.end())
        outcomes.push_back(transition.next);
  return outcomes;
}

}  // namespace tandem
