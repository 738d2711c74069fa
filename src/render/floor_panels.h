// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "geometry/area.h"
#include "geometry/pose2.h"

namespace tandem {

// How far a robot reaches from its origin: backwards, and in any direction.
struct RobotReach {
  double rear_m = 0.2, radius_m = 0.2;
};

// Where what a robot shows of itself lies on the floor, as a rectangle of this size that begins at
// the origin of the returned frame and lies along its negative x; its y is across. It is
// floor_panel_distance_m behind the robot, moved aside as far as the area's edge demands. Where
// there is no room behind the robot it is beside or before it, as far away.
Pose2 place_panels(const Area& area, const Pose2& world_from_robot, const RobotReach& reach,
                   double length_m, double width_m);

}  // namespace tandem
