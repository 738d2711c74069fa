// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <numbers>

#include "scenario/model_files.h"
#include "scenario/testing.h"

namespace tandem {
namespace {

constexpr const char* cube_config =
    "<model><name>cube</name><sdf version=\"1.6\">model.sdf</sdf></model>";
constexpr const char* cube = R"(<sdf version="1.6">
  <model name="cube">
    <link name="body">
      <inertial><mass>2</mass><inertia><ixx>0.1</ixx><iyy>0.1</iyy><izz>0.1</izz></inertia></inertial>
      <collision name="c"><geometry><box><size>1 2 4</size></box></geometry></collision>
    </link>
  </model>
</sdf>)";

TEST(SdfWorld, IncludesAreFoundNamedAndPlaced) {
  const TestFolder folder;
  folder.write("models/cube/model.config", cube_config);
  folder.write("models/cube/model.sdf", cube);
  const auto file = folder.write("w.sdf", R"(<sdf version="1.9"><world name="w">
  <include><uri>model://cube</uri><name>a</name><pose>1 2 3 0 0 0</pose></include>
  <include><uri>model://cube</uri><static>true</static></include>
  <include><uri>models/cube</uri><name>c</name><pose relative_to="a">1 0 0 0 0 0</pose></include>
</world></sdf>)");
  Findings findings;
  const auto world = load_sdf_world(file, {{folder.path() / "models"}}, findings);

  ASSERT_TRUE(world) << all_text(findings);
  EXPECT_EQ(findings.all().size(), 0u) << all_text(findings);
  ASSERT_EQ(world->models.size(), 3u);
  EXPECT_EQ(world->models[0].name, "a");
  expect_near(world->models[0].world_from_model.translation, {1, 2, 3});
  EXPECT_EQ(world->models[1].name, "cube");
  EXPECT_TRUE(world->models[1].model->is_static);
  EXPECT_FALSE(world->models[0].model->is_static);
  expect_near(world->models[2].world_from_model.translation, {2, 2, 3});
  // the same file is the same model, however often and from wherever it is included
  EXPECT_EQ(world->models[0].model, world->models[2].model);
}

TEST(SdfWorld, GravitySceneOriginAndLightsAreRead) {
  const TestFolder folder;
  const auto file = folder.write("w.sdf", R"(<sdf version="1.9"><world name="moon">
  <gravity>0 0 -1.62</gravity>
  <scene><ambient>0.1 0.2 0.3 1</ambient><background>0 0 0 1</background><shadows>false</shadows>
    <sky/><fog><type>linear</type><start>5</start><end>50</end></fog></scene>
  <spherical_coordinates><latitude_deg>47.5</latitude_deg><longitude_deg>8.5</longitude_deg>
    <elevation>400</elevation><heading_deg>90</heading_deg></spherical_coordinates>
  <light name="sun" type="directional"><pose>0 0 10 0 0 0</pose><diffuse>1 0.9 0.8 1</diffuse>
    <direction>0 0 -2</direction><cast_shadows>true</cast_shadows></light>
  <light name="lamp" type="spot"><attenuation><range>7</range><linear>0.5</linear></attenuation>
    <spot><inner_angle>0.1</inner_angle><outer_angle>0.5</outer_angle><falloff>0.8</falloff></spot></light>
</world></sdf>)");
  Findings findings;
  const auto world = load_sdf_world(file, {}, findings);

  ASSERT_TRUE(world) << all_text(findings);
  EXPECT_EQ(findings.all().size(), 0u) << all_text(findings);
  EXPECT_EQ(world->name, "moon");
  expect_near(world->gravity, {0, 0, -1.62});
  EXPECT_EQ(world->atmosphere.ambient, (Color{0.1f, 0.2f, 0.3f, 1}));
  EXPECT_FALSE(world->atmosphere.has_shadows);
  EXPECT_TRUE(world->atmosphere.has_sky);
  EXPECT_EQ(world->atmosphere.fog.type, "linear");
  EXPECT_EQ(world->atmosphere.fog.end_m, 50);
  ASSERT_TRUE(world->origin);
  EXPECT_EQ(world->origin->latitude_deg, 47.5);
  EXPECT_EQ(world->origin->heading_deg, 90);
  ASSERT_EQ(world->lights.size(), 2u);
  EXPECT_EQ(world->lights[0].diffuse, (Color{1, 0.9f, 0.8f, 1}));
  expect_near(world->lights[0].direction, {0, 0, -1});
  EXPECT_TRUE(world->lights[0].casts_shadows);
  EXPECT_EQ(world->lights[1].type, LightType::spot);
  EXPECT_EQ(world->lights[1].range_m, 7);
  EXPECT_EQ(world->lights[1].spot_outer_angle, 0.5);
}

TEST(SdfWorld, FogThatEndsBeforeItStartsIsAMistake) {
  const TestFolder folder;
  const auto world_with = [&](const std::string& fog) {
    Findings findings;
    load_sdf_world(folder.write("w.sdf", "<sdf version='1.9'><world name='w'>\n<scene><fog>\n" +
                                             fog + "</fog></scene></world></sdf>"),
                   {}, findings);
    return findings;
  };
  EXPECT_ERROR(world_with("<type>linear</type><start>20</start>\n<end>5</end>"), 2,
               "<fog>: must end beyond its start, goes from 20 m to 5 m");
  // the end that is not written is at 100 m
  EXPECT_ERROR(world_with("<type>linear</type>\n<start>200</start>"), 2,
               "goes from 200 m to 100 m");
  EXPECT_EQ(world_with("<type>quadratic</type><start>200</start>").all().size(), 0u);
}

TEST(SdfWorld, WhatIsNotDoneIsNamedWithItsLine) {
  const TestFolder folder;
  const auto file = folder.write("w.sdf", R"(<sdf version="1.9"><world name="w">
  <physics name="1ms" type="ode"><max_step_size>0.001</max_step_size></physics>
  <plugin name="p" filename="libp.so"><speed>1</speed></plugin>
  <wind><linear_velocity>1 0 0</linear_velocity></wind>
  <actor name="walker"/>
  <population name="p"/>
  <road name="r"/>
  <state world_name="w"/>
  <gravitty>0 0 0</gravitty>
  <model name="m" colour="red"><static>true</static>
    <link name="l"><sensor name="eye" type="camera"><plugin name="q" filename="q.so"/></sensor></link>
  </model>
</world></sdf>)");
  Findings findings;
  ASSERT_TRUE(load_sdf_world(file, {}, findings)) << all_text(findings);

  EXPECT_WARNING(findings, 2, "<physics>");
  EXPECT_WARNING(findings, 3, "plugin 'p'");
  EXPECT_WARNING(findings, 4, "<wind> in <world>: not simulated by this version");
  EXPECT_WARNING(findings, 5, "<actor>");
  EXPECT_WARNING(findings, 6, "<population>");
  EXPECT_WARNING(findings, 7, "<road>");
  EXPECT_WARNING(findings, 8, "<state>");
  EXPECT_WARNING(findings, 9, "SDF has no element of this name");
  EXPECT_WARNING(findings, 10, "attribute 'colour' of <model>");
  EXPECT_WARNING(findings, 11, "plugin 'q' (q.so): Gazebo plugins are not run");
  EXPECT_EQ(findings.all().size(), 10u) << all_text(findings);
}

TEST(SdfWorld, LightsOnLinksStandWhereTheyStart) {
  const TestFolder folder;
  const auto file = folder.write("w.sdf", R"(<sdf version="1.9"><world name="w">
  <model name="lamp"><pose>1 0 0 0 0 0</pose><link name="l"><pose>0 0 2 0 0 0</pose>
    <light name="bulb" type="point"><pose>0 0 0.5 0 0 0</pose></light></link></model>
</world></sdf>)");
  Findings findings;
  const auto world = load_sdf_world(file, {}, findings);
  ASSERT_TRUE(world) << all_text(findings);
  ASSERT_EQ(world->lights.size(), 1u);
  EXPECT_EQ(world->lights[0].name, "lamp::bulb");
  expect_near(world->lights[0].world_from_light.translation, {1, 0, 2.5});
  EXPECT_WARNING(findings, 3, "stays where it starts");
}

TEST(SdfWorld, RobotsOfUrdfCanBeIncluded) {
  const TestFolder folder;
  folder.write("arm.urdf",
               "<robot name='arm'><link name='base'/><link name='hand'/><joint name='j' "
               "type='fixed'><origin xyz='0 0 1'/><parent link='base'/><child link='hand'/>"
               "</joint></robot>");
  const auto file = folder.write("w.sdf", R"(<sdf version="1.9"><world name="w">
  <include><uri>arm.urdf</uri><pose>1 0 0 0 0 0</pose></include>
  <model name="m"><pose relative_to="arm::hand"/><link name="l"/></model>
</world></sdf>)");
  Findings findings;
  const auto world = load_sdf_world(file, {}, findings);
  ASSERT_TRUE(world) << all_text(findings);
  EXPECT_EQ(world->models[0].model->links.size(), 2u);
  expect_near(world->models[1].world_from_model.translation, {1, 0, 1});
}

TEST(SdfWorld, WarningsThatRepeatAreToldOnce) {
  const TestFolder folder;
  std::string text = "<sdf version='1.9'><world name='w'>";
  for (int i = 0; i < 20; ++i)
    text += "\n<model name='m" + std::to_string(i) + "'><link name='l'><gizmo/></link></model>";
  Findings findings;
  ASSERT_TRUE(load_sdf_world(folder.write("w.sdf", text + "</world></sdf>"), {}, findings));
  ASSERT_EQ(findings.all().size(), 1u) << all_text(findings);
  EXPECT_WARNING(findings, 2, "(also on line 3, 4, 5, 6, 7 and 14 more)");
}

}  // namespace
}  // namespace tandem
