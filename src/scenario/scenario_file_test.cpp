// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "scenario/scenario.h"
#include "scenario/testing.h"
#include "test_places.h"

namespace tandem {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr const char* two_wheels_urdf = R"(<robot name="cart">
  <link name="base"><inertial><mass value="2"/><inertia ixx="0.01" ixy="0" ixz="0" iyy="0.01"
    iyz="0" izz="0.01"/></inertial>
    <collision><origin xyz="0 0 0.1"/><geometry><box size="0.4 0.2 0.1"/></geometry></collision>
  </link>
  <link name="left"><inertial><mass value="0.1"/><inertia ixx="1e-4" ixy="0" ixz="0" iyy="1e-4"
    iyz="0" izz="1e-4"/></inertial>
    <collision><origin rpy="1.5707963267948966 0 0"/><geometry><cylinder radius="0.06"
    length="0.02"/></geometry></collision></link>
  <link name="right"><inertial><mass value="0.1"/><inertia ixx="1e-4" ixy="0" ixz="0" iyy="1e-4"
    iyz="0" izz="1e-4"/></inertial>
    <collision><origin rpy="1.5707963267948966 0 0"/><geometry><cylinder radius="0.06"
    length="0.02"/></geometry></collision></link>
  <joint name="left_axle" type="continuous"><parent link="base"/><child link="left"/>
    <origin xyz="0 0.15 0.06"/><axis xyz="0 1 0"/></joint>
  <joint name="right_axle" type="continuous"><parent link="base"/><child link="right"/>
    <origin xyz="0 -0.15 0.06"/><axis xyz="0 1 0"/></joint>
</robot>)";

class ScenarioFile : public ::testing::Test {
 protected:
  ScenarioFile() { folder_.write("cart.urdf", two_wheels_urdf); }

  std::shared_ptr<const Scenario> load(const std::string& yaml,
                                       const ScenarioOptions& options = {}) {
    findings_ = {};
    return load_scenario(folder_.write("test.yaml", yaml).string(), options, findings_);
  }
  // Each finding with the name of the file but not its folder.
  std::vector<std::string> findings() const {
    std::vector<std::string> texts;
    for (Finding finding : findings_.all()) {
      if (finding.place.file.starts_with("/"))
        finding.place.file = std::filesystem::path(finding.place.file).filename();
      texts.push_back(to_string(finding));
    }
    return texts;
  }
  std::string errors_of(const std::string& yaml, const ScenarioOptions& options = {}) {
    EXPECT_FALSE(load(yaml, options)) << yaml;
    return fmt::format("{}", ::testing::PrintToString(findings()));
  }

  TestFolder folder_;
  Findings findings_;
};

TEST_F(ScenarioFile, EverythingWrittenArrives) {
  const auto scenario = load(R"(name: tour
description: All there is
world: {generate: arena, size_x_m: 4, size_y_m: 6}
clock: wall
seed: 18446744073709551615
step: 5ms
physics: {iterations: 33, freezes: false}
robots:
  - name: r1
    model: cart.urdf
    pose: {x: 1, y: 2, z: 0.5, yaw_deg: 180}
    drive: {type: differential, max_speed_mps: 0.7, command_timeout: 250ms}
    odometry: {left_radius_error: 0.01, noise: 0.02}
    commands:
      - {at: 1s, for: 3s, linear_mps: 0.3, angular_radps: 0.1}
      - {at: 5s}
)");
  ASSERT_TRUE(scenario) << errors_of("");
  EXPECT_THAT(findings(), IsEmpty());
  EXPECT_EQ(scenario->name, "tour");
  EXPECT_EQ(scenario->clock, ClockType::wall);
  EXPECT_EQ(scenario->seed, 18446744073709551615u);
  EXPECT_EQ(scenario->step, 5ms);
  EXPECT_EQ(scenario->solver_iterations, 33);
  EXPECT_FALSE(scenario->freezes);
  ASSERT_EQ(scenario->robots.size(), 1u);
  const RobotConfig& robot = scenario->robots[0];
  EXPECT_EQ(robot.world_from_robot.translation, (Vec3{1, 2, 0.5}));
  EXPECT_NEAR((robot.world_from_robot.rotation * Vec3{1, 0, 0}).x, -1, 1e-12);
  EXPECT_EQ(robot.drive.max_speed_mps, 0.7);
  EXPECT_EQ(robot.drive.command_timeout, 250ms);
  EXPECT_NEAR(robot.drive.wheel_radius_m, 0.06, 1e-12);
  EXPECT_NEAR(robot.drive.track_m, 0.3, 1e-12);
  EXPECT_EQ(robot.odometry_error.left_radius_error, 0.01);
  EXPECT_EQ(robot.odometry_error.noise, 0.02);
  ASSERT_EQ(robot.commands.size(), 2u);
  EXPECT_EQ(robot.commands[0].lasts, std::optional<Duration>(3s));
  EXPECT_EQ(robot.commands[0].velocity.angular, 0.1);
  EXPECT_FALSE(robot.commands[1].lasts);
}

