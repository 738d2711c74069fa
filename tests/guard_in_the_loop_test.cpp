// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "middleware/lockstep.h"
#include "ports/gate/gate_node.h"
#include "ports/guard/guard_node.h"
#include "ports/plant/plant_node.h"
#include "ports/ros/ros_port.h"
#include "scenario_files.h"
#include "simulation/simulation.h"
#include "simulation/world_loader.h"

namespace tandem {
namespace {

using TwistMessage = geometry_msgs::msg::Twist;

// A real room of 4 by 3 m with a post in it, and a virtual corridor of 45 m ahead.
constexpr const char* corridor = R"(name: corridor
clock: zero
world: {generate: arena, size_x_m: 90, size_y_m: 4}
tracking: {area: {x: 0, y: 0, size_x_m: 4, size_y_m: 3}}
robots:
  - name: r
    model: emaros
    mode: twin
    twin: {origin: start}
    guard: {free_m: 1.2, turn_radps: 1}
)";
constexpr double half_x = 2, half_y = 1.5, robot_radius = 0.15;

// Simulator, gate, guard, stand-in robot and an autonomy that knows only the corridor, in lockstep.
class Loop {
 public:
  Loop()
      : scenario_(load_text(corridor)),
        simulation_(scenario_, {.threads = 1}),
        gate_(gate_config(scenario_->robots[0]), {.context = lockstep_.context()}) {
    guard_.emplace(*guard_config(scenario_->robots[0]),
                   NodeOptions{.context = lockstep_.context()});
    PlantNodeConfig config = plant_config(scenario_->robots[0], 1);
    config.plant.base.command_timeout.reset();  // it does what it was told last for ever
    config.plant.room.posts.push_back({{-1.2, 0.9}, 0.15});
    plant_.emplace(config, NodeOptions{.context = lockstep_.context()});
  }

  void run(Duration lasts, std::optional<Twist2> command) {
    for (const SimTime end = simulation_.time() + lasts; simulation_.time() < end;) {
      if (command && ++steps_ % 6 == 0)
        commands_.publish({.linear = {.x = command->linear},
                           .angular = {.z = command->angular + (follows_corridor ? steer() : 0)}});
      frame = std::make_shared<const Frame>(simulation_.step(inbox_.take()));
      port_.publish(frame);
      const auto delivered = lockstep_.advance(frame->time);
      ASSERT_TRUE(delivered) << delivered.error();
      note();
    }
  }

  Twist2 told() const { return {told_.linear.x, told_.angular.z}; }
  double speed() const { return truth_.twist.twist.linear.x; }
  Vec2 place() const { return {truth_.pose.pose.position.x, truth_.pose.pose.position.y}; }
  const RobotState& twin() const { return frame->robots[0]; }
  double twin_x() const { return twin().world_from_base.translation.x; }

  bool follows_corridor = false;  // by the twin's odometry, which is all that the autonomy sees
  std::shared_ptr<const Frame> frame;
  double least_room = 100;  // between the robot and the walls and the post, in metres
  double twin_motion = 0;   // while it was paused
  double largest_jump = 0;  // of the twin in one step
  bool has_turned_paused = false;
  std::vector<GuardState> states;
  std::optional<GuardNode> guard_;

 private:
  double steer() const {
    if (!frame) return 0;
    const Pose& pose = twin().world_from_base;
    return std::clamp(-2 * pose.rotation.yaw() - pose.translation.y, -0.5, 0.5);
  }

  void note() {
    if (guard_ && (states.empty() || states.back() != guard_->state()))
      states.push_back(guard_->state());
    if (truth_.header.frame_id.empty()) return;
    const Vec2 at = place();
    least_room = std::min({least_room, half_x - std::abs(at.x) - robot_radius,
                           half_y - std::abs(at.y) - robot_radius,
                           std::hypot(at.x + 1.2, at.y - 0.9) - 0.15 - robot_radius});
    const Vec3 now = twin().world_from_base.translation;
    const double moved = length(now - last_);
    if (was_paused_ && twin().twin->state.is_paused) {
      twin_motion = std::max(twin_motion, moved);
      has_turned_paused = has_turned_paused || std::abs(truth_.twist.twist.angular.z) > 0.5;
    }
    if (has_last_) largest_jump = std::max(largest_jump, moved);
    was_paused_ = twin().twin->state.is_paused;
    last_ = now;
    has_last_ = true;
  }

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
  nav_msgs::msg::Odometry truth_;
  Subscription truth_topic_ = autonomy_.subscribe<nav_msgs::msg::Odometry>(
      "/r/plant/ground_truth", qos::reliable,
      [this](const nav_msgs::msg::Odometry& message) { truth_ = message; });
  TwistMessage told_;
  Subscription told_topic_ =
      autonomy_.subscribe<TwistMessage>("/r/hardware/cmd_vel", qos::reliable,
                                        [this](const TwistMessage& message) { told_ = message; });
  int steps_ = 0;
  Vec3 last_;
  bool has_last_ = false, was_paused_ = false;
};

TEST(GuardInTheLoop, ASmallRoomExploresALongCorridor) {
  Loop loop;
  loop.follows_corridor = true;
  loop.run(90s, Twist2{0.4, 0});
  // more than twice as long as the room
  EXPECT_GT(loop.twin_x(), 10);
  EXPECT_GE(loop.guard_->stops(), 3);
  // nothing real was touched, and a part of the margin of 0.1 m was left
  EXPECT_GT(loop.least_room, 0.03);
  // the twin stood while the robot turned, and went on from there
  EXPECT_TRUE(loop.has_turned_paused);
  EXPECT_LT(loop.twin_motion, 1e-6);
  EXPECT_LT(loop.largest_jump, 0.02);
  // it kept to the corridor
  EXPECT_LT(std::abs(loop.twin().world_from_base.translation.y), 0.5);
  EXPECT_TRUE(std::ranges::count(loop.states, GuardState::turning) >= 3);
  EXPECT_EQ(std::ranges::count(loop.states, GuardState::stuck), 0);
}

TEST(GuardInTheLoop, ItGoesOnWithTheVelocityItHad) {
  Loop loop;
  // the autonomy says something once before the stop, and nothing more after it
  loop.run(200ms, std::nullopt);
  while (loop.guard_->state() != GuardState::stopping) loop.run(50ms, Twist2{0.4, 0});
  while (loop.guard_->state() != GuardState::resuming) loop.run(8ms, std::nullopt);
  while (loop.guard_->state() != GuardState::passing) loop.run(8ms, std::nullopt);
  loop.run(40ms, std::nullopt);
  EXPECT_EQ(loop.told().linear, 0.4);
  // and the gate stops what nobody wants any more
  loop.run(3s, std::nullopt);
  EXPECT_EQ(loop.told().linear, 0);
  EXPECT_NEAR(loop.speed(), 0, 0.01);
}

TEST(GuardInTheLoop, WithoutItsGuardTheRobotStandsStill) {
  Loop loop;
  loop.run(2s, Twist2{0.3, 0});
  EXPECT_GT(loop.speed(), 0.2);
  loop.guard_.reset();
  // what the autonomy says goes nowhere
  loop.run(2s, Twist2{0.3, 0});
  EXPECT_EQ(loop.told().linear, 0);
  EXPECT_NEAR(loop.speed(), 0, 0.01);
}

}  // namespace
}  // namespace tandem
