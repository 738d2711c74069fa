// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scenario/fields.h"
#include "scenario/scenario.h"

namespace tandem {

// The keys of a robot that say what ROS sees of it.
RobotRosConfig read_robot_ros(const Fields& robot);

// Whether topics can be under it: "lab/robot_1", "/lab", or nothing.
bool is_ros_namespace(std::string_view text);
std::string without_leading_slash(std::string text);

// "tf" and "ros" of a scenario.
RosConfig read_ros(const Fields& scenario);

std::optional<MapConfig> read_map(const YamlNode& node, Findings& findings);

// Two robots with the same namespace or, in one tree of transforms, the same frames could not be
// told apart.
void check_robots_differ_in_ros(const Scenario& scenario, Findings& findings);

}  // namespace tandem
