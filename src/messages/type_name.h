// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace tandem {

// "geometry_msgs/msg/Twist" -> "geometry_msgs::msg::dds_::Twist_"
std::string dds_type_name(std::string_view ros_name);

// And back; what does not have that form stays as it is.
std::string ros_type_name(std::string_view dds_name);

}  // namespace tandem
