// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/findings.h"
#include "scenario/scenario.h"

namespace tandem {

// Looks over the models of a scenario as physics will: what cannot move but should is an error,
// what moves otherwise than its file says a warning.
void check_things(const Scenario& scenario, Findings& findings);

}  // namespace tandem
