// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>

#include "messages/time.h"
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
    for (const SimTime end = now_ + lasts; now_ < end;) {
      now_ += scenario_->step;
      if (command && ++steps_ % 6 == 0) {
        commands_.publish({.linear = {.x = command->linear}, .angular = {.z = command->angular}});
        last_command = now_;
      }
      if (has_simulator) {
        frame = std::make_shared<const Frame>(simulation_.step(inbox_.take()));
        ASSERT_EQ(frame->time, now_);
        port_.publish(frame);
        last_frame = now_;
      }
      const auto delivered = lockstep_.advance(now_);
      ASSERT_TRUE(delivered) << delivered.error();
    }
  }
  void end_plant() { plant_.reset(); }
  void blind() { plant_->set_blind(true); }
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
  bool has_simulator = true;
  SimTime last_command{}, last_frame{}, last_pose{};
  std::optional<SimTime> zero_heard;  // at the motors, the first of those since the last command

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
  Subscription poses_ = autonomy_.subscribe<geometry_msgs::msg::PoseStamped>(
      "/r/tracked_pose", qos::sensor, [this](const auto&) { last_pose = now_; });
  Subscription heard_ = autonomy_.subscribe<geometry_msgs::msg::TwistStamped>(
      "/r/plant/heard", qos::reliable, [this](const geometry_msgs::msg::TwistStamped& message) {
        if (message.twist.linear.x != 0) {
          zero_heard.reset();
        } else if (!zero_heard) {
          zero_heard = to_time(message.header.stamp);
        }
      });
  SimTime now_{};
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

TEST(RobotInTheLoop, ZeroIsAtTheMotorsWithin20MillisecondsOfAnyThreshold) {
  constexpr Twist2 ahead{0.3, 0};
  const auto is_in_time = [](const Loop& loop, SimTime last_heard, Duration threshold) {
    ASSERT_TRUE(loop.zero_heard);
    EXPECT_GT(*loop.zero_heard - last_heard, threshold - 20ms);
    EXPECT_LE(*loop.zero_heard - last_heard, threshold + 20ms);
  };
  {
    Loop loop(room_with_a_box);
    loop.run(3s, ahead);
    EXPECT_FALSE(loop.zero_heard);
    loop.run(1s, std::nullopt);
    is_in_time(loop, loop.last_command, 500ms);
  }
  {
    Loop loop(room_with_a_box);
    loop.run(3s, ahead);
    loop.blind();
    loop.run(1s, ahead);
    is_in_time(loop, loop.last_pose, 500ms);
  }
  {
    Loop loop(room_with_a_box);
    loop.run(3s, ahead);
    loop.has_simulator = false;
    loop.run(1s, ahead);
    is_in_time(loop, loop.last_frame, 250ms);
    EXPECT_NEAR(loop.true_speed(), 0, 0.01);
  }
}

TEST(RobotInTheLoop, ADynamicTwinIsStoppedByWhatDoesNotStopItsRobot) {
  Loop loop(R"(name: room
clock: zero
robots:
  - {name: r, model: emaros, mode: twin, twin: {body: dynamic, snap_distance_m: 5}}
spawn:
  block:
    area: {x: 1, y: 0, size_x_m: 0.5, size_y_m: 0.5}
    object: {shape: box, size_m: [0.5, 0.5, 0.3], mass_kg: 500}
)");
  loop.run(2s, Twist2{0.3, 0});
  EXPECT_LT(loop.off(), 0.03);
  const double block_x = loop.place_of("block_1").x;
  loop.run(5s, Twist2{0.3, 0});
  EXPECT_GT(loop.true_x(), 1.5);
  EXPECT_LT(loop.twin().world_from_base.translation.x, block_x - 0.25);
  EXPECT_NEAR(loop.place_of("block_1").x, block_x, 0.05);
  EXPECT_NEAR(loop.twin().twin->off_m, loop.off(), 0.03);
}

TEST(RobotInTheLoop, TheTwinFreezesWhenTheRobotIsNotSeen) {
  Loop loop(room_with_a_box);
  loop.run(2s, Twist2{0.3, 0});
  loop.end_plant();
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
