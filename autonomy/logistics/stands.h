// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "geometry/pose2.h"

namespace tandem {

// Where a robot could stand to do something with a thing.
struct StandQuery {
  Vec2 thing;
  double distance_m = 0.5;      // from the thing's middle to the robot's
  Vec2 robot;                   // where it is
  double wanted_room_m = 0.3;   // around the robot's middle: to turn with what it carries
  double needed_room_m = 0.17;  // to get there at all
  std::vector<Vec2> others;     // middles of things that no map has
  double other_radius_m = 0.11;
  std::vector<Vec2> tried;  // in vain: not again
  // Whether a circle on the map is free. Nothing: there is no map.
  std::function<bool(Vec2 middle, double radius_m)> is_free;
  // The way from the stand to so far before the thing must be free too, for a robot that drives in.
  double drive_in_to_m = 0;
};

// All places with enough room, each looking at the thing, the best first: near to the robot, with
// room to turn.
std::vector<Pose2> stands_at(const StandQuery& query);

}  // namespace tandem