TEST_F(ScenarioFile, ExampleOfTheFormatPageLoads) {
  std::ifstream stream(source_folder() / "docs/scenario-format.md");
  const std::string page{std::istreambuf_iterator<char>(stream), {}};
  const std::string fence = "```yaml\n";
  const std::size_t begin = page.find(fence) + fence.size();
  folder_.write("my_cart.urdf", two_wheels_urdf);
  const auto scenario = load(page.substr(begin, page.find("```", begin) - begin));
  ASSERT_TRUE(scenario) << ::testing::PrintToString(findings());
  EXPECT_THAT(scenario->robots, SizeIs(2));
}

TEST_F(ScenarioFile, TextThatATerminalWouldObeyIsRefused) {
  EXPECT_THAT(errors_of("name: \"\\e[2J\""), HasSubstr("characters that cannot be shown"));
  EXPECT_TRUE(load("description: |\n  two\n  lines\n"));
}

TEST_F(ScenarioFile, RobotWithoutHeightStandsOnTheFloor) {
  const auto scenario = load("robots: [{name: r1, model: cart.urdf, drive: differential}]");
  ASSERT_TRUE(scenario);
  // the wheels of 0.06 m hang 0.06 m above the origin
  EXPECT_NEAR(scenario->robots[0].world_from_robot.translation.z, 0, 1e-9);
  EXPECT_EQ(scenario->robots[0].drive.type, DriveType::differential);
}

