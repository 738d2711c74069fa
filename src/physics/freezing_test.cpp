// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/random.h"
#include "physics/test_bodies.h"

namespace tandem {
namespace {

constexpr double pi = std::numbers::pi;

// A stack of boxes on a floor, frozen.
struct Stack {
  explicit Stack(int height, const BodyConfig& ground = fixed_body(Plane{})) {
    floor = world.add_body(ground);
    for (int i = 0; i < height; ++i)
      boxes.push_back(world.add_body(dynamic_body(cube(0.2), {0, 0, 0.1 + 0.2 * i})));
    run(world, 3s);
    for (const BodyId box : boxes) EXPECT_TRUE(world.is_frozen(box));
  }

  PhysicsWorld world;
  BodyId floor{};
  std::vector<BodyId> boxes;
};

TEST(Freezing, BodiesAtRestFreezeAndCostNothing) {
  Stack stack(3);
  const PhysicsReport report = stack.world.step(step_8ms);
  EXPECT_EQ(report.active_bodies, 0);
  EXPECT_EQ(report.contact_points, 0);
  EXPECT_TRUE(stack.world.moved().empty());
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_NEAR(position(stack.world, stack.boxes[i]).z, 0.1 + 0.2 * static_cast<double>(i), 2e-3);
}

TEST(Freezing, MayBeSwitchedOffForTheWorldOrABody) {
  PhysicsWorld restless({.freezes = false});
  restless.add_body(fixed_body(Plane{}));
  const BodyId box = restless.add_body(dynamic_body(cube(0.2), {0, 0, 0.1}));
  run(restless, 3s);
  EXPECT_FALSE(restless.is_frozen(box));

  PhysicsWorld world;
  world.add_body(fixed_body(Plane{}));
  BodyConfig config = dynamic_body(cube(0.2), {0, 0, 0.1});
  config.may_freeze = false;
  const BodyId awake = world.add_body(config);
  run(world, 3s);
  EXPECT_FALSE(world.is_frozen(awake));
}

TEST(Freezing, NothingFreezesInTheAir) {
  // on the moon a ball hangs long at the top of its way
  PhysicsWorld world({.gravity = {0, 0, -0.05}});
  const BodyId ball = world.add_body(dynamic_body(Sphere{0.1}, {0, 0, 10}));
  run(world, 3s);
  EXPECT_FALSE(world.is_frozen(ball));
  EXPECT_LT(position(world, ball).z, 9.8);
}

TEST(Freezing, BoxesFallWhenTheirSupportIsRemoved) {
  for (std::size_t removed = 0; removed < 2; ++removed) {
    Stack stack(3);
    stack.world.remove_body(stack.boxes[removed]);
    run(stack.world, 2s);
    EXPECT_NEAR(position(stack.world, stack.boxes[2]).z, 0.3, 5e-3);
  }
}

TEST(Freezing, BoxesFallWhenTheFloorIsRemovedOrMoved) {
  auto flat = std::make_shared<Heightfield>();
  *flat = {3, 3, 4, 4, std::vector<float>(9, 0.0f)};
  auto mesh = std::make_shared<Mesh>();
  mesh->positions = {{-2, -2, 0}, {2, -2, 0}, {-2, 2, 0}, {2, 2, 0}};
  mesh->indices = {0, 1, 2, 1, 3, 2};
  for (const Shape& shape : std::vector<Shape>{Box{{4, 4, 0.2}}, Plane{}, HeightfieldShape{flat},
                                               MeshShape{mesh, {1, 1, 1}}}) {
    for (const bool is_removed : {true, false}) {
      const double z = std::holds_alternative<Box>(shape) ? -0.1 : 0;
      Stack stack(2, fixed_body(shape, {0, 0, z}));
      if (is_removed)
        stack.world.remove_body(stack.floor);
      else
        stack.world.place(stack.floor, {{0, 0, z - 2}, {}});
      run(stack.world, 400ms);
      for (const BodyId box : stack.boxes)
        EXPECT_LT(position(stack.world, box).z, -0.2) << shape.index();
    }
  }
}

TEST(Freezing, BoxFallsWhenAKinematicSupportDropsOrSlidesAway) {
  for (const Vec3& direction : {Vec3{0, 0, -1}, Vec3{1, 0, 0}}) {
    // however slowly
    for (const double metres_per_second : {0.5, 0.05, 0.005}) {
      PhysicsWorld world;
      const BodyId lift = world.add_body(kinematic_body(Box{{0.4, 0.4, 0.1}}, {0, 0, 1}));
      BodyConfig config = dynamic_body(cube(0.2), {0, 0, 1.15});
      config.colliders[0].surface.friction = 0;
      const BodyId box = world.add_body(config);
      run(world, 2s);
      ASSERT_TRUE(world.is_frozen(box));
      Pose pose = world.world_from(lift);
      const Vec3 start = position(world, box);
      const double travelled_m = 0.05;
      const int steps = static_cast<int>(travelled_m / (metres_per_second * 0.008));
      for (int i = 0; i < steps; ++i) {
        pose.translation += metres_per_second * 0.008 * direction;
        world.move_to(lift, pose);
        world.step(step_8ms);
      }
      // sank with it, or lies where it was while the lift slid from under it; a fast lift is ahead
      // of what falls: 50 mm take 0.1 s either way
      EXPECT_NEAR(position(world, box).z, start.z + travelled_m * direction.z, 6e-3)
          << metres_per_second;
      world.place(lift, {{5, 5, 5}, {}});
      run(world, 400ms);
      EXPECT_LT(position(world, box).z, 0.7) << metres_per_second;
    }
  }
}

TEST(Freezing, BoxFallsWhenADynamicSupportIsPulledAwaySlowly) {
  Stack stack(2);
  // the lower box creeps out with 1 cm/s
  for (int i = 0; i < 3000; ++i) {
    const double wanted = 0.01, is = stack.world.velocity(stack.boxes[0]).linear.x;
    stack.world.add_force(stack.boxes[0], {23.5 + 50 * (wanted - is), 0, 0},
                          position(stack.world, stack.boxes[0]));
    stack.world.step(step_8ms);
  }
  run(stack.world, 2s);
  const Vec3 lower = position(stack.world, stack.boxes[0]),
             upper = position(stack.world, stack.boxes[1]);
  // it rode along or fell off, but does not hang where nothing is
  EXPECT_TRUE(std::abs(upper.x - lower.x) < 0.11 || upper.z < 0.25) << upper.x << " " << upper.z;
  EXPECT_GT(lower.x, 0.2);
}

TEST(Freezing, SlowlyPushedBoxThaws) {
  // a robot that pushes with a force, slower than any threshold on speed
  PhysicsWorld world;
  world.add_body(fixed_body(Plane{}));
  const BodyId box = world.add_body(dynamic_body(cube(0.2), {0, 0, 0.1}, 0.5));
  BodyConfig config = dynamic_body(cube(0.2), {-0.21, 0, 0.1}, 5);
  config.colliders[0].surface.friction = 0;
  const BodyId robot = world.add_body(config);
  run(world, 2s);
  ASSERT_TRUE(world.is_frozen(box));
  for (int i = 0; i < 400; ++i) {
    const double error = 0.02 - world.velocity(robot).linear.x;
    // enough to overcome the box's friction of 3.9 N
    world.add_force(robot, {3.9 + 200 * error, 0, 0}, position(world, robot));
    world.step(step_8ms);
  }
  // 3.2 s at 2 cm/s, less the gap
  EXPECT_NEAR(position(world, box).x, 0.054, 0.01);
}

TEST(Freezing, TouchOfAKinematicBodyThaws) {
  for (const double metres_per_second : {1.0, 0.1, 0.01}) {
    PhysicsWorld world;
    world.add_body(fixed_body(Plane{}));
    const BodyId box = world.add_body(dynamic_body(cube(0.2), {0, 0, 0.1}));
    const BodyId robot = world.add_body(kinematic_body(cube(0.2), {-0.22, 0, 0.11}));
    run(world, 2s);
    ASSERT_TRUE(world.is_frozen(box));
    Pose pose = world.world_from(robot);
    for (double moved = 0; moved < 0.1; moved += 0.008 * metres_per_second) {
      pose.translation.x += 0.008 * metres_per_second;
      world.move_to(robot, pose);
      world.step(step_8ms);
    }
    EXPECT_NEAR(position(world, box).x, pose.translation.x + 0.2, 3e-3) << metres_per_second;
  }
}

TEST(Freezing, HitThawsAWholeStack) {
  Stack stack(4);
  BodyConfig config = dynamic_body(Sphere{0.1}, {-1, 0, 0.3}, 5);
  config.gravity_share = 0;
  const BodyId ball = stack.world.add_body(config);
  stack.world.set_velocity(ball, {{5, 0, 0}, {}});
  run(stack.world, 3s);
  for (const BodyId box : stack.boxes) EXPECT_LT(position(stack.world, box).z, 0.72);
  EXPECT_LT(position(stack.world, stack.boxes[3]).z, 0.65);
}

TEST(Freezing, SeesawTipsWhenAWeightIsTakenAway) {
  PhysicsWorld world;
  world.add_body(fixed_body(Plane{}));
  world.add_body(fixed_body(Box{{0.1, 0.4, 0.3}}, {0, 0, 0.15}));
  const BodyId plank = world.add_body(dynamic_body(Box{{2, 0.3, 0.05}}, {0, 0, 0.325}, 2));
  world.add_body(dynamic_body(cube(0.2), {-0.8, 0, 0.45}, 3));
  const BodyId right = world.add_body(dynamic_body(cube(0.2), {0.8, 0, 0.45}, 3));
  run(world, 4s);
  ASSERT_TRUE(world.is_frozen(plank));
  ASSERT_NEAR(world.world_from(plank).rotation.rpy().y, 0, 0.01);
  world.remove_body(right);
  run(world, 2s);
  EXPECT_LT(world.world_from(plank).rotation.rpy().y, -0.1);
}

TEST(Freezing, PartOfAnAssemblyDoesNotFreezeWhileTheRestMoves) {
  PhysicsWorld world;
  world.add_body(fixed_body(Plane{}));
  BodyConfig heavy = dynamic_body(cube(0.4), {0, 0, 0.2}, 50);
  const BodyId base = world.add_body(heavy);
  BodyConfig config = dynamic_body(Cylinder{0.1, 0.05}, {0, 0, 0.5}, 0.1);
  const BodyId rotor = world.add_body(config);
  JointConfig axle;
  axle.parent = base;
  axle.child = rotor;
  axle.parent_from_joint.translation = {0, 0, 0.3};
  const JointId joint = world.add_joint(axle);
  world.drive_joint(joint, 1, 1);
  run(world, 3s);
  EXPECT_FALSE(world.is_frozen(base));
  world.hold_joint(joint, world.joint_position(joint), 1);
  run(world, 3s);
  EXPECT_TRUE(world.is_frozen(base));
  EXPECT_TRUE(world.is_frozen(rotor));
  EXPECT_EQ(world.joint_velocity(joint), 0);
  // saying the same again does not wake it, something new does, and all of it
  world.hold_joint(joint, world.joint_position(joint), 1);
  world.step(step_8ms);
  world.wake(rotor);
  EXPECT_FALSE(world.is_frozen(base));
}

TEST(Freezing, HungUpBodyRestsOnItsJointAndFallsWithoutIt) {
  PhysicsWorld world;
  const BodyId ceiling = world.add_body(fixed_body(cube(0.1), {0, 0, 3}));
  const BodyId lamp = world.add_body(dynamic_body(cube(0.2), {0, 0, 2}));
  JointConfig rope;
  rope.parent = ceiling;
  rope.child = lamp;
  rope.axis = {0, 1, 0};
  rope.child_from_joint.translation = {0, 0, 1};
  const JointId joint = world.add_joint(rope);
  run(world, 2s);
  EXPECT_TRUE(world.is_frozen(lamp));
  world.remove_joint(joint);
  run(world, 500ms);
  EXPECT_LT(position(world, lamp).z, 1.5);
}

TEST(Freezing, LoadThatIsTakenFromUnderABoxLetsItFall) {
  PhysicsWorld world;
  world.add_body(fixed_body(Plane{}));
  const BodyId lower = world.add_body(dynamic_body(cube(0.2), {0, 0, 0.1}));
  BodyConfig config = dynamic_body(cube(0.2), {0, 0, 0.3});
  config.colliders[0].surface.friction = 0;  // or it would ride along
  const BodyId upper = world.add_body(config);
  run(world, 2s);
  ASSERT_TRUE(world.is_frozen(upper));
  const BodyId robot = world.add_body(kinematic_body(cube(0.2), {-0.5, 0, 0.12}));
  world.attach(robot, lower);
  Pose pose = world.world_from(robot);
  for (int i = 0; i < 250; ++i) {
    pose.translation.x -= 0.008;
    world.move_to(robot, pose);
    world.step(step_8ms);
  }
  EXPECT_LT(position(world, upper).z, 0.25);
}

TEST(Freezing, AttachedLoadThawsWithItsCarrier) {
  PhysicsWorld world;
  world.add_body(fixed_body(Plane{}));
  const BodyId cart = world.add_body(dynamic_body(cube(0.4), {0, 0, 0.2}, 5));
  const BodyId load = world.add_body(dynamic_body(cube(0.2), {0, 0, 0.6}));
  world.attach(cart, load);
  run(world, 2s);
  EXPECT_TRUE(world.is_frozen(load));
  world.set_velocity(cart, {{1, 0, 0}, {}});
  world.step(step_8ms);
  EXPECT_FALSE(world.is_frozen(load));
  EXPECT_GT(world.velocity(load).linear.x, 0.5);
}

TEST(Freezing, NoBoxOfAPileHangsInTheAir) {
  PhysicsWorld world;
  world.add_body(fixed_body(Plane{}));
  for (const double side : {-1.0, 1.0}) {
    world.add_body(fixed_body(Box{{0.2, 3, 2}}, {1.1 * side, 0, 1}));
    world.add_body(fixed_body(Box{{3, 0.2, 2}}, {0, 1.1 * side, 1}));
  }
  Random random(7, "pile");
  std::vector<BodyId> boxes;
  for (int i = 0; i < 300; ++i) {
    const double side = random.uniform(0.1, 0.25);
    BodyConfig config = dynamic_body(
        cube(side), {random.uniform(-0.8, 0.8), random.uniform(-0.8, 0.8), 0.2 + 0.01 * i});
    config.world_from_body.rotation =
        Quat::from_rpy(random.uniform(-pi, pi), random.uniform(-1, 1), 0);
    boxes.push_back(world.add_body(config));
  }
  run(world, 12s, 16ms);

  // take away every third; then all that is frozen must rest on something when woken
  for (std::size_t i = 0; i < boxes.size(); i += 3) {
    world.remove_body(boxes[i]);
    boxes[i] = {};
  }
  run(world, 10s, 16ms);
  std::vector<std::pair<BodyId, Vec3>> before;
  int frozen = 0;
  for (const BodyId box : boxes) {
    if (box == BodyId{}) continue;
    frozen += world.is_frozen(box);
    before.emplace_back(box, position(world, box));
  }
  EXPECT_GT(frozen, 180);
  for (const auto& [box, at] : before) world.wake(box);
  run(world, 200ms, 16ms);
  for (const auto& [box, at] : before)
    EXPECT_LT(at.z - position(world, box).z, 0.03) << static_cast<int>(box);
}

}  // namespace
}  // namespace tandem
