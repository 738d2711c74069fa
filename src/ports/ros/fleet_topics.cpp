// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/fleet_topics.h"

#include <algorithm>
#include <set>

namespace tandem {

void FleetTopics::publish(const Frame& frame) {
  keep_up(frame);
  for (const RobotState& robot : frame.robots) robots_.at(robot.name)->publish(robot, frame.time);
  publish_transforms(frame);
}

void FleetTopics::keep_up(const Frame& frame) {
  const bool is_new_world = frame.world_generation != world_generation_;
  if (!is_new_world && std::ranges::equal(frame.robots, known_, {}, &RobotState::config)) return;
  known_.clear();
  for (const RobotState& robot : frame.robots) known_.push_back(robot.config);

  std::map<std::string, RobotInterface> wanted;
  for (const RobotState& robot : frame.robots)
    wanted.emplace(robot.name, robot_interface(*robot.config, *frame.scenario));

  // what is over goes first
  world_generation_ = frame.world_generation;
  const std::size_t gone = std::erase_if(robots_, [&](const auto& known) {
    const auto found = wanted.find(known.first);
    return is_new_world || found == wanted.end() || !(found->second == known.second->interface());
  });
  std::set<std::string> wanted_trees;
  for (const auto& [name, interface] : wanted) wanted_trees.insert(interface.tf_ns);
  std::erase_if(trees_, [&](const auto& known) { return !wanted_trees.contains(known.first); });

  // then comes what is new
  bool has_new = false;
  for (const RobotState& robot : frame.robots) {
    auto& topics = robots_[robot.name];
    if (topics) continue;
    topics = std::make_unique<RobotTopics>(node_, *robot.config, wanted.at(robot.name), inbox_);
    has_new = true;
  }
  for (const std::string& ns : wanted_trees)
    if (auto& tree = trees_[ns]; !tree) tree = std::make_unique<TransformTopics>(node_, ns);
  if (gone > 0 || has_new) publish_fixed_transforms(frame);
}

// One message for all robots of a tree: listeners take them at once.
void FleetTopics::publish_transforms(const Frame& frame) {
  for (const auto& [ns, tree] : trees_) {
    if (!tree->is_wanted()) continue;
    tf2_msgs::msg::TFMessage message;
    for (const RobotState& robot : frame.robots) {
      const RobotTopics& topics = *robots_.at(robot.name);
      if (topics.is_due() && topics.interface().tf_ns == ns)
        topics.append_moving(robot, frame.time, message.transforms);
    }
    tree->publish(message);
  }
}

void FleetTopics::publish_fixed_transforms(const Frame& frame) {
  for (const auto& [ns, tree] : trees_) {
    tf2_msgs::msg::TFMessage message;
    for (const auto& [name, topics] : robots_)
      if (topics->interface().tf_ns == ns) topics->append_fixed(frame.time, message.transforms);
    tree->publish_fixed(message);
  }
}

void FleetTopics::follow(const GraphView& graph) {
  for (const auto& [name, topics] : robots_) topics->follow(graph);
}

std::uint64_t FleetTopics::dropped() const {
  std::uint64_t sum = 0;
  for (const auto& [name, topics] : robots_) sum += topics->dropped();
  for (const auto& [ns, tree] : trees_) sum += tree->dropped();
  return sum;
}

}  // namespace tandem
