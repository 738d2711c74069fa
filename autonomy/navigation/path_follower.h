// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "autonomy/navigation/dynamic_window.h"
#include "autonomy/navigation/motion.h"
#include "autonomy/navigation/path_progress.h"
#include "autonomy/navigation/situation.h"

namespace tandem {

struct FollowerConfig {
  double goal_tolerance_m = 0.05;
  double goal_tolerance_rad = 0.1;
  // The robot turns on the spot when the path ahead is so far to the side, until it is not.
  double turn_from_rad = 0.7;
  double turn_until_rad = 0.15;
  double turn_distance_m = 0.25;  // how far ahead on the path it looks for that
  double progress_m = 0.1;        // that it has to move, or
  double progress_rad = 0.4;      // to turn
  Duration progress_time = 8s;    // within this
  Duration patience = 2s;         // how long it stands and waits when there is no way on
};

// Follows a path to its end: turns towards it on the spot first, drives arcs along it, and at the
// end turns to the heading of its last pose. Fails with the codes of nav2_msgs/action/FollowPath.
class PathFollower {
 public:
  PathFollower() = default;
  explicit PathFollower(std::vector<Pose2> path);

  // Another path to the same goal, or on the way to another; what was reached is kept when the goal
  // is the same.
  void replace_path(std::vector<Pose2> path);

  Progress step(const Situation& situation, const FollowerConfig& config,
                const MotionLimits& limits, const DynamicWindowConfig& window);

  const PathProgress& path() const { return path_; }
  bool is_at_goal() const { return has_arrived_; }
  // Whether something stands on the path within so many metres.
  bool is_blocked(const Situation& situation, double ahead_m) const;
  // The arc that is driven now.
  const std::vector<Pose2>& arc() const { return arc_; }

 private:
  std::optional<Progress> turn_on_the_spot(double angle, const Situation& situation,
                                           const MotionLimits& limits);
  // Straight back or on, to where there is room to turn; nothing when there is no such place so
  // near.
  std::optional<Progress> drive_to_turn(double angle, const Situation& situation,
                                        const MotionLimits& limits, double farthest_m);
  bool has_progress(const Situation& situation, const FollowerConfig& config);

  PathProgress path_;
  bool has_arrived_ = false;  // at the place; what is left is the heading
  bool is_turning_ = false;
  OscillationGuard oscillation_;
  std::optional<Pose2> progress_from_;
  SimTime progress_at_{};
  double turned_rad_ = 0;  // to and fro since it last moved
  std::optional<SimTime> stuck_since_;
  std::vector<Pose2> arc_;
};

}  // namespace tandem
