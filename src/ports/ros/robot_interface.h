// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>

#include "ports/ros/robot_messages.h"
#include "ports/ros/topic_choices.h"
#include "ports/streams/command_topic.h"
#include "scenario/scenario.h"
#include "sensors/suite.h"

namespace tandem {

// What ROS sees of one robot, as its scenario has it. As long as it stays the same, the robot's
// topics stay too, also if the world is built anew around it.
struct RobotInterface {
  std::string ns;            // "emaros", below that of the node; may be empty
  std::string frame_prefix;  // "emaros/"
  RobotFrames frames;
  std::string tf_prefix;   // of the topics tf and tf_static: "/", or "emaros/"
  bool is_driven = false;  // hears cmd_vel
  bool has_odometry = false;
  bool is_twin = false;
  std::string pose_topic;     // of a twin
  std::string imu_topic;      // of its robot's own IMU
  bool starts_steps = false;  // by its poses
  std::optional<CommandType> command_type;
  bool is_localized = false;  // map -> odom is the truth
  double rate_hz = 50;        // of odometry, joint states and transforms
  TopicChoices topics;
  std::set<std::string> sensor_topics;  // of its sensors, which know better than the simulation
  std::shared_ptr<const Model> model;

  friend bool operator==(const RobotInterface&, const RobotInterface&) = default;

  // "odom" is "emaros/odom". Seen from the node, so that --ros-args can put all of it elsewhere.
  std::string topic(const std::string& name) const { return ns.empty() ? name : ns + "/" + name; }
};

RobotInterface robot_interface(const RobotConfig& robot, const Scenario& scenario,
                               const SensorList& sensors = {});

}  // namespace tandem