TEST_F(ScenarioFile, AllMistakesAreReportedEachWithItsLine) {
  EXPECT_FALSE(load(R"(nmae: typo
world: {generate: arean}
seed: -1
step: 8
clock: sundial
robots:
  - name: r1
    model: nobody
  - model: cart.urdf
    pose: {x: 1, yaw: 90}
)"));
  EXPECT_THAT(findings(),
              ElementsAre("test.yaml:1: error: 'scenario' has no key 'nmae'; did you mean 'name'?",
                          "test.yaml:3: error: 'seed' expects a whole number of 0 or more, is '-1'",
                          "test.yaml:4: error: 'step' expects a time with its unit, such as 8ms or "
                          "2s, is '8'",
                          "test.yaml:2: error: 'generate' cannot be 'arean'; did you mean 'arena'?",
                          HasSubstr("test.yaml:8: error: there is no robot or model 'nobody'"),
                          "test.yaml:9: error: 'robot' must have 'name'",
                          "test.yaml:10: error: 'pose' has no key 'yaw'; did you mean 'yaw_deg'?",
                          "test.yaml:5: error: 'clock' cannot be 'sundial'; expected one of zero, "
                          "wall"));
}

TEST_F(ScenarioFile, NamesOfModelsAreSuggestedToo) {
  EXPECT_THAT(errors_of("spawn: {s: {area: {size_x_m: 2, size_y_m: 2}, object: {model: plnt}}}"),
              HasSubstr("there is no robot or model 'plnt'; did you mean 'plant'?"));
}

TEST_F(ScenarioFile, MistakesOfRobotsAreExplained) {
  const std::string start = "robots: [{name: r1, model: cart.urdf, ";
  EXPECT_THAT(errors_of(start + "drive: hover}]"), HasSubstr("'type' cannot be 'hover'"));
  EXPECT_THAT(errors_of(start + "drive: {max_speed_mps: 1}}]"), HasSubstr("must have 'type'"));
  EXPECT_THAT(errors_of(start + "drive: {type: skid, left_joints: [a], right_joints: [b]}}]"),
              HasSubstr("has no joint 'a'; expected one of left_axle, right_axle"));
  EXPECT_THAT(errors_of(start + "mode: ghost}]"), HasSubstr("expected one of virtual, twin"));
  EXPECT_THAT(errors_of(start + "commands: [{at: 1s}]}]"), HasSubstr("need a 'drive'"));
  EXPECT_THAT(errors_of(start + "drive: skid, commands: [{at: 2s}, {at: 1s}]}]"),
              HasSubstr("order of time"));
  EXPECT_THAT(errors_of(start + "drive: skid, commands: [{at: 2s, for: 0s}]}]"),
              HasSubstr("'for' must be at least"));
  EXPECT_THAT(errors_of(start + "drive: skid, commands: [{linear_mps: 1}]}]"),
              HasSubstr("'command' must have 'at'"));
  EXPECT_THAT(errors_of("robots: [{name: r 1, model: cart.urdf}]"), HasSubstr("letters, digits"));
  EXPECT_THAT(errors_of("robots: [{name: floor, model: cart.urdf}]"),
              HasSubstr("the world already has a 'floor'"));
  EXPECT_THAT(errors_of("robots: [{name: a, model: cart.urdf}, {name: a, model: cart.urdf, pose: "
                        "{x: 3}}]"),
              HasSubstr("already a robot named 'a', in line 1"));
  EXPECT_THAT(errors_of("robots: {name: a}"), HasSubstr("'robots' expects a list, is a map"));
}

TEST_F(ScenarioFile, TwoRobotsInOneSpotAreAWarning) {
  EXPECT_TRUE(load("robots:\n- {name: a, model: cart.urdf}\n- {name: b, model: cart.urdf}\n"));
  EXPECT_THAT(findings(), ElementsAre("test.yaml:3: warning: robot 'b' stands in the same spot as "
                                      "'a'"));
}

TEST_F(ScenarioFile, WhatTheWholeIsMadeOfIsRead) {
  const auto scenario = load(R"(robots:
  - name: r1
    model: cart.urdf
    mode: twin
    sensors:
      eye: {type: camera, link: base, rate_hz: 20, fov_deg: 90, trigger: pose, pose: {z: 1}}
projection: {area: {size_x_m: 4, size_y_m: 3}, width_px: 800}
tracking: {topic: /tracker/pose, timeout: 1s}
observe:
  - {topic: /cpu, type: std_msgs/String, pattern: 'cpu: (\d+)', label: CPU}
)");
  ASSERT_TRUE(scenario);
  EXPECT_THAT(findings(), IsEmpty());
  const SensorDescription& eye = scenario->robots[0].sensors.at(0);
  ASSERT_THAT(eye.settings, SizeIs(1));
  EXPECT_EQ(eye.settings[0].key, "fov_deg");
  EXPECT_THAT(eye.settings[0].values, ElementsAre("90"));
  EXPECT_EQ(eye.settings[0].place.line, 6);
  EXPECT_EQ(eye.rate_hz, 20);
  EXPECT_TRUE(eye.is_triggered_by_pose);
  EXPECT_EQ(eye.link_from_sensor.translation.z, 1);
  EXPECT_EQ(scenario->clock, ClockType::wall);  // a twin lives in real time
  EXPECT_EQ(scenario->projection->floor.size_x_m, 4);
  EXPECT_EQ(scenario->tracking->timeout, 1s);
  EXPECT_EQ(scenario->observe.at(0).label, "CPU");
}

TEST_F(ScenarioFile, WhatIsObservedHasARobotAUnitAndLimits) {
  const auto scenario = load(R"(robots:
  - {name: r1, model: cart.urdf}
  - {name: r2, model: cart.urdf, namespace: r1/second, pose: {x: 3}}
observe:
  - {topic: /r1/status, field: cpu.load, unit: '%', warn_above: 80, error_above: 95}
  - {topic: r1/second/status, error_below: -5, warn_below: 0}
  - {topic: /r1x/status}
  - {topic: /elsewhere, robot: r2, mode: twin}
)");
  ASSERT_TRUE(scenario);
  EXPECT_THAT(findings(), IsEmpty());
  ASSERT_EQ(scenario->observe.size(), 4u);
  const ObserveConfig& load = scenario->observe[0];
  EXPECT_EQ(load.robot, "r1");  // whose namespace it is in
  EXPECT_EQ(load.field, "cpu.load");
  EXPECT_EQ(load.unit, "%");
  EXPECT_EQ(load.limits,
            (Limits{.error_below = {}, .warn_below = {}, .warn_above = 80, .error_above = 95}));
  EXPECT_EQ(scenario->observe[1].robot, "r2");
  EXPECT_EQ(scenario->observe[1].limits.error_below, -5);
  EXPECT_EQ(scenario->observe[2].robot, "");
  EXPECT_FALSE(scenario->observe[2].limits.are_any());
  EXPECT_EQ(scenario->observe[2].mode, std::nullopt);
  EXPECT_EQ(scenario->observe[3].robot, "r2");
  EXPECT_EQ(scenario->observe[3].mode, RobotMode::twin);
}

TEST_F(ScenarioFile, MistakesOfWhatIsObservedAreExplainedAtTheirPlace) {
  EXPECT_THAT(errors_of("robots: [{name: r1, model: cart.urdf}]\n"
                        "observe:\n"
                        "  - topic: /a\n"
                        "    robot: r2\n"),
              AllOf(HasSubstr(":4: "), HasSubstr("there is no robot 'r2'; did you mean 'r1'?")));
  EXPECT_THAT(errors_of("observe:\n  - topic: /a\n    warn_above: 3\n    error_above: 2\n"),
              AllOf(HasSubstr(":4: "),
                    HasSubstr("'error_above' is 2, which is less than 'warn_above', 3")));
  EXPECT_THAT(errors_of("observe: [{topic: /a, error_below: 3, warn_above: 2}]"),
              HasSubstr("'warn_above' is 2, which is less than 'error_below', 3"));
  EXPECT_THAT(errors_of("observe: [{topic: /a, warn_above: high}]"), HasSubstr("'warn_above'"));
  EXPECT_THAT(errors_of("observe: [{topic: /a, mode: twin}]"),
              HasSubstr("'mode' is that of a robot"));
}

TEST_F(ScenarioFile, HasTypesOfObjectsAndRobotsWithMounts) {
  const auto scenario = load(R"(catalog:
  red_box: {shape: box, size_m: [0.2, 0.2, 0.2], mass_kg: 1, color: red, description: A red one}
robots:
  - {name: r1, model: cart.urdf, mounts: {fork: {link: base, pose: {x: 0.3}}}}
)");
  ASSERT_TRUE(scenario);
  EXPECT_THAT(findings(), IsEmpty());
  ASSERT_THAT(scenario->catalog, SizeIs(1));
  EXPECT_EQ(scenario->catalog[0].name, "red_box");
  EXPECT_EQ(scenario->catalog[0].description, "A red one");
  EXPECT_EQ(scenario->catalog[0].model->name, "red_box");
  ASSERT_THAT(scenario->robots[0].mounts, SizeIs(1));
  EXPECT_EQ(scenario->robots[0].mounts[0].name, "fork");
  EXPECT_EQ(scenario->robots[0].mounts[0].link, "base");
  EXPECT_EQ(scenario->robots[0].mounts[0].link_from_load.translation.x, 0.3);

  EXPECT_THAT(errors_of("catalog: [a]"), HasSubstr("'catalog' expects a map"));
  EXPECT_THAT(errors_of("catalog: {a b: {shape: box}}"), HasSubstr("a type's name has letters"));
  EXPECT_THAT(errors_of("catalog: {a: {shape: bxo, mass_kg: 1}}"), HasSubstr("'box'"));
  EXPECT_THAT(errors_of("robots: [{name: r1, model: cart.urdf, mounts: {a: {link: bsae}}}]"),
              HasSubstr("has no link 'bsae'; did you mean 'base'?"));
  EXPECT_THAT(errors_of("robots: [{name: r1, model: cart.urdf, mounts: [1]}]"),
              HasSubstr("'mounts' expects a map"));
}

TEST_F(ScenarioFile, MistakesOfSensorsAndTheRestAreExplained) {
  const std::string start = "robots: [{name: r1, model: cart.urdf, sensors: ";
  EXPECT_THAT(errors_of(start + "{a: {link: base}}}]"), HasSubstr("sensor 'a' must have 'type'"));
  EXPECT_THAT(errors_of(start + "{a: {type: lidar, link: bsae}}}]"),
              HasSubstr("has no link 'bsae'; did you mean 'base'?"));
  EXPECT_THAT(errors_of(start + "{a: {type: lidar, width_px: {b: 3}}}}]"),
              HasSubstr("'width_px' expects text, is a map"));
  EXPECT_THAT(errors_of(start + "{a: {type: lidar, topic: 'a b'}}}]"),
              HasSubstr("'topic' is no topic name"));
  EXPECT_THAT(errors_of(start + "{a: {type: lidar, rate_hz: 0}}}]"), HasSubstr("'rate_hz' must"));
  EXPECT_THAT(errors_of("rules: {a: {x: 1}}"), HasSubstr("'rule' must have 'type'"));
  EXPECT_THAT(errors_of("projection: {width_px: 3}"), HasSubstr("must have 'area'"));
  EXPECT_THAT(errors_of("observe: [{topic: /a, pattern: '('}]"), HasSubstr("regular expression"));
  EXPECT_THAT(errors_of("tracking: {topic: 'a b'}"), HasSubstr("is no topic name"));
  EXPECT_THAT(errors_of("world: nowhere"), HasSubstr("there is no world 'nowhere'"));
  EXPECT_THAT(errors_of("world: {generate: arena, size_x_m: 0}"), HasSubstr("'size_x_m' must"));
  EXPECT_THAT(errors_of("world: {size_x_m: 1}"), HasSubstr("'world' must have 'generate'"));
}

TEST_F(ScenarioFile, RobotFileIsTheBaseAndTheScenarioWins) {
  folder_.write("robots/carrier.yaml", R"(description: A cart with a lidar
model: ../cart.urdf
drive: {type: differential, max_speed_mps: 0.5, max_force_n: 7}
sensors:
  front: {type: lidar, link: base, beams: 90}
  back: {type: lidar, link: base}
)");
  const auto scenario = load(R"(robots:
  - {name: a, model: carrier}
  - {name: b, model: carrier, pose: {x: 2}, drive: {max_speed_mps: 2},
     sensors: {front: {rate_hz: 3}, back: off}}
)");
  ASSERT_TRUE(scenario) << ::testing::PrintToString(findings());
  EXPECT_EQ(scenario->robots[0].drive.max_speed_mps, 0.5);
  EXPECT_EQ(scenario->robots[1].drive.max_speed_mps, 2);
  EXPECT_EQ(scenario->robots[1].drive.max_force_n, 7);
  EXPECT_EQ(scenario->robots[0].model, scenario->robots[1].model);
  ASSERT_THAT(scenario->robots[1].sensors, SizeIs(1));
  EXPECT_EQ(scenario->robots[1].sensors[0].rate_hz, 3);
  ASSERT_THAT(scenario->robots[1].sensors[0].settings, SizeIs(1));
  EXPECT_THAT(scenario->robots[1].sensors[0].settings[0].values, ElementsAre("90"));
}

TEST_F(ScenarioFile, MistakesInARobotFileAreReportedThereOnce) {
  folder_.write("robots/carrier.yaml", "model: ../cart.urdf\npose: {x: 1}\n");
  EXPECT_FALSE(load("robots: [{name: a, model: carrier}, {name: b, model: carrier}]"));
  EXPECT_THAT(findings(), ElementsAre(HasSubstr("carrier.yaml:2: error: 'robot file' has no key "
                                                "'pose'")));
}

TEST_F(ScenarioFile, OverridesReplaceValuesByPath) {
  const std::string yaml = R"(robots:
  - {name: a, model: cart.urdf, drive: differential}
spawn:
  boxes: {count: 1, area: {x: 3, size_x_m: 2, size_y_m: 2},
          object: {shape: box, size_m: [0.1, 0.1, 0.1], mass_kg: 1}}
)";
  const auto scenario = load(yaml, {.overrides = {{"spawn.boxes.count", "7"},
                                                  {"robots.a.drive.max_speed_mps", "3"},
                                                  {"robots.0.pose.x", "-1"},
                                                  {"step", "4ms"},
                                                  {"physics.freezes", "false"},
                                                  {"world", "{generate: arena, wall_height_m: 0}"}},
                                    .seed = 9,
                                    .step = {}});
  ASSERT_TRUE(scenario) << ::testing::PrintToString(findings());
  EXPECT_THAT(scenario->world.models, SizeIs(1 + 7));
  EXPECT_EQ(scenario->robots[0].drive.max_speed_mps, 3);
  EXPECT_EQ(scenario->robots[0].drive.type, DriveType::differential);
  EXPECT_EQ(scenario->robots[0].world_from_robot.translation.x, -1);
  EXPECT_EQ(scenario->step, 4ms);
  EXPECT_EQ(scenario->seed, 9u);
  EXPECT_FALSE(scenario->freezes);
}

