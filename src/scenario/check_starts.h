// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/findings.h"
#include "scenario/scenario.h"

namespace tandem {

// Warns of robots that start inside of something that never moves, or under the ground: physics
// would throw them out of it, or let them fall forever. Meshes are not looked into.
void check_starts(const Scenario& scenario, Findings& findings);

}  // namespace tandem
