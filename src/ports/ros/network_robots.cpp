// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/network_robots.h"

#include <algorithm>
#include <utility>

namespace tandem {

bool NetworkRobots::keep_up(const Frame& frame) {
  const bool is_same_world = frame.world_generation == world_generation_;
  if (is_same_world && std::ranges::equal(frame.robots, known_, {}, &RobotState::config))
    return false;
  world_generation_ = frame.world_generation;
  known_.clear();
  auto robots = std::make_shared<List>();
  for (const RobotState& robot : frame.robots) {
    known_.push_back(robot.config);
    RobotInterface interface = robot_interface(*robot.config, *frame.scenario);
    std::string ns;
    if (!interface.ns.empty()) ns = node_.resolve_topic(interface.ns);
    robots->push_back({robot.name, std::move(ns), std::move(interface)});
  }
  const std::lock_guard lock(mutex_);
  robots_ = std::move(robots);
  return true;
}

std::shared_ptr<const NetworkRobots::List> NetworkRobots::all() const {
  const std::lock_guard lock(mutex_);
  return robots_;
}

bool NetworkRobots::has(std::string_view name) const {
  return robot_named(*all(), name) != nullptr;
}

const NetworkRobot* robot_with_topic(const NetworkRobots::List& robots, std::string_view topic) {
  const NetworkRobot* best = nullptr;
  for (const NetworkRobot& robot : robots) {
    if (!topic.starts_with(robot.ns + "/")) continue;
    if (!best || robot.ns.size() > best->ns.size()) best = &robot;
  }
  return best;
}

const NetworkRobot* robot_named(const NetworkRobots::List& robots, std::string_view name) {
  const auto found = std::ranges::find(robots, name, &NetworkRobot::name);
  return found == robots.end() ? nullptr : &*found;
}

}  // namespace tandem