TEST_F(ScenarioFile, OverrideThatFitsNowhereIsAnErrorThatNamesIt) {
  const std::string yaml = "seed: 3\nrobots: [{name: a, model: cart.urdf}]\nspawn: {}\n";
  const auto wrong = [&](const std::string& path, const std::string& value = "1") {
    EXPECT_FALSE(load(yaml, {.overrides = {{path, value}}, .seed = {}, .step = {}}));
    return findings().empty() ? "" : findings().front();
  };
  EXPECT_EQ(wrong("spwan.x"),
            "--set spwan.x: error: 'scenario' has no key 'spwan'; did you mean 'spawn'?");
  EXPECT_EQ(wrong("spawn.boxs.count"), "--set spawn.boxs.count: error: 'spawn' has no 'boxs'");
  EXPECT_THAT(wrong("robots.z.name"), HasSubstr("the list has 1 items, none is 'z'; expected a"));
  EXPECT_THAT(wrong("robots.4.name"), HasSubstr("--set robots.4.name: error"));
  EXPECT_THAT(wrong("seed.deep"), HasSubstr("'seed' is '3' and has no 'deep'"));
  EXPECT_THAT(wrong("seed", "many"), HasSubstr("--set seed: error: 'seed' expects a whole number"));
  EXPECT_THAT(wrong("a..b"), HasSubstr("single dots"));
  EXPECT_THAT(wrong(""), HasSubstr("--set"));
  EXPECT_THAT(wrong("seed", "[1, 2"), HasSubstr("--set seed"));
}

