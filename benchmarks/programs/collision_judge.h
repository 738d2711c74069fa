// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "simulation/frame.h"

namespace tandem {

struct RobotTouch {
  std::string thing;
  SimTime at{};
  double speed_mps = 0;  // of the robot, towards the thing
  bool is_own_fault = false;
};

// Who is to blame when a robot or its load and something else touch: who came faster. The robot is,
// if just before the touch the touching part of it moved towards the thing, and faster than the
// thing moved towards it. It is not if it stood, left or turned beside it: then it was run into.
// Nor is it while something that moves pushes it about. Floors are no things.
class CollisionJudge {
 public:
  // Once for each frame. The touches that begin with it, of the first robot.
  std::vector<RobotTouch> look(const Frame& frame);

  // What is always touched or may be, by name: "red_box_1" that is about to be taken.
  void allow(std::set<std::string> things) { allowed_ = std::move(things); }

  int collisions() const { return collisions_; }  // that the robot is to blame for
  int bumps() const { return bumps_; }            // that it is not

 private:
  std::set<std::string> allowed_;
  std::set<std::string> touching_;
  std::optional<SimTime> pushed_at_;
  std::optional<Twist> velocity_;  // of the robot, in the frame before
  Pose world_from_robot_;
  int collisions_ = 0;
  int bumps_ = 0;
};

}  // namespace tandem
