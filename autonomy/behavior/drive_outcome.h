// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "autonomy/behavior/state.h"
#include "middleware/goal.h"

namespace tandem {

// What the end of one of the navigator's actions means for a mission: "arrived", "unreachable",
// what the navigator lacks to drive the robot anywhere - its place ("tracking_lost"), or what its
// sensors and wheels tell ("sensor_lost") - or that somebody wants the robot elsewhere
// ("preempted").
Ending judge_drive(GoalStatus status, std::uint16_t error_code, const std::string& error);

}  // namespace tandem
