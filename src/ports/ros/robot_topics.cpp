// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/robot_topics.h"

#include "ports/ros/robot_messages.h"

namespace tandem {

RobotTopics::RobotTopics(Node& node, const RobotConfig& config, const RobotInterface& interface,
                         Inbox& inbox)
    : interface_(interface),
      links_(*interface.model, interface.frame_prefix),
      cadence_(Cadence::at_rate(interface.rate_hz)),
      odometry_(node.publisher<nav_msgs::msg::Odometry>(interface.topic("odom"))),
      joint_states_(node.publisher<sensor_msgs::msg::JointState>(interface.topic("joint_states"))) {
  if (interface.has_ground_truth)
    ground_truth_ = node.publisher<nav_msgs::msg::Odometry>(interface.topic("ground_truth"));
  if (config.drive.type != DriveType::none)
    command_.emplace(node, interface.topic("cmd_vel"), interface.command_type,
                     [&inbox, name = config.name](const Twist2& velocity) {
                       inbox.commands.put({name, velocity});
                     });
}

void RobotTopics::publish(const RobotState& robot, SimTime time) {
  is_due_ = cadence_.is_due(time);
  if (!is_due_) return;
  if (odometry_.is_wanted()) odometry_.publish(odometry_message(robot, time, interface_.frames));
  if (ground_truth_.is_wanted())
    ground_truth_.publish(ground_truth_message(robot, time, interface_.frames));
  if (joint_states_.is_wanted()) joint_states_.publish(joint_state_message(robot, time));
}

void RobotTopics::append_moving(
    const RobotState& robot, SimTime time,
    std::vector<geometry_msgs::msg::TransformStamped>& transforms) const {
  if (interface_.is_localized)
    transforms.push_back(localization_transform(robot, time, interface_.frames));
  transforms.push_back(odometry_transform(robot, time, interface_.frames));
  links_.append_moving(robot.joints, time, transforms);
}

void RobotTopics::append_fixed(
    SimTime time, std::vector<geometry_msgs::msg::TransformStamped>& transforms) const {
  const auto fixed = links_.fixed(time);
  transforms.insert(transforms.end(), fixed.begin(), fixed.end());
}

void RobotTopics::follow(const GraphView& graph) {
  if (command_) command_->follow(graph);
}

std::uint64_t RobotTopics::dropped() const {
  return odometry_.stats().dropped + ground_truth_.stats().dropped + joint_states_.stats().dropped;
}

}  // namespace tandem
