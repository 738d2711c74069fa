// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "physics/test_bodies.h"

namespace tandem {
namespace {

constexpr double pi = std::numbers::pi;

JointConfig joint_between(JointType type, BodyId parent, BodyId child) {
  JointConfig config;
  config.type = type;
  config.parent = parent;
  config.child = child;
  return config;
}

// A wheel of 2 kg m² on a fixed axle along y.
struct Wheel {
  explicit Wheel(const PhysicsConfig& config = {.gravity = {}}) : world(config) {
    axle = world.add_body(fixed_body(cube(0.1)));
    BodyConfig body = dynamic_body(Sphere{0.5}, {0, 0, 1});
    body.mass.inertia = {.xx = 2, .yy = 2, .zz = 2};
    body.angular_drag = 0;
    wheel = world.add_body(body);
    joint_config = joint_between(JointType::hinge, axle, wheel);
    joint_config.parent_from_joint.translation = {0, 0, 1};
    joint_config.axis = {0, 1, 0};
  }
  void add_joint() { joint = world.add_joint(joint_config); }

  PhysicsWorld world;
  BodyId axle{}, wheel{};
  JointConfig joint_config;
  JointId joint{};
};

TEST(Joints, MotorAcceleratesAsItsForceAllowsAndThenKeepsItsSpeed) {
  Wheel w;
  w.add_joint();
  w.world.drive_joint(w.joint, 10, 4);
  for (int i = 0; i < 100; ++i) w.world.step(10ms);
  // 4 N m on 2 kg m²
  EXPECT_NEAR(w.world.joint_velocity(w.joint), 2, 1e-3);
  EXPECT_NEAR(w.world.joint_position(w.joint), 1, 0.02);
  EXPECT_NEAR(w.world.joint_effort(w.joint), 4, 1e-3);
  for (int i = 0; i < 500; ++i) w.world.step(10ms);
  EXPECT_NEAR(w.world.joint_velocity(w.joint), 10, 1e-3);
  EXPECT_NEAR(w.world.joint_effort(w.joint), 0, 1e-2);
}

TEST(Joints, HingeCountsFullTurnsBothWays) {
  Wheel w;
  w.add_joint();
  w.world.drive_joint(w.joint, 20, 1e6);
  for (int i = 0; i < 1000; ++i) w.world.step(5ms);
  EXPECT_NEAR(w.world.joint_position(w.joint), 100, 0.2);
  w.world.drive_joint(w.joint, -20, 1e6);
  for (int i = 0; i < 1500; ++i) w.world.step(5ms);
  EXPECT_NEAR(w.world.joint_position(w.joint), -50, 0.4);
  EXPECT_NEAR(length(position(w.world, w.wheel) - Vec3{0, 0, 1}), 0, 1e-4);
}

TEST(Joints, FrictionBrakesAHinge) {
  Wheel w;
  w.joint_config.friction = 1;
  w.add_joint();
  w.world.set_velocity(w.wheel, {{}, {0, 4, 0}});
  for (int i = 0; i < 400; ++i) w.world.step(10ms);
  // 1 N m on 2 kg m² for 4 s
  EXPECT_NEAR(w.world.joint_velocity(w.joint), 2, 0.02);
  for (int i = 0; i < 600; ++i) w.world.step(10ms);
  EXPECT_NEAR(w.world.joint_velocity(w.joint), 0, 1e-4);
}

TEST(Joints, DampingBrakesAHingeByItsSpeed) {
  Wheel w;
  w.joint_config.damping = 1;
  w.add_joint();
  w.world.set_velocity(w.wheel, {{}, {0, 4, 0}});
  for (int i = 0; i < 400; ++i) w.world.step(5ms);
  // exp(-t c / I) after 2 s
  EXPECT_NEAR(w.world.joint_velocity(w.joint), 4 * std::exp(-1), 0.02);
}

TEST(Joints, LimitsStopAHingeWithoutOvershoot) {
  Wheel w;
  w.joint_config.lower = -0.5;
  w.joint_config.upper = 1.0;
  w.add_joint();
  double largest = 0, smallest = 0;
  for (const double direction : {1.0, -1.0}) {
    w.world.drive_joint(w.joint, 8 * direction, 50);
    for (int i = 0; i < 200; ++i) {
      w.world.step(step_8ms);
      largest = std::max(largest, w.world.joint_position(w.joint));
      smallest = std::min(smallest, w.world.joint_position(w.joint));
    }
  }
  EXPECT_NEAR(largest, 1.0, 0.01);
  EXPECT_NEAR(smallest, -0.5, 0.01);
}

TEST(Joints, HoldBringsAHingeBackAndReleaseLetsItGo) {
  Wheel w;
  w.add_joint();
  w.world.hold_joint(w.joint, 0.7, 100);
  for (int i = 0; i < 500; ++i) w.world.step(step_8ms);
  EXPECT_NEAR(w.world.joint_position(w.joint), 0.7, 1e-3);
  w.world.add_torque(w.wheel, {0, 10, 0});
  w.world.step(step_8ms);
  EXPECT_NEAR(w.world.joint_effort(w.joint), -10, 0.5);
  w.world.release_joint(w.joint);
  w.world.add_torque(w.wheel, {0, 10, 0});
  w.world.step(10ms);
  EXPECT_NEAR(w.world.joint_velocity(w.joint), 0.05, 5e-3);
}

TEST(Joints, SliderLiftsAgainstGravityAndStopsAtItsLimit) {
  PhysicsWorld world;
  const BodyId base = world.add_body(fixed_body(cube(0.1)));
  BodyConfig platform = dynamic_body(Box{{1, 1, 0.1}}, {0.2, 0, 1}, 10);
  const BodyId lift = world.add_body(platform);
  JointConfig config = joint_between(JointType::slider, base, lift);
  config.parent_from_joint.translation = {0.2, 0, 1};
  config.upper = 0.5;
  const JointId joint = world.add_joint(config);

  world.drive_joint(joint, 0.2, 200);
  run(world, 1s);
  EXPECT_NEAR(world.joint_position(joint), 0.2, 0.01);
  EXPECT_NEAR(world.joint_velocity(joint), 0.2, 1e-3);
  EXPECT_NEAR(world.joint_effort(joint), 98.1, 0.5);
  run(world, 3s);
  EXPECT_NEAR(world.joint_position(joint), 0.5, 2e-3);
  EXPECT_NEAR(position(world, lift).z, 1.5, 2e-3);
  // too weak a motor cannot hold it
  world.hold_joint(joint, 0.5, 50);
  run(world, 500ms);
  EXPECT_LT(world.joint_position(joint), 0.3);
}

TEST(Joints, SliderStaysOnItsAxisAsItsParentTurns) {
  PhysicsWorld world({.gravity = {}});
  const BodyId base = world.add_body(kinematic_body(cube(0.1), {}));
  const BodyId slide = world.add_body(dynamic_body(cube(0.1), {1, 0, 0}));
  JointConfig config = joint_between(JointType::slider, base, slide);
  config.parent_from_joint.translation = {1, 0, 0};
  config.axis = {1, 0, 0};
  config.bodies_collide = true;
  const JointId joint = world.add_joint(config);
  world.hold_joint(joint, 0, 1000);
  for (int i = 1; i <= 200; ++i) {
    world.move_to(base, {{}, Quat::from_axis_angle({0, 0, 1}, i * pi / 400)});
    world.step(step_8ms);
  }
  EXPECT_NEAR(length(position(world, slide) - Vec3{0, 1, 0}), 0, 0.02);
  EXPECT_NEAR(world.world_from(slide).rotation.yaw(), pi / 2, 0.02);
}

TEST(Joints, FixedJointHoldsLikeGlue) {
  PhysicsWorld world;
  const BodyId base = world.add_body(fixed_body(cube(0.1)));
  BodyId last = base;
  // a beam of three cubes that sticks out
  for (int i = 0; i < 3; ++i) {
    const BodyId next = world.add_body(dynamic_body(cube(0.2), {0.2 * (i + 1), 0, 0}, 0.5));
    JointConfig config = joint_between(JointType::fixed, last, next);
    config.parent_from_joint.translation = {0.2, 0, 0};
    world.add_joint(config);
    last = next;
  }
  run(world, 3s);
  EXPECT_NEAR(position(world, last).z, 0, 5e-3);
  EXPECT_NEAR(position(world, last).x, 0.6, 5e-3);
}

TEST(Joints, BodiesOfAJointCollideOnlyIfAsked) {
  for (const bool collide : {false, true}) {
    PhysicsWorld world;
    const BodyId post = world.add_body(fixed_body(cube(0.5)));
    const BodyId arm = world.add_body(dynamic_body(Box{{1, 0.1, 0.1}}, {0.4, 0, 0.5}));
    JointConfig config = joint_between(JointType::hinge, post, arm);
    config.parent_from_joint.translation = {0, 0, 0.5};
    config.child_from_joint.translation = {-0.4, 0, 0};
    config.axis = {0, 1, 0};
    config.bodies_collide = collide;
    const JointId joint = world.add_joint(config);
    run(world, 3s);
    // down through the post, or lying on its edge
    EXPECT_EQ(world.joint_position(joint) > 1.2, !collide) << world.joint_position(joint);
  }
}

// Four wheels with their axles, 17 kg, as a small skid-steered rover.
struct Rover {
  Rover(PhysicsWorld& world_, const Pose& world_from_ground) : world(world_) {
    const auto at = [&](const Vec3& p) {
      return Pose{world_from_ground * p, world_from_ground.rotation};
    };
    BodyConfig hull = dynamic_body(Box{{0.42, 0.31, 0.18}}, {}, 15);
    hull.world_from_body = at({0, 0, 0.16});
    hull.no_collision_group = 1;
    chassis = world.add_body(hull);
    for (const double x : {-0.131, 0.131})
      for (const double y : {-0.188, 0.188}) {
        BodyConfig wheel = dynamic_body(Sphere{0.098}, {}, 0.5);
        wheel.world_from_body = at({x, y, 0.098});
        wheel.no_collision_group = 1;
        wheels.push_back(world.add_body(wheel));
        JointConfig config = joint_between(JointType::hinge, chassis, wheels.back());
        config.parent_from_joint.translation = {x, y, 0.098 - 0.16};
        config.axis = {0, 1, 0};
        joints.push_back(world.add_joint(config));
      }
  }

