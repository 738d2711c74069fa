// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "laboratory/lockstep_world.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "messages/geometry_msgs.h"
#include "messages/sensor_msgs.h"

namespace tandem {
namespace {

using geometry_msgs::msg::Twist;
using sensor_msgs::msg::LaserScan;

constexpr const char* room = R"(name: room
world: {generate: arena, size_x_m: 4, size_y_m: 4, wall_height_m: 0.5}
robots:
  - {name: emaros, model: emaros, sensors: {lidar: {noise_m: 0}}}
)";

// Drives until the wall ahead is half a metre from its middle.
class UntilTheWall {
 public:
  explicit UntilTheWall(const NodeOptions& options) : node_("until_the_wall", options) {
    node_.start();
  }
  bool is_there = false;

 private:
  Node node_;
  Publisher<Twist> commands_ = node_.publisher<Twist>("cmd_vel");
  Subscription scans_ =
      node_.subscribe<LaserScan>("scan", qos::sensor, [this](const LaserScan& scan) {
        const auto ahead = static_cast<std::size_t>(-scan.angle_min / scan.angle_increment + 0.5F);
        is_there = scan.ranges.at(ahead % scan.ranges.size()) < 0.5F;
        commands_.publish({.linear = {.x = is_there ? 0 : 0.3}});
      });
};

TEST(LockstepWorld, AProgramDrivesAVirtualRobotAndATwinAlike) {
  for (const bool is_twin : {false, true}) {
    LockstepWorld world(room, {.is_twin = is_twin});
    UntilTheWall program(world.node_options());
    EXPECT_TRUE(world.run_until([&] { return program.is_there; }, 20s));
    world.run(1s);
    EXPECT_NEAR(world.place().translation.x, 1.5, 0.1) << (is_twin ? "twin" : "virtual");
    EXPECT_THAT(world.touched(), testing::IsEmpty());
  }
}

TEST(LockstepWorld, TheSameProgramInTheSameWorldGivesTheSameBits) {
  const auto hash_after = [](Duration time) {
    LockstepWorld world(room);
    UntilTheWall program(world.node_options());
    world.run(time);
    return world.frame().state_hash;
  };
  EXPECT_EQ(hash_after(3s), hash_after(3s));
}

TEST(LockstepWorld, WhatTheRobotTouchesIsNoted) {
  LockstepWorld world(R"(name: post
robots:
  - name: emaros
    model: emaros
    commands: [{at: 0s, for: 2s, linear_mps: 0.3}]
spawn:
  post: {area: {x: 0.6, size_x_m: 0.2, size_y_m: 0.2}, object: {shape: box, size_m: [0.1, 0.1, 0.4], mass_kg: 1}}
)");
  world.run(500ms);
  EXPECT_THAT(world.touched(), testing::IsEmpty());
  world.run(2s);
  EXPECT_THAT(world.touched(), testing::ElementsAre("post_1"));
}

}  // namespace
}  // namespace tandem
