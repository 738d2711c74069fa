// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "base/result.h"
#include "geometry/area.h"
#include "geometry/pose.h"
#include "mapping/occupancy_grid.h"
#include "scenario/scenario.h"
#include "simulation/frame.h"

namespace tandem {

struct PlacedShape {
  const Shape* shape = nullptr;
  Pose world_from_shape;
};

// What maps are made of: all that things collide with, and where the robots are, which are no part
// of them. Lives as long as what it was made of.
struct MapSubject {
  std::vector<PlacedShape> shapes;
  std::vector<Vec3> robots;
};
MapSubject subject_of(const Scenario& scenario, bool includes_movable);
MapSubject subject_of(const Frame& frame, bool includes_movable);

// Of unknown cells: the area, else all that stands in the world. Cells begin at multiples of their
// size, so that maps of one world lie on each other. An error says what would be too large.
Result<OccupancyGrid> empty_grid(const MapSubject& subject, const std::optional<Area>& area,
                                 double resolution_m);

}  // namespace tandem
