// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "scenario/scenario.h"
#include "scenario/testing.h"

namespace tandem {
namespace {

std::shared_ptr<const Scenario> read(const std::string& text, Findings& findings) {
  return load_scenario_text(text, "s", {}, findings);
}

std::shared_ptr<const Scenario> read_good(const std::string& text) {
  Findings findings;
  auto scenario = read(text, findings);
  EXPECT_TRUE(scenario) << all_text(findings);
  return scenario;
}

TEST(RosKeys, WithoutThemARobotIsUnderItsNameInOneTree) {
  const auto scenario = read_good("robots: [{name: a, model: emaros}]\n");
  const RobotConfig& robot = scenario->robots[0];
  EXPECT_EQ(namespace_of(robot), "a");
  EXPECT_EQ(frame_prefix_of(robot, TfTopics::shared), "a/");
  EXPECT_EQ(frame_prefix_of(robot, TfTopics::namespaced), "");
  EXPECT_EQ(robot.ros.cmd_vel_type, CommandVelocityType::automatic);
  EXPECT_EQ(robot.ros.localization, Localization::none);
  EXPECT_EQ(robot.ros.odom_rate_hz, 50);
  EXPECT_EQ(scenario->ros.tf, TfTopics::shared);
  EXPECT_EQ(scenario->ros.clock_rate_hz, 0);
  EXPECT_FALSE(scenario->map);
}

TEST(RosKeys, SayWhatARobotAndTheWorldShow) {
  const auto scenario = read_good(R"(
robots:
  - name: a
    model: emaros
    namespace: ''
    cmd_vel_type: stamped
    localization: ideal
    odom_rate_hz: 20
    topics:
      joint_states: off
      ground_truth: on
      camera/image_raw: {reliability: best_effort, depth: 1, rate_hz: 5}
  - {name: b, model: emaros, namespace: /lab/b1, frame_prefix: b_, pose: {x: 2}}
tf: namespaced
ros:
  clock_rate_hz: 100
  topics: {/map: {durability: volatile}}
map: {height_m: 0.2, resolution_m: 0.1, area: {x: 1, size_x_m: 4, size_y_m: 3}}
)");
  const RobotConfig& a = scenario->robots[0];
  EXPECT_EQ(namespace_of(a), "");
  EXPECT_EQ(frame_prefix_of(a, TfTopics::shared), "");
  EXPECT_EQ(a.ros.cmd_vel_type, CommandVelocityType::stamped);
  EXPECT_EQ(a.ros.localization, Localization::ideal);
  EXPECT_EQ(a.ros.odom_rate_hz, 20);
  ASSERT_EQ(a.ros.topics.size(), 3u);
  EXPECT_EQ(a.ros.topics[0].is_published, false);
  EXPECT_EQ(a.ros.topics[1].is_published, true);
  EXPECT_EQ(a.ros.topics[2].name, "camera/image_raw");
  EXPECT_EQ(a.ros.topics[2].reliability, TopicReliability::best_effort);
  EXPECT_EQ(a.ros.topics[2].depth, 1);
  EXPECT_EQ(a.ros.topics[2].rate_hz, 5);
  EXPECT_FALSE(a.ros.topics[2].durability);
  EXPECT_EQ(namespace_of(scenario->robots[1]), "lab/b1");
  EXPECT_EQ(frame_prefix_of(scenario->robots[1], TfTopics::namespaced), "b_");
  EXPECT_EQ(scenario->ros.tf, TfTopics::namespaced);
  EXPECT_EQ(scenario->ros.clock_rate_hz, 100);
  EXPECT_EQ(scenario->ros.topics[0].name, "/map");
  EXPECT_EQ(scenario->ros.topics[0].durability, TopicDurability::volatile_);
  EXPECT_EQ(scenario->map->height_m, 0.2);
  EXPECT_EQ(scenario->map->resolution_m, 0.1);
  EXPECT_EQ(scenario->map->area->size_x_m, 4);
}

TEST(RosKeys, MistakesAreNamedWithTheirLines) {
  Findings findings;
  EXPECT_FALSE(read(R"(robots:
  - name: a
    model: emaros
    namespace: a//b
    frame_prefix: '/x'
    cmd_vel_type: twists
    odom_rate_hz: 0
    topics:
      /odom: off
      2d: on
      odom: {reliability: sure, depth: 0, rate: 3}
      scan: maybe
tf: none
ros:
  stats_rate_hz: 0
  topics: {map: off}
map: {resolution_m: 0, area: {size_x_m: 1, size_y_m: 1, yaw_deg: 4}}
)",
                    findings));
  EXPECT_ERROR(findings, 4, "'namespace' expects words");
  EXPECT_ERROR(findings, 5, "'frame_prefix' expects");
  EXPECT_ERROR(findings, 6, "'cmd_vel_type'");
  EXPECT_ERROR(findings, 7, "'odom_rate_hz'");
  EXPECT_ERROR(findings, 9, "seen from the robot's namespace");
  EXPECT_ERROR(findings, 10, "seen from the robot's namespace");
  EXPECT_ERROR(findings, 11, "'reliability'");
  EXPECT_ERROR(findings, 11, "'depth'");
  EXPECT_ERROR(findings, 11, "'topic' has no key 'rate'");
  EXPECT_ERROR(findings, 12, "expected a map with the keys of 'topic'");
  EXPECT_ERROR(findings, 13, "'tf'");
  EXPECT_ERROR(findings, 15, "'stats_rate_hz'");
  EXPECT_ERROR(findings, 16, "from the root, as in '/map'");
  EXPECT_ERROR(findings, 17, "'resolution_m'");
  EXPECT_ERROR(findings, 17, "has no 'yaw_deg'");
}

TEST(RosKeys, RobotsThatCouldNotBeToldApartAreAnError) {
  const std::string robots = R"(robots:
  - {name: a, model: emaros, namespace: x}
  - {name: b, model: emaros, namespace: x, pose: {x: 1}}
  - {name: c, model: emaros, frame_prefix: x/, pose: {x: 2}}
)";
  Findings findings;
  read(robots, findings);
  EXPECT_ERROR(findings, 3, "has the namespace 'x' of robot 'a'");
  EXPECT_ERROR(findings, 4, "has the frame_prefix 'x/' of robot 'a'");
  Findings apart;
  read(robots + "tf: namespaced\n", apart);
  EXPECT_EQ(apart.error_count(), 1) << all_text(apart);
}

TEST(RosKeys, ARobotFileSaysWhatIsTheSameEverywhere) {
  const TestFolder folder;
  folder.write("cart.yaml",
               "model: emaros.urdf\ncmd_vel_type: stamped\nodom_rate_hz: 10\n"
               "topics: {joint_states: off, odom: {depth: 3}}\n");
  const auto file = folder.write(
      "s.yaml", "robots: [{name: a, model: cart, odom_rate_hz: 30, topics: {odom: {rate_hz: 5}}}]");
  Findings findings;
  const auto scenario = load_scenario(file.string(), {}, findings);
  ASSERT_TRUE(scenario) << all_text(findings);
  const RobotRosConfig& ros = scenario->robots[0].ros;
  EXPECT_EQ(ros.cmd_vel_type, CommandVelocityType::stamped);
  EXPECT_EQ(ros.odom_rate_hz, 30);
  ASSERT_EQ(ros.topics.size(), 2u);
  EXPECT_EQ(ros.topics[1].depth, 3);
  EXPECT_EQ(ros.topics[1].rate_hz, 5);
}

}  // namespace
}  // namespace tandem
