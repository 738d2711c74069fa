// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "base/random.h"
#include "physics/physics_world.h"
#include "physics/test_bodies.h"

namespace tandem {
namespace {

// Boxes that have fallen onto each other, balls among them, and a table with a swinging arm.
class Heap {
 public:
  explicit Heap(const PhysicsConfig& config = {.has_checkpoints = true}) : world(config) {
    world.add_body(fixed_body(Plane{}));
    Random random(7, "heap");
    for (int i = 0; i < 60; ++i) {
      const Vec3 at{random.uniform(-0.3, 0.3), random.uniform(-0.3, 0.3), 0.2 + 0.11 * i};
      loose.push_back(world.add_body(i % 5 == 0 ? dynamic_body(Sphere{0.05}, at)
                                                : dynamic_body(cube(0.1), at)));
    }
    BodyConfig table = dynamic_body(Box{{1, 0.4, 0.05}}, {1, 0, 0.5}, 5);
    for (const double x : {-0.4, 0.4})
      table.colliders.push_back({Box{{0.1, 0.3, 0.5}}, {{x, 0, -0.25}, {}}, {}});
    const BodyId top = world.add_body(table);
    const BodyId arm = world.add_body(dynamic_body(Box{{0.5, 0.05, 0.05}}, {1.25, 0, 1}));
    JointConfig hinge{.parent = top, .child = arm, .axis = {0, 1, 0}};
    hinge.parent_from_joint = {{0, 0, 0.5}, {}};
    hinge.child_from_joint = {{-0.25, 0, 0}, {}};
    world.add_joint(hinge);
  }

  std::uint64_t after(Duration time) {
    run(world, time);
    return world.state_hash();
  }
  std::vector<std::uint64_t> hashes(int steps) {
    std::vector<std::uint64_t> all;
    for (int i = 0; i < steps; ++i) all.push_back(after(step_8ms));
    return all;
  }

  PhysicsWorld world;
  std::vector<BodyId> loose;
};

TEST(PhysicsCheckpoints, GoOnBitForBitWithContactsAndJoints) {
  Heap heap;
  heap.after(800ms);  // in the middle of the fall
  const auto checkpoint = heap.world.checkpoint(nullptr);
  const auto first = heap.hashes(250);
  heap.world.put_back(*checkpoint);
  EXPECT_EQ(heap.hashes(250), first);
  heap.world.put_back(*checkpoint);
  EXPECT_EQ(heap.hashes(250), first);
}

TEST(PhysicsCheckpoints, AreOfTheSameWorldAsWithoutThem) {
  Heap with, without(PhysicsConfig{});
  EXPECT_EQ(with.hashes(200), without.hashes(200));
}

TEST(PhysicsCheckpoints, DoNotDependOnTheNumberOfThreads) {
  Heap two({.threads = 2, .has_checkpoints = true});
  Heap one({.threads = 1, .has_checkpoints = true});
  two.after(800ms);
  one.after(800ms);
  const auto checkpoint = two.world.checkpoint(nullptr);
  two.after(400ms);
  two.world.put_back(*checkpoint);
  EXPECT_EQ(two.hashes(100), one.hashes(100));
}

TEST(PhysicsCheckpoints, BringBackWhatWasRemovedAndForgetWhatCame) {
  Heap heap;
  heap.after(800ms);
  const auto checkpoint = heap.world.checkpoint(nullptr);
  const auto change = [&] {
    for (int i = 0; i < 30; ++i) heap.world.remove_body(heap.loose[static_cast<std::size_t>(i)]);
    heap.world.attach(heap.loose[40], heap.loose[41]);
    for (int i = 0; i < 300; ++i)
      heap.world.add_body(dynamic_body(Box{{0.1, 0.1, 0.01 + 1e-4 * i}}, {3, 0, 0.1 + 0.2 * i}));
    return heap.hashes(50);
  };
  const auto undisturbed = heap.hashes(50);
  heap.world.put_back(*checkpoint);
  const auto changed = change();
  heap.world.put_back(*checkpoint);
  EXPECT_EQ(heap.hashes(50), undisturbed);
  heap.world.put_back(*checkpoint);
  EXPECT_EQ(change(), changed);
}

TEST(PhysicsCheckpoints, OfLaterTimesHoldAfterGoingBack) {
  Heap heap;
  std::vector<std::shared_ptr<const PhysicsCheckpoint>> all;
  std::vector<std::uint64_t> hashes;
  for (int i = 0; i < 10; ++i) {
    all.push_back(heap.world.checkpoint(all.empty() ? nullptr : all.back().get()));
    hashes.push_back(heap.after(200ms));
    heap.world.add_body(dynamic_body(cube(0.1), {0, 0, 2}));
  }
  for (const std::size_t i : {3u, 9u, 0u, 5u, 4u}) {
    heap.world.put_back(*all[i]);
    EXPECT_EQ(heap.after(200ms), hashes[i]) << i;
  }
}

TEST(PhysicsCheckpoints, ShareWhatDidNotChange) {
  Heap heap;
  heap.after(20s);  // all has come to rest
  const auto first = heap.world.checkpoint(nullptr);
  heap.after(40ms);
  const auto second = heap.world.checkpoint(first.get());
  EXPECT_LT(bytes_beside(*second, first.get()), bytes_beside(*first, nullptr) / 20);
}

}  // namespace
}  // namespace tandem
