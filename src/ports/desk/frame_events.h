// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "ports/desk/event_log.h"
#include "simulation/frame.h"

namespace tandem {

// What happened from one frame to a later one: another scenario, a reset, things that came or went.
// What rules tell is in each frame itself.
// `before` is null for the first frame of a run.
std::vector<WorldEvent> events_between(const Frame* before, const Frame& after);

}  // namespace tandem
