// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

namespace tandem {

// A moment outside of the simulation, on a clock that never jumps.
using WallTime = std::chrono::steady_clock::time_point;

}  // namespace tandem
