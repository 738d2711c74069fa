// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "companion_options.h"
#include "ports/mixing/mixed_camera.h"
#include "ports/plant/overhead_setup.h"
#include "ports/projector/floor_light.h"
#include "ports/tracking/tracking_file.h"

namespace tandem {

// The camera above the stand-ins for these robots, and what a tracker needs to know to follow them
// in its pictures. Both end the command with a sentence where they cannot be seen.
OverheadSetup filmed_room(const CompanionArguments& arguments, const ChosenRobots& robots);
TrackingSetup tracking_below(const OverheadSetup& room, const ChosenRobots& robots);

// The camera above the robots with what is virtual in its pictures, for who listens; it is the
// stand-ins' where the run is filmed. Null where no camera is above them, or nobody knows where.
std::unique_ptr<MixedCamera> open_mixed_camera(const Scenario& scenario,
                                               const std::vector<std::string>& settings,
                                               bool is_filmed);

// What the scenario's projector shows, for stand-ins whose floor it lights. Null where it lights
// none.
std::unique_ptr<FloorLight> open_floor_light(const Scenario& scenario,
                                             const std::vector<std::string>& settings,
                                             const Board& board);

}  // namespace tandem
