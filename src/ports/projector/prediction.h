// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/time.h"
#include "simulation/frame.h"
#include "simulation/run_control.h"

namespace tandem {

// How far ahead of a frame, in simulated time, the picture of it is seen, which is drawn now.
// `speed` is simulated over wall time; 0: nobody knows what follows when.
Duration ahead_of(const Frame& frame, double speed, WallTime seen, WallTime now);

// As ahead_of() takes it, of a run.
double speed_of(const RunControl::Status& run);

}  // namespace tandem