TEST_F(ScenarioFile, StepOutsideOfItsRangeIsAnErrorFromAnywhere) {
  EXPECT_THAT(errors_of("step: 1s"), HasSubstr("at most 100ms"));
  EXPECT_THAT(errors_of("seed: 1", {.overrides = {}, .seed = {}, .step = 0s}), HasSubstr("--step"));
}

TEST_F(ScenarioFile, UrdfAloneIsARobotOnAFloor) {
  const auto scenario = load_scenario((folder_.path() / "cart.urdf").string(), {}, findings_);
  ASSERT_TRUE(scenario) << ::testing::PrintToString(findings());
  ASSERT_THAT(scenario->robots, SizeIs(1));
  EXPECT_EQ(scenario->robots[0].name, "cart");
  EXPECT_EQ(scenario->robots[0].drive.type, DriveType::differential);
  EXPECT_EQ(scenario->name, "cart");
}

TEST_F(ScenarioFile, RobotFileAloneIsThatRobotOnAFloor) {
  const std::string file =
      folder_.write("carrier.yaml", "model: cart.urdf\ndrive: differential\n").string();
  const auto scenario = load_scenario(
      file, {.overrides = {{"robots.carrier.pose.x", "2"}}, .seed = {}, .step = {}}, findings_);
  ASSERT_TRUE(scenario) << ::testing::PrintToString(findings());
  ASSERT_THAT(scenario->robots, SizeIs(1));
  EXPECT_EQ(scenario->robots[0].name, "carrier");
  EXPECT_EQ(scenario->robots[0].world_from_robot.translation.x, 2);

  findings_ = {};
  EXPECT_FALSE(load_scenario(folder_.write("bad.yaml", "model: cart.urdf\nwheels: 4\n").string(),
                             {}, findings_));
  EXPECT_THAT(findings(), ElementsAre(HasSubstr("bad.yaml:2: error: 'robot file' has no key")));
}

