// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "middleware/node.h"
#include "ports/ros/robot_topics.h"
#include "ports/ros/sensor_fleet.h"
#include "ports/ros/transform_topics.h"
#include "simulation/frame.h"

namespace tandem {

// The topics of all robots and sensors that are there, and the trees of frames they stand in.
class FleetTopics {
 public:
  FleetTopics(Node& node, EventTopic& events, Inbox& inbox,
              std::shared_ptr<SensorInterest> interest, bool is_lockstep)
      : node_(node), inbox_(inbox), sensors_(node, events, std::move(interest), is_lockstep) {}

  // Robots that came or went get or lose their topics first; those of an old world go before any of
  // a new one appear.
  void publish(const Frame& frame);
  // The network may look different.
  void follow(const GraphView& graph);

  void append_diagnostics(std::vector<diagnostic_msgs::msg::DiagnosticStatus>& all) const {
    sensors_.append_diagnostics(all);
  }
  std::uint64_t dropped() const;

 private:
  void keep_up(const Frame& frame);
  void publish_transforms(const Frame& frame);
  void publish_fixed_transforms(const Frame& frame);
  bool is_sent_first(const RobotInterface& robot, SimTime time);

  Node& node_;
  Inbox& inbox_;
  std::uint64_t world_generation_ = 0;
  std::uint64_t dropped_by_gone_ = 0;                      // topics that are not there any more
  std::vector<std::shared_ptr<const RobotConfig>> known_;  // of the last frame
  std::shared_ptr<const SensorList> known_sensors_;
  std::map<std::string, std::unique_ptr<RobotTopics>> robots_;  // by name
  SensorFleet sensors_;
  std::map<std::string, std::unique_ptr<TransformTopics>> trees_;  // by prefix
  SimTime sent_time_ = -1ns;                            // of the latest transforms that move
  std::set<std::pair<std::string, std::string>> sent_;  // with that time: tf_prefix, base frame
};

}  // namespace tandem
