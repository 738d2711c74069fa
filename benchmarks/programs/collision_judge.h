// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "simulation/frame.h"

namespace tandem {

struct RobotTouch {
  std::string thing;
  SimTime at{};
  double speed_mps = 0;         // of the robot's touching part, towards the thing
  double brought_nearer_m = 0;  // by the robot's own motion in the seconds before
  bool is_own_fault = false;
};

// Who is to blame when a robot or its load and something else touch. The robot is, if its touching
// part moved towards the thing just then, however fast the thing came itself, or if its own driving
// brought it nearer to the thing in the two seconds before: who stops in somebody's way has not
// stood there. It is not if it stood or left: then it was run into. Nor is it while something that
// moves pushes it about. Floors are no things.
class CollisionJudge {
 public:
  // A tracked robot trembles while it stands.
  explicit CollisionJudge(bool is_tracked = false) : creep_mps_(is_tracked ? 0.05 : 0.02) {}

  // Once for each frame. The touches that begin with it, of the first robot.
  std::vector<RobotTouch> look(const Frame& frame);

  // What is always touched or may be, by name: "red_box_1" that is about to be taken.
  void allow(std::set<std::string> things) { allowed_ = std::move(things); }

  int collisions() const { return collisions_; }  // that the robot is to blame for
  int bumps() const { return bumps_; }            // that it is not

 private:
  // A thing that touches the robot now.
  struct Toucher {
    BodyId body{};
    Vec3 point;
    Vec3 towards_it;
    Vec3 velocity;         // of its touching part
    bool is_load = false;  // what it touches is the robot's load
  };
  // What is needed of a frame to tell later who came to whom.
  struct Moment {
    SimTime time{};
    Pose world_from_robot;
    PoseTable world_from_body;
  };

  static std::map<std::string, Toucher> touchers(const Frame& frame);
  double brought_nearer_m(const Toucher& toucher, const Frame& frame) const;
  void remember(const Frame& frame);

  double creep_mps_;  // slower is standing still
  std::set<std::string> allowed_;
  std::set<std::string> touching_;
  std::optional<SimTime> pushed_at_;
  std::optional<Twist> velocity_;  // of the robot, in the frame before
  std::deque<Moment> past_;        // the oldest first
  int collisions_ = 0;
  int bumps_ = 0;
};

}  // namespace tandem
