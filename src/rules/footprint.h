// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "geometry/area.h"
#include "world/world.h"

namespace tandem {

// Where a tool meets the floor: a rectangle around each of its parts that comes as near to the
// floor as `reach_m`. Wheels and blades work, the frame above them does not.
std::vector<Area> footprint_of(const Entity& tool, const World& world, double floor_m,
                               double reach_m);

// Whether a point is in a rectangle.
bool contains(const Area& area, Vec2 point);

}  // namespace tandem
