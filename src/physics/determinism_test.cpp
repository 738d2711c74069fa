// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <memory>

#include "base/random.h"
#include "physics/test_bodies.h"

namespace tandem {
namespace {

// Drops many boxes in a walled yard with a kinematic paddle that stirs them, and returns the
// hashes of all steps.
std::vector<std::uint64_t> hashes_of_a_crowd(int count, int steps, int threads) {
  PhysicsWorld world({.solver_iterations = 10, .threads = threads});
  world.add_body(fixed_body(Plane{}));
  for (const double side : {-1.0, 1.0}) {
    world.add_body(fixed_body(Box{{0.2, 12, 2}}, {4.1 * side, 0, 1}));
    world.add_body(fixed_body(Box{{12, 0.2, 2}}, {0, 4.1 * side, 1}));
  }
  const BodyId paddle = world.add_body(kinematic_body(Box{{1.5, 0.1, 0.5}}, {0, 0, 0.3}));
  Random random(3, "crowd");
  std::vector<BodyId> boxes;
  for (int i = 0; i < count; ++i)
    boxes.push_back(world.add_body(dynamic_body(
        Box{{random.uniform(0.1, 0.3), random.uniform(0.1, 0.3), random.uniform(0.1, 0.3)}},
        {random.uniform(-3.8, 3.8), random.uniform(-3.8, 3.8), 0.5 + 0.002 * i})));

  std::vector<std::uint64_t> hashes;
  for (int i = 0; i < steps; ++i) {
    world.move_to(paddle, {{0, 0, 0.3}, Quat::from_axis_angle({0, 0, 1}, 0.01 * i)});
    if (i % 50 == 20) {
      const std::size_t victim = static_cast<std::size_t>(i) % boxes.size();
      world.remove_body(boxes[victim]);
      boxes[victim] = world.add_body(dynamic_body(cube(0.2), {0, 0, 3}));
    }
    world.step(16ms);
    hashes.push_back(world.state_hash());
  }
  return hashes;
}

TEST(Determinism, AWorldBuiltTwiceRunsTheSameBitForBit) {
  const auto first = hashes_of_a_crowd(1000, 500, 1);
  // other addresses this time
  std::vector<std::unique_ptr<char[]>> clutter;
  for (std::size_t i = 0; i < 1000; ++i)
    clutter.push_back(std::make_unique<char[]>(16 + 37 * (i % 91)));
  for (std::size_t i = 0; i < 1000; i += 2) clutter[i].reset();
  const auto second = hashes_of_a_crowd(1000, 500, 1);
  EXPECT_EQ(first, second);
}

TEST(Determinism, NumberOfThreadsDoesNotMatter) {
  EXPECT_EQ(hashes_of_a_crowd(300, 150, 1), hashes_of_a_crowd(300, 150, 2));
}

TEST(Determinism, HashIsTheSameHoweverOftenItIsAsked) {
  std::vector<std::uint64_t> last;
  for (const bool asks_always : {false, true}) {
    PhysicsWorld world;
    world.add_body(fixed_body(Plane{}));
    for (int i = 0; i < 10; ++i) world.add_body(dynamic_body(cube(0.2), {0, 0, 1 + 0.3 * i}));
    for (int i = 0; i < 300; ++i) {
      world.step(step_8ms);
      if (asks_always) world.state_hash();
    }
    last.push_back(world.state_hash());
  }
  EXPECT_EQ(last[0], last[1]);
}

TEST(Determinism, HashTellsPoseAndVelocityApart) {
  PhysicsWorld world({.gravity = {}});
  const BodyId box = world.add_body(dynamic_body(cube(0.2), {}));
  const std::uint64_t at_rest = world.state_hash();
  world.set_velocity(box, {{1e-6, 0, 0}, {}});
  EXPECT_NE(world.state_hash(), at_rest);
  world.set_velocity(box, {});
  EXPECT_EQ(world.state_hash(), at_rest);
  world.place(box, {{1e-12, 0, 0}, {}});
  EXPECT_NE(world.state_hash(), at_rest);
  const BodyId other = world.add_body(dynamic_body(cube(0.2), {5, 0, 0}));
  world.state_hash();
  world.place(box, {});
  world.remove_body(other);
  EXPECT_EQ(world.state_hash(), at_rest);
}

TEST(Determinism, BodiesMayComeAndGoThousandsOfTimes) {
  PhysicsWorld world;
  world.add_body(fixed_body(Plane{}));
  const BodyId carrier = world.add_body(dynamic_body(cube(0.4), {0, 0, 0.2}, 10));
  std::vector<BodyId> bodies;
  for (int i = 0; i < 3000; ++i) {
    const BodyId body =
        world.add_body(dynamic_body(cube(0.2), {0.25 * (i % 5), 0.3, 0.1 + 0.2 * (i % 3)}));
    bodies.push_back(body);
    if (i % 4 == 0) world.attach(carrier, body);
    if (i % 4 == 1) {
      JointConfig joint;
      joint.parent = carrier;
      joint.child = body;
      world.add_joint(joint);
    }
    if (i % 10 == 0) world.step(step_8ms);
    if (bodies.size() > 12) {
      world.remove_body(bodies.front());
      bodies.erase(bodies.begin());
    }
  }
  for (const BodyId body : bodies) world.remove_body(body);
  run(world, 3s);
  EXPECT_NEAR(position(world, carrier).z, 0.2, 5e-3);
}

}  // namespace
}  // namespace tandem
