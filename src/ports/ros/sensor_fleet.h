// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "messages/geometry_msgs.h"
#include "middleware/node.h"
#include "ports/ros/cadence.h"
#include "ports/ros/robot_interface.h"
#include "ports/ros/sensor_topics.h"
#include "simulation/frame.h"

namespace tandem {

using RobotInterfaces = std::map<std::string, RobotInterface>;  // by the robot's name

// The topics and frames of all sensors that are there: those of robots, and those of things that
// stand in the world, which are below a namespace of the thing's name.
class SensorFleet {
 public:
  SensorFleet(Node& node, EventTopic& events, std::shared_ptr<SensorInterest> interest,
              bool is_lockstep)
      : node_(node), events_(events), interest_(std::move(interest)), is_lockstep_(is_lockstep) {}

  // Those that are over, or changed; all of them when the world is another one. True if any.
  bool remove_gone(const Frame& frame, const RobotInterfaces& robots, bool is_new_world);
  // Those that came. True if any.
  bool add_new(const Frame& frame, const RobotInterfaces& robots);

  void publish(const Frame& frame);
  // The subscribers may be others.
  void follow();

  // Frames of sensors that are not those of links.
  void append_fixed_of_robot(const Frame& frame, const std::string& robot,
                             const RobotInterface& interface,
                             std::vector<geometry_msgs::msg::TransformStamped>& transforms) const;
  // Where sensors are whose owners are no robots, in `map`.
  void append_fixed_of_things(const Frame& frame,
                              std::vector<geometry_msgs::msg::TransformStamped>& transforms) const;
  void append_moving_of_things(const Frame& frame,
                               std::vector<geometry_msgs::msg::TransformStamped>& transforms);

  void append_diagnostics(std::vector<diagnostic_msgs::msg::DiagnosticStatus>& all) const;
  std::uint64_t dropped() const;

 private:
  using Key = std::pair<std::string, std::string>;  // owner, sensor

  static SensorNames names_of(const SensorInfo& sensor, const Frame& frame,
                              const RobotInterfaces& robots);
  static void append_of_things(const Frame& frame, bool is_static,
                               std::vector<geometry_msgs::msg::TransformStamped>& transforms);

  Node& node_;
  EventTopic& events_;
  const std::shared_ptr<SensorInterest> interest_;
  const bool is_lockstep_;
  std::map<Key, std::unique_ptr<SensorTopics>> sensors_;
  std::shared_ptr<const Labels> told_labels_;
  std::uint64_t dropped_by_gone_ = 0;
  Cadence thing_cadence_ = Cadence::at_rate(50);
};

// A name that can be part of a topic: "box::2 left" becomes "box__2_left".
std::string as_ros_name(std::string name);

}  // namespace tandem
