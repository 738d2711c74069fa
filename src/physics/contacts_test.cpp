// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "physics/test_bodies.h"

namespace tandem {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

std::vector<std::pair<BodyId, BodyId>> touching(const PhysicsWorld& world) {
  std::vector<std::pair<BodyId, BodyId>> pairs;
  for (const Contact& contact : world.contacts()) pairs.emplace_back(contact.a, contact.b);
  return pairs;
}

BodyConfig reporting(BodyConfig config) {
  config.reports_contacts = true;
  return config;
}

TEST(Contacts, AreReportedOnlyForThoseWhoAsk) {
  PhysicsWorld world({.freezes = false});
  const BodyId floor = world.add_body(fixed_body(Plane{}));
  world.add_body(dynamic_body(cube(0.2), {1, 0, 0.1}));
  const BodyId box = world.add_body(reporting(dynamic_body(cube(0.2), {0, 0, 0.1}, 2)));
  run(world, 1s);

  ASSERT_THAT(touching(world), ElementsAre(Pair(floor, box)));
  const Contact& contact = world.contacts()[0];
  // from b, the box, towards a, the floor; the impulse carries 2 kg for 8 ms
  EXPECT_NEAR(contact.normal.z, -1, 1e-5);
  EXPECT_NEAR(contact.impulse_ns, 2 * 9.81 * 0.008, 0.02 * 2 * 9.81 * 0.008);
  EXPECT_NEAR(contact.point.z, 0, 2e-3);
  EXPECT_LT(contact.depth_m, 2e-3);
}

TEST(Contacts, StayReportedWhileTheBodyIsFrozen) {
  PhysicsWorld world;
  const BodyId floor = world.add_body(fixed_body(Plane{}));
  const BodyId box = world.add_body(reporting(dynamic_body(cube(0.2), {0, 0, 0.1})));
  run(world, 2s);
  ASSERT_TRUE(world.is_frozen(box));
  EXPECT_THAT(touching(world), ElementsAre(Pair(floor, box)));
}

TEST(Contacts, ComeInOrderOfIds) {
  PhysicsWorld world;
  const BodyId floor = world.add_body(fixed_body(Plane{}));
  const BodyId lower = world.add_body(reporting(dynamic_body(cube(0.2), {0, 0, 0.1})));
  const BodyId upper = world.add_body(reporting(dynamic_body(cube(0.2), {0, 0, 0.3})));
  const BodyId aside = world.add_body(reporting(dynamic_body(cube(0.2), {1, 0, 0.1})));
  run(world, 200ms);
  EXPECT_THAT(touching(world),
              ElementsAre(Pair(floor, lower), Pair(floor, aside), Pair(lower, upper)));
}

TEST(Contacts, KinematicBodyReportsTheWallItRunsInto) {
  PhysicsWorld world;
  const BodyId wall = world.add_body(fixed_body(cube(1), {0.59, 0, 0}));
  const BodyId robot = world.add_body(reporting(kinematic_body(cube(0.2), {-0.1, 0, 0})));
  world.step(step_8ms);
  EXPECT_THAT(touching(world), IsEmpty());
  world.move_to(robot, {{0, 0, 0}, {}});
  world.step(step_8ms);
  world.step(step_8ms);
  ASSERT_THAT(touching(world), ElementsAre(Pair(wall, robot)));
  EXPECT_NEAR(world.contacts()[0].depth_m, 0.01, 1e-3);
  // and still, long after it stopped
  run(world, 2s);
  EXPECT_THAT(touching(world), ElementsAre(Pair(wall, robot)));
}

// Wherever the last step before it ends: the impulses that are told are all that stopped the body.
TEST(Contacts, AreReportedInTheStepInWhichTheyStopSomething) {
  for (int i = 0; i < 8; ++i) {
    PhysicsWorld world({.gravity = {}, .freezes = false});
    world.add_body(fixed_body(cube(1), {0.6, 0, 0}));
    BodyConfig config = reporting(dynamic_body(cube(0.2), {-0.05 - 0.0003 * i, 0, 0}, 2));
    config.linear_drag = 0;
    const BodyId box = world.add_body(config);
    world.set_velocity(box, {.linear = {0.3, 0, 0}, .angular = {}});
    double impulse_ns = 0, slowed_untold_mps = 0;
    for (int k = 0; k < 50; ++k) {
      const double before_mps = world.velocity(box).linear.x;
      world.step(step_8ms);
      if (world.contacts().empty())
        slowed_untold_mps += before_mps - world.velocity(box).linear.x;
      else
        impulse_ns += world.contacts()[0].impulse_ns;
    }
    EXPECT_NEAR(slowed_untold_mps, 0, 1e-3) << i;
    EXPECT_NEAR(impulse_ns, 2 * (0.3 - world.velocity(box).linear.x), 0.02) << i;
  }
}

TEST(Contacts, TriggerNoticesWhatPassesAndStopsNothing) {
  PhysicsWorld world;
  BodyConfig zone = fixed_body(cube(0.4), {0, 0, 1});
  zone.is_trigger = true;
  const BodyId trigger = world.add_body(zone);
  BodyConfig config = dynamic_body(Sphere{0.1}, {0, 0, 2});
  config.linear_drag = 0;
  const BodyId ball = world.add_body(config);

  double entered = 0, left = 0;
  for (int i = 0; i < 600; ++i) {
    world.step(1ms);
    if (!world.contacts().empty()) {
      EXPECT_THAT(touching(world), ElementsAre(Pair(trigger, ball)));
      if (entered == 0) entered = position(world, ball).z;
      left = position(world, ball).z;
    }
  }
  EXPECT_NEAR(entered, 1.3, 0.01);
  EXPECT_NEAR(left, 0.7, 0.01);
  EXPECT_NEAR(world.velocity(ball).linear.z, -9.81 * 0.6, 1e-3);
}

TEST(Contacts, TriggerNoticesWhatLiesFrozenOrIsKinematic) {
  PhysicsWorld world;
  world.add_body(fixed_body(Plane{}));
  const BodyId box = world.add_body(dynamic_body(cube(0.2), {0, 0, 0.1}));
  const BodyId robot = world.add_body(kinematic_body(cube(0.2), {0.5, 0, 0.2}));
  run(world, 2s);
  ASSERT_TRUE(world.is_frozen(box));

  BodyConfig zone = fixed_body(Box{{2, 2, 0.5}}, {0, 0, 0.25});
  zone.is_trigger = true;
  const BodyId trigger = world.add_body(zone);
  run(world, 2s);
  EXPECT_TRUE(world.is_frozen(box));
  EXPECT_THAT(touching(world), ElementsAre(Pair(box, trigger), Pair(robot, trigger)));
  world.move_to(robot, {{3, 0, 0.2}, {}});
  world.step(step_8ms);
  world.step(step_8ms);
  EXPECT_THAT(touching(world), ElementsAre(Pair(box, trigger)));
  world.remove_body(box);
  world.step(step_8ms);
  EXPECT_THAT(touching(world), IsEmpty());
}

TEST(Contacts, PointsTellTheColliderTheyAreOn) {
  PhysicsWorld world;
  world.add_body({.motion = Motion::fixed, .colliders = {{.shape = Plane{}}}, .mass = {}});
  // a table: a plate on two blocks, alike to the touch
  BodyConfig table;
  table.colliders = {{.shape = Box{{1, 0.2, 0.05}}, .body_from_shape = {{0, 0, 0.125}, {}}},
                     {.shape = Box{{0.1, 0.2, 0.1}}, .body_from_shape = {{0.4, 0, 0.05}, {}}},
                     {.shape = Box{{0.1, 0.2, 0.1}}, .body_from_shape = {{-0.4, 0, 0.05}, {}}}};
  table.mass = solid(Box{{1, 0.2, 0.2}}, 2);
  table.reports_contacts = true;
  world.add_body(table);
  for (int i = 0; i < 20; ++i) world.step(10ms);

  ASSERT_EQ(world.contacts().size(), 1u);
  std::set<std::size_t> touching;
  for (const ContactPoint& point : world.contact_points()) touching.insert(point.collider_of_b);
  EXPECT_EQ(touching, (std::set<std::size_t>{1, 2}));
}

}  // namespace
}  // namespace tandem
