// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "geometry/pose2.h"

namespace tandem {

// Where a tool before a robot meets the floor, in the robot's frame.
struct ToolShape {
  double width_m = 0.3;
  double near_m = 0.2;  // from the robot's middle to the rear end of what works
  double far_m = 0.3;   // and to its front end
};

// The floor that a robot covers with a tool, or without one: a polygon in its own frame. A tool is
// a little larger than the part of it that works, and sensors near the floor, which see it all the
// time, are not exact: for who must not take it for an obstacle there is a margin.
std::vector<Vec2> outline_with(const ToolShape& tool, double robot_radius_m, double margin_m = 0);
std::vector<Vec2> outline_without_tool(double robot_radius_m);

struct CoverageConfig {
  double overlap_m = 0.05;  // of two neighbouring swaths
  double beyond_m = 0.03;   // so far over the field's edges, whose places are not exact
};

// A straight drive of the robot's middle, during which its tool goes from edge to edge.
struct Swath {
  Vec2 from, to;

  double yaw() const { return std::atan2(to.y - from.y, to.x - from.x); }
};

// Swaths that cover all of a convex field, to and fro beside each other along its longest edge. At
// the end of one the robot, whose tool is before it, is still on the field; to begin the next it
// stands before the edge.
std::vector<Swath> plan_coverage(const std::vector<Vec2>& corners, const ToolShape& tool,
                                 const CoverageConfig& config = {});

}  // namespace tandem
