// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "autonomy/navigation/costmap.h"
#include "geometry/pose2.h"

namespace tandem {

// What a planner's cells become before a robot follows them. None of these makes a way cost more
// than before at its most expensive place, or blocks it.

// Leaves out points between which a straight line will do.
std::vector<Vec2> pull_straight(const Costmap& costmap, const std::vector<Vec2>& points);
// Points at even distances along the same way.
std::vector<Vec2> resample(const std::vector<Vec2>& points, double spacing_m);
// Rounds corners.
std::vector<Vec2> smooth(const Costmap& costmap, std::vector<Vec2> points);
// Each heads for the next one; the last as told.
std::vector<Pose2> with_headings(const std::vector<Vec2>& points, double last_yaw);

}  // namespace tandem
