// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "middleware/lockstep.h"
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
};

// A world, its node in a ROS 2 network and any robot programs in one process and in lockstep: the
// whole path, faster than real time and the same each time. Programs are made with node_options(),
// after the world and before its first step.
class LockstepWorld {
 public:
  // A scenario by name or file, or its text.
  explicit LockstepWorld(const std::string& scenario, LockstepWorldOptions options = {})
      : scenario_(load(scenario, options)),
        simulation_(scenario_, {.episode = options.episode, .threads = 1, .interest = interest_}) {
    frame_ = std::make_shared<const Frame>(simulation_.edit({}));
    if (!options.is_twin) return;
    const RobotConfig& robot = scenario_->robots.at(0);
    gate_.emplace(gate_config(robot), NodeOptions{.context = lockstep_.context()});
    plant_.emplace(plant_config(robot, scenario_->ros.tf, 1),
                   NodeOptions{.context = lockstep_.context()});
  }

  // For a program on the first robot.
  NodeOptions node_options(std::vector<std::string> arguments = {}) const {
    return {.ns = "/" + namespace_of(scenario_->robots.at(0)),
            .context = lockstep_.context(),
            .arguments = std::move(arguments),
            .starts_at_once = false};
  }

  void step() {
    frame_ = std::make_shared<const Frame>(simulation_.step(inbox_.take()));
    note_contacts();
    port_.publish(frame_);
    if (const Result<int> delivered = lockstep_.advance(frame_->time); !delivered)
      throw std::runtime_error(delivered.error());
  }
  void run(Duration time) {
    for (const SimTime end = now() + time; now() < end;) step();
  }
  // False when it did not become true within that time.
  bool run_until(const std::function<bool()>& condition, Duration limit) {
    for (const SimTime end = now() + limit; !condition();) {
      if (now() >= end) return false;
      step();
    }
    return true;
  }

  SimTime now() const { return simulation_.time(); }
  const Scenario& scenario() const { return *scenario_; }
  Simulation& simulation() { return simulation_; }
  const Frame& frame() const { return *frame_; }
  const RobotState& robot() const { return frame_->robots.at(0); }
  Pose2 place() const {
    const Pose& pose = robot().world_from_base;
    return {{pose.translation.x, pose.translation.y}, pose.rotation.yaw()};
  }
  Pose pose_of(const std::string& entity) const {
    return simulation_.world().world_from(*simulation_.world().find(entity));
  }
  // Edits, orders and paint for the next step.
  Inbox& inbox() { return inbox_; }
  std::optional<PlantNode>& plant() { return plant_; }
  std::shared_ptr<Context> context() const { return lockstep_.context(); }

  // What the first robot or its load has touched since the last forget_contacts(); floors are not
  // counted.
  const std::set<std::string>& touched() const { return touched_; }
  void forget_contacts() { touched_.clear(); }

 private:
  static std::shared_ptr<const Scenario> load(const std::string& scenario,
                                              LockstepWorldOptions& options) {
    const bool is_text = scenario.find('\n') != std::string::npos;
    const auto load_with = [&](const ScenarioOptions& with, Findings& findings) {
      return is_text ? load_checked_scenario_text(scenario, "test.yaml", with, findings)
                     : load_checked_scenario(scenario, with, findings);
    };
    Findings findings;
    std::shared_ptr<const Scenario> loaded = load_with(options.scenario, findings);
    if (loaded && options.is_twin) {
      ScenarioOptions as_twin = options.scenario;
      as_twin.overrides.emplace_back("robots." + loaded->robots.at(0).name + ".mode", "twin");
      as_twin.overrides.emplace_back("clock", "zero");
      loaded = load_with(as_twin, findings);
    }
    std::string wrong;
    for (const Finding& finding : findings.all())
      if (finding.severity == Severity::error) wrong += to_string(finding) + "\n";
    if (!loaded || !wrong.empty()) throw std::runtime_error(wrong);
    return loaded;
  }

  void note_contacts() {
    if (frame_->robots.empty()) return;
    constexpr double steepest_floor = 0.7;  // of the normal's z
    std::set<BodyId> own;
    const auto add = [&](const Entity* entity) {
      if (entity) own.insert(entity->bodies.begin(), entity->bodies.end());
    };
    add(frame_->entities->find(frame_->robots[0].entity));
    for (const Carried& carried : frame_->carried)
      if (carried.robot == frame_->robots[0].entity) add(frame_->entities->find(carried.load));
    for (const Contact& contact : frame_->contacts) {
      if (own.contains(contact.a) == own.contains(contact.b)) continue;
      if (std::abs(contact.normal.z) > steepest_floor) continue;
      const BodyId other = own.contains(contact.a) ? contact.b : contact.a;
      for (const Entity& entity : *frame_->entities)
        for (const BodyId body : entity.bodies)
          if (body == other) touched_.insert(entity.name);
    }
  }

  std::shared_ptr<const Scenario> scenario_;
  std::shared_ptr<SensorInterest> interest_ = std::make_shared<SensorInterest>();
  Simulation simulation_;
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
