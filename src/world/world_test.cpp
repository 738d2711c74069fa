// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "world/world.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "scenario/rigid_groups.h"

namespace tandem {
namespace {

Link box_link(const std::string& name, const Vec3& position, double mass) {
  Link link;
  link.name = name;
  link.model_from_link.translation = position;
  link.mass = solid(Box{{0.2, 0.2, 0.2}}, mass);
  link.collisions.push_back(
      {.name = name, .link_from_collision = {}, .shape = Box{{0.2, 0.2, 0.2}}, .surface = {}});
  return link;
}

ModelInstance instance(Model model, const Pose& pose = {}) {
  return {model.name, std::make_shared<const Model>(std::move(model)), pose};
}

TEST(RigidGroups, FixedJointsHoldLinksTogetherThroughAChain) {
  Model model;
  model.links = {box_link("a", {}, 1), box_link("b", {}, 1), box_link("c", {}, 1),
                 box_link("d", {}, 1)};
  model.joints = {{.name = "cb", .parent = "c", .child = "b"},
                  {.name = "ac", .parent = "a", .child = "c"},
                  {.name = "ad", .type = ModelJointType::revolute, .parent = "a", .child = "d"}};
  const RigidGroups parts = rigid_groups(model);
  ASSERT_EQ(parts.groups.size(), 2u);
  EXPECT_EQ(parts.groups[0].links, (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_EQ(parts.group_of_link[3], 1u);

  const std::string welded[] = {"ad"};
  EXPECT_EQ(rigid_groups(model, welded).groups.size(), 1u);
}

TEST(RigidGroups, APartThatCanMoveButWeighsNothingIsAnError) {
  Model model;
  model.name = "m";
  model.links = {box_link("a", {}, 1), box_link("b", {}, 0)};
  model.joints = {{.name = "ab", .type = ModelJointType::revolute, .parent = "a", .child = "b"}};
  Findings findings;
  check_moving_parts_have_mass(model, findings);
  EXPECT_EQ(findings.error_count(), 1);

  model.joints[0].type = ModelJointType::fixed;
  Findings none;
  check_moving_parts_have_mass(model, none);
  EXPECT_FALSE(none.has_errors());
}

TEST(World, FixedLinksFallAsOneBodyAndEveryLinkIsFollowed) {
  World world{{}};
  Model model;
  model.name = "pair";
  model.links = {box_link("a", {0, 0, 0}, 1), box_link("b", {0.5, 0, 0}, 1)};
  model.joints = {{.name = "ab", .parent = "a", .child = "b"}};
  const Entity& entity =
      world.add(instance(model, {{0, 0, 5}, Quat::from_rpy(0, 0, std::numbers::pi / 2)}));

  EXPECT_EQ(entity.bodies.size(), 1u);
  EXPECT_NEAR(world.world_from(entity.links[1]).translation.y, 0.5, 1e-9);
  for (int i = 0; i < 50; ++i) world.physics().step(10ms);
  // half a second of free fall, less a little drag
  EXPECT_NEAR(world.world_from(entity.links[1]).translation.z, 5 - 9.81 / 8, 0.03);
  EXPECT_NEAR(world.world_from(entity.links[1]).translation.y, 0.5, 1e-4);
}

TEST(World, LinksWithoutGravityMakeTheirBodyFallMoreSlowly) {
  World world{{}};
  Model model;
  model.name = "balloon";
  model.links = {box_link("basket", {0, 0, 0}, 1), box_link("balloon", {0, 0, 1}, 9)};
  model.links[1].has_gravity = false;
  for (Link& link : model.links) link.linear_drag = link.angular_drag = 0;
  model.joints = {{.name = "rope", .parent = "basket", .child = "balloon"}};
  const Entity& entity = world.add(instance(model, {{0, 0, 5}, {}}));
  for (int i = 0; i < 1000; ++i) world.physics().step(1ms);
  // a tenth of the weight for a second
  EXPECT_NEAR(world.world_from(entity.links[0]).translation.z, 5 - 0.981 / 2, 0.001);
}

TEST(World, APendulumOnTheWorldSwingsWithItsPeriod) {
  World world{{}};
  Model model;
  model.name = "pendulum";
  model.links = {box_link("bob", {0, 0, -1}, 1)};
  model.links[0].linear_drag = model.links[0].angular_drag = 0;
  model.links[0].mass = solid(Sphere{0.02}, 1);
  model.joints = {{.name = "pivot",
                   .type = ModelJointType::continuous,
                   .parent = "world",
                   .child = "bob",
                   .axis = {0, 1, 0}}};
  const Entity& entity = world.add(instance(model));
  ASSERT_TRUE(entity.joints[0]);

  // pushed once, it comes back through the middle after half a period of pi * sqrt(l / g)
  world.physics().set_velocity(entity.bodies[0], {{0.2, 0, 0}, {0, -0.2, 0}});
  double time = 0;
  do {
    world.physics().step(2ms);
    time += 0.002;
  } while (world.physics().world_from(entity.bodies[0]).translation.x > 0 && time < 5);
  EXPECT_NEAR(time, std::numbers::pi * std::sqrt(1 / 9.81), 0.02);
}

TEST(World, AStaticModelStaysWhereItIs) {
  World world{{}};
  Model model;
  model.name = "wall";
  model.is_static = true;
  model.links = {box_link("a", {0, 0, 2}, 1)};
  const Entity& entity = world.add(instance(model));
  for (int i = 0; i < 50; ++i) world.physics().step(10ms);
  EXPECT_EQ(world.world_from(entity.links[0]).translation.z, 2);
}

TEST(World, ARemovedEntityIsGoneAndItsNameIsFree) {
  World world{{}};
  Model model;
  model.name = "a";
  model.links = {box_link("a", {}, 1)};
  const Entity first = world.add(instance(model));
  EXPECT_EQ(world.free_name("a"), "a_2");
  EXPECT_EQ(world.free_name("b"), "b");
  world.remove(first.id);

  EXPECT_EQ(world.find("a"), nullptr);
  EXPECT_FALSE(world.physics().has(first.bodies[0]));
  EXPECT_EQ(world.free_name("a"), "a");
  EXPECT_NE(world.add(instance(model)).id, first.id);
}

TEST(World, TheHashIsThatOfAWorldWhereTheRemovedNeverWas) {
  Model model;
  model.name = "a";
  model.links = {box_link("a", {}, 1)};
  World once{{}}, twice{{}};
  once.add(instance(model));
  twice.add(instance(model));
  const Entity& gone = twice.add({"b", std::make_shared<const Model>(model), {{5, 0, 0}, {}}});
  EXPECT_NE(once.state_hash(), twice.state_hash());
  twice.remove(gone.id);
  EXPECT_EQ(once.state_hash(), twice.state_hash());
}

TEST(World, SharedEntitiesDoNotChangeWhenMoreAreAdded) {
  World world{{}};
  Model model;
  model.name = "a";
  model.links = {box_link("a", {}, 1)};
  world.add(instance(model));
  const auto shared = world.share_entities();
  world.add({"b", std::make_shared<const Model>(model), {{5, 0, 0}, {}}});

  EXPECT_EQ(shared->size(), 1u);
  EXPECT_EQ(world.entities().size(), 2u);
  ASSERT_NE(world.find("b"), nullptr);
  EXPECT_EQ(world.find("c"), nullptr);
}

TEST(World, ClassesDoNotDependOnWhoLooksWhen) {
  const auto named = [](const std::string& name) {
    Model model;
    model.name = name;
    return model;
  };
  // one world is looked at in every step, the other one only in the end
  World watched{{}}, unwatched{{}};
  Model man = named("man");
  man.label = 1;
  for (World* world : {&watched, &unwatched}) {
    world->add({"b", std::make_shared<const Model>(named("box_1")), {}});
    world->add({"m", std::make_shared<const Model>(man), {}});
    world->share_entities();
    const EntityId cat = world->add({"c", std::make_shared<const Model>(named("cat")), {}}).id;
    if (world == &watched) world->share_entities();
    world->remove(cat);
    world->add({"d", std::make_shared<const Model>(named("dog")), {}});
  }
  const auto labels = watched.share_entities()->labels();
  EXPECT_EQ(labels->all(), unwatched.share_entities()->labels()->all());
  EXPECT_EQ(labels->of(man), 1);
  EXPECT_EQ(labels->of(named("box_2")), 2);
  EXPECT_EQ(labels->of(named("cat")), 3);
  EXPECT_EQ(labels->of(named("dog")), 4);
  // the same object for as long as nothing new comes
  watched.add({"b2", std::make_shared<const Model>(named("box_2")), {}});
  EXPECT_EQ(watched.share_entities()->labels(), labels);
}

}  // namespace
}  // namespace tandem
