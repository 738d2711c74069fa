// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scenario/scenario.h"

namespace tandem {

// What only the port knows to be wrong in a scenario: settings of topics that there will not be,
// and types of messages that nobody knows.
ScenarioChecks ros_checks();

}  // namespace tandem
