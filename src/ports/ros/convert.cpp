// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/convert.h"

#include <utility>

#include "messages/time.h"

namespace tandem {

geometry_msgs::msg::Point to_point(const Vec3& v) { return {v.x, v.y, v.z}; }

geometry_msgs::msg::Vector3 to_vector(const Vec3& v) { return {v.x, v.y, v.z}; }

geometry_msgs::msg::Quaternion to_message(const Quat& q) { return {q.x, q.y, q.z, q.w}; }

geometry_msgs::msg::Pose to_message(const Pose& pose) {
  return {to_point(pose.translation), to_message(pose.rotation)};
}

geometry_msgs::msg::Transform to_transform(const Pose& parent_from_child) {
  return {to_vector(parent_from_child.translation), to_message(parent_from_child.rotation)};
}

geometry_msgs::msg::Twist to_message(const Twist& twist) {
  return {to_vector(twist.linear), to_vector(twist.angular)};
}

Vec3 from_message(const geometry_msgs::msg::Point& point) { return {point.x, point.y, point.z}; }

Vec3 from_message(const geometry_msgs::msg::Vector3& vector) {
  return {vector.x, vector.y, vector.z};
}

Quat from_message(const geometry_msgs::msg::Quaternion& q) { return {q.w, q.x, q.y, q.z}; }

Pose from_message(const geometry_msgs::msg::Pose& pose) {
  return {from_message(pose.position), from_message(pose.orientation)};
}

Twist from_message(const geometry_msgs::msg::Twist& twist) {
  return {from_message(twist.linear), from_message(twist.angular)};
}

Pose to_pose(const Pose2& pose) {
  return {{pose.translation.x, pose.translation.y, 0}, Quat::from_rpy(0, 0, pose.yaw)};
}

std_msgs::msg::Header make_header(SimTime time, std::string frame) {
  return {to_message_time(time), std::move(frame)};
}

geometry_msgs::msg::TransformStamped make_transform(SimTime time, std::string parent,
                                                    std::string child,
                                                    const Pose& parent_from_child) {
  return {make_header(time, std::move(parent)), std::move(child), to_transform(parent_from_child)};
}

}  // namespace tandem
