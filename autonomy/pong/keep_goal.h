// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "autonomy/behavior/motion_watch.h"
#include "autonomy/behavior/sights.h"
#include "autonomy/behavior/skill.h"
#include "autonomy/behavior/watchdog.h"
#include "autonomy/behavior/wheels.h"
#include "autonomy/behavior/whereabouts.h"
#include "autonomy/pong/goalkeeping.h"
#include "messages/sensor_msgs.h"
#include "middleware/node.h"

namespace tandem {

// Keeps a goal: drives to and fro along the line that the robot looks along when it begins, so that
// the paddle at its right side is where the ball comes. The ball is seen by the front and the rear
// camera, the ends of the line by the lidar. Goes on until it is told to stop; ends by itself with
// "camera_lost", "perception_lost", "lidar_lost", "odometry_lost", "tracking_lost",
// "robot_stuck" or "failed".
class KeepGoal final : public Skill {
 public:
  KeepGoal(Node& node, Whereabouts& whereabouts, Sights& front, Sights& rear,
           const GoalkeepingConfig& config);

  static std::vector<std::string> outcomes();  // besides "failed"

  void start(const Goal& goal, SimTime now) override;
  std::optional<Result> step(SimTime now) override;
  void stop() override;
  Feedback feedback() const override;

 private:
  void look(const tandem_msgs::msg::Sight& sight);
  void measure(const sensor_msgs::msg::LaserScan& scan);
  std::optional<Pose2> line_from_base(SimTime when) const;

  Node& node_;
  Whereabouts& whereabouts_;
  Sights& front_;
  Sights& rear_;
  const GoalkeepingConfig& config_;
  Wheels wheels_;
  bool is_working_ = false;
  SimTime begin_{};
  std::optional<Pose2> odom_from_line_;
  std::optional<CourtSides> sides_;
  BallTrack track_;
  double wanted_x_ = 0;
  Watchdog lidar_{1s};
  MotionWatch motion_{2s};
  Subscription scans_;
};

}  // namespace tandem
