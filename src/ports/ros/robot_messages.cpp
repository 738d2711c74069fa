// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/robot_messages.h"

#include <array>

#include "ports/ros/convert.h"

namespace tandem {

namespace {

// ROS's order of the six dimensions in a covariance.
enum Dimension : std::size_t { x, y, z, roll, pitch, yaw };

using Covariance = std::array<double, 36>;

void set(Covariance& covariance, Dimension a, Dimension b, double value) {
  covariance[a * 6 + b] = covariance[b * 6 + a] = value;
}

}  // namespace

nav_msgs::msg::Odometry odometry_message(const RobotState& robot, SimTime time,
                                         const RobotFrames& frames) {
  const OdometryReading& reading = robot.odometry;
  nav_msgs::msg::Odometry message;
  message.header = make_header(time, frames.odom);
  message.child_frame_id = frames.base;
  message.pose.pose = to_message(to_pose(reading.odom_from_base));
  message.twist.twist.linear.x = reading.velocity.linear;
  message.twist.twist.angular.z = reading.velocity.angular;

  // zero for z, roll and pitch is ROS's way to say that this is a pose on a plane
  const PoseCovariance2& doubt = reading.pose_covariance;
  Covariance& pose = message.pose.covariance;
  set(pose, x, x, doubt.x_x);
  set(pose, x, y, doubt.x_y);
  set(pose, x, yaw, doubt.x_yaw);
  set(pose, y, y, doubt.y_y);
  set(pose, y, yaw, doubt.y_yaw);
  set(pose, yaw, yaw, doubt.yaw_yaw);

  // wheels do not roll sideways: that they slip a little is as unsure as the way forward
  Covariance& twist = message.twist.covariance;
  set(twist, x, x, reading.linear_variance);
  set(twist, y, y, reading.linear_variance);
  set(twist, yaw, yaw, reading.angular_variance);
  return message;
}

nav_msgs::msg::Odometry ground_truth_message(const RobotState& robot, SimTime time,
                                             const RobotFrames& frames) {
  const Quat base_from_world = inverse(robot.world_from_base.rotation);
  nav_msgs::msg::Odometry message;
  message.header = make_header(time, frames.map);
  message.child_frame_id = frames.base;
  message.pose.pose = to_message(robot.world_from_base);
  message.twist.twist = to_message(
      Twist{base_from_world * robot.velocity.linear, base_from_world * robot.velocity.angular});
  return message;
}

sensor_msgs::msg::JointState joint_state_message(const RobotState& robot, SimTime time) {
  return {.header = make_header(time, ""),
          .name = robot.joints.names,
          .position = robot.joints.positions,
          .velocity = robot.joints.velocities,
          .effort = robot.joints.efforts};
}

geometry_msgs::msg::TransformStamped odometry_transform(const RobotState& robot, SimTime time,
                                                        const RobotFrames& frames) {
  return make_transform(time, frames.odom, frames.base, to_pose(robot.odometry.odom_from_base));
}

geometry_msgs::msg::TransformStamped pose_transform(const RobotState& robot, SimTime time,
                                                    const RobotFrames& frames) {
  return make_transform(time, frames.map, frames.base, robot.world_from_base);
}

geometry_msgs::msg::TransformStamped localization_transform(const RobotState& robot, SimTime time,
                                                            const RobotFrames& frames) {
  const Pose odom_from_base = to_pose(robot.odometry.odom_from_base);
  return make_transform(time, frames.map, frames.odom,
                        robot.world_from_base * inverse(odom_from_base));
}

}  // namespace tandem
