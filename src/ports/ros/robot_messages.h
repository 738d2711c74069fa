// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/time.h"
#include "messages/geometry_msgs.h"
#include "messages/nav_msgs.h"
#include "messages/sensor_msgs.h"
#include "robots/robot.h"

namespace tandem {

// What a robot's frames are called, by REP-105: map -> odom -> base.
struct RobotFrames {
  std::string map = "map";
  std::string odom = "odom";
  std::string base = "base_link";

  friend bool operator==(const RobotFrames&, const RobotFrames&) = default;
};

// What the robot believes: the pose of its base since the start and its velocity, in its own frame.
nav_msgs::msg::Odometry odometry_message(const RobotState& robot, SimTime time,
                                         const RobotFrames& frames);

// What is true: the pose in the map and the velocity in the robot's own frame.
nav_msgs::msg::Odometry ground_truth_message(const RobotState& robot, SimTime time,
                                             const RobotFrames& frames);

sensor_msgs::msg::JointState joint_state_message(const RobotState& robot, SimTime time);

geometry_msgs::msg::TransformStamped odometry_transform(const RobotState& robot, SimTime time,
                                                        const RobotFrames& frames);

// Where a robot without odometry is.
geometry_msgs::msg::TransformStamped pose_transform(const RobotState& robot, SimTime time,
                                                    const RobotFrames& frames);

// What perfect localisation says: together with the odometry it gives the true pose.
geometry_msgs::msg::TransformStamped localization_transform(const RobotState& robot, SimTime time,
                                                            const RobotFrames& frames);

}  // namespace tandem
