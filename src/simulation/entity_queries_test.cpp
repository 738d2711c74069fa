// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "simulation/entity_queries.h"

#include <gtest/gtest.h>

#include <numbers>

#include "simulation/simulation.h"
#include "simulation/test_scenarios.h"

namespace tandem {
namespace {

std::vector<std::string> names(const std::vector<const Entity*>& entities) {
  std::vector<std::string> names;
  for (const Entity* entity : entities) names.push_back(entity->name);
  return names;
}

TEST(EntityQueries, AreAnsweredByNameCategoryTagAndPlace) {
  Simulation simulation(falling_balls());
  const Frame frame = simulation.edit(
      {.edits = {{SetEntityInfo{"ball0", {EntityCategory::human, "", {"red", "round"}}}},
                 {SetEntityInfo{"ball1", {EntityCategory::dynamic_object, "", {"round"}}}}},
       .commands = {},
       .paint = {}});
  const auto found = [&](const EntityFilter& filter) {
    return names(find_entities(frame, filter));
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(found({}), (Names{"floor", "ball0", "ball1", "ball2"}));
  const auto pattern = [](const std::string& text) {
    return *Pattern::compile(text, Pattern::Syntax::posix);
  };
  EXPECT_EQ(found({.name = pattern("l[01]")}), (Names{"ball0", "ball1"}));
  EXPECT_EQ(found({.name = pattern("^oor")}), Names{});
  EXPECT_EQ(found({.categories = {EntityCategory::static_object, EntityCategory::human}}),
            (Names{"floor", "ball0"}));
  EXPECT_EQ(found({.tags = {"red", "round"}}), (Names{"ball0", "ball1"}));
  EXPECT_EQ(found({.tags = {"red", "round"}, .needs_all_tags = true}), Names{"ball0"});

  // the balls of radius 0.1 are at heights 1, 2 and 3; the floor is everywhere and so nowhere
  EXPECT_EQ(found({.region = Bounds{{-1, -1, 2.05}, {1, 1, 2.95}}}), (Names{"ball1", "ball2"}));
  EXPECT_EQ(found({.region = Bounds{{-1, -1, 2.15}, {1, 1, 2.85}}}), Names{});
  EXPECT_EQ(found({.region = Ball{{0, 0, 1.5}, 0.41}}), (Names{"ball0", "ball1"}));
  EXPECT_EQ(found({.region = Bounds{}}), Names{});
}

TEST(EntityQueries, TheStateOfAnEntityIsThatOfItsModelsOrigin) {
  auto scenario = bare_floor();
  scenario->world.gravity = {};
  // a stick whose only link stands 1 m away from the model's origin
  auto model = std::make_shared<Model>(*one_link_model("stick", Box{{0.1, 0.1, 0.1}}, 1));
  model->links[0].model_from_link = {{1, 0, 0}, Quat::from_rpy(0, 0, 0.5)};
  const Pose place{{2, 3, 4}, Quat::from_rpy(0, 0, std::numbers::pi / 2)};
  scenario->world.models.push_back({"stick", model, place});
  Simulation simulation(scenario);
  const Twist twist{{0.1, 0.2, 0.3}, {0, 0, 2}};
  const Frame frame = simulation.edit(
      {.edits = {{SetEntityState{"stick", {}, twist}}}, .commands = {}, .paint = {}});
  const EntityState state = state_of(frame, *frame.entities->find("stick"));
  EXPECT_NEAR(length(state.world_from_entity.translation - place.translation), 0, 1e-9);
  EXPECT_NEAR(state.world_from_entity.rotation.yaw(), std::numbers::pi / 2, 1e-9);
  EXPECT_NEAR(length(state.velocity.linear - twist.linear), 0, 1e-6);
  EXPECT_NEAR(length(state.velocity.angular - twist.angular), 0, 1e-6);

  // the link turns with its model: at (2, 4), by pi/2 + 0.5
  const Bounds bounds = bounds_of(frame, *frame.entities->find("stick"));
  EXPECT_NEAR(bounds.center().x, 2, 1e-6);
  EXPECT_NEAR(bounds.center().y, 4, 1e-6);
  EXPECT_NEAR(bounds.size().x, 0.1 * (std::cos(0.5) + std::sin(0.5)), 1e-6);
  EXPECT_TRUE(bounds_of(frame, *frame.entities->find("floor")).is_empty());
}

TEST(EntityQueries, FramesOfTheWorldAndOfThingsAreNamedPoses) {
  Findings findings;
  const auto scenario = load_scenario_text(R"(<sdf version='1.9'><world name='w'>
  <frame name='dock'><pose>1 2 0 0 0 0</pose></frame>
  <frame name='lid' attached_to='crate::body'><pose relative_to='crate'>0 0 1 0 0 0</pose></frame>
  <model name='crate'><pose>5 0 0 0 0 0</pose><static>true</static>
    <link name='body'/><frame name='slot'><pose>0 1 0 0 0 0</pose></frame>
  </model>
</world></sdf>)",
                                           "w", {}, findings);
  ASSERT_TRUE(scenario) << findings.all().size();
  Simulation simulation(scenario);
  simulation.edit(
      {.edits = {{SetEntityState{"crate", Pose{{7, 0, 0}, {}}, {}}}}, .commands = {}, .paint = {}});
  const std::vector<NamedPose> poses = named_poses(simulation.step({}));
  ASSERT_EQ(poses.size(), 3u);
  EXPECT_EQ(poses[0].name, "dock");
  EXPECT_EQ(poses[0].entity, "");
  EXPECT_EQ(poses[0].world_from_this.translation, (Vec3{1, 2, 0}));
  EXPECT_EQ(poses[1].name, "lid");
  EXPECT_EQ(poses[1].entity, "crate");
  EXPECT_EQ(poses[1].world_from_this.translation, (Vec3{7, 0, 1}));
  EXPECT_EQ(poses[2].name, "crate::slot");
  EXPECT_EQ(poses[2].world_from_this.translation, (Vec3{7, 1, 0}));
}

}  // namespace
}  // namespace tandem
