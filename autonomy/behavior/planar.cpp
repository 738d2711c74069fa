// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/behavior/planar.h"

#include <cmath>
#include <numbers>

#include "geometry/quat.h"

namespace tandem {

Pose2 to_pose2(const geometry_msgs::msg::Pose& pose) {
  const auto& q = pose.orientation;
  return {{pose.position.x, pose.position.y}, Quat{q.w, q.x, q.y, q.z}.yaw()};
}

geometry_msgs::msg::PoseStamped to_pose_stamped(const Pose2& pose, std::string_view frame) {
  geometry_msgs::msg::PoseStamped message;
  message.header.frame_id = frame;
  message.pose.position = {.x = pose.translation.x, .y = pose.translation.y};
  message.pose.orientation = {.z = std::sin(pose.yaw / 2), .w = std::cos(pose.yaw / 2)};
  return message;
}

double wrap_angle(double angle) { return std::remainder(angle, 2 * std::numbers::pi); }

double distance(Vec2 a, Vec2 b) { return std::hypot(a.x - b.x, a.y - b.y); }

}  // namespace tandem
