// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <thread>

#include "simulation/run_control.h"
#include "stop_signals.h"

namespace tandem {

// How people at a terminal steer a run, or a recorded one that is shown again.

// --speed: a number, or max; rejects all else.
double parse_speed(const std::string& text);

// Space, the dot, plus, minus, 1, m and q. False for all others.
bool obey_run_key(char key, RunControl& control, StopSignals& signals);

// One line with the time that is written over and over, on terminals only.
std::jthread show_status(const RunControl& control);

}  // namespace tandem
