// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/render_scene.h"

#include <gtest/gtest.h>

#include <numbers>

#include "render/shade_tables.h"
#include "render/test_scene.h"

namespace tandem {
namespace {

Material painted(Color color) {
  Material material;
  material.base_color = color;
  return material;
}

TEST(RenderScene, ThingsThatLookTheSameShareAMaterial) {
  TestScene scene;
  scene.add(Box{{1, 1, 1}}, {}, painted({1, 0, 0, 1}));
  scene.add(Sphere{0.5}, {}, painted({1, 0, 0, 1}));
  scene.add(Sphere{0.5}, {}, painted({0, 1, 0, 1}));
  const RenderScene& shown = scene.scene();
  ASSERT_EQ(shown.instances().size(), 3u);
  EXPECT_EQ(shown.materials().size(), 2u);
  const auto material_of = [&](std::size_t i) {
    return shown.part_materials()[shown.instances()[i].first_part];
  };
  EXPECT_EQ(material_of(0), material_of(1));
  EXPECT_NE(material_of(0), material_of(2));
}

TEST(RenderScene, ColoursBecomeAmountsOfLight) {
  TestScene scene;
  scene.add(Box{{1, 1, 1}}, {}, painted({0.5f, 0, 1, 0.25f}));
  const SceneMaterial& material = scene.scene().materials().front();
  EXPECT_NEAR(material.base_color.x, 0.21404, 1e-4);
  EXPECT_EQ(material.base_color.z, 1);
  EXPECT_EQ(material.opacity, 0.25f);
  EXPECT_TRUE(material.is_see_through());
  EXPECT_NEAR(material.reflectance, 0.2126 * 0.21404 + 0.0722, 1e-4);
}

TEST(RenderScene, OnlyWhatMovedIsNew) {
  TestScene scene;
  scene.add(Plane{}, {});
  const EntityId ball = scene.add(Sphere{0.5}, {{0, 0, 2}, {}}, {}, false);
  scene.add(Sphere{0.5}, {{3, 0, 2}, {}}, {}, false);
  const RenderScene& shown = scene.scene();
  const std::uint64_t before = shown.revision(), list = shown.instances_changed_at(),
                      still = shown.still_changed_at();
  scene.move(ball, {{1, 0, 2}, {}});
  EXPECT_GT(shown.revision(), before);
  EXPECT_EQ(shown.instances_changed_at(), list);
  EXPECT_EQ(shown.still_changed_at(), still);
  EXPECT_LE(shown.instances()[0].moved_at, before);
  EXPECT_GT(shown.instances()[1].moved_at, before);
  EXPECT_EQ(shown.instances()[1].world_from_instance.translation.x, 1);
  EXPECT_LE(shown.instances()[2].moved_at, before);
}

TEST(RenderScene, StaticThingsThatArePutElsewhereAreNew) {
  TestScene scene;
  const EntityId wall = scene.add(Box{{1, 1, 1}}, {});
  const std::uint64_t still = scene.scene().still_changed_at();
  scene.move(wall, {{5, 0, 0}, {}});
  EXPECT_GT(scene.scene().still_changed_at(), still);
}

TEST(RenderScene, ACopyIsASceneOfItsOwn) {
  TestScene scene;
  scene.add(Box{{1, 1, 1}}, {});
  const RenderScene copy = scene.scene();
  EXPECT_NE(copy.id(), scene.scene().id());
  // but shows the same, so that what was made of still things can be shared
  EXPECT_EQ(copy.still_changed_at(), scene.scene().still_changed_at());
}

TEST(RenderScene, AMeshHasItsOwnMaterialsUnlessTheVisualHasOne) {
  auto mesh = std::make_shared<Mesh>();
  mesh->positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  mesh->normals.assign(3, {0, 0, 1});
  mesh->indices = {0, 1, 2, 2, 1, 0};
  mesh->submeshes = {{"front", 0, 3, 0}, {"back", 3, 3, 1}};
  mesh->materials = {painted({1, 0, 0, 1}), painted({0, 1, 0, 1})};
  TestScene scene;
  Model model;
  model.name = "flag";
  model.is_static = true;
  Link& link = model.links.emplace_back();
  link.name = "link";
  link.visuals.push_back({"own", {}, MeshShape{mesh, {1, 1, 1}}, {}, true, {}});
  link.visuals.push_back(
      {"painted", {}, MeshShape{mesh, {1, 1, 1}}, painted({0, 0, 1, 1}), true, {}});
  scene.add(std::move(model), {});
  const RenderScene& shown = scene.scene();
  ASSERT_EQ(shown.instances().size(), 2u);
  EXPECT_TRUE(shown.instances()[0].has_own_materials);
  EXPECT_FALSE(shown.instances()[1].has_own_materials);
  const auto base = [&](std::size_t part) {
    return shown.materials()[shown.part_materials()[part]].base_color;
  };
  EXPECT_EQ(base(0).x, 1);
  EXPECT_EQ(base(1).y, 1);
  EXPECT_EQ(base(shown.instances()[1].first_part).z, 1);
}

TEST(RenderScene, WhatIsGoneIsForgotten) {
  TestScene scene;
  scene.add(Plane{}, {});
  std::vector<std::weak_ptr<const Model>> models;
  for (int i = 0; i < 500; ++i) {
    const EntityId visitor = scene.add(Sphere{0.5}, {}, painted({1, 0, 0, 1}), false);
    models.push_back(scene.model_of(visitor));
    scene.remove(visitor);
  }
  const auto kept =
      std::ranges::count_if(models, [](const auto& model) { return !model.expired(); });
  EXPECT_LT(kept, 100);
  EXPECT_LT(scene.scene().part_materials().size(), 100u);
  // and what is there still has its look
  ASSERT_EQ(scene.scene().instances().size(), 1u);
  EXPECT_LT(scene.scene().instances()[0].first_part, scene.scene().part_materials().size());
}

TEST(RenderScene, WithoutItsTextureAThingIsStillThere) {
  Material material = painted({1, 1, 1, 1});
  material.base_color_texture = "/nowhere/wood.png";
  TestScene scene;
  scene.add(Box{{1, 1, 1}}, {}, material);
  EXPECT_EQ(scene.scene().instances().size(), 1u);
  EXPECT_EQ(scene.scene().materials().front().base_color_texture, no_texture);
  EXPECT_EQ(scene.scene().texture_count(), 0u);
}

TEST(Lights, ShineAsTheirFileSays) {
  WorldDescription world;
  Light light;
  light.type = LightType::spot;
  light.diffuse = {1, 0.5f, 0, 1};
  light.intensity = 2;
  light.direction = {0, 0, -1};
  light.world_from_light = {{1, 2, 3}, Quat::from_axis_angle({1, 0, 0}, std::numbers::pi / 2)};
  light.spot_inner_angle = 0.4;
  light.spot_outer_angle = 1.0;
  light.casts_shadows = true;
  world.lights = {light, light};
  world.lights[1].intensity = 0;  // off
  const std::vector<ShadeLight> lights = make_lights(RenderScene(world));
  ASSERT_EQ(lights.size(), 1u);
  EXPECT_EQ(lights[0].color[0], 2);
  EXPECT_EQ(lights[0].color[1], 1);
  EXPECT_EQ(lights[0].position[2], 3);
  EXPECT_NEAR(lights[0].direction[1], 1, 1e-6);  // the pose turns it
  EXPECT_NEAR(lights[0].cos_inner, std::cos(0.2), 1e-6);
  EXPECT_NEAR(lights[0].cos_outer, std::cos(0.5), 1e-6);
  EXPECT_TRUE(lights[0].casts_shadows);

  world.atmosphere.has_shadows = false;
  EXPECT_FALSE(make_lights(RenderScene(world))[0].casts_shadows);
}

TEST(Sky, IsPalerAtTheHorizonOnlyWhereThereIsOne) {
  Atmosphere atmosphere;
  atmosphere.background = {0, 0, 1, 1};
  ShadeSky sky = make_sky(atmosphere);
  EXPECT_EQ(sky.horizon[0], 0);
  EXPECT_EQ(sky.zenith[2], 1);
  atmosphere.has_sky = true;
  sky = make_sky(atmosphere);
  EXPECT_GT(sky.horizon[0], sky.zenith[0]);
}

TEST(Sky, FogIsWhatTheFileNames) {
  Atmosphere atmosphere;
  EXPECT_EQ(make_sky(atmosphere).fog, 0);
  atmosphere.fog.type = "linear";
  atmosphere.fog.density = 3;
  EXPECT_EQ(make_sky(atmosphere).fog, 1);
  EXPECT_EQ(make_sky(atmosphere).fog_density, 1);  // more than all cannot be hidden
  atmosphere.fog.type = "quadratic";
  EXPECT_EQ(make_sky(atmosphere).fog, 2);
  EXPECT_EQ(make_sky(atmosphere).fog_density, 3);
}

}  // namespace
}  // namespace tandem
