// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
//
// Files that are valid but for some of their numbers: what loads without an error also runs.
#include <gtest/gtest.h>

#include <array>
#include <regex>

#include "base/random.h"
#include "scenario_files.h"
#include "simulation/simulation.h"

namespace tandem {
namespace {

constexpr const char* world_sdf = R"(<?xml version="1.0"?>
<sdf version="1.9"><world name="w"><gravity>0 0 -9.8</gravity>
  <model name="floor"><static>true</static><link name="l">
    <collision name="c"><geometry><plane><normal>0 0 1</normal></plane></geometry></collision></link></model>
  <model name="m"><pose>0 0 1 0 0 0</pose>
    <link name="a"><inertial><pose>0 0 0 0 0 0</pose><mass>1</mass>
        <inertia><ixx>0.1</ixx><iyy>0.1</iyy><izz>0.1</izz><ixy>0</ixy></inertia></inertial>
      <velocity_decay><linear>0.1</linear><angular>0.1</angular></velocity_decay>
      <collision name="c"><geometry><cylinder><radius>1</radius><length>2</length></cylinder></geometry>
        <surface><friction><ode><mu>0.5</mu></ode>
          <torsional><coefficient>1</coefficient><patch_radius>0.1</patch_radius></torsional></friction>
          <bounce><restitution_coefficient>0.5</restitution_coefficient></bounce></surface></collision>
      <collision name="d"><pose>0 0 1 0 0 0</pose><geometry><box><size>1 2 3</size></box></geometry></collision></link>
    <link name="b"><pose>0 0 3 0 0 0</pose><inertial><mass>2</mass>
        <inertia><ixx>0.1</ixx><iyy>0.2</iyy><izz>0.1</izz></inertia></inertial>
      <collision name="c"><geometry><ellipsoid><radii>0.5 0.4 0.3</radii></ellipsoid></geometry></collision></link>
    <joint name="j" type="revolute"><parent>a</parent><child>b</child>
      <axis><xyz>0 0 1</xyz><limit><lower>-1</lower><upper>1</upper></limit>
        <dynamics><damping>0.1</damping><friction>0.1</friction></dynamics></axis></joint>
  </model>
  <model name="ball"><pose>5 0 1 0 0 0</pose><link name="l"><inertial><mass>1</mass></inertial>
    <collision name="c"><geometry><sphere><radius>0.5</radius></sphere></geometry></collision></link></model>
</world></sdf>)";

constexpr const char* robot_urdf = R"(<?xml version="1.0"?>
<robot name="r">
  <link name="a"><inertial><origin xyz="0 0 0.1" rpy="0 0 1"/><mass value="1"/>
    <inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial>
    <collision><geometry><box size="0.5 0.3 0.2"/></geometry></collision></link>
  <link name="b"><inertial><mass value="0.1"/>
    <inertia ixx="0.001" ixy="0" ixz="0" iyy="0.001" iyz="0" izz="0.001"/></inertial>
    <collision><origin rpy="1.57 0 0"/><geometry><cylinder radius="0.2" length="0.1"/></geometry></collision></link>
  <link name="c"><inertial><mass value="0.1"/>
    <inertia ixx="0.001" ixy="0" ixz="0" iyy="0.001" iyz="0" izz="0.001"/></inertial>
    <collision><origin rpy="1.57 0 0"/><geometry><cylinder radius="0.2" length="0.1"/></geometry></collision></link>
  <link name="arm"><inertial><mass value="0.1"/>
    <inertia ixx="0.001" ixy="0" ixz="0" iyy="0.001" iyz="0" izz="0.001"/></inertial></link>
  <joint name="left" type="continuous"><origin xyz="0 0.2 0"/><parent link="a"/><child link="b"/>
    <axis xyz="0 1 0"/><limit effort="1" velocity="20"/></joint>
  <joint name="right" type="continuous"><origin xyz="0 -0.2 0"/><parent link="a"/><child link="c"/>
    <axis xyz="0 1 0"/><limit effort="1" velocity="20"/></joint>
  <joint name="lift" type="prismatic"><origin xyz="0 0 0.2"/><parent link="a"/><child link="arm"/>
    <axis xyz="0 0 1"/><limit lower="0" upper="1" effort="1" velocity="1"/>
    <dynamics damping="0.1" friction="0.1"/></joint>
</robot>)";

// One to three numbers replaced, those of the XML declaration and the version left alone.
std::string with_other_numbers(const std::string& text, Random& random) {
  constexpr std::array other{"0",    "-1",  "1e-300", "1e300", "1e-40", "1e39", "1e12", "-1e12",
                             "1e-7", "1e6", "1e-12",  "2",     "0.5",   "nan",  "-0",   "1e9"};
  static const std::regex number(R"([ >"']-?[0-9]+(\.[0-9]+)?)");
  std::string result = text;
  const std::uint64_t changes = 1 + random.below(3);
  for (std::uint64_t i = 0; i < changes; ++i) {
    const std::size_t start = result.find("name=");
    std::vector<std::pair<std::size_t, std::size_t>> places;
    for (std::sregex_iterator
             found(result.begin() + static_cast<std::ptrdiff_t>(start), result.end(), number),
         end;
         found != end; ++found)
      places.emplace_back(start + static_cast<std::size_t>(found->position()) + 1,
                          static_cast<std::size_t>(found->length()) - 1);
    const auto [at, size] = places[random.below(places.size())];
    result.replace(at, size, other[random.below(other.size())]);
  }
  return result;
}

void expect_what_loads_to_run(const std::string& original, const std::string& ending) {
  Random random(1, ending);
  int ran = 0;
  constexpr int variants = 600;
  for (int i = 0; i <= variants; ++i) {
    const std::string text = i == 0 ? original : with_other_numbers(original, random);
    const auto file = std::filesystem::temp_directory_path() /
                      ("tandem-mutated-" + std::to_string(getpid()) + ending);
    std::ofstream(file) << text;
    Findings findings;
    const auto scenario = load_checked_scenario(file.string(), {}, findings);
    std::filesystem::remove(file);
    if (i == 0) {
      EXPECT_TRUE(scenario);
    }
    if (!scenario) continue;
    SCOPED_TRACE(text);
    Simulation simulation(scenario, {.threads = 1});
    for (int step = 0; step < 5; ++step) simulation.step({});
    ++ran;
  }
  EXPECT_GT(ran, variants / 10);
  EXPECT_LT(ran, variants);
}

TEST(MutatedWorlds, ASdfWorldThatLoadsRuns) { expect_what_loads_to_run(world_sdf, ".sdf"); }

TEST(MutatedWorlds, AUrdfRobotThatLoadsRuns) { expect_what_loads_to_run(robot_urdf, ".urdf"); }

}  // namespace
}  // namespace tandem
