// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "ports/desk/network.h"
#include "ports/desk/processes.h"
#include "scenario/fault.h"
#include "simulation/frame.h"

namespace tandem {

// Why a fault that the simulation takes would do nothing in this run, as a sentence: its process is
// not there, or its wheels are a real robot's. Empty when it would. All but the fault may be null.
std::string why_idle(const Fault& fault, const Frame* frame, const Network* network,
                     const Processes* processes);

}  // namespace tandem
