// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "autonomy/farming/coverage.h"
#include "geometry/pose2.h"

namespace tandem {

// One piece of exact driving: a turn on the spot, or a straight line.
struct Leg {
  enum class Kind { turn, forwards, backwards };
  Kind kind = Kind::forwards;
  Pose2 to;  // of the robot; its heading is the one that it has all along the line
};

struct LegLimits {
  double speed_mps = 0.3;
  double turn_radps = 1.2;
};

// How to go on; nothing when it is there. The line is that through the end of the leg, so a robot
// beside it comes back to it.
std::optional<Twist2> drive_leg(const Leg& leg, const Pose2& robot, const LegLimits& limits);

// From the end of a swath to the beginning of the next, and along it. The robot turns where it is,
// with its tool above the field, and backs up before the edge: so that little room is needed around
// the field.
std::vector<Leg> legs_between(const Swath& done, const Swath& next);
// Along a swath, for a robot that stands somewhere on its line.
std::vector<Leg> legs_along(const Swath& swath);

}  // namespace tandem
