// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "physics/test_bodies.h"

namespace tandem {
namespace {

constexpr double pi = std::numbers::pi;

TEST(Attachments, LoadFollowsAKinematicCarrierExactly) {
  PhysicsWorld world;
  world.add_body(fixed_body(Plane{}));
  const BodyId robot = world.add_body(kinematic_body(cube(0.4), {0, 0, 0.21}));
  const BodyId load = world.add_body(dynamic_body(cube(0.2), {0.1, 0.05, 0.51}));
  world.attach(robot, load);
  EXPECT_EQ(world.carrier_of(load), robot);
  EXPECT_EQ(world.carrier_of(robot), std::nullopt);
  const Pose robot_from_load = inverse(world.world_from(robot)) * world.world_from(load);

  for (int i = 1; i <= 1000; ++i) {
    world.move_to(robot,
                  {{std::sin(0.01 * i), 0, 0.21}, Quat::from_axis_angle({0, 0, 1}, 0.02 * i)});
    world.step(step_8ms);
  }
  // bit for bit, after any number of steps
  EXPECT_EQ(world.world_from(load), world.world_from(robot) * robot_from_load);
  EXPECT_THAT(world.moved(), testing::ElementsAre(robot, load));
}

TEST(Attachments, CarrierPushesWithItsLoad) {
  PhysicsWorld world;
  world.add_body(fixed_body(Plane{}));
  const BodyId robot = world.add_body(kinematic_body(cube(0.2), {0, 0, 0.11}));
  const BodyId load = world.add_body(dynamic_body(cube(0.2), {0.2, 0, 0.11}));
  BodyConfig config = dynamic_body(cube(0.2), {0.6, 0, 0.1});
  config.reports_contacts = true;
  const BodyId box = world.add_body(config);
  world.attach(robot, load);
  bool has_touched_load = false;
  for (int i = 1; i <= 125; ++i) {
    world.move_to(robot, {{0.004 * i, 0, 0.11}, {}});
    world.step(step_8ms);
    for (const Contact& contact : world.contacts()) {
      EXPECT_NE(contact.a, robot);
      has_touched_load = has_touched_load || (contact.a == load && contact.b == box);
    }
  }
  EXPECT_TRUE(has_touched_load);
  EXPECT_NEAR(position(world, box).x, 0.5 + 0.4, 5e-3);
}

TEST(Attachments, MassOfTheLoadCounts) {
  PhysicsWorld world({.gravity = {}});
  BodyConfig config = dynamic_body(cube(0.2), {}, 2);
  config.linear_drag = config.angular_drag = 0;
  const BodyId carrier = world.add_body(config);
  const BodyId load = world.add_body(dynamic_body(cube(0.2), {0, 0, 0.2}, 6));
  world.attach(carrier, load);
  // through the common centre of mass, 0.15 above the carrier's
  world.add_force(carrier, {8, 0, 0}, {0, 0, 0.15});
  world.step(100ms);
  EXPECT_NEAR(world.velocity(carrier).linear.x, 0.1, 1e-5);
  EXPECT_NEAR(world.velocity(load).linear.x, 0.1, 1e-5);
  EXPECT_NEAR(length(world.velocity(load).angular), 0, 1e-5);
}

TEST(Attachments, CatchingALoadKeepsTheMomentum) {
  PhysicsWorld world({.gravity = {}});
  BodyConfig config = dynamic_body(cube(0.2), {}, 1);
  config.linear_drag = config.angular_drag = 0;
  const BodyId carrier = world.add_body(config);
  config.world_from_body.translation = {0, 1, 0};
  config.mass = solid(cube(0.2), 3);
  const BodyId load = world.add_body(config);
  world.set_velocity(load, {{4, 0, 0}, {}});
  world.attach(carrier, load);
  world.step(1ms);

  // 12 N s for 4 kg; about the common centre 0.75 up: (3*0.25*(4-3) + 1*0.75*3) = 3 N m s,
  // on 3*0.25² + 0.75² + the cubes' own 4 * 0.04 / 6
  const double inertia = 3 * 0.0625 + 0.5625 + 4 * 0.04 / 6;
  const double turning = -3 / inertia;
  EXPECT_NEAR(world.velocity(load).angular.z, turning, 0.02);
  EXPECT_NEAR(world.velocity(carrier).linear.x, 3 + turning * 0.75, 0.02);
  EXPECT_NEAR(world.velocity(load).linear.x, 3 - turning * 0.25, 0.02);
}

TEST(Attachments, DetachedLoadKeepsPlaceAndVelocity) {
  PhysicsWorld world({.gravity = {}});
  const BodyId robot = world.add_body(kinematic_body(cube(0.4), {}));
  const BodyId load = world.add_body(dynamic_body(cube(0.2), {1, 0, 0}));
  world.attach(robot, load);
  // turning at 1 rad/s: the load moves at 1 m/s
  for (int i = 1; i <= 100; ++i) {
    world.move_to(robot, {{}, Quat::from_axis_angle({0, 0, 1}, 0.01 * i)});
    world.step(10ms);
  }
  const Pose before = world.world_from(load);
  world.detach(load);
  EXPECT_EQ(world.world_from(load), before);
  EXPECT_EQ(world.carrier_of(load), std::nullopt);
  EXPECT_NEAR(speed(world, load), 1, 1e-3);
  EXPECT_NEAR(dot(world.velocity(load).linear, before.translation), 0, 1e-2);
  world.step(10ms);
  EXPECT_NEAR(length(position(world, load) - before.translation), 0.01, 1e-4);
}

TEST(Attachments, LoadPutDownOnTheFloorStaysThere) {
  PhysicsWorld world;
  world.add_body(fixed_body(Plane{}));
  BodyConfig config = dynamic_body(cube(0.4), {0, 0, 0.2}, 20);
  const BodyId robot = world.add_body(config);
  const BodyId load = world.add_body(dynamic_body(cube(0.2), {0.3, 0, 0.1}));
  world.attach(robot, load);
  run(world, 1s);
  const Vec3 before = position(world, load);
  world.detach(load);
  run(world, 2s);
  EXPECT_NEAR(length(position(world, load) - before), 0, 2e-3);
  world.attach(robot, load);
  EXPECT_EQ(world.carrier_of(load), robot);
}

TEST(Attachments, LoadsOfLoadsAndQueriesNameTheirOwnBodies) {
  PhysicsWorld world({.gravity = {}});
  const BodyId robot = world.add_body(kinematic_body(cube(0.4), {}));
  const BodyId tray = world.add_body(dynamic_body(cube(0.4), {1, 0, 0}));
  const BodyId cup = world.add_body(dynamic_body(cube(0.4), {2, 0, 0}));
  world.attach(tray, cup);
  world.attach(robot, tray);
  world.move_to(robot, {{0, 0, 3}, {}});
  world.step(step_8ms);
  EXPECT_EQ(position(world, cup), (Vec3{2, 0, 3}));
  EXPECT_EQ(world.cast_ray({5, 0, 3}, {-1, 0, 0}, 10)->body, cup);
  const std::vector<BodyId> ignored{cup};
  EXPECT_EQ(world.cast_ray({5, 0, 3}, {-1, 0, 0}, 10, {.ignored = ignored})->body, tray);
  EXPECT_THAT(world.overlapping(Box{{5, 1, 1}}, {{0, 0, 3}, {}}),
              testing::ElementsAre(robot, tray, cup));

  world.detach(tray);
  EXPECT_EQ(world.carrier_of(cup), tray);
  world.move_to(robot, {{0, 0, 8}, {}});
  world.step(step_8ms);
  EXPECT_NEAR(position(world, cup).x, 2, 1e-6);
}

TEST(Attachments, RemovedCarrierDropsItsLoads) {
  PhysicsWorld world;
  world.add_body(fixed_body(Plane{}));
  const BodyId robot = world.add_body(kinematic_body(cube(0.4), {0, 0, 1}));
  const BodyId load = world.add_body(dynamic_body(cube(0.2), {0, 0, 1.4}));
  const BodyId other = world.add_body(dynamic_body(cube(0.2), {0, 0.5, 1.4}));
  world.attach(robot, load);
  world.attach(robot, other);
  world.remove_body(other);
  run(world, 1s);
  EXPECT_EQ(position(world, load).z, 1.4);
  world.remove_body(robot);
  EXPECT_EQ(world.carrier_of(load), std::nullopt);
  run(world, 2s);
  EXPECT_NEAR(position(world, load).z, 0.1, 1e-3);
}

TEST(Attachments, CarrierOnWheelsKeepsItsJoints) {
  PhysicsWorld world({.gravity = {}});
  const BodyId cart = world.add_body(dynamic_body(Box{{1, 0.5, 0.2}}, {}, 5));
  BodyConfig config = dynamic_body(Sphere{0.1}, {0.5, 0.4, 0}, 0.5);
  const BodyId wheel = world.add_body(config);
  JointConfig axle;
  axle.parent = cart;
  axle.child = wheel;
  axle.parent_from_joint.translation = {0.5, 0.4, 0};
  axle.axis = {0, 1, 0};
  const JointId joint = world.add_joint(axle);
  const BodyId load = world.add_body(dynamic_body(cube(0.2), {-0.4, 0, 0.3}, 20));

  world.attach(cart, load);
  world.drive_joint(joint, 5, 100);
  run(world, 2s);
  const Vec3 in_cart = inverse(world.world_from(cart)) * position(world, wheel);
  EXPECT_NEAR(length(in_cart - Vec3{0.5, 0.4, 0}), 0, 1e-3);
  EXPECT_NEAR(world.joint_velocity(joint), 5, 1e-2);
  world.detach(load);
  run(world, 1s);
  EXPECT_NEAR(length(inverse(world.world_from(cart)) * position(world, wheel) - Vec3{0.5, 0.4, 0}),
              0, 1e-3);
}

}  // namespace
}  // namespace tandem
