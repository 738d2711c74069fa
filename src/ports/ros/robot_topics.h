// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "messages/nav_msgs.h"
#include "messages/sensor_msgs.h"
#include "messages/std_msgs.h"
#include "middleware/node.h"
#include "ports/ros/cadence.h"
#include "ports/ros/link_frames.h"
#include "ports/ros/offered_topic.h"
#include "ports/ros/robot_interface.h"
#include "ports/streams/command_topic.h"
#include "simulation/frame.h"

namespace tandem {

// The topics of one robot. They appear and go with it.
class RobotTopics {
 public:
  RobotTopics(Node& node, const std::string& robot, const RobotInterface& interface, Inbox& inbox);

  void publish(const RobotState& robot, SimTime time);
  // Whether the last publish() was one that transforms go with.
  bool is_due() const { return is_due_; }
  void append_moving(const RobotState& robot, SimTime time,
                     std::vector<geometry_msgs::msg::TransformStamped>& transforms) const;
  void append_fixed(SimTime time,
                    std::vector<geometry_msgs::msg::TransformStamped>& transforms) const;

  void follow(const GraphView& graph);

  const RobotInterface& interface() const { return interface_; }
  std::uint64_t dropped() const;

 private:
  const RobotInterface interface_;
  const LinkFrames links_;
  Cadence cadence_;
  bool is_due_ = false;
  std::optional<CommandTopic> command_;
  OfferedTopic<nav_msgs::msg::Odometry> odometry_;
  OfferedTopic<nav_msgs::msg::Odometry> ground_truth_;
  OfferedTopic<sensor_msgs::msg::JointState> joint_states_;
  OfferedTopic<std_msgs::msg::String> description_;
};

}  // namespace tandem
