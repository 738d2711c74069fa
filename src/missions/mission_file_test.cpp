// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>

#include "missions/mission_schema.h"
#include "missions/mission_script.h"
#include "scenario/test_format_page.h"

namespace tandem {
namespace {

using testing::AllOf;
using testing::HasSubstr;

std::string text_of(const Findings& findings) {
  std::string text;
  for (const Finding& finding : findings.all()) text += to_string(finding) + "\n";
  return text;
}

std::string errors_of(const std::string& text) {
  Findings findings;
  EXPECT_FALSE(load_mission_text("mission: m\nscenario: empty\n" + text, "m.yaml", findings))
      << text;
  return text_of(findings);
}

MissionScript good(const std::string& text) {
  Findings findings;
  auto mission = load_mission_text("mission: m\nscenario: empty\n" + text, "m.yaml", findings);
  EXPECT_TRUE(mission) << text_of(findings);
  return mission.value_or(MissionScript{});
}

std::string check_errors_of(const std::string& text) {
  Findings findings;
  const MissionScript mission = good(text);
  const auto scenario = load_scenario("empty", {.overrides = settings_with(mission, 1)}, findings);
  check_mission(mission, *scenario, findings);
  return text_of(findings);
}

constexpr const char* expect_anything = "expect:\n  - always: {measure: speed, below: 1 m/s}\n";

TEST(MissionFile, FaultsAreReadAndSaidInWords) {
  const MissionScript mission = good(std::string(R"(modes: [twin]
events:
  - {at: 1s, robot: emaros, fault: {kind: latency, delay_s: 0.3, for: 2s}}
  - {at: 4s, clear_fault: latency}
  - {at: 5s, clear_fault: all}
)") + expect_anything);
  const Fault& fault = std::get<CauseFault>(mission.events.at(0).deed).fault;
  EXPECT_EQ(fault.robot, "emaros");
  EXPECT_EQ(fault.value("delay_s"), 0.3);
  EXPECT_EQ(mission.events[0].text, "fault: latency of emaros, delay_s 0.3");
  EXPECT_EQ(std::get<EndFault>(mission.events[1].deed).name, "latency");
  EXPECT_EQ(std::get<EndFault>(mission.events[2].deed).name, "");
  EXPECT_EQ(mission.events[2].text, "clear all faults");
}

TEST(MissionFile, FaultsThatCannotBeAreNamedWithTheirLine) {
  EXPECT_THAT(
      errors_of("events:\n  - {at: 1s, fault: {kind: latancy}}\n" + std::string(expect_anything)),
      HasSubstr("m.yaml:4: error: there is no fault 'latancy'; did you mean 'latency'?"));
  const auto wrong = [](const std::string& fault, const std::string& more = "") {
    return check_errors_of(more + "events:\n  - {at: 1s, fault: " + fault + "}\n" +
                           expect_anything);
  };
  EXPECT_THAT(wrong("{kind: latency}"),
              HasSubstr("m.yaml:4: error: latency: only a twin has a tracker"));
  EXPECT_EQ(wrong("{kind: latency}", "modes: [twin]\n"), "");
  EXPECT_THAT(wrong("{kind: motor_stop, robot: b}"), HasSubstr("there is no robot 'b'"));
  EXPECT_THAT(wrong("{kind: sensor_stuck, sensor: x}"), HasSubstr("has no sensor 'x'"));
  EXPECT_THAT(wrong("{kind: process_kill, process: navigator}", "programs: [navigator]\n"),
              HasSubstr("no process 'navigator' runs in this mission"));
  EXPECT_EQ(wrong("{kind: process_kill, process: navigator of emaros}", "programs: [navigator]\n"),
            "");
  EXPECT_THAT(wrong("{kind: latency}",
                    "modes: [twin]\nsettings: {robots.emaros.mode: twin, faults: [{kind: "
                    "process_kill, process: gate}]}\n"),
              HasSubstr("no process runs in this mission"));
}

TEST(Amount, NumbersHaveUnits) {
  EXPECT_DOUBLE_EQ(parse_amount("2 cm")->value, 0.02);
  EXPECT_EQ(parse_amount("2cm")->dimension, Dimension::length);
  EXPECT_DOUBLE_EQ(parse_amount("90 deg")->value, std::numbers::pi / 2);
  EXPECT_DOUBLE_EQ(parse_amount("36 km/h")->value, 10);
  EXPECT_DOUBLE_EQ(parse_amount("50 %")->value, 0.5);
  EXPECT_EQ(parse_amount("-1.5")->dimension, Dimension::none);
  EXPECT_THAT(parse_amount("3 parsecs").error(), HasSubstr("there is no unit 'parsecs'"));
  EXPECT_FALSE(parse_amount("fast"));
  EXPECT_FALSE(parse_amount("inf"));
}

TEST(MissionFile, SaysWhatItExpectsInWords) {
  const MissionScript mission = good(R"(duration: 30s
seeds: 3..7
modes: [twin, virtual]
expect:
  - reach: {near: [1.2, 0.5], tolerance: 10 cm, heading: 90 deg, heading_tolerance: 5 deg}
    by: 20s
  - within: 500ms
    after: {measure: tracking, is: lost}
    holds: {measure: speed, below: 1 cm/s}
  - always: {thing: box_1, distance: emaros, above: 30 cm}
    from: 2s
    until: {event: delivered, with: {type: red_box}}
)");
  EXPECT_EQ(mission.duration, 30s);
  EXPECT_EQ(mission.seeds.last, 7u);
  EXPECT_EQ(mission.modes, (std::vector{RobotMode::twin, RobotMode::simulated}));
  ASSERT_EQ(mission.expectations.size(), 3u);
  EXPECT_EQ(
      mission.expectations[0].text,
      "reach: the robot is within 10 cm of (1.2, 0.5) and looks at 90 deg within 5 deg, by 20 s");
  EXPECT_EQ(mission.expectations[1].text,
            "within 0.5 s after the tracking of the robot is lost: the speed of the robot is below "
            "1 cm/s");
  EXPECT_EQ(mission.expectations[2].text,
            "always: the distance of box_1 from emaros is above 30 cm, from 2 s on, until "
            "'delivered' with type red_box happens");
  EXPECT_EQ(mission.expectations[2].place.line, 12);
}

TEST(MissionFile, DrawsSettingsByTheSeedAlone) {
  const MissionScript mission = good(
      "settings: {robots.emaros.pose: {x: 1}}\nvary: {robots.emaros.pose.y: [-1, 1]}\nexpect:\n  - "
      "never: {touching: '*'}\n");
  const auto one = settings_with(mission, 1), again = settings_with(mission, 1);
  EXPECT_EQ(one, again);
  EXPECT_EQ(one.front(), (std::pair<std::string, std::string>("robots.emaros.pose", "{x: 1}")));
  EXPECT_NE(one.back(), settings_with(mission, 2).back());
  EXPECT_LE(std::abs(std::stod(one.back().second)), 1);
}

TEST(MissionFile, MistakesAreToldAtTheirPlace) {
  const std::string expect = "expect:\n  - never: {touching: '*'}\n";
  EXPECT_THAT(errors_of("duraton: 3s\n" + expect),
              AllOf(HasSubstr("m.yaml:3: "), HasSubstr("did you mean 'duration'?")));
  EXPECT_THAT(errors_of(""), HasSubstr("'mission' must have 'expect'"));
  EXPECT_THAT(errors_of("expect: []"), HasSubstr("tests nothing"));
  EXPECT_THAT(errors_of("seeds: 7..3\n" + expect), HasSubstr("'seeds' expects 1..20"));
  EXPECT_THAT(errors_of("modes: [real]\n" + expect), HasSubstr("not 'real'"));
  const auto of_condition = [](const std::string& condition) {
    return errors_of("expect:\n  - always: " + condition + "\n");
  };
  EXPECT_THAT(of_condition("{}"), HasSubstr("a condition needs one of near, inside"));
  EXPECT_THAT(of_condition("{touching: a, inside: b}"), HasSubstr("not both"));
  EXPECT_THAT(of_condition("{measure: speed}"), HasSubstr("what may the speed of the robot be?"));
  EXPECT_THAT(of_condition("{measure: speed, above: 2 m/s, below: 1 m/s}"),
              HasSubstr("the lower limit is above the upper one"));
  EXPECT_THAT(of_condition("{topic: /odom, above: 1}"), HasSubstr("must have 'field'"));
  EXPECT_THAT(of_condition("{status: zone, above: 1}"), HasSubstr("red_zone.delivered"));
  EXPECT_THAT(of_condition("{measure: tracking, matches: '('}"), HasSubstr("m.yaml:4: "));
  EXPECT_THAT(of_condition("{goal: g, is: succeeded}"), HasSubstr("no event named 'g'"));
  EXPECT_THAT(errors_of("expect:\n  - ordered: [{touching: a}]\n"),
              HasSubstr("two or more conditions"));
  EXPECT_THAT(errors_of("expect:\n  - eventually: {touching: a}\n    for: 3s\n"),
              HasSubstr("'for' has no meaning for 'eventually'"));
  EXPECT_THAT(errors_of("expect:\n  - within: 1s\n    holds: {touching: a}\n"),
              HasSubstr("'after', which is missing"));
}

TEST(MissionFile, MistakesInEventsAreToldAtTheirPlace) {
  const auto of_event = [](const std::string& event) {
    return errors_of("expect:\n  - never: {touching: '*'}\nevents:\n  - " + event + "\n");
  };
  EXPECT_THAT(of_event("{at: 1s}"), HasSubstr("an event needs one of place"));
  EXPECT_THAT(of_event("{at: 1s, remove: a, order: b}"), HasSubstr("not both"));
  EXPECT_THAT(of_event("{at: 1s, when: {touching: a}, remove: a}"), HasSubstr("happens 'at'"));
  EXPECT_THAT(of_event("{at: 1s, optional: true, remove: a}"),
              HasSubstr("'optional' is about 'when'"));
  EXPECT_THAT(of_event("{at: 1s, place: {object: red_box}}"), HasSubstr("must have 'pose'"));
  EXPECT_THAT(of_event("{at: 1s, tracker: {loss: 3}}"), HasSubstr("a share from 0 to 1"));
  EXPECT_THAT(of_event("{at: 1s, erase: some}"), HasSubstr("'all' or an area"));
  EXPECT_THAT(of_event("{at: 1s, publish: {topic: /a, type: no/msg/Type}}"),
              HasSubstr("there is no message type 'no/msg/Type'"));
  EXPECT_THAT(
      of_event("{at: 1s, publish: {topic: /a, type: std_msgs/msg/String, content: {dat: 1}}}"),
      AllOf(HasSubstr("m.yaml:6: "), HasSubstr("dat")));
  EXPECT_THAT(of_event("{at: 1s, drive: {points: [[1, 2]], for: 2s}}"),
              HasSubstr("does not go with 'points'"));
}

TEST(MissionFile, WhatWouldNeverCountOrHappenIsTold) {
  const std::string expect = "expect:\n  - never: {touching: '*'}\n";
  EXPECT_THAT(errors_of("duration: 2s\n" + expect + "events:\n  - {at: 2s, remove: emaros}\n"),
              AllOf(HasSubstr("m.yaml:7: "), HasSubstr("happens at 2 s"), HasSubstr("lasts 2 s")));
  EXPECT_THAT(errors_of("duration: 2s\n" + expect + "    from: 3s\n"),
              HasSubstr("counts from 3 s"));
  EXPECT_THAT(errors_of(expect + "    from: 3s\n    until: 1s\n"), HasSubstr("never count"));
  const auto of_condition = [](const std::string& condition) {
    return errors_of("expect:\n  - always: " + condition + "\n");
  };
  EXPECT_THAT(of_condition("{near: [1, 0], tolerance: -1 cm}"), HasSubstr("must not be negative"));
  EXPECT_THAT(of_condition("{rate: 'sc an', is: 5 Hz}"),
              AllOf(HasSubstr("m.yaml:4: "), HasSubstr("can't be a name")));
  EXPECT_THAT(errors_of("modes: []\n" + expect), HasSubstr("is an empty list"));
  EXPECT_THAT(errors_of(expect +
                        "events:\n  - {at: 1s, publish: {topic: a b, type: std_msgs/msg/Empty}}\n"),
              AllOf(HasSubstr("m.yaml:6: "), HasSubstr("can't be a name")));
}

TEST(MissionFile, MistakesOfMapsAreToldAtTheirPlace) {
  const std::string expect = "expect:\n  - always: {measure: map_recall, at_least: 50 %}\n";
  EXPECT_THAT(errors_of(expect), AllOf(HasSubstr("m.yaml:4: "), HasSubstr("under 'map'")));
  EXPECT_THAT(errors_of("map: {sensor: lidar}\n" + expect), HasSubstr("must have 'area'"));
  const std::string area = "area: {size_x_m: 5, size_y_m: 5}";
  EXPECT_THAT(errors_of("map: {" + area + "}\n" + expect), HasSubstr("must have 'sensor'"));
  EXPECT_THAT(errors_of("map: {sensor: lidar, by: feel, " + area + "}\n" + expect),
              AllOf(HasSubstr("m.yaml:3: "), HasSubstr("odometry")));
  EXPECT_THAT(errors_of("map: {sensor: lidar, range: 5, " + area + "}\n" + expect),
              HasSubstr("'range' expects"));
  EXPECT_THAT(errors_of("map: {sensor: lidar, range: -5 m, " + area + "}\n" + expect),
              HasSubstr("above 0"));
  EXPECT_TRUE(good("map: {sensor: lidar, " + area + "}\n" + expect).map);
}

TEST(MissionFormatPage, ExplainsEveryKeyUnderItsHeading) {
  expect_page_explains("docs/mission-format.md", all_mission_sections());
}

}  // namespace
}  // namespace tandem
