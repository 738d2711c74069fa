// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "autonomy/behavior/odometry_history.h"
#include "autonomy/behavior/state.h"
#include "autonomy/behavior/watchdog.h"
#include "base/result.h"
#include "messages/nav_msgs.h"
#include "middleware/node.h"
#include "middleware/transform_listener.h"

namespace tandem {

// Where the robot is and was, from its odometry and the transforms. Belongs to the node's
// callbacks.
class Whereabouts {
 public:
  explicit Whereabouts(Node& node);

  // In the frame of the odometry, which does not leap.
  const OdometryHistory& odometry() const { return history_; }
  const std::string& base_frame() const { return base_frame_; }  // empty: not heard of it yet
  double speed_mps() const { return speed_mps_; }

  // The frame that places are remembered in: the map's.
  std::string global_frame() const { return global_frame_.value(); }
  Result<Pose2> global_from_base() const;
  // Where it was when a picture was taken; where it is if that is not known.
  Result<Pose2> global_from_base(SimTime then) const;
  const TransformBuffer& transforms() const { return transforms_; }

  // What has not been told for too long, since `since` or what was heard last: "odometry_lost", or
  // "tracking_lost" when somebody told where the robot is on the map and does not any more. A robot
  // that nobody has ever placed there lacks nothing, and one that is only just starting is waited
  // for.
  std::optional<Ending> trouble(SimTime now, SimTime since) const;

 private:
  Node& node_;
  Parameter<std::string> global_frame_;
  OdometryHistory history_;
  std::string base_frame_;
  double speed_mps_ = 0;
  bool was_placed_ = false;  // in the global frame, once
  TransformBuffer transforms_;
  TransformListener listener_;
  Subscription odom_;
};

}  // namespace tandem
