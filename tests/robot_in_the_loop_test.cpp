// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "middleware/lockstep.h"
#include "ports/gate/gate_node.h"
#include "ports/plant/plant_node.h"
#include "ports/ros/ros_port.h"
#include "scenario_files.h"
#include "simulation/simulation.h"
#include "simulation/world_loader.h"

namespace tandem {
namespace {

using TwistMessage = geometry_msgs::msg::Twist;

// Simulator, gate, stand-in robot and autonomy in one process and in lockstep: the whole path,
// faster than real time and the same each time.
class Loop {
 public:
  explicit Loop(const std::string& yaml)
      : scenario_(load_text(yaml)),
        simulation_(scenario_, {.threads = 1}),
        gate_(gate_config(scenario_->robots[0]), {.context = lockstep_.context()}) {
    PlantNodeConfig config = plant_config(scenario_->robots[0], 1);
    config.plant.base.command_timeout.reset();  // it does what it was told last for ever
    plant_.emplace(config, NodeOptions{.context = lockstep_.context()});
  }

  void run(Duration lasts, std::optional<Twist2> command) {
    for (const SimTime end = simulation_.time() + lasts; simulation_.time() < end;) {
      if (command && ++steps_ % 6 == 0)
        commands_.publish({.linear = {.x = command->linear}, .angular = {.z = command->angular}});
      frame = std::make_shared<const Frame>(simulation_.step(inbox_.take()));
      port_.publish(frame);
      const auto delivered = lockstep_.advance(frame->time);
      ASSERT_TRUE(delivered) << delivered.error();
    }
  }
  void blind() { plant_.reset(); }
  GateState gate() const { return gate_.state(); }
  const RobotState& twin() const { return frame->robots[0]; }
  double off() const {
    const auto& truth = truth_message_.pose.pose.position;
    return std::hypot(twin().world_from_base.translation.x - truth.x,
                      twin().world_from_base.translation.y - truth.y);
  }
  double true_speed() const { return truth_message_.twist.twist.linear.x; }
  double true_x() const { return truth_message_.pose.pose.position.x; }
  Vec3 place_of(const std::string& name) const {
    const World& world = simulation_.world();
    return world.world_from(*world.find(name)).translation;
  }

  std::shared_ptr<const Frame> frame;

 private:
  std::shared_ptr<const Scenario> scenario_;
  Simulation simulation_;
  Inbox inbox_;
  RunControl control_;
  Lockstep lockstep_;
  WorldLoader loader_{{.threads = 1}};
  RosPort port_{{inbox_, control_, loader_}, {.context = lockstep_.context()}};
  GateNode gate_;
  std::optional<PlantNode> plant_;
  Node autonomy_{"autonomy", {.context = lockstep_.context()}};
  Publisher<TwistMessage> commands_ = autonomy_.publisher<TwistMessage>("/r/cmd_vel");
  nav_msgs::msg::Odometry truth_message_;
  Subscription truth_ = autonomy_.subscribe<nav_msgs::msg::Odometry>(
      "/r/plant/ground_truth", qos::reliable,
      [this](const nav_msgs::msg::Odometry& message) { truth_message_ = message; });
  int steps_ = 0;
};

constexpr const char* room_with_a_box = R"(name: room
clock: zero
robots:
  - {name: r, model: emaros, mode: twin}
spawn:
  box:
    area: {x: 1, y: 0, size_x_m: 0.3, size_y_m: 0.3}
    object: {shape: box, size_m: [0.2, 0.2, 0.2], mass_kg: 1}
)";

TEST(RobotInTheLoop, CommandsReachTheRobotAndItsTwinPushesABox) {
  Loop loop(room_with_a_box);
  loop.run(500ms, std::nullopt);
  EXPECT_EQ(loop.gate(), GateState::waiting_for_command);
  const double box_x = loop.place_of("box_1").x;
  loop.run(5s, Twist2{0.3, 0});
  EXPECT_EQ(loop.gate(), GateState::open);
  EXPECT_GT(loop.true_x(), 1.0);
  EXPECT_LT(loop.off(), 0.02);
  EXPECT_GT(loop.place_of("box_1").x, box_x + 0.2);
  EXPECT_FALSE(loop.twin().twin->touching.empty());
}

TEST(RobotInTheLoop, TheRobotStopsWhenItsAutonomyFallsSilent) {
  Loop loop(room_with_a_box);
  loop.run(3s, Twist2{0.3, 0});
  EXPECT_NEAR(loop.true_speed(), 0.3, 0.05);
  loop.run(500ms + 20ms + 600ms, std::nullopt);  // the threshold, and the way to stand still
  EXPECT_EQ(loop.gate(), GateState::command_silent);
  EXPECT_NEAR(loop.true_speed(), 0, 0.01);
  const double stands_at = loop.true_x();
  loop.run(5s, std::nullopt);
  EXPECT_NEAR(loop.true_x(), stands_at, 0.002);
}

TEST(RobotInTheLoop, TheTwinFreezesWhenTheRobotIsNotSeen) {
  Loop loop(room_with_a_box);
  loop.run(2s, Twist2{0.3, 0});
  loop.blind();
  loop.run(1s, Twist2{0.3, 0});
  EXPECT_EQ(loop.gate(), GateState::pose_silent);
  EXPECT_EQ(loop.twin().twin->state.tracking, TrackingState::lost);
  const Pose frozen = loop.twin().world_from_base;
  loop.run(1s, Twist2{0.3, 0});
  EXPECT_EQ(loop.twin().world_from_base, frozen);
}

TEST(RobotInTheLoop, TheSameRunIsTheSameAgain) {
  const auto digest = [] {
    Loop loop(room_with_a_box);
    loop.run(3s, Twist2{0.3, 0.2});
    return loop.frame->state_hash;
  };
  EXPECT_EQ(digest(), digest());
}

}  // namespace
}  // namespace tandem
