// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scenario/scenario.h"

namespace tandem {

// The scenario `empty` with `count` of its robot, robot0 and so on, that wander about and turn
// every second.
Scenario robot_fleet(const Scenario& empty, int count);

}  // namespace tandem
