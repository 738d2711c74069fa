// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "middleware/node.h"
#include "ports/ros/robot_interface.h"
#include "simulation/frame.h"

namespace tandem {

// A robot of the running world as the network knows it.
struct NetworkRobot {
  std::string name;
  std::string ns;  // "/lab/emaros"; empty: it has none
  RobotInterface interface;
};

// The robots that are there now. The port's thread keeps it up, any may read.
class NetworkRobots {
 public:
  using List = std::vector<NetworkRobot>;

  explicit NetworkRobots(const Node& node) : node_(node) {}

  // Whether there are others than before.
  bool keep_up(const Frame& frame);
  // Which world they are in; another one may have robots of the same names.
  std::uint64_t world_generation() const { return world_generation_; }

  std::shared_ptr<const List> all() const;
  bool has(std::string_view name) const;

 private:
  const Node& node_;
  std::uint64_t world_generation_ = 0;
  std::vector<std::shared_ptr<const RobotConfig>> known_;
  mutable std::mutex mutex_;
  std::shared_ptr<const List> robots_ = std::make_shared<List>();
};

// In whose namespace a topic is: the innermost, and one that has none only for want of another.
const NetworkRobot* robot_with_topic(const NetworkRobots::List& robots, std::string_view topic);
const NetworkRobot* robot_named(const NetworkRobots::List& robots, std::string_view name);

}  // namespace tandem