TEST_F(ScenarioFile, SdfAloneIsItsWorldOrItsModelOnAFloor) {
  const std::string box =
      "<link name='l'><collision name='c'><geometry><box><size>1 1 0.5</size>"
      "</box></geometry></collision></link>";
  const auto world =
      load_scenario(folder_
                        .write("w.world",
                               "<?xml version='1.0'?><!-- <model> --><sdf version='1.9'><world "
                               "name='w'><model name='box'>" +
                                   box + "</model></world></sdf>")
                        .string(),
                    {}, findings_);
  ASSERT_TRUE(world) << ::testing::PrintToString(findings());
  ASSERT_THAT(world->world.models, SizeIs(1));
  EXPECT_EQ(world->world.models[0].name, "box");
  EXPECT_THAT(world->robots, IsEmpty());

  const auto model = load_scenario(
      folder_.write("m.sdf", "<sdf version='1.9'><model name='box'>" + box + "</model></sdf>")
          .string(),
      {}, findings_);
  ASSERT_TRUE(model) << ::testing::PrintToString(findings());
  ASSERT_THAT(model->world.models, SizeIs(2));  // with a floor
  EXPECT_NEAR(model->world.models[1].world_from_model.translation.z, 0.25, 1e-9);
}

TEST_F(ScenarioFile, LoneFileHasNothingToOverride) {
  const std::string file = (folder_.path() / "cart.urdf").string();
  EXPECT_FALSE(
      load_scenario(file, {.overrides = {{"a.b", "1"}}, .seed = {}, .step = {}}, findings_));
  EXPECT_THAT(findings(), ElementsAre(HasSubstr("--set a.b: error")));
}

