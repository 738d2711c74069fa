// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "autonomy/behavior/mission.h"

// Tables of missions in which every loss has a name: what a state ends with and its table does not
// mention, as "camera_lost", leads out of the mission by that name.
namespace tandem {

// A state; what it can end with and `next` does not have is an outcome of the machine around it.
MissionStep step_of(const std::string& name, std::shared_ptr<State> work,
                    std::vector<Transition> next);
// The same around other states: what leads out of them and is not in `next`.
MissionStep step_around(const std::string& name, std::vector<MissionStep> inner,
                        std::vector<Transition> next);

// All outcomes that steps lead to beside each other, but these: a mission's failures.
std::vector<std::string> failures_of(const std::vector<MissionStep>& steps,
                                     const std::vector<std::string>& successes);

}  // namespace tandem
