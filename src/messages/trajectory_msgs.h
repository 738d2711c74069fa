// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "messages/builtin_interfaces.h"
#include "messages/geometry_msgs.h"
#include "messages/message.h"
#include "messages/std_msgs.h"

// ROS 2's trajectory_msgs, as in Jazzy.
namespace tandem::trajectory_msgs::msg {

struct JointTrajectoryPoint {
  std::vector<double> positions;
  std::vector<double> velocities;
  std::vector<double> accelerations;
  std::vector<double> effort;
  builtin_interfaces::msg::Duration time_from_start;
  TANDEM_MESSAGE("trajectory_msgs/msg/JointTrajectoryPoint", positions, velocities, accelerations,
                 effort, time_from_start)
};

struct JointTrajectory {
  std_msgs::msg::Header header;
  std::vector<std::string> joint_names;
  std::vector<JointTrajectoryPoint> points;
  TANDEM_MESSAGE("trajectory_msgs/msg/JointTrajectory", header, joint_names, points)
};

struct MultiDOFJointTrajectoryPoint {
  std::vector<geometry_msgs::msg::Transform> transforms;
  std::vector<geometry_msgs::msg::Twist> velocities;
  std::vector<geometry_msgs::msg::Twist> accelerations;
  builtin_interfaces::msg::Duration time_from_start;
  TANDEM_MESSAGE("trajectory_msgs/msg/MultiDOFJointTrajectoryPoint", transforms, velocities,
                 accelerations, time_from_start)
};

struct MultiDOFJointTrajectory {
  std_msgs::msg::Header header;
  std::vector<std::string> joint_names;
  std::vector<MultiDOFJointTrajectoryPoint> points;
  TANDEM_MESSAGE("trajectory_msgs/msg/MultiDOFJointTrajectory", header, joint_names, points)
};

}  // namespace tandem::trajectory_msgs::msg

namespace tandem::trajectory_msgs {

using Messages = TypeList<msg::JointTrajectory, msg::JointTrajectoryPoint,
                          msg::MultiDOFJointTrajectory, msg::MultiDOFJointTrajectoryPoint>;

}  // namespace tandem::trajectory_msgs