TEST_F(ScenarioFile, WhatIsNoScenarioIsASentence) {
  EXPECT_THAT(errors_of(""), HasSubstr("expected a scenario"));
  EXPECT_THAT(errors_of("[1, 2]"), HasSubstr("is a list"));
  EXPECT_THAT(errors_of("just text"), HasSubstr("is 'just text'"));
  findings_ = {};
  EXPECT_FALSE(load_scenario(folder_.path().string(), {}, findings_));
  EXPECT_THAT(findings(), ElementsAre(HasSubstr("is a folder, expected a file")));
  findings_ = {};
  EXPECT_FALSE(load_scenario("pussh", {}, findings_));
  EXPECT_THAT(findings(), ElementsAre(HasSubstr("did you mean 'push'?")));
  findings_ = {};
  const std::string pipe = (folder_.path() / "pipe.yaml").string();
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  EXPECT_FALSE(load_scenario(pipe, {}, findings_));
  EXPECT_THAT(findings(), SizeIs(1));
  findings_ = {};
  const std::string xml_pipe = (folder_.path() / "pipe.sdf").string();
  ASSERT_EQ(::mkfifo(xml_pipe.c_str(), 0600), 0);
  EXPECT_FALSE(load_scenario(xml_pipe, {}, findings_));
}

TEST_F(ScenarioFile, ARobotWithoutItsModelIsCheckedAllTheSame) {
  ScenarioOptions options;
  options.checks.sensor = [](const SensorDescription& sensor, Findings& findings) {
    findings.error(sensor.place, "there is no " + sensor.type);
  };
  const std::string errors = errors_of(R"(robots:
- name: r1
  model: crat.urdf
  mode: ghost
  pose: {x: far}
  drive: {max_speed_mps: -1, left_joints: [a]}
  odometry: {noise: 7}
  commands: [{at: 1s, linear_mps: fast}]
  sensors: {eye: {type: camra}}
)",
                                       options);
  for (const int line : {3, 4, 5, 6, 7, 8, 9})
    EXPECT_THAT(errors, HasSubstr(fmt::format("test.yaml:{}: error", line)));
  EXPECT_THAT(errors, ::testing::Not(HasSubstr("must have 'type'")));
  EXPECT_THAT(errors, ::testing::Not(HasSubstr("has no joint")));
}

TEST_F(ScenarioFile, WheelsMustNotBeAnEmptyList) {
  const std::string errors = errors_of(
      "robots: [{name: r1, model: cart.urdf,\n"
      "  drive: {type: skid, left_joints: [], right_joints: [right_axle]}}]");
  EXPECT_THAT(errors, HasSubstr("test.yaml:2: error: 'left_joints' must not be empty"));
}

}  // namespace
}  // namespace tandem
