// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/ros_checks.h"

#include <gmock/gmock.h>

#include "scenario/testing.h"
#include "simulation/load_scenario.h"

namespace tandem {
namespace {

using testing::HasSubstr;

std::string findings_of(const std::string& text) {
  Findings findings;
  load_checked_scenario_text(text, "s", {.checks = ros_checks()}, findings);
  return all_text(findings);
}

std::string of_robot(const std::string& topics, const std::string& more = "") {
  return findings_of("robots:\n  - name: a\n    model: emaros\n    topics: {" + topics + "}\n" +
                     more);
}

std::string of_run(const std::string& topics, const std::string& more = "") {
  return findings_of("world: {generate: arena}\nros: {topics: {" + topics + "}}\n" + more);
}

TEST(RosChecks, TopicsThatThereAreAreFine) {
  for (const char* topic :
       {"cmd_vel", "odom", "joint_states", "ground_truth", "robot_description", "scan", "imu",
        "range/front", "camera_front/image_raw", "camera_front/image_raw/compressed",
        "camera_rear/depth/image_raw", "battery_state", "contacts"})
    EXPECT_EQ(of_robot(std::string(topic) + ": off"), "") << topic;
  EXPECT_EQ(of_robot("tf: {depth: 5}", "tf: namespaced\n"), "");
  for (const char* topic : {"/clock", "/tf", "/tf_static", "/diagnostics", "/tandem/events",
                            "/tandem/rules", "/tandem/stats"})
    EXPECT_EQ(of_run(std::string(topic) + ": off"), "") << topic;
  EXPECT_EQ(of_run("/map: off", "map: {}\n"), "");
}

TEST(RosChecks, WrongNamesAreErrorsWithAnAdvice) {
  EXPECT_THAT(of_robot("odm: off"),
              HasSubstr("s:4: error: robot 'a' has no topic 'odm'; did you mean 'odom'?"));
  EXPECT_THAT(of_robot("camera/image_raw: off"), HasSubstr("has no topic 'camera/image_raw'"));
  EXPECT_THAT(of_robot("tf: off"), HasSubstr("all robots share '/tf'"));
  EXPECT_THAT(of_run("/clok: off"),
              HasSubstr("s:2: error: there is no topic '/clok' here; did you mean '/clock'?"));
}

TEST(RosChecks, WhatChangesNothingIsAWarning) {
  EXPECT_THAT(of_robot("cmd_vel: {rate_hz: 5}"), HasSubstr("warning: 'cmd_vel' is heard"));
  EXPECT_THAT(of_robot("odom: off", "    drive: {type: none}\n"), HasSubstr("has no drive"));
  EXPECT_THAT(of_run("/map: off"), HasSubstr("no '/map' without 'map'"));
  EXPECT_THAT(of_run("/tf: off", "tf: namespaced\n"), HasSubstr("with 'tf: namespaced'"));
}

TEST(RosChecks, ObservedTypesMustBeKnown) {
  EXPECT_THAT(findings_of("observe: [{topic: /a, type: std_msgs/msg/Strin}]\n"),
              HasSubstr("s:1: error: there is no message type 'std_msgs/msg/Strin'"));
  EXPECT_THAT(findings_of("observe: [{topic: /a, type: std_msgs/msg/String}, {topic: /b}]\n"),
              testing::Not(HasSubstr("error")));
}

TEST(RosChecks, ObservedFieldsMustBeThere) {
  const std::string battery = "observe: [{topic: /a, type: sensor_msgs/msg/BatteryState, field: ";
  EXPECT_THAT(findings_of(battery + "percent}]\n"),
              HasSubstr("s:1: error: sensor_msgs/msg/BatteryState has no 'percent'"));
  EXPECT_THAT(findings_of(battery + "percentage}]\n"), testing::Not(HasSubstr("error")));
  EXPECT_THAT(findings_of(battery + "'cell_voltage[2]'}]\n"), testing::Not(HasSubstr("error")));
}

TEST(RosChecks, ThingsWithSensorsHaveTheirTopicsToo) {
  const std::string world =
      R"(<sdf version="1.9"><world name="w"><model name="eye"><static>true</static>
<link name="l"><sensor name="c" type="camera"><camera><horizontal_fov>1</horizontal_fov></camera></sensor></link></model></world></sdf>)";
  const TestFolder folder;
  folder.write("w.sdf", world);
  const auto check = [&](const std::string& topic) {
    Findings findings;
    load_checked_scenario(
        folder.write("s.yaml", "world: w.sdf\nros: {topics: {" + topic + ": off}}\n").string(),
        {.checks = ros_checks()}, findings);
    return all_text(findings);
  };
  EXPECT_EQ(check("/eye/camera/image_raw"), "");
  EXPECT_THAT(check("/eye/camera/image"), HasSubstr("did you mean"));
}

}  // namespace
}  // namespace tandem
