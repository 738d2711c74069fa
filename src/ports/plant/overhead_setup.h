// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "plant/overhead_camera.h"
#include "ports/plant/plant_node.h"
#include "scenario/scenario.h"

namespace tandem {

// The room that these robots of a scenario are filmed in, and the camera above it. The room is what
// is tracked; else what is projected onto, if the markers are large enough in a picture of that;
// else a laboratory of 4 by 3 m, or more where robots start further from each other, which they can
// leave; a run takes it for what is tracked. An error is a sentence about what cannot be seen.
Result<OverheadSetup> overhead_setup(const Scenario& scenario,
                                     const std::vector<RobotConfig>& robots,
                                     const OverheadConfig& config);

// The smallest dictionary of 4 x 4 cells that has all their markers; markers are told apart best
// so.
std::string dictionary_of(const OverheadSetup& setup);

// Which part of the room is filmed and why, as a sentence.
std::string about_floor(const OverheadSetup& setup);

// Lets the stand-in of a robot live in that room, without the tracker that knows where it is.
void put_below(const OverheadSetup& setup, const RobotConfig& robot, PlantNodeConfig& stand_in);

}  // namespace tandem
