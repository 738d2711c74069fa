// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "physics/test_bodies.h"

// Things that begin to move so slowly that they look at rest.
namespace tandem {
namespace {

constexpr double g = 9.81;

double radians(double degrees) { return degrees * std::numbers::pi / 180; }
double pitch(const PhysicsWorld& world, BodyId body) {
  return world.world_from(body).rotation.rpy().y;
}

// Gravity as it is on a slope that falls along x.
PhysicsConfig on_slope(double degrees) {
  return {.gravity = {g * std::sin(radians(degrees)), 0, -g * std::cos(radians(degrees))}};
}

// A floor, and a table 1 m high that ends at x = 0.
struct Table {
  Table() {
    world.add_body(fixed_body(Plane{}));
    world.add_body(fixed_body(Box{{2, 2, 1}}, {-1, 0, 0.5}));
  }
  PhysicsWorld world;
};

TEST(FreezingBalance, CubeWithItsCentrePastTheEdgeFalls) {
  for (const auto& [side, past] : {std::pair{1.0, 0.003}, {0.5, 0.001}, {0.5, 0.0005}}) {
    Table table;
    const BodyId box = table.world.add_body(dynamic_body(cube(side), {past, 0, 1 + side / 2}));
    run(table.world, 10s);
    EXPECT_LT(position(table.world, box).z, 0.9) << side << " " << past;
  }
}

TEST(FreezingBalance, CubeWithItsCentreBeforeTheEdgeFreezesThere) {
  Table table;
  const BodyId box = table.world.add_body(dynamic_body(cube(0.5), {-0.003, 0, 1.25}));
  run(table.world, 2s);
  EXPECT_TRUE(table.world.is_frozen(box));
  EXPECT_NEAR(position(table.world, box).z, 1.25, 2e-3);
}

TEST(FreezingBalance, PoleOnItsCornerFallsWhenItsCentreIsBeyond) {
  PhysicsWorld world;
  world.add_body(fixed_body(Plane{}));
  BodyConfig config = dynamic_body(Box{{0.04, 0.04, 2}}, {});
  config.world_from_body.rotation = Quat::from_rpy(0, radians(1.5), 0);
  const Vec3 corner = config.world_from_body.rotation * Vec3{0.02, 0, -1};
  config.world_from_body.translation = {-corner.x, 0, -corner.z};
  ASSERT_NEAR(-corner.x, 0.0062, 1e-4);
  const BodyId pole = world.add_body(config);
  run(world, 5s);
  EXPECT_LT(position(world, pole).z, 0.1);
}

TEST(FreezingBalance, SmallLoadsAddUp) {
  // the plank alone holds 0.1 kg m against tipping
  Table table;
  PhysicsWorld& world = table.world;
  const BodyId plank = world.add_body(dynamic_body(Box{{1, 0.2, 0.05}}, {-0.1, 0, 1.025}));
  run(world, 2s);
  for (int i = 0; i < 10; ++i) {
    ASSERT_TRUE(world.is_frozen(plank) || i > 0);
    // each adds 0.0136 kg m: the eighth is too much
    world.add_body(dynamic_body(Box{{0.1, 0.1, 0.03}}, {0.34, 0, 1.07 + 0.031 * i}, 0.04));
    run(world, 2s);
    if (i == 6) {
      EXPECT_NEAR(pitch(world, plank), 0, 0.01);
    }
  }
  EXPECT_LT(position(world, plank).z, 0.95);
}

TEST(FreezingBalance, SmallLoadsSideBySideAddUp) {
  Table table;
  PhysicsWorld& world = table.world;
  const BodyId plank = world.add_body(dynamic_body(Box{{1, 0.9, 0.05}}, {-0.1, 0, 1.025}));
  run(world, 2s);
  ASSERT_TRUE(world.is_frozen(plank));
  for (int i = 0; i < 8; ++i) {
    world.add_body(dynamic_body(cube(0.08), {0.34, -0.4 + 0.1 * i, 1.091}, 0.04));
    run(world, 2s);
  }
  // 8 * 0.0136 kg m against 0.1
  EXPECT_LT(position(world, plank).z, 0.95);
}

TEST(FreezingBalance, UnevenSeesawTips) {
  for (const double heavier : {1.01, 1.05}) {
    PhysicsWorld world;
    const BodyId post = world.add_body(fixed_body(cube(0.02), {0, 0, 0.5}));
    const BodyId plank = world.add_body(dynamic_body(Box{{2, 0.2, 0.02}}, {0, 0, 0.5}, 5));
    JointConfig hinge;
    hinge.parent = post;
    hinge.child = plank;
    hinge.axis = {0, 1, 0};
    const JointId joint = world.add_joint(hinge);
    world.add_body(dynamic_body(cube(0.2), {-0.8, 0, 0.61}, 1));
    world.add_body(dynamic_body(cube(0.2), {0.8, 0, 0.61}, heavier));
    run(world, 6s);
    EXPECT_GT(world.joint_position(joint), 0.2) << heavier;
  }
}

TEST(FreezingBalance, DampedHingeSinksToTheEnd) {
  PhysicsWorld world;
  const BodyId post = world.add_body(fixed_body(cube(0.05), {0, 0, 1}));
  const BodyId arm = world.add_body(dynamic_body(Box{{0.4, 0.1, 0.1}}, {0.2, 0, 1}));
  JointConfig hinge;
  hinge.parent = post;
  hinge.child = arm;
  hinge.child_from_joint.translation = {-0.2, 0, 0};
  hinge.axis = {0, 1, 0};
  hinge.damping = 20;
  const JointId joint = world.add_joint(hinge);
  run(world, 60s, 16ms);
  // 20 dq/dt = 1 kg g 0.2 m cos q: sin q = tanh(0.0981 t), but for 0.01 rad at the end
  EXPECT_NEAR(world.joint_position(joint), std::asin(std::tanh(0.0981 * 60)), 0.05);
}

TEST(FreezingBalance, DampedSliderSinksAsItWouldWithoutFreezing) {
  const auto sunk = [](bool freezes) {
    PhysicsWorld world({.freezes = freezes});
    const BodyId post = world.add_body(fixed_body(cube(0.05), {0, 0, 3}));
    const BodyId box = world.add_body(dynamic_body(cube(0.2), {0, 0, 1.5}));
    JointConfig slider;
    slider.type = JointType::slider;
    slider.parent = post;
    slider.child = box;
    slider.parent_from_joint.translation = {0, 0, -1.5};
    slider.damping = 1000;
    const JointId joint = world.add_joint(slider);
    run(world, 5s);
    return -world.joint_position(joint);
  };
  EXPECT_GT(sunk(true), 0.04);
  EXPECT_EQ(sunk(true), sunk(false));
}

TEST(FreezingBalance, BallRollsDownTheGentlestSlope) {
  for (const double degrees : {0.1, 0.3, 0.5}) {
    PhysicsWorld world(on_slope(degrees));
    world.add_body(fixed_body(Plane{}));
    const BodyId ball = world.add_body(dynamic_body(Sphere{0.1}, {0, 0, 0.1}));
    run(world, 5s);
    // a ball that rolls has 7/5 of its inertia
    const double expected = 0.5 * 25 * g * std::sin(radians(degrees)) / 1.4;
    EXPECT_NEAR(position(world, ball).x, expected, 0.1 * expected) << degrees;
  }
}

TEST(FreezingBalance, BoxOnIceSlidesDownTheGentlestSlope) {
  for (const double degrees : {0.1, 0.3}) {
    PhysicsWorld world(on_slope(degrees));
    world.add_body(fixed_body(Plane{}));
    BodyConfig config = dynamic_body(cube(0.1), {0, 0, 0.05});
    config.colliders[0].surface.friction = 0;
    const BodyId box = world.add_body(config);
    run(world, 5s);
    const double expected = 0.5 * 25 * g * std::sin(radians(degrees));
    EXPECT_NEAR(position(world, box).x, expected, 0.1 * expected) << degrees;
  }
}

TEST(FreezingBalance, BoxSlidesDownASmoothWallInFaintGravity) {
  PhysicsWorld world({.gravity = {-0.002, 0, -0.02}});
  BodyConfig wall = fixed_body(Box{{0.2, 2, 4}}, {-0.1, 0, 2});
  wall.colliders[0].surface.friction = 0;
  world.add_body(wall);
  BodyConfig config = dynamic_body(cube(0.2), {0.1, 0, 1});
  config.colliders[0].surface.friction = 0;
  const BodyId box = world.add_body(config);
  run(world, 5s);
  EXPECT_NEAR(position(world, box).z, 1 - 0.5 * 25 * 0.02, 0.02);
}

TEST(FreezingBalance, BoxRidesAlongOnAFloorThatHardlyMoves) {
  for (const double metres_per_second : {1e-3, 1e-4}) {
    PhysicsWorld world;
    const BodyId floor = world.add_body(kinematic_body(Box{{2, 2, 0.2}}, {0, 0, -0.1}));
    const BodyId box = world.add_body(dynamic_body(cube(0.2), {0, 0, 0.1}));
    run(world, 2s);
    ASSERT_TRUE(world.is_frozen(box));
    Pose pose = world.world_from(floor);
    for (int i = 0; i < 625; ++i) {
      pose.translation.x += metres_per_second * 0.008;
      world.move_to(floor, pose);
      world.step(step_8ms);
    }
    EXPECT_NEAR(position(world, box).x, pose.translation.x, 1e-4);
    // and freezes again once it has stopped
    run(world, 2s);
    EXPECT_TRUE(world.is_frozen(box));
  }
}

}  // namespace
}  // namespace tandem
