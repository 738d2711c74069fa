// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "geometry/pose.h"
#include "geometry/pose2.h"
#include "geometry/shape.h"

namespace tandem {

// Corners of a convex area, one after the other around it.
using ConvexPolygon = std::vector<Vec2>;

// What a solid shape fills of the level z = height, as convex pieces. Round ones are polygons
// around them that reach at most 0.2 mm further. Of planes, meshes and heightfields there are none:
// the first have no end, the others are no solids of a known kind.
std::vector<ConvexPolygon> sections_of(const Shape& shape, const Pose& world_from_shape,
                                       double height);

// The part of a convex polygon where a x + b y <= c.
ConvexPolygon clipped(const ConvexPolygon& polygon, double a, double b, double c);

}  // namespace tandem
