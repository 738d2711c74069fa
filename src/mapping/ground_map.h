// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "geometry/area.h"
#include "mapping/occupancy_grid.h"
#include "simulation/frame.h"

namespace tandem {

struct GroundMapOptions {
  Area area{{}, 20, 20};       // along the world's axes
  double resolution_m = 0.05;  // also upwards: a rise of one cell in one cell, 45 degrees, is taken
  double clearance_m = 0.5;    // a robot fits under what is higher above the ground
  double reach_m = 1;          // what stands on the ground counts up to here
  double relief_m = 4;         // how far the ground goes up and down from where the robots are
};

// The true map of a world that is not flat, where no single cut tells ground from obstacles: free
// is the ground that a robot could drive to from where one is now, over hills and up ramps;
// occupied is what stands in its way, insides included, and the edge that it would fall from; what
// cannot be reached is unknown. Things count as they stand in this frame, also those that can be
// pushed away.
Result<OccupancyGrid> make_ground_map(const Frame& frame, const GroundMapOptions& options);

}  // namespace tandem