  PhysicsWorld& world;
  BodyId chassis{};
  std::vector<BodyId> wheels;
  std::vector<JointId> joints;
};

TEST(Joints, StoppedRoverStandsOnASlope) {
  for (const bool freezes : {false, true}) {
    PhysicsWorld world({.freezes = freezes});
    const Quat tilt = Quat::from_axis_angle({0, 1, 0}, 15 * pi / 180);
    BodyConfig slope = fixed_body(Plane{});
    slope.world_from_body.rotation = tilt;
    world.add_body(slope);
    Rover rover(world, {{}, tilt});
    for (const JointId joint : rover.joints) world.hold_joint(joint, 0, 20);
    run(world, 1s);
    const Vec3 start = position(world, rover.chassis);
    run(world, 10s);
    EXPECT_LT(length(position(world, rover.chassis) - start), 1e-3) << "freezes: " << freezes;
    EXPECT_EQ(world.is_frozen(rover.chassis), freezes);
    EXPECT_EQ(world.is_frozen(rover.wheels[0]), freezes);
  }
}

TEST(Joints, RoverDrivesAsItsWheelsTurn) {
  PhysicsWorld world;
  world.add_body(fixed_body(Plane{}));
  Rover rover(world, {});
  run(world, 2s);
  EXPECT_TRUE(world.is_frozen(rover.chassis));
  const double x = position(world, rover.chassis).x;
  for (const JointId joint : rover.joints) world.drive_joint(joint, 0.3 / 0.098, 20);
  run(world, 5s);
  EXPECT_NEAR(position(world, rover.chassis).x - x, 1.5, 0.03);
  EXPECT_NEAR(position(world, rover.chassis).y, 0, 0.01);
  EXPECT_NEAR(world.joint_position(rover.joints[0]), 1.5 / 0.098, 0.4);
}

TEST(Joints, RemovingABodyRemovesItsJoints) {
  PhysicsWorld world;
  world.add_body(fixed_body(Plane{}));
  Rover rover(world, {});
  run(world, 100ms);
  world.remove_body(rover.wheels[0]);
  world.remove_body(rover.chassis);
  run(world, 1s);
  EXPECT_NEAR(position(world, rover.wheels[1]).z, 0.098, 1e-3);
}

}  // namespace
}  // namespace tandem
