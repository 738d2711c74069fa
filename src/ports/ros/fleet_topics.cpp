// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/fleet_topics.h"

#include <algorithm>

namespace tandem {

namespace {

TransformChoices shared_choices(const Scenario& scenario) {
  const TopicChoices choices = choices_of(scenario.ros.topics);
  return {choice_for(choices, "/tf"), choice_for(choices, "/tf_static")};
}

// A shared tree is the scenario's, one in a namespace the robot's.
TransformChoices transform_choices(const RobotInterface& robot, const Scenario& scenario) {
  if (scenario.ros.tf != TfTopics::namespaced) return shared_choices(scenario);
  return {choice_for(robot.topics, "tf"), choice_for(robot.topics, "tf_static")};
}

}  // namespace

void FleetTopics::publish(const Frame& frame) {
  keep_up(frame);
  for (const RobotState& robot : frame.robots) robots_.at(robot.name)->publish(robot, frame.time);
  publish_transforms(frame);  // before what refers to them
  sensors_.publish(frame);
}

void FleetTopics::keep_up(const Frame& frame) {
  const bool is_new_world = frame.world_generation != world_generation_;
  if (!is_new_world && frame.sensors == known_sensors_ &&
      std::ranges::equal(frame.robots, known_, {}, &RobotState::config))
    return;
  known_sensors_ = frame.sensors;
  world_generation_ = frame.world_generation;
  known_.clear();
  for (const RobotState& robot : frame.robots) known_.push_back(robot.config);

  RobotInterfaces robots;
  std::map<std::string, TransformChoices> trees;
  for (const RobotState& robot : frame.robots) {
    const auto [added, is_new] =
        robots.emplace(robot.name, robot_interface(*robot.config, *frame.scenario, *frame.sensors));
    const RobotInterface& interface = added->second;
    trees.emplace(interface.tf_prefix, transform_choices(interface, *frame.scenario));
  }

  // things that see stand in the tree of all
  if (std::ranges::any_of(*frame.sensors, [](const auto& sensor) { return !sensor->is_on_robot; }))
    trees.emplace("/", shared_choices(*frame.scenario));

  // what is over goes first
  const bool has_lost_sensors = sensors_.remove_gone(frame, robots, is_new_world);
  const std::uint64_t dropped_before = dropped();
  const std::size_t gone = std::erase_if(robots_, [&](const auto& known) {
    const auto found = robots.find(known.first);
    return is_new_world || found == robots.end() || !(found->second == known.second->interface());
  });
  std::erase_if(trees_, [&](const auto& known) {
    const auto found = trees.find(known.first);
    return found == trees.end() || !(found->second == known.second->choices());
  });
  dropped_by_gone_ += dropped_before - dropped();

  // then comes what is new
  bool has_new = false;
  for (const auto& [name, interface] : robots) {
    auto& topics = robots_[name];
    if (topics) continue;
    topics = std::make_unique<RobotTopics>(node_, name, interface, inbox_);
    has_new = true;
  }
  for (const auto& [prefix, choices] : trees)
    if (auto& tree = trees_[prefix]; !tree)
      tree = std::make_unique<TransformTopics>(node_, prefix, choices);
  const bool has_new_sensors = sensors_.add_new(frame, robots);
  if (gone > 0 || has_new || has_lost_sensors || has_new_sensors) publish_fixed_transforms(frame);
}

// One message for all robots of a tree: listeners take them at once.
void FleetTopics::publish_transforms(const Frame& frame) {
  for (const auto& [prefix, tree] : trees_) {
    if (!tree->is_due(frame.time)) continue;
    tf2_msgs::msg::TFMessage message;
    for (const RobotState& robot : frame.robots) {
      const RobotTopics& topics = *robots_.at(robot.name);
      if (topics.is_due() && topics.interface().tf_prefix == prefix &&
          is_sent_first(topics.interface(), frame.time))
        topics.append_moving(robot, frame.time, message.transforms);
    }
    if (prefix == "/") sensors_.append_moving_of_things(frame, message.transforms);
    tree->publish(message);
  }
}

// A new world begins at the time at which the old one ended, and tf2 takes a transform with a stamp
// that it knows for a mistake.
bool FleetTopics::is_sent_first(const RobotInterface& robot, SimTime time) {
  if (time != sent_time_) sent_.clear();
  sent_time_ = time;
  return sent_.emplace(robot.tf_prefix, robot.frames.base).second;
}

void FleetTopics::publish_fixed_transforms(const Frame& frame) {
  for (const auto& [prefix, tree] : trees_) {
    tf2_msgs::msg::TFMessage message;
    for (const auto& [name, topics] : robots_)
      if (topics->interface().tf_prefix == prefix) {
        topics->append_fixed(frame.time, message.transforms);
        sensors_.append_fixed_of_robot(frame, name, topics->interface(), message.transforms);
      }
    if (prefix == "/") sensors_.append_fixed_of_things(frame, message.transforms);
    tree->publish_fixed(message);
  }
}

void FleetTopics::follow(const GraphView& graph) {
  for (const auto& [name, topics] : robots_) topics->follow(graph);
  sensors_.follow();
}

std::uint64_t FleetTopics::dropped() const {
  std::uint64_t sum = dropped_by_gone_ + sensors_.dropped();
  for (const auto& [name, topics] : robots_) sum += topics->dropped();
  for (const auto& [prefix, tree] : trees_) sum += tree->dropped();
  return sum;
}

}  // namespace tandem
