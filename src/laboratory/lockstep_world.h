// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "middleware/lockstep.h"
#include "middleware/tapped_transport.h"
#include "ports/gate/gate_node.h"
#include "ports/plant/plant_node.h"
#include "ports/ros/ros_port.h"
#include "simulation/load_scenario.h"
#include "simulation/simulation.h"
#include "simulation/world_loader.h"

namespace tandem {

struct LockstepWorldOptions {
  ScenarioOptions scenario;
  // The first robot is the twin of a stand-in, with a gate before its motors, instead of a virtual
  // one.
  bool is_twin = false;
  std::uint64_t episode = 0;
  // Who sees the frames, the first one before any step included, and the messages of all nodes.
  Sink* recorder = nullptr;
  std::shared_ptr<MessageTap> tap{};
};

// A world, its node in a ROS 2 network and any robot programs in one process and in lockstep: the
// whole path, faster than real time and the same each time. Programs are made with node_options(),
// after the world and before its first step.
class LockstepWorld {
 public:
  // A scenario by name or file, or its text.
  explicit LockstepWorld(const std::string& scenario, const LockstepWorldOptions& options = {});

  // For a program on the first robot.
  NodeOptions node_options(std::vector<std::string> arguments = {}) const;

  // Another scenario takes over between two steps, time going on; with a stand-in of its own where
  // the first had one. Throws std::runtime_error with all that is wrong with it, and the old one
  // goes on.
  void switch_to(const std::string& scenario, const ScenarioOptions& options = {});

  void step();
  void run(Duration time);
  // False when it did not become true within that time.
  bool run_until(const std::function<bool()>& condition, Duration limit);

  SimTime now() const { return simulation_->time(); }
  const Scenario& scenario() const { return *scenario_; }
  Simulation& simulation() { return *simulation_; }
  const Frame& frame() const { return *frame_; }
  const std::shared_ptr<const Frame>& shared_frame() const { return frame_; }
  const RobotState& robot() const { return frame_->robots.at(0); }
  Pose2 place() const;
  Pose pose_of(const std::string& entity) const;
  // Edits, orders and paint for the next step.
  Inbox& inbox() { return inbox_; }
  // Which sensors measure, on top of those whose topics somebody hears.
  SensorInterest& interest() { return *interest_; }
  std::optional<PlantNode>& plant() { return plant_; }
  std::shared_ptr<Context> context() const { return lockstep_.context(); }

  // What the first robot or its load has touched since the last forget_contacts(); floors are not
  // counted.
  const std::set<std::string>& touched() const { return touched_; }
  void forget_contacts() { touched_.clear(); }

 private:
  void note_contacts();
  void add_stand_in();
  void take_over(std::unique_ptr<Simulation>& next);
  void take_requested_world();
  void publish();

  const bool is_twin_;
  Sink* const recorder_;
  std::shared_ptr<const Scenario> scenario_;
  std::shared_ptr<SensorInterest> interest_ = std::make_shared<SensorInterest>();
  std::unique_ptr<Simulation> simulation_;
  Inbox inbox_;
  RunControl control_;
  Lockstep lockstep_;
  WorldLoader loader_{{.threads = 1, .interest = interest_}};
  RosPort port_{{inbox_, control_, loader_, interest_}, {.context = lockstep_.context()}};
  std::optional<GateNode> gate_;
  std::optional<PlantNode> plant_;
  std::shared_ptr<const Frame> frame_;
  std::set<std::string> touched_;
};

}  // namespace tandem
