// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
//
// Files that are valid but for a random change: whatever that makes of them, loading ends with a
// model or with an error.
#include <gtest/gtest.h>

#include <functional>

#include "base/random.h"
#include "scenario/model_files.h"
#include "scenario/testing.h"

namespace tandem {
namespace {

constexpr const char* world_sdf = R"(<?xml version="1.0"?>
<sdf version="1.9"><world name="w"><gravity>0 0 -9.8</gravity>
  <light name="sun" type="directional"><pose>0 0 10 0 0 0</pose><direction>0.1 0 -1</direction></light>
  <frame name="f"><pose>1 2 0 0 0 1</pose></frame>
  <model name="m"><pose relative_to="f">0 0 1 0 0 0</pose>
    <link name="a"><inertial><mass>1</mass><inertia><ixx>0.1</ixx><iyy>0.1</iyy><izz>0.1</izz></inertia></inertial>
      <visual name="v"><geometry><box><size>1 2 3</size></box></geometry>
        <material><diffuse>1 0 0 1</diffuse></material></visual>
      <collision name="c"><geometry><cylinder><radius>1</radius><length>2</length></cylinder></geometry>
        <surface><friction><ode><mu>0.5</mu></ode></friction></surface></collision></link>
    <link name="b"><pose relative_to="a">0 0 1 0 0 0</pose></link>
    <joint name="j" type="revolute"><parent>a</parent><child>b</child>
      <axis><xyz>0 0 1</xyz><limit><lower>-1</lower><upper>1</upper></limit></axis></joint>
    <model name="n"><link name="l"/><frame name="g" attached_to="l"/></model>
    <frame name="tip" attached_to="n::g"/>
  </model>
</world></sdf>)";

constexpr const char* robot_urdf = R"(<?xml version="1.0"?>
<robot name="r"><material name="red"><color rgba="1 0 0 1"/></material>
  <link name="a"><inertial><origin xyz="0 0 1" rpy="0 0 1"/><mass value="1"/>
    <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial>
    <visual><geometry><box size="1 2 3"/></geometry><material name="red"/></visual>
    <collision><geometry><sphere radius="1"/></geometry></collision></link>
  <link name="b"/><link name="c"/>
  <joint name="j" type="revolute"><origin xyz="1 0 0"/><parent link="a"/><child link="b"/>
    <axis xyz="0 1 0"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
  <joint name="k" type="fixed"><parent link="b"/><child link="c"/></joint>
</robot>)";

constexpr const char* mesh_obj = R"(o thing
v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 1
vt 0 0
vt 1 1
vn 0 0 1
f 1/1/1 2/2/1 3/1/1
f 1/1/1 3/2/1 4/1/1
l 1 2
)";

constexpr const char* mesh_dae = R"(<?xml version="1.0"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
  <asset><unit meter="0.01"/><up_axis>Z_UP</up_axis></asset>
  <library_geometries><geometry id="g"><mesh>
    <source id="p"><float_array id="pa" count="9">0 0 0 1 0 0 0 1 0</float_array><technique_common>
      <accessor source="#pa" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
    <vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
    <triangles count="1"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles>
  </mesh></geometry></library_geometries>
  <library_visual_scenes><visual_scene id="s"><node id="n"><matrix>1 0 0 0 0 1 0 0 0 0 1 0 0 0 0 1</matrix>
    <instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
  <scene><instance_visual_scene url="#s"/></scene></COLLADA>)";

// The text cut off, or with some places changed, left out or doubled.
std::string mutated(std::string text, Random& random) {
  if (random.below(10) < 3) return text.substr(0, random.below(text.size()));
  const std::uint64_t changes = 1 + random.below(4);
  for (std::uint64_t i = 0; i < changes && !text.empty(); ++i) {
    const std::size_t at = random.below(text.size());
    constexpr std::string_view telling = "0123456789-.eE<>/\"' \n";
    switch (random.below(4)) {
      case 0:
        text[at] = static_cast<char>(random.below(256));
        break;
      case 1:
        text[at] = telling[random.below(telling.size())];
        break;
      case 2:
        text.erase(at, 1 + random.below(40));
        break;
      default:
        text.insert(at, text.substr(random.below(text.size()), 1 + random.below(200)));
    }
  }
  return text;
}

void expect_sound_ends(const char* original, const std::string& name, int count,
                       const std::function<bool(const std::filesystem::path&, Findings&)>& load) {
  const TestFolder folder;
  {
    Findings findings;
    EXPECT_TRUE(load(folder.write(name, original), findings)) << all_text(findings);
  }
  Random random(1, name);
  int broken_count = 0;
  for (int i = 0; i < count; ++i) {
    const std::string text = mutated(original, random);
    Findings findings;
    // each file is another one to those who keep what they have read
    const bool is_loaded = load(folder.write(std::to_string(i) + name, text), findings);
    EXPECT_NE(is_loaded, findings.has_errors()) << text << "\n" << all_text(findings);
    broken_count += !is_loaded;
    for (const Finding& finding : findings.all()) {
      EXPECT_FALSE(finding.message.empty());
      EXPECT_LT(finding.message.size(), 2000u);
    }
  }
  EXPECT_GT(broken_count, count / 4);
}

TEST(MutatedFiles, SdfWorldsLoadOrSayWhyNot) {
  expect_sound_ends(world_sdf, "w.sdf", 400, [](const auto& file, Findings& findings) {
    return load_sdf_world(file, {}, findings).has_value();
  });
}

TEST(MutatedFiles, UrdfRobotsLoadOrSayWhyNot) {
  expect_sound_ends(robot_urdf, "r.urdf", 400, [](const auto& file, Findings& findings) {
    return load_model(file, {}, findings) != nullptr;
  });
}

TEST(MutatedFiles, MeshesLoadOrSayWhyNot) {
  const auto load = [](const auto& file, Findings& findings) {
    return load_mesh(file, {"w.sdf", 1}, findings) != nullptr;
  };
  expect_sound_ends(mesh_obj, "m.obj", 50, load);
  expect_sound_ends(mesh_dae, "m.dae", 100, load);
}

}  // namespace
}  // namespace tandem
