// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "scenario/model_files.h"
#include "scenario/scenario.h"
#include "scenario/testing.h"

namespace tandem {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class FileSentences : public ::testing::Test {
 protected:
  std::shared_ptr<const Scenario> load(const std::string& name, const std::string& text) {
    findings_ = {};
    return load_scenario(folder_.write(name, text).string(), {}, findings_);
  }
  std::string text() const { return all_text(findings_); }

  TestFolder folder_;
  Findings findings_;
};

constexpr const char* world_begin = "<sdf version='1.9'><world name='w'>\n";
constexpr const char* world_end = "</world></sdf>";

TEST_F(FileSentences, AWorldWithTheStockSunAndGroundLoads) {
  const auto scenario =
      load("empty.world", std::string("<?xml version='1.0'?><sdf version='1.6'><world name='w'>") +
                              "<include><uri>model://sun</uri></include>"
                              "<include><uri>model://ground_plane</uri></include>" +
                              world_end);
  ASSERT_TRUE(scenario) << text();
  EXPECT_EQ(text(), "");
  ASSERT_EQ(scenario->world.models.size(), 1u);
  EXPECT_EQ(scenario->world.models[0].name, "ground_plane");
  ASSERT_EQ(scenario->world.lights.size(), 1u);
  EXPECT_EQ(scenario->world.lights[0].name, "sun");
  expect_near(scenario->world.lights[0].world_from_light.translation, {0, 0, 10});
}

TEST_F(FileSentences, AnIncludeNamesAndPlacesALight) {
  const auto scenario = load("w.sdf", std::string(world_begin) +
                                          "<include><uri>model://sun</uri><name>lamp</name>"
                                          "<pose>1 2 3 0 0 0</pose></include>" +
                                          world_end);
  ASSERT_TRUE(scenario) << text();
  ASSERT_EQ(scenario->world.lights.size(), 1u);
  EXPECT_EQ(scenario->world.lights[0].name, "lamp");
  expect_near(scenario->world.lights[0].world_from_light.translation, {1, 2, 3});

  EXPECT_FALSE(load("s.yaml", "robots: [{name: r, model: sun}]"));
  EXPECT_THAT(text(), HasSubstr("expected a <model>, this is a <light>"));
}

TEST_F(FileSentences, ALightOnItsOwnShinesOnAFloor) {
  const auto scenario = load("lamp.sdf",
                             "<sdf version='1.9'><light name='lamp' type='point'>"
                             "<pose>1 2 3 0 0 0</pose></light></sdf>");
  ASSERT_TRUE(scenario) << text();
  EXPECT_FALSE(scenario->world.models.empty());
  ASSERT_EQ(scenario->world.lights.size(), 1u);
  EXPECT_EQ(scenario->world.lights[0].name, "lamp");
  expect_near(scenario->world.lights[0].world_from_light.translation, {1, 2, 3});
}

TEST_F(FileSentences, WhatAFileLeavesOpenIsAsSdfSays) {
  const std::string ball = "<geometry><sphere radius='1'/></geometry>";
  Findings findings;
  const auto urdf =
      load_urdf_model(folder_.write("r.urdf", "<robot name='r'><link name='l'><collision>" + ball +
                                                  "</collision></link></robot>"),
                      {}, findings);
  const auto sdf = load_sdf_model(
      folder_.write("m.sdf",
                    "<sdf version='1.9'><model name='m'><link name='l'><collision "
                    "name='c'><geometry><sphere><radius>1</radius></sphere></geometry>"
                    "</collision></link></model></sdf>"),
      {}, findings);
  ASSERT_TRUE(urdf && sdf) << all_text(findings);
  for (const auto& model : {urdf, sdf}) {
    EXPECT_EQ(model->links[0].linear_drag, 0);
    EXPECT_EQ(model->links[0].angular_drag, 0);
    EXPECT_EQ(model->links[0].collisions[0].surface.friction, 1);
  }
}

TEST_F(FileSentences, BouncingGivesBackAtMostEverything) {
  const auto bounce = [&](const std::string& coefficient) {
    return load("w.sdf", std::string(world_begin) +
                             "<model name='m'><link name='l'><collision name='c'><geometry><sphere>"
                             "<radius>1</radius></sphere></geometry><surface><bounce>\n"
                             "<restitution_coefficient>" +
                             coefficient +
                             "</restitution_coefficient></bounce></surface></collision></link>"
                             "</model>" +
                             world_end);
  };
  EXPECT_TRUE(bounce("1")) << text();
  EXPECT_FALSE(bounce("1.5"));
  EXPECT_ERROR(findings_, 3, "<restitution_coefficient>: must be from 0 to 1, is 1.5");
  EXPECT_FALSE(bounce("-0.5"));
  EXPECT_ERROR(findings_, 3, "must be from 0 to 1, is -0.5");
}

TEST_F(FileSentences, AFileHasOneOutermostElement) {
  EXPECT_FALSE(load("w.sdf", std::string(world_begin) + world_end + "\n<sdf version='1.9'/>"));
  EXPECT_ERROR(findings_, 3, "<sdf> is a second one");
}

TEST_F(FileSentences, AFileThatEndsInsideATagEndsEarly) {
  for (const char* cut : {"<sdf version='1.9'>\n<wor", "<sdf version='1.9'>\n<world name='",
                          "<sdf version='1.9'><world name='w'/>\n</sd"}) {
    EXPECT_FALSE(load("w.sdf", cut));
    EXPECT_ERROR(findings_, 2, "the file ends early, inside of a tag");
  }
}

TEST_F(FileSentences, WhatIsNoWorldFileIsNamed) {
  folder_.write("other.yaml", "name: other\n");
  folder_.write("text.sdf", "name: other\n");
  EXPECT_FALSE(load("s.yaml", "world: other.yaml\n"));
  EXPECT_ERROR(findings_, 1, "expected an SDF file, 'other.yaml' is a YAML file");
  EXPECT_FALSE(load("s.yaml", "world: text.sdf\n"));
  EXPECT_ERROR(findings_, 1, "not an XML file");
  EXPECT_THAT(text(), Not(HasSubstr("XML_")));
  EXPECT_FALSE(load("s.yaml", "name: s\nworld:\n"));
  EXPECT_ERROR(findings_, 2, "'world' has no value");
}

TEST_F(FileSentences, AMissingFileIsNoMissingScenario) {
  EXPECT_FALSE(load_scenario("nothere.sdf", {}, findings_));
  EXPECT_FALSE(load_scenario("some/where", {}, findings_));
  EXPECT_FALSE(load_scenario("nothere", {}, findings_));
  EXPECT_THAT(findings_.all()[0].message, HasSubstr("no such file"));
  EXPECT_THAT(findings_.all()[1].message, HasSubstr("no such file"));
  EXPECT_THAT(findings_.all()[2].message, HasSubstr("no such scenario"));
}

TEST_F(FileSentences, UrdfNamesWhatItRefersToInVain) {
  const std::string mass =
      "<inertial><mass value='1'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/>"
      "</inertial>";
  EXPECT_TRUE(
      load("r.urdf", "<robot name='r'><link name='l'>" + mass +
                         "</link>\n<gazebo reference='wheel'><mu1>1</mu1></gazebo></robot>"))
      << text();
  EXPECT_WARNING(findings_, 2, "there is no link 'wheel'");
  EXPECT_EQ(findings_.warning_count(), 1) << text();

  EXPECT_FALSE(
      load("r.urdf", "<robot name='r'><link name='l'>\n<xacro:if value='1'/></link></robot>"));
  EXPECT_ERROR(findings_, 2, "this is a xacro file");
}

TEST_F(FileSentences, IncludesThatFailSayWhyOnce) {
  const auto include = [&](const std::string& uri) {
    return load("w.sdf", std::string(world_begin) + "<model name='m'><include><uri>" + uri +
                             "</uri></include></model>" + world_end);
  };
  EXPECT_FALSE(include("foo://thing"));
  EXPECT_ERROR(findings_, 2, "'foo://' is not known");
  EXPECT_THAT(text(), Not(HasSubstr("has no <link>")));

  folder_.write("models/thing/model.config", "<model>\n<sdf version='1.9'>gone.sdf</sdf></model>");
  EXPECT_FALSE(include("model://thing"));
  EXPECT_ERROR(findings_, 2, "there is no file");
  EXPECT_THAT(text(), HasSubstr("model.config:2"));
}

TEST_F(FileSentences, AModelIsTakenInAVersionThatIsUnderstood) {
  const std::string link = "<link name='l'><inertial><mass>1</mass></inertial></link>";
  folder_.write("models/thing/model.config",
                "<model><sdf version='1.5'>old.sdf</sdf><sdf version='1.9'>good.sdf</sdf>"
                "<sdf version='1.99'>new.sdf</sdf></model>");
  for (const char* name : {"old", "good", "new"})
    folder_.write(
        std::string("models/thing/") + name + ".sdf",
        std::string("<sdf version='1.9'><model name='") + name + "'>" + link + "</model></sdf>");
  const auto scenario =
      load("w.sdf",
           std::string(world_begin) + "<include><uri>model://thing</uri></include>" + world_end);
  ASSERT_TRUE(scenario) << text();
  EXPECT_EQ(scenario->world.models.at(0).name, "good");
}

TEST_F(FileSentences, ALinkThatIsOnlySeenGetsItsKilogramWithAWarning) {
  EXPECT_TRUE(load("w.sdf", std::string(world_begin) +
                                "<model name='m'><link name='l'><visual name='v'><geometry><sphere>"
                                "<radius>1</radius></sphere></geometry></visual></link></model>" +
                                world_end));
  EXPECT_WARNING(findings_, 2, "the link gets 1 kg and 1 kg m²");
}

}  // namespace
}  // namespace tandem
