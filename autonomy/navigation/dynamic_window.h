// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "autonomy/navigation/costmap.h"
#include "autonomy/navigation/footprint.h"
#include "autonomy/navigation/foresight.h"
#include "autonomy/navigation/motion.h"
#include "autonomy/navigation/path_progress.h"
#include "geometry/pose2.h"

namespace tandem {

struct DynamicWindowConfig {
  int speed_samples = 9;
  int yaw_rate_samples = 21;
  double horizon_s = 1.2;  // how far ahead arcs are driven
  double step_s = 0.1;
  // What counts how much, per metre or per whole.
  double path_weight = 4;         // being off the path at the end of the arc
  double progress_weight = 3;     // not having come as far along the path as possible
  double alignment_weight = 3;    // not heading along the path at the end of the arc
  double obstacle_weight = 0.6;   // the highest cost under the footprint
  double forward_weight = 0.2;    // turning on the spot, or driving backwards
  double moving_weight = 1.5;     // coming near to things that move
  double moving_margin_m = 0.08;  // nothing that moves may come nearer,
  double moving_comfort_m = 0.3;  // and this near it begins to count
  double moving_horizon_s = 3;    // how far ahead it is looked at who does not stand in the way
  double start_horizon_s = 1.5;   // and that what rests sets out again
  double alignment_distance_m = 0.15;  // of the point ahead of the robot that should be on the path
};

// One way to go on: an arc, and what speaks against it.
struct Trajectory {
  Twist2 velocity;
  std::vector<Pose2> poses;
  double penalty = 0;
};

// Keeps a robot from going to and fro on the spot: who has begun to turn one way, or to drive one
// way, goes on so until it has moved a little.
class OscillationGuard {
 public:
  bool allows(const Twist2& velocity) const;
  void follow(const Pose2& robot, const Twist2& chosen);

 private:
  int drives_ = 0;  // -1 backwards, 1 forwards, 0 whichever
  int turns_ = 0;   // on the spot: -1 clockwise, 1 counter-clockwise
  Pose2 since_;
};

// What one choice depends on.
struct WindowView {
  const Costmap& costmap;
  const Footprint& footprint;
  const PathProgress& path;
  Pose2 robot;
  Twist2 velocity;
  const Foresight& moving;
};

// The best of the arcs that the robot can drive from here and that touch nothing, neither what
// stands nor what moves, where that will be then, nor what rests, should it set out now; nothing
// when all do. Who is in the way of something may drive all arcs on which it is farther from that
// than if it stood. Ties go to the arc that is tried first, so the same view gives the same choice.
std::optional<Trajectory> best_trajectory(const WindowView& view, const MotionLimits& limits,
                                          const DynamicWindowConfig& config,
                                          const OscillationGuard& guard = {});

}  // namespace tandem
