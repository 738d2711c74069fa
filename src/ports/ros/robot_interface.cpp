// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/robot_interface.h"

namespace tandem {

namespace {

std::optional<CommandType> command_type(CommandVelocityType type) {
  switch (type) {
    case CommandVelocityType::automatic:
      return std::nullopt;
    case CommandVelocityType::twist:
      return CommandType::twist;
    case CommandVelocityType::stamped:
      return CommandType::stamped;
  }
  return std::nullopt;
}

}  // namespace

RobotInterface robot_interface(const RobotConfig& robot, const Scenario& scenario,
                               const SensorList& sensors) {
  RobotInterface made;
  made.ns = namespace_of(robot);
  made.frame_prefix = frame_prefix_of(robot, scenario.ros.tf);
  made.frames.odom = made.frame_prefix + "odom";
  if (!robot.model->links.empty())
    made.frames.base = made.frame_prefix + robot.model->links.front().name;
  made.tf_prefix = scenario.ros.tf == TfTopics::namespaced ? made.topic("") : "/";
  // a real robot drives itself; its odometry is what its tracker says
  made.is_twin = robot.mode == RobotMode::twin;
  made.is_driven = robot.drive.type != DriveType::none && !made.is_twin;
  made.has_odometry = robot.drive.type != DriveType::none || made.is_twin;
  if (made.is_twin) {
    made.pose_topic = pose_topic_of(robot) + " " + robot.twin.frame;
    made.imu_topic = imu_topic_of(robot);
    made.starts_steps = robot.twin.starts_steps;
  }
  made.command_type = command_type(robot.ros.cmd_vel_type);
  made.is_localized = robot.ros.localization == Localization::ideal;
  made.rate_hz = robot.ros.odom_rate_hz;
  made.topics = choices_of(robot.ros.topics);
  for (const auto& sensor : sensors)
    if (sensor->is_on_robot && sensor->owner == robot.name)
      for (const SensorTopic& topic : sensor->topics) made.sensor_topics.insert(topic.name);
  made.model = robot.model;
  return made;
}

}  // namespace tandem
