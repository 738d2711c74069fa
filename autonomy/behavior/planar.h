// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "geometry/pose2.h"
#include "messages/geometry_msgs.h"

namespace tandem {

// Between poses on the floor and the messages that carry them.
Pose2 to_pose2(const geometry_msgs::msg::Pose& pose);
geometry_msgs::msg::PoseStamped to_pose_stamped(const Pose2& pose, std::string_view frame);

// The same direction, from -pi to pi.
double wrap_angle(double angle);

double distance(Vec2 a, Vec2 b);

}  // namespace tandem
