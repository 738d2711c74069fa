// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "geometry/vec3.h"
#include "mapping/occupancy_grid.h"

namespace tandem {

// Marks the cells whose middle, at this height, is inside of triangles that close around it with
// their fronts outwards: there is a roof over it and a bottom under it. Open sheets have no inside,
// and a room that is modelled by its inner faces is hollow.
void mark_inside(std::span<const Vec3> points, std::span<const std::uint32_t> indices,
                 bool is_mirrored, double height, OccupancyGrid& grid);

}  // namespace tandem
