// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "ports/ros/command_topic.h"
#include "ports/ros/robot_messages.h"
#include "scenario/scenario.h"

namespace tandem {

// What ROS sees of one robot, as its scenario has it. Two robots with the same interface can't be
// told apart from outside.
struct RobotInterface {
  std::string ns;            // "/emaros"; empty: the topics have no namespace
  std::string frame_prefix;  // "emaros/"
  RobotFrames frames;
  std::string tf_ns;  // of the topics tf and tf_static
  std::optional<CommandType> command_type;
  bool has_ground_truth = false;
  bool is_localized = false;  // map -> odom is the truth
  double rate_hz = 50;        // of odometry, joint states and transforms
  std::shared_ptr<const Model> model;

  friend bool operator==(const RobotInterface&, const RobotInterface&) = default;

  // "odom" is "/emaros/odom".
  std::string topic(const std::string& name) const { return ns + "/" + name; }
};

RobotInterface robot_interface(const RobotConfig& robot, const Scenario& scenario);

}  // namespace tandem
