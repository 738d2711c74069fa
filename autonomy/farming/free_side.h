// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "geometry/pose2.h"
#include "messages/nav_msgs.h"

namespace tandem {

// From which side a thing before a wall or in a rack is driven up to: away from all that the map
// knows to stand within a distance of it. Where nothing does, from where the robot is.
double free_side(const nav_msgs::msg::OccupancyGrid* map, Vec2 thing, Vec2 robot,
                 double reach_m = 0.42);

}  // namespace tandem
