// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "ports/desk/event_log.h"
#include "ports/desk/processes.h"
#include "sensors/interest.h"
#include "simulation/frame.h"
#include "simulation/run_control.h"
#include "simulation/world_loader.h"

namespace tandem {

// What a run is to the outside.
struct RunHandles {
  Inbox& inbox;
  RunControl& control;
  WorldLoader& loader;
  std::shared_ptr<SensorInterest> interest{};  // that its simulations follow
  std::shared_ptr<EventLog> events{};          // that people read; may be missing
  std::shared_ptr<Processes> processes{};      // that belong to the run; may be missing
};

}  // namespace tandem
