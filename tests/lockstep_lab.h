// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "messages/nav_msgs.h"
#include "middleware/lockstep.h"
#include "ports/gate/gate_node.h"
#include "ports/guard/guard_node.h"
#include "ports/plant/plant_node.h"
#include "ports/ros/ros_port.h"
#include "scenario_files.h"
#include "simulation/simulation.h"
#include "simulation/world_loader.h"

namespace tandem {

// Simulator, gate, guard if the scenario has one, stand-in robot and autonomy of its first robot,
// which is called r, in one process and in lockstep: the whole path, faster than real time and the
// same each time.
class LockstepLab {
 public:
  explicit LockstepLab(const std::string& yaml, const std::vector<RealRoom::Post>& posts = {})
      : scenario_(load_text(yaml)),
        simulation_(scenario_, {.threads = 1, .interest = interest_}),
        gate_(gate_config(scenario_->robots[0]), {.context = lockstep_.context()}) {
    if (const auto config = guard_config(scenario_->robots[0]))
      guard_.emplace(*config, NodeOptions{.context = lockstep_.context()});
    PlantNodeConfig config = plant_config(scenario_->robots[0], scenario_->ros.tf, 1);
    config.plant.base.command_timeout.reset();  // it does what it was told last for ever
    config.plant.room.posts = posts;
    plant_.emplace(config, NodeOptions{.context = lockstep_.context()});
  }

  // The autonomy wants this, 20 times a second; or says nothing.
  void run(Duration lasts, std::optional<Twist2> command) {
    for (const SimTime end = now + lasts; now < end;) {
      now += scenario_->step;
      if (command && ++steps_ % 6 == 0) {
        const Twist2 wanted = steered ? steered(*command) : *command;
        commands_.publish({.linear = {.x = wanted.linear}, .angular = {.z = wanted.angular}});
        last_command = now;
      }
      if (people) port_.network().drive("r", *people);
      if (has_simulator) {
        frame = std::make_shared<const Frame>(simulation_.step(inbox_.take()));
        ASSERT_EQ(frame->time, now);
        port_.publish(frame);
        last_frame = now;
      }
      const auto delivered = lockstep_.advance(now);
      ASSERT_TRUE(delivered) << delivered.error();
      if (looked) looked();
    }
  }

  // For the next step.
  Inbox& inbox() { return inbox_; }

  const RobotState& twin() const { return frame->robots[0]; }
  Vec2 true_place() const { return {truth.pose.pose.position.x, truth.pose.pose.position.y}; }
  double true_speed() const { return truth.twist.twist.linear.x; }
  // Between the twin and the truth, where the room's origin is the world's.
  double off() const {
    return std::hypot(twin().world_from_base.translation.x - true_place().x,
                      twin().world_from_base.translation.y - true_place().y);
  }
  Vec3 place_of(const std::string& name) const {
    const World& world = simulation_.world();
    return world.world_from(*world.find(name)).translation;
  }
  // The newest message of a topic, as the autonomy hears it.
  template <Message M>
  std::shared_ptr<const M> hear(const std::string& topic, const Qos& qos = qos::reliable) {
    auto newest = std::make_shared<M>();
    ears_.push_back(
        autonomy_.subscribe<M>(topic, qos, [newest](const M& message) { *newest = message; }));
    return newest;
  }

  GateState gate() const { return gate_.state(); }
  std::optional<GuardNode>& guard() { return guard_; }
  std::optional<PlantNode>& plant() { return plant_; }
  Node& autonomy() { return autonomy_; }
  std::shared_ptr<Context> context() const { return lockstep_.context(); }
  const Network& network() { return port_.network(); }

  bool has_simulator = true;
  std::optional<Twist2> people;                  // drive like this on a page
  std::function<Twist2(const Twist2&)> steered;  // what the autonomy makes of what it wants
  std::function<void()> looked;                  // after each step
  std::shared_ptr<const Frame> frame;
  nav_msgs::msg::Odometry truth;
  SimTime now{}, last_command{}, last_frame{};

 private:
  std::shared_ptr<const Scenario> scenario_;
  std::shared_ptr<SensorInterest> interest_ = std::make_shared<SensorInterest>();
  Simulation simulation_;
  Inbox inbox_;
  RunControl control_;
  Lockstep lockstep_;
  WorldLoader loader_{{.threads = 1, .interest = interest_}};
  RosPort port_{{inbox_, control_, loader_, interest_}, {.context = lockstep_.context()}};
  Node autonomy_{"autonomy", {.context = lockstep_.context()}};
  Publisher<geometry_msgs::msg::Twist> commands_ =
      autonomy_.publisher<geometry_msgs::msg::Twist>("/r/cmd_vel");
  std::vector<Subscription> ears_;
  Subscription truth_topic_ = autonomy_.subscribe<nav_msgs::msg::Odometry>(
      "/r/plant/ground_truth", qos::reliable,
      [this](const nav_msgs::msg::Odometry& message) { truth = message; });
  int steps_ = 0;
  GateNode gate_;
  std::optional<GuardNode> guard_;
  std::optional<PlantNode> plant_;
};

}  // namespace tandem
