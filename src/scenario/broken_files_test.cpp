// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>

#include "scenario/model_files.h"
#include "scenario/testing.h"

namespace tandem {
namespace {

using testing::HasSubstr;

// What loading a world from such a file says.
std::string world_findings(const std::filesystem::path& file, const ModelSearchPath& search = {}) {
  Findings findings;
  EXPECT_FALSE(load_sdf_world(file, search, findings));
  EXPECT_TRUE(findings.has_errors());
  return all_text(findings);
}

TEST(BrokenFiles, WhatIsNotAReadableFileIsSaid) {
  const TestFolder folder;
  EXPECT_THAT(world_findings(folder.path() / "none.sdf"),
              HasSubstr("none.sdf: error: no such file"));
  EXPECT_THAT(world_findings(folder.path()), HasSubstr("is a folder, expected a file"));
  EXPECT_THAT(world_findings("/dev/zero"), HasSubstr("is not a regular file"));
  const auto fifo = folder.path() / "fifo.sdf";
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  EXPECT_THAT(world_findings(fifo), HasSubstr("is not a regular file"));
  if (::geteuid() != 0) {
    const auto secret = folder.write("secret.sdf", "<sdf/>");
    ::chmod(secret.c_str(), 0);
    EXPECT_THAT(world_findings(secret), HasSubstr("cannot be read"));
  }
  const auto huge = folder.write("huge.sdf", "<sdf>");
  std::filesystem::resize_file(huge, std::uintmax_t{3} << 30);
  EXPECT_THAT(world_findings(huge), HasSubstr("has 3072.0 MiB, more than the 64 MiB"));
}

TEST(BrokenFiles, WhatIsNotXmlIsSaid) {
  const TestFolder folder;
  const auto findings = [&](const std::string& text) {
    return world_findings(folder.write("w.sdf", text));
  };
  EXPECT_THAT(findings(""), HasSubstr("the file is empty"));
  EXPECT_THAT(findings(" \n\n"), HasSubstr("the file is empty"));
  EXPECT_THAT(findings("hello"), HasSubstr("error"));
  EXPECT_THAT(findings(std::string("\x7f"
                                   "ELF\0\0\1",
                                   7)),
              HasSubstr("not a text file"));
  EXPECT_THAT(findings("<sdf version='1.9'>\n<world name='caf\xe9'/></sdf>"),
              HasSubstr("w.sdf:2: error: not a text file in UTF-8"));
  EXPECT_THAT(
      findings("<sdf version='1.9'><world name='w'><gravity>0 0 1e300</gravity></world></sdf>"),
      HasSubstr("must not be larger than 1000000000000"));
  EXPECT_THAT(findings("<sdf version='1.9'>\n<world name='w'>\n"), HasSubstr("not well-formed"));
  EXPECT_THAT(findings("<sdf version='1.9'>\n<world name=w/></sdf>"), HasSubstr("w.sdf:2: error"));
  EXPECT_THAT(findings("<!DOCTYPE x [\n<!ENTITY a 'aaa'>]><sdf/>"),
              HasSubstr("w.sdf:2: error: entity definitions"));
  std::string deep = "<sdf version='1.9'>";
  for (int i = 0; i < 100'000; ++i) deep += "<model name='m'>";
  EXPECT_THAT(findings(deep), HasSubstr("nested deeper than"));
  EXPECT_THAT(findings("<html/>"), HasSubstr("expected <sdf>, is <html>"));
  EXPECT_THAT(findings("<sdf><world name='w'/></sdf>"), HasSubstr("needs the attribute 'version'"));
  EXPECT_THAT(findings("<sdf version='1.0'><world name='w'/></sdf>"), HasSubstr("too old"));
  EXPECT_THAT(findings("<sdf version='1.9'/>"), HasSubstr("expected a <world>"));
  EXPECT_THAT(findings("<sdf version='" + std::string(1 << 20, '1') + "'/>"),
              HasSubstr("expected a version"));
}

TEST(BrokenFiles, AWorldOfANewerVersionIsReadWithAWarning) {
  const TestFolder folder;
  Findings findings;
  EXPECT_TRUE(load_sdf_world(folder.write("w.sdf", "<sdf version='1.42'><world name='w'/></sdf>"),
                             {}, findings));
  EXPECT_WARNING(findings, 1, "newer than 1.11");
}

TEST(BrokenFiles, EveryMistakeOfAnSdfFileIsFoundAtOnceWithItsLine) {
  const TestFolder folder;
  const auto file = folder.write("w.sdf", R"(<sdf version="1.9"><world name="w">
  <gravity>0 0 down</gravity>
  <model name="m"><pose>0 0 1 0 0</pose>
    <link name="a"><inertial>
      <mass>-2</mass></inertial>
      <collision name="c"><geometry>
        <box><size>1 -1 1</size></box></geometry></collision>
      <collision name="c"><geometry><sphere/></geometry></collision>
      <visual name="v"><geometry><blob/></geometry></visual>
      <visual><geometry><sphere><radius>inf</radius></sphere></geometry></visual>
      <visual name="u"><geometry><mesh>
        <uri>none.dae</uri></mesh></geometry></visual>
      <visual name="h"><geometry><heightmap>
        <uri>w.sdf</uri></heightmap></geometry></visual>
    </link>
    <link name="a"/>
    <link name="b"><pose relative_to="c">0 0 0 0 0 0</pose></link>
    <link name="c"><pose relative_to="b">0 0 0 0 0 0</pose></link>
    <link name="d"><pose relative_to="nobody"/></link>
    <joint name="j" type="revolute"><parent>a</parent>
      <child>zz</child><axis><xyz>0 0 1</xyz></axis></joint>
    <joint name="k" type="revolute"><parent>a</parent><child>e</child>
      <axis><xyz>0 0 0</xyz></axis></joint>
    <joint name="l" type="fixed"><parent>a</parent><child>a</child></joint>
    <link name="e"/>
    <joint name="n" type="spiral"><parent>a</parent><child>e</child></joint>
  </model>
  <model name="m"><link name="l"/></model>
  <model name="empty"/><model name="world"><link name="__model__"/></model>
  <include><uri>model://nothing</uri></include>
  <include/>
  <include><uri>https://fuel.example.org/models/x</uri></include>
  <light name="l" type="laser"/>
</world></sdf>)");
  Findings findings;
  EXPECT_FALSE(load_sdf_world(file, {{folder.path()}}, findings));
  EXPECT_ERROR(findings, 2, "<gravity>: expected 3 numbers, is '0 0 down'");
  EXPECT_ERROR(findings, 3, "<pose>: expected 6 numbers, is '0 0 1 0 0'");
  EXPECT_ERROR(findings, 5, "<mass>: must be positive, is -2");
  EXPECT_ERROR(findings, 7, "<size>: each must be positive, is '1 -1 1'");
  EXPECT_ERROR(findings, 8, "link 'a' has another collision 'c'");
  EXPECT_ERROR(findings, 8, "<sphere> needs a <radius>");
  EXPECT_ERROR(findings, 9, "is <blob>");
  EXPECT_ERROR(findings, 10, "<visual> needs the attribute 'name'");
  EXPECT_ERROR(findings, 10, "<radius>: expected a number, finite, is 'inf'");
  EXPECT_ERROR(findings, 12, "there is no file");
  EXPECT_ERROR(findings, 14, "is not an image");
  EXPECT_ERROR(findings, 16, "the name 'a' is already used on line 4");
  EXPECT_ERROR(findings, 18, "depends on itself");
  EXPECT_ERROR(findings, 19, "'d' is relative to 'nobody', which is not here");
  EXPECT_ERROR(findings, 21, "there is no link or frame 'zz' here");
  EXPECT_ERROR(findings, 23, "the axis must have a direction");
  EXPECT_ERROR(findings, 24, "connects link 'a' with itself");
  EXPECT_ERROR(findings, 26, "is 'spiral'");
  EXPECT_ERROR(findings, 28, "the name 'm' is already used on line 3");
  EXPECT_ERROR(findings, 29, "model 'empty' has no <link>");
  EXPECT_ERROR(findings, 29, "the name 'world' is reserved");
  EXPECT_ERROR(findings, 29, "the name '__model__' is reserved");
  EXPECT_ERROR(findings, 30, "'model://nothing' was not found; looked in");
  EXPECT_ERROR(findings, 31, "<include> needs a <uri>");
  EXPECT_ERROR(findings, 32, "nothing is fetched from the network");
  EXPECT_ERROR(findings, 33, "is 'laser'");
}

TEST(BrokenFiles, ImpossibleInertiaIsAWarning) {
  const TestFolder folder;
  Findings findings;
  EXPECT_TRUE(load_sdf_model(
      folder.write("m.sdf",
                   "<sdf version='1.9'><model name='m'><link name='l'><inertial><mass>1"
                   "</mass>\n<inertia><ixx>1</ixx><iyy>1</iyy><izz>3</izz></inertia>"
                   "</inertial></link></model></sdf>"),
      {}, findings));
  EXPECT_WARNING(findings, 2, "no body has this inertia");
}

TEST(BrokenFiles, IncludesThatIncludeThemselvesAreFound) {
  const TestFolder folder;
  const auto model = [&](const std::string& name, const std::string& uri) {
    folder.write(name + "/model.config", "<model><sdf version='1.9'>model.sdf</sdf></model>");
    folder.write(name + "/model.sdf",
                 "<sdf version='1.9'><model name='m'><link name='l'/>\n<include>"
                 "<uri>" +
                     uri + "</uri></include></model></sdf>");
  };
  model("self", "model://self");
  model("a", "model://b");
  model("b", "../c");
  model("c", "../a/../a/model.sdf");
  const auto start = std::chrono::steady_clock::now();
  for (const std::string name : {"self", "a"}) {
    const auto file =
        folder.write("w.sdf", "<sdf version='1.9'><world name='w'><include><uri>model://" + name +
                                  "</uri></include></world></sdf>");
    EXPECT_THAT(world_findings(file, {{folder.path()}}),
                HasSubstr(name == "self" ? "self/model.sdf:2: error" : "includes itself through"));
  }
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(1));
}

TEST(BrokenFiles, IncludesThatGrowWithoutBoundsEndInASentence) {
  const TestFolder folder;
  // each level holds the next one twice: 2^30 links
  for (int i = 0; i < 30; ++i) {
    std::string text = "<sdf version='1.9'><model name='m'><link name='l'/>";
    for (const char* name : {"x", "y"})
      text += std::string("<include><name>") + name + "</name><uri>" + std::to_string(i + 1) +
              ".sdf</uri></include>";
    folder.write(std::to_string(i) + ".sdf", text + "</model></sdf>");
  }
  folder.write("30.sdf", "<sdf version='1.9'><model name='m'><link name='l'/></model></sdf>");
  Findings findings;
  EXPECT_FALSE(load_sdf_model(folder.path() / "0.sdf", {}, findings));
  EXPECT_THAT(all_text(findings), HasSubstr("more than 50000 links in one model"));

  // and a chain that is merely long
  for (int i = 0; i < 60; ++i)
    folder.write(std::to_string(i) + ".sdf",
                 "<sdf version='1.9'><model name='m'><link name='l'/><include><uri>" +
                     std::to_string(i + 1) + ".sdf</uri></include></model></sdf>");
  Findings deep;
  EXPECT_FALSE(load_sdf_model(folder.path() / "0.sdf", {}, deep));
  EXPECT_THAT(all_text(deep), HasSubstr("nested deeper than 32"));
}

TEST(BrokenFiles, TenThousandLinksLoadInSeconds) {
  const TestFolder folder;
  std::string sdf = "<sdf version='1.9'><model name='m'>",
              urdf = "<robot name='r'><link name='l0'/>";
  for (int i = 0; i < 10'000; ++i) {
    const std::string n = std::to_string(i), next = std::to_string(i + 1);
    sdf += "<link name='l" + n + "'><pose" +
           (i > 0 ? " relative_to='l" + std::to_string(i - 1) + "'" : "") +
           ">0 0 1 0 0 0</pose><inertial><mass>1</mass></inertial>"
           "<visual name='v'><geometry><box><size>1 1 1</size></box></geometry></visual></link>\n";
    urdf += "<link name='l" + next + "'/><joint name='j" + n +
            "' type='fixed'><origin xyz='0 0 1'/>"
            "<parent link='l" +
            n + "'/><child link='l" + next + "'/></joint>\n";
  }
  const auto start = std::chrono::steady_clock::now();
  Findings findings;
  const auto model = load_sdf_model(folder.write("m.sdf", sdf + "</model></sdf>"), {}, findings);
  ASSERT_TRUE(model) << all_text(findings);
  EXPECT_NEAR(model->links.back().model_from_link.translation.z, 10'000, 1e-6);
  const auto robot = load_urdf_model(folder.write("r.urdf", urdf + "</robot>"), {}, findings);
  ASSERT_TRUE(robot) << all_text(findings);
  EXPECT_NEAR(robot->links.back().model_from_link.translation.z, 10'000, 1e-6);
  // about 0.1 s on an idle machine
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

}  // namespace
}  // namespace tandem
