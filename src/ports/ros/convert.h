// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/time.h"
#include "geometry/pose.h"
#include "geometry/pose2.h"
#include "messages/geometry_msgs.h"
#include "messages/std_msgs.h"

namespace tandem {

// Between our geometry and ROS's. Both are right-handed, in SI units, x forward and z up (REP-103),
// so these only copy.
geometry_msgs::msg::Point to_point(const Vec3& v);
geometry_msgs::msg::Vector3 to_vector(const Vec3& v);
geometry_msgs::msg::Quaternion to_message(const Quat& q);
geometry_msgs::msg::Pose to_message(const Pose& pose);
geometry_msgs::msg::Transform to_transform(const Pose& parent_from_child);
geometry_msgs::msg::Twist to_message(const Twist& twist);

Vec3 from_message(const geometry_msgs::msg::Point& point);
Vec3 from_message(const geometry_msgs::msg::Vector3& vector);
Quat from_message(const geometry_msgs::msg::Quaternion& quaternion);
Pose from_message(const geometry_msgs::msg::Pose& pose);
Twist from_message(const geometry_msgs::msg::Twist& twist);

// On the plane z = 0.
Pose to_pose(const Pose2& pose);

std_msgs::msg::Header make_header(SimTime time, std::string frame);
geometry_msgs::msg::TransformStamped make_transform(SimTime time, std::string parent,
                                                    std::string child,
                                                    const Pose& parent_from_child);

}  // namespace tandem
