// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "geometry/pose2.h"

namespace tandem {

// How a ball bounces between walls and boxes that move. All in the frame of the court, whose middle
// is the origin: x points to the right side, y to the far one.

enum class CourtSide { left, right };

struct Court {
  double size_x_m = 4;
  double size_y_m = 3;
  bool has_left_goal = true;  // the whole side; otherwise a wall
  bool has_right_goal = true;
};

struct FlyingBall {
  Vec2 at;
  Vec2 velocity;  // m/s
  double radius_m = 0.05;
};

// A box on the floor that is moved from one pose to the other during a step.
struct MovedBox {
  Pose2 court_from_start;
  Pose2 court_from_end;
  Vec2 half_size;  // along its own axes
};

// What happened during a step, in order.
struct Bounces {
  struct Hit {
    std::size_t box = 0;
    Vec2 at;  // where the ball touched it
  };
  std::vector<Hit> hits;         // of boxes
  std::vector<CourtSide> goals;  // at most one: the flight ends there
  Vec2 goal_at;
};

// Lets the ball fly for `dt_s` seconds. Walls and boxes are mirrors, so that its speed stays what
// it is; only a box that moves after the ball faster than the mirrored ball flees lends it its own
// speed across the touched side, and one faster than the ball pushes it along. A goal is made when
// the middle of the ball crosses the line. However fast they are, nothing is passed through; a ball
// squeezed between a box and a wall has nowhere to go and ends up in the box.
Bounces fly(FlyingBall& ball, double dt_s, const Court& court, const std::vector<MovedBox>& boxes);

}  // namespace tandem
