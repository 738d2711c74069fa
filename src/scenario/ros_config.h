// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/findings.h"
#include "geometry/area.h"

namespace tandem {

// How a scenario shows itself to ROS. What it does not say is as docs/ros-interface.md has it.

enum class TfTopics {
  shared,      // /tf and /tf_static for all robots
  namespaced,  // tf and tf_static in each robot's namespace
};
enum class CommandVelocityType { automatic, twist, stamped };
enum class Localization {
  none,   // the robot finds out where it is by itself
  ideal,  // map -> odom is published, and true
};
enum class TopicReliability { reliable, best_effort };
enum class TopicDurability { volatile_, transient_local };

// One topic that differs from what is usual. What is not given stays usual.
struct TopicConfig {
  std::string name;  // of a robot's topics seen from its namespace; else from the root: "/map"
  Place place;
  std::optional<bool> is_published;
  std::optional<double> rate_hz;
  std::optional<TopicReliability> reliability;
  std::optional<TopicDurability> durability;
  std::optional<int> depth;
};

// What ROS sees of one robot.
struct RobotRosConfig {
  std::optional<std::string> ns;            // without a leading slash; may be empty
  std::optional<std::string> frame_prefix;  // goes before its frames' names as it is
  CommandVelocityType cmd_vel_type = CommandVelocityType::automatic;
  Localization localization = Localization::none;
  double odom_rate_hz = 50;  // of odometry, joint states and transforms
  std::vector<TopicConfig> topics;
};

struct RosConfig {
  TfTopics tf = TfTopics::shared;
  double clock_rate_hz = 0;  // 0: every step
  double stats_rate_hz = 1;  // of /tandem/stats and /diagnostics
  std::vector<TopicConfig> topics;
};

// The map that ROS gets of the world.
struct MapConfig {
  std::optional<double> height_m;  // where the world is cut; without it as high as a lidar looks
  double resolution_m = 0.05;
  std::optional<Area> area;  // without it all that stands in the world
};

}  // namespace tandem
