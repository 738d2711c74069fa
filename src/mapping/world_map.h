// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "base/result.h"
#include "geometry/area.h"
#include "mapping/occupancy_grid.h"
#include "scenario/scenario.h"
#include "simulation/frame.h"

namespace tandem {

struct MapOptions {
  double height_m = 0.2;  // the level of the world at which it is cut
  double resolution_m = 0.05;
  std::optional<Area> area;       // along the world's axes; without it all that stands in the world
  bool includes_movable = false;  // also what robots could push away; never the robots themselves
};

// What a scenario asks for: its "map", else as high as its first lidar looks.
MapOptions map_options(const Scenario& scenario);

// The map that a perfect mapper would have after seeing all that the robots can get to: occupied is
// whatever is cut, insides included; free is what is connected to some robot; the rest is unknown,
// as is what lies behind walls. Without a robot all is free that is not occupied. Ground below the
// level is free, terrain above it is occupied. An error says what would be too large.
Result<OccupancyGrid> make_map(const Scenario& scenario, const MapOptions& options);

// The same of a world as it is now, with what was spawned and without what was removed.
Result<OccupancyGrid> make_map(const Frame& frame, const MapOptions& options);

}  // namespace tandem
