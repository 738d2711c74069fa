// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "base/result.h"
#include "plant/overhead_camera.h"
#include "ports/plant/plant_node.h"
#include "scenario/scenario.h"

namespace tandem {

// The room that these robots of a scenario are filmed in, and the camera above it. The room is what
// is tracked; else what is projected onto; else 4 by 3 m around where the first robot starts. An
// error is a sentence about what cannot be seen.
Result<OverheadSetup> overhead_setup(const Scenario& scenario,
                                     const std::vector<RobotConfig>& robots,
                                     const OverheadConfig& config);

// Lets the stand-in of a robot live in that room, without the tracker that knows where it is.
void put_below(const OverheadSetup& setup, const RobotConfig& robot, PlantNodeConfig& stand_in);

}  // namespace tandem
