// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "physics/physics_world.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "physics/test_bodies.h"

namespace tandem {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr double pi = std::numbers::pi;

TEST(PhysicsWorld, FallsAsGravitySays) {
  PhysicsWorld world;
  BodyConfig config = dynamic_body(Sphere{0.1}, {0, 0, 10});
  config.linear_drag = 0;
  const BodyId ball = world.add_body(config);

  for (int i = 0; i < 100; ++i) world.step(10ms);

  // semi-implicit Euler: g dt² (1 + 2 + ... + n)
  EXPECT_NEAR(position(world, ball).z, 10 - 9.81 * 1e-4 * 100 * 101 / 2, 1e-4);
  EXPECT_NEAR(world.velocity(ball).linear.z, -9.81, 1e-4);
}

TEST(PhysicsWorld, BodyWithoutGravityKeepsItsVelocityButForDrag) {
  PhysicsWorld world;
  BodyConfig config = dynamic_body(Sphere{0.1}, {});
  config.gravity_share = 0;
  config.linear_drag = 0.5;
  config.angular_drag = 0.75;
  const BodyId ball = world.add_body(config);
  world.set_velocity(ball, {{2, 0, 0}, {0, 0, 4}});

  for (int i = 0; i < 100; ++i) world.step(10ms);

  EXPECT_NEAR(world.velocity(ball).linear.x, 2 * 0.5, 1e-4);
  EXPECT_NEAR(world.velocity(ball).angular.z, 4 * 0.25, 1e-4);
}

TEST(PhysicsWorld, RestsOnTheFloor) {
  PhysicsWorld world;
  world.add_body(fixed_body(Plane{}));
  const BodyId box = world.add_body(dynamic_body(cube(0.2), {0, 0, 0.15}));

  run(world, 2s);

  EXPECT_NEAR(position(world, box).z, 0.1, 1e-3);
  EXPECT_NEAR(position(world, box).x, 0, 1e-3);
}

TEST(PhysicsWorld, TurnsAboutItsCenterOfMass) {
  PhysicsWorld world({.gravity = {}});
  BodyConfig config = dynamic_body(cube(1), {});
  config.mass.center = {0.5, 0, 0};
  config.linear_drag = config.angular_drag = 0;
  const BodyId body = world.add_body(config);
  // spinning about the centre of mass, the origin runs around it
  world.set_velocity(body, {{0, -0.5, 0}, {0, 0, 1}});

  for (int i = 0; i < 1000; ++i) world.step(1ms);

  EXPECT_NEAR(position(world, body).x, 0.5 - 0.5 * std::cos(1), 1e-3);
  EXPECT_NEAR(position(world, body).y, -0.5 * std::sin(1), 1e-3);
  EXPECT_NEAR(world.world_from(body).rotation.yaw(), 1, 1e-3);
  EXPECT_NEAR(world.velocity(body).linear.x, 0.5 * std::sin(1), 1e-3);
}

TEST(PhysicsWorld, InertiaMayLieAcrossTheBodysAxes) {
  // 2, 4, 4 about axes that are turned by 45 degrees about z
  PhysicsWorld world({.gravity = {}});
  BodyConfig config = dynamic_body(Sphere{0.1}, {});
  config.angular_drag = 0;
  config.mass.inertia = {.xx = 3, .yy = 3, .zz = 4, .xy = -1};
  const BodyId body = world.add_body(config);
  const double component = std::sqrt(0.5);

  world.add_torque(body, {component, component, 0});
  world.step(10ms);

  // about the first principal axis: 1 N m for 10 ms on 2 kg m²
  EXPECT_NEAR(world.velocity(body).angular.x, 0.005 * component, 1e-6);
  EXPECT_NEAR(world.velocity(body).angular.y, 0.005 * component, 1e-6);
}

TEST(PhysicsWorld, ForcesActAtTheirPointForOneStep) {
  PhysicsWorld world({.gravity = {}});
  BodyConfig config = dynamic_body(cube(1), {1, 2, 3}, 6);
  config.linear_drag = config.angular_drag = 0;
  const BodyId body = world.add_body(config);

  world.add_force(body, {6, 0, 0}, {1, 2.5, 3});
  world.step(100ms);
  world.step(100ms);

  // 6 N on 6 kg; 3 N m on 1 kg m²
  EXPECT_NEAR(world.velocity(body).linear.x, 0.1, 1e-6);
  EXPECT_NEAR(world.velocity(body).angular.z, -0.3, 1e-6);
}

TEST(PhysicsWorld, FrictionDecidesWhetherABoxSlidesDown) {
  // 30 degrees: holds above tan 30 = 0.577
  const Quat tilt = Quat::from_axis_angle({0, 1, 0}, pi / 6);
  for (const double friction : {0.5, 0.65}) {
    PhysicsWorld world({.freezes = false});
    BodyConfig slope = fixed_body(Box{{20, 20, 1}});
    slope.world_from_body = {tilt * Vec3{0, 0, -0.5}, tilt};
    world.add_body(slope);
    BodyConfig config = dynamic_body(cube(0.2), tilt * Vec3{0, 0, 0.1});
    config.world_from_body.rotation = tilt;
    config.colliders[0].surface.friction = friction;
    config.linear_drag = 0;
    const BodyId box = world.add_body(config);

    run(world, 1s);

    const double slid = length(position(world, box) - tilt * Vec3{0, 0, 0.1});
    const double acceleration = 9.81 * (0.5 - friction * std::cos(pi / 6));
    if (friction < 0.577)
      EXPECT_NEAR(slid, acceleration / 2, 0.1 * acceleration / 2);
    else
      EXPECT_LT(slid, 1e-3);
  }
}

TEST(PhysicsWorld, BallBouncesAsHighAsItsRestitutionSays) {
  PhysicsWorld world;
  world.add_body(fixed_body(Plane{}));
  BodyConfig config = dynamic_body(Sphere{0.1}, {0, 0, 1.1});
  config.colliders[0].surface.restitution = 0.8;
  config.linear_drag = 0;
  const BodyId ball = world.add_body(config);

  double top = 0;
  bool has_bounced = false;
  for (int i = 0; i < 1000; ++i) {
    world.step(1ms);
    has_bounced = has_bounced || world.velocity(ball).linear.z > 0;
    if (has_bounced) top = std::max(top, position(world, ball).z);
  }
  EXPECT_NEAR(top, 0.1 + 0.64, 0.03);
}

TEST(PhysicsWorld, BouncingGainsNoEnergyAndFollowsRestitutionAtAnyStep) {
  for (const double restitution : {1.0, 0.9, 0.5})
    for (const Duration step : {Duration(2ms), Duration(8ms), Duration(16ms)}) {
      PhysicsWorld world({.freezes = false});
      world.add_body(fixed_body(Plane{}));
      BodyConfig config = dynamic_body(Sphere{0.1}, {0, 0, 1.1});
      config.colliders[0].surface.restitution = restitution;
      config.linear_drag = 0;
      const BodyId ball = world.add_body(config);
      double first_top = 0, top = 0, last_speed = 0;
      int bounces = 0;
      for (Duration time{}; time < 30s; time += step) {
        world.step(step);
        const double up = world.velocity(ball).linear.z;
        bounces += last_speed < 0 && up > 0;
        last_speed = up;
        const double height = position(world, ball).z - 0.1;
        if (bounces == 1) first_top = std::max(first_top, height);
        if (bounces > 0) top = std::max(top, height);
      }
      const double expected = restitution * restitution;
      EXPECT_NEAR(first_top, expected, 0.08 * expected) << restitution << " " << seconds(step);
      EXPECT_LE(top, expected * 1.001) << restitution << " " << seconds(step);
    }
}

TEST(PhysicsWorld, RollingFrictionBringsABallToRest) {
  for (const double rolling : {0.0, 0.01}) {
    PhysicsWorld world({.freezes = false});
    world.add_body(fixed_body(Plane{}));
    BodyConfig config = dynamic_body(Sphere{0.1}, {0, 0, 0.1});
    config.colliders[0].surface.rolling_friction = rolling;
    config.linear_drag = config.angular_drag = 0;
    const BodyId ball = world.add_body(config);
    world.set_velocity(ball, {{1, 0, 0}, {0, 10, 0}});
    run(world, 3s);
    if (rolling > 0)
      EXPECT_LT(speed(world, ball), 0.01);
    else
      EXPECT_NEAR(speed(world, ball), 1, 0.05);
  }
}

TEST(PhysicsWorld, CollidersOfOneBodyHaveTheirOwnSurfaces) {
  // two feet without friction carry it; pressed down on the third, it stops
  const auto slide = [](double third_foot_z) {
    PhysicsWorld world({.freezes = false});
    world.add_body(fixed_body(Plane{}));
    BodyConfig config = dynamic_body(Box{{0.4, 0.4, 0.1}}, {0, 0, 0.15});
    config.linear_drag = 0;
    const Surface slippery{.friction = 0}, grippy{.friction = 1};
    for (const double x : {-0.15, 0.15})
      for (const double y : {-0.15, 0.15})
        config.colliders.push_back({Sphere{0.05}, {{x, y, -0.1}, {}}, slippery});
    config.colliders.push_back({Sphere{0.05}, {{0, 0, third_foot_z}, {}}, grippy});
    const BodyId robot = world.add_body(config);
    world.set_velocity(robot, {{1, 0, 0}, {}});
    run(world, 1s);
    return world.velocity(robot).linear.x;
  };
  EXPECT_NEAR(slide(-0.08), 1, 1e-3);
  EXPECT_LT(std::abs(slide(-0.105)), 0.05);
}

TEST(PhysicsWorld, KinematicBodyArrivesExactlyAndPushes) {
  PhysicsWorld world;
  world.add_body(fixed_body(Plane{}));
  const BodyId pusher = world.add_body(kinematic_body(cube(0.2), {-0.3, 0, 0.11}));
  const BodyId box = world.add_body(dynamic_body(cube(0.2), {0, 0, 0.1}));

  Pose pose = world.world_from(pusher);
  for (int i = 0; i < 125; ++i) {
    pose.translation.x += 0.5 * 0.008;
    world.move_to(pusher, pose);
    world.step(step_8ms);
    EXPECT_EQ(world.world_from(pusher), pose);
  }
  EXPECT_NEAR(world.velocity(pusher).linear.x, 0.5, 1e-5);
  // faces touch
  EXPECT_NEAR(position(world, box).x - position(world, pusher).x, 0.2, 2e-3);
  EXPECT_NEAR(world.velocity(box).linear.x, 0.5, 0.02);
}

TEST(PhysicsWorld, KinematicBodyDoesNotPassThroughAThinPlate) {
  for (const Duration step : {8ms, 16ms}) {
    PhysicsWorld world;
    world.add_body(fixed_body(Plane{}));
    const BodyId robot = world.add_body(kinematic_body(Cylinder{0.15, 0.3}, {-0.5, 0, 0.16}));
    const BodyId plate = world.add_body(dynamic_body(Box{{0.02, 0.3, 0.3}}, {0, 0, 0.15}, 0.3));
    const double speed = 1.5, duration = 0.42;
    Pose pose = world.world_from(robot);
    for (double t = 0; t < duration; t += seconds(step)) {
      pose.translation.x += speed * seconds(step);
      world.move_to(robot, pose);
      world.step(step);
    }
    // pushed along, before it tips over forward
    EXPECT_GT(position(world, plate).x, pose.translation.x + 0.15);
    EXPECT_GT(position(world, plate).x, 0.25);
  }
}

TEST(PhysicsWorld, KinematicBodyThatTurnsHasItsTurningVelocity) {
  PhysicsWorld world;
  const BodyId body = world.add_body(kinematic_body(cube(0.2), {1, 0, 0}));
  world.move_to(body, {{1, 0, 0}, Quat::from_axis_angle({0, 0, 1}, 0.1)});
  world.step(100ms);
  EXPECT_NEAR(world.velocity(body).angular.z, 1, 1e-5);
  world.step(100ms);
  EXPECT_EQ(world.velocity(body).angular.z, 0);
}

TEST(PhysicsWorld, FastBallDoesNotTunnelThroughAThinWall) {
  PhysicsWorld world({.gravity = {}});
  world.add_body(fixed_body(Box{{0.02, 4, 4}}, {1, 0, 0}));
  const BodyId ball = world.add_body(dynamic_body(Sphere{0.03}, {}));
  world.set_velocity(ball, {{60, 0, 0}, {}});
  run(world, 200ms);
  EXPECT_LT(position(world, ball).x, 1);
}

TEST(PhysicsWorld, TooFastABodyIsSlowedAndCounted) {
  PhysicsWorld world({.gravity = {}});
  const BodyId ball = world.add_body(dynamic_body(Sphere{0.1}, {}));
  world.set_velocity(ball, {{1000, 0, 0}, {}});
  EXPECT_EQ(world.step(step_8ms).speed_clamps, 1);
  EXPECT_NEAR(speed(world, ball), 100, 1);
  EXPECT_EQ(world.step(step_8ms).speed_clamps, 0);
}

TEST(PhysicsWorld, ForceThatIsNoNumberIsIgnoredAndCounted) {
  PhysicsWorld world;
  world.add_body(fixed_body(Plane{}));
  const BodyId box = world.add_body(dynamic_body(cube(0.2), {0, 0, 0.1}));
  world.add_force(box, {std::numeric_limits<double>::quiet_NaN(), 0, 0}, {});
  EXPECT_EQ(world.step(step_8ms).non_finite, 1);
  EXPECT_EQ(world.step(step_8ms).non_finite, 0);
  EXPECT_NEAR(position(world, box).z, 0.1, 1e-3);
}

TEST(PhysicsWorld, StateThatOverflowsIsPutBackAndCounted) {
  PhysicsWorld world;
  world.add_body(fixed_body(Plane{}));
  const BodyId box = world.add_body(dynamic_body(cube(0.2), {0, 0, 0.1}));
  const BodyId neighbour = world.add_body(dynamic_body(cube(0.2), {0, 0, 0.3}));
  run(world, 100ms);
  world.add_force(box, {0, 0, 1e38}, {1e3, 0, 0});
  int caught = 0;
  for (int i = 0; i < 20; ++i) caught += world.step(step_8ms).non_finite;
  EXPECT_GE(caught, 1);
  run(world, 1s);
  EXPECT_NEAR(position(world, box).z, 0.1, 5e-3);
  EXPECT_NEAR(position(world, neighbour).z, 0.3, 5e-3);
}

TEST(PhysicsWorld, MovedNamesTheBodiesThatTheStepMovedInOrder) {
  PhysicsWorld world;
  world.add_body(fixed_body(Plane{}));
  const BodyId falling = world.add_body(dynamic_body(cube(0.2), {0, 0, 5}));
  const BodyId pusher = world.add_body(kinematic_body(cube(0.2), {3, 0, 1}));
  const BodyId other = world.add_body(dynamic_body(cube(0.2), {1, 0, 5}));

  world.step(step_8ms);
  EXPECT_THAT(world.moved(), ElementsAre(falling, other));
  world.move_to(pusher, {{3, 1, 1}, {}});
  world.step(step_8ms);
  EXPECT_THAT(world.moved(), ElementsAre(falling, pusher, other));
  run(world, 3s);
  EXPECT_THAT(world.moved(), IsEmpty());
  world.place(pusher, {{3, 0, 1}, {}});
  world.step(step_8ms);
  EXPECT_THAT(world.moved(), ElementsAre(pusher));
}

TEST(PhysicsWorld, PlacePutsABodySomewhereAtRest) {
  PhysicsWorld world({.gravity = {}});
  const BodyId box = world.add_body(dynamic_body(cube(0.2), {}));
  world.set_velocity(box, {{1, 2, 3}, {1, 0, 0}});
  world.step(step_8ms);
  const Pose pose{{5, 6, 7}, Quat::from_rpy(0.1, 0.2, 0.3)};
  world.place(box, pose);
  EXPECT_EQ(world.world_from(box), pose);
  world.step(step_8ms);
  EXPECT_EQ(speed(world, box), 0);
  EXPECT_NEAR(length(position(world, box) - pose.translation), 0, 1e-6);
}

TEST(PhysicsWorld, MayBeEmptyAndHaveBodiesWithoutShape) {
  PhysicsWorld world;
  world.step(step_8ms);
  BodyConfig config;
  config.mass = solid(Sphere{0.1}, 1);
  config.linear_drag = 0;
  const BodyId ghost = world.add_body(config);
  for (int i = 0; i < 10; ++i) world.step(100ms);
  EXPECT_NEAR(world.velocity(ghost).linear.z, -9.81, 1e-4);
  world.remove_body(ghost);
  world.step(step_8ms);
  EXPECT_THAT(world.moved(), IsEmpty());
}

TEST(PhysicsWorld, QueriesSeeFastBodiesWhereTheyAre) {
  PhysicsWorld world({.gravity = {}});
  const BodyId ball = world.add_body(dynamic_body(Sphere{0.1}, {}));
  world.set_velocity(ball, {{20, 0, 0}, {}});
  for (int i = 0; i < 50; ++i) {
    world.step(step_8ms);
    const Vec3 above = position(world, ball) + Vec3{0, 0, 1};
    const auto hit = world.cast_ray(above, {0, 0, -1}, 2);
    ASSERT_TRUE(hit) << i;
    EXPECT_NEAR(hit->distance_m, 0.9, 1e-6);
  }
}

TEST(PhysicsWorld, SpinningFrictionStopsATop) {
  PhysicsWorld world({.freezes = false});
  world.add_body(fixed_body(Plane{}));
  BodyConfig config = dynamic_body(Sphere{0.1}, {0, 0, 0.1});
  config.colliders[0].surface.spinning_friction = 0.01;
  config.angular_drag = 0;
  const BodyId top = world.add_body(config);
  world.set_velocity(top, {{}, {0, 0, 10}});
  run(world, 200ms);
  // 0.01 m of the weight of 1 kg on 0.004 kg m²
  EXPECT_NEAR(world.velocity(top).angular.z, 10 - 0.01 * 9.81 / 0.004 * 0.2, 0.3);
}

TEST(PhysicsWorld, IdsAreNotUsedAgain) {
  PhysicsWorld world;
  const BodyId first = world.add_body(dynamic_body(cube(0.2), {}));
  EXPECT_FALSE(world.has(BodyId{}));
  world.remove_body(first);
  const BodyId second = world.add_body(dynamic_body(cube(0.2), {}));
  EXPECT_FALSE(world.has(first));
  EXPECT_TRUE(world.has(second));
  EXPECT_NE(first, second);
}

TEST(PhysicsWorld, BodiesOfOneGroupPassThroughEachOther) {
  for (const int group : {0, 7}) {
    PhysicsWorld world({.gravity = {}});
    BodyConfig config = dynamic_body(cube(0.2), {});
    config.no_collision_group = group;
    world.add_body(config);
    config.world_from_body.translation.x = 0.5;
    const BodyId runner = world.add_body(config);
    world.set_velocity(runner, {{-1, 0, 0}, {}});
    run(world, 1s);
    EXPECT_EQ(position(world, runner).x < -0.4, group == 7);
  }
}

TEST(PhysicsWorld, SqueezedObjectIsNotShotOut) {
  // a cylinder presses a ball, a box or a row of both into a wall, off its middle
  const std::vector<std::vector<Shape>> rows{
      {Sphere{0.1}}, {cube(0.2)}, {cube(0.2), cube(0.2)}, {Sphere{0.1}, cube(0.2)}};
  for (const auto& row : rows) {
    for (const double offset : {0.0, 0.03, 0.08}) {
      PhysicsWorld world;
      world.add_body(fixed_body(Plane{}));
      const double wall_x = 0.21 + 0.21 * static_cast<double>(row.size());
      world.add_body(fixed_body(Box{{0.2, 4, 2}}, {wall_x, 0, 1}));
      const BodyId robot =
          world.add_body(kinematic_body(Cylinder{0.15, 0.3}, {-0.3, offset, 0.16}));
      std::vector<BodyId> squeezed;
      for (std::size_t i = 0; i < row.size(); ++i)
        squeezed.push_back(
            world.add_body(dynamic_body(row[i], {0.2 * static_cast<double>(i), 0, 0.1})));

      const double robot_speed = 0.3;
      std::vector<double> highest(row.size());
      Pose pose = world.world_from(robot);
      for (int i = 0; i < 400; ++i) {
        if (pose.translation.x < wall_x - 0.1) pose.translation.x += robot_speed * 0.008;
        std::vector<Vec3> before;
        for (const BodyId body : squeezed) before.push_back(position(world, body));
        world.move_to(robot, pose);
        world.step(step_8ms);
        for (std::size_t b = 0; b < squeezed.size(); ++b) {
          Vec3 velocity = world.velocity(squeezed[b]).linear;
          highest[b] = std::max(highest[b], before[b].z);
          const double fallen = std::max(0.0, highest[b] - position(world, squeezed[b]).z);
          Vec3 path = position(world, squeezed[b]) - before[b];
          velocity.z = std::max(velocity.z, 0.0);  // it may fall, and tip over, as fast as it likes
          path.z = std::max(path.z, 0.0);
          EXPECT_LT(length(velocity), std::hypot(robot_speed + 0.1, std::sqrt(2 * 9.81 * fallen)))
              << "step " << i << " offset " << offset;
          EXPECT_LT(length(path) / 0.008, 1.0) << "step " << i << " offset " << offset;
        }
        if (testing::Test::HasFailure()) return;
      }
    }
  }
}

}  // namespace
}  // namespace tandem
