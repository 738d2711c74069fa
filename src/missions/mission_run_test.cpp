// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "missions/mission_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <stdexcept>

#include "messages/geometry_msgs.h"
#include "messages/nav_msgs.h"

namespace tandem {
namespace {

using testing::HasSubstr;

MissionScript script(const std::string& text) {
  Findings findings;
  auto mission = load_mission_text(text, "mission.yaml", findings);
  for (const Finding& finding : findings.all()) ADD_FAILURE() << to_string(finding);
  return mission.value_or(MissionScript{});
}

// Drives forward for as long as it hears of its place.
class Forward {
 public:
  explicit Forward(const NodeOptions& options) : node_("forward", options) {
    if (node_.parameter("cannot_start", false).value()) throw std::runtime_error("no wheels");
    node_.start();
  }

 private:
  Node node_;
  Publisher<geometry_msgs::msg::Twist> commands_ =
      node_.publisher<geometry_msgs::msg::Twist>("cmd_vel");
  Parameter<bool> throws_ = node_.parameter("throws", false);
  Subscription places_ = node_.subscribe<nav_msgs::msg::Odometry>(
      "odom", qos::sensor, [this](const nav_msgs::msg::Odometry& message) {
        if (throws_.value() && message.pose.pose.position.x > 0.3)
          throw std::runtime_error("a wheel is off");
        commands_.publish({.linear = {.x = 0.3}});
      });
};

// Under a name that scenarios may use.
const ProgramMakers& programs() {
  static const ProgramMakers makers{
      {"navigator", [](const NodeOptions& options) { return std::make_shared<Forward>(options); }}};
  return makers;
}

TEST(MissionRun, AFaultEndsAProgramAndLetsItBeginAnew) {
  const MissionScript mission = script(R"(mission: killed
scenario: empty
programs: [navigator]
duration: 8s
events:
  - {at: 2s, fault: {kind: process_kill, process: navigator of emaros, for: 2s}}
expect:
  - within: 1s
    after: {event: fault_began}
    holds: {measure: speed, below: 1 mm/s}
  - ordered: [{event: fault_ended}, {measure: speed, above: 0.25 m/s}]
)");
  const RunResult result = run_mission(mission, {.programs = programs()});
  EXPECT_EQ(result.verdict, Verdict::passed) << result.reason;
  std::vector<std::string> told;
  for (const TimelineEntry& entry : result.timeline)
    if (entry.kind == TimelineEntry::Kind::program || entry.kind == TimelineEntry::Kind::world)
      told.push_back(entry.text);
  EXPECT_THAT(
      told, testing::ElementsAre("started navigator of emaros",
                                 "fault 'process_kill' begins: process_kill of navigator of emaros",
                                 "killed navigator of emaros", "fault 'process_kill' is over",
                                 "started navigator of emaros"));
}

// Its status has numbers as texts, with a key each.
TEST(MissionRun, WhatATwinCountsIsANumber) {
  const MissionScript mission = script(R"(mission: counts
scenario: empty
programs: []
modes: [twin]
duration: 4s
expect:
  - ordered: [{topic: twin/status, field: 'values[accepted].value', is: 0},
              {topic: twin/status, field: 'values[accepted].value', above: 50}]
  - always: {topic: twin/status, field: 'values[accepted].value', below: 121}
  - always: {topic: twin/status, field: 'values[paused].value', is: 'false'}
  - always: {topic: twin/status, field: 'values[snaps].value', matches: '^[0-9]+$'}
  - never: {topic: twin/status, field: 'values[state].value', above: 0}
)");
  const RunResult result = run_mission(mission, {.mode = RobotMode::twin});
  EXPECT_EQ(result.verdict, Verdict::passed) << result.reason;
  const auto counted = std::ranges::find_if(result.series, [](const Series& series) {
    return series.name == "values[accepted].value of twin/status";
  });
  ASSERT_NE(counted, result.series.end());
  EXPECT_GT(counted->values.back(), 50);  // 30 times a second
}

TEST(MissionRun, AFaultThatTheWorldRefusesIsAnErrorWithItsLine) {
  const MissionScript mission = script(R"(mission: twice
scenario: empty
duration: 4s
events:
  - {at: 1s, fault: {kind: motor_stop, name: brake}}
  - {at: 2s, fault: {kind: motor_stop, name: brake}}
expect:
  - always: {measure: speed, below: 1 m/s}
)");
  const RunResult result = run_mission(mission, {.programs = programs()});
  EXPECT_EQ(result.verdict, Verdict::error);
  EXPECT_THAT(result.reason, HasSubstr("mission.yaml:6"));
  EXPECT_THAT(result.reason, HasSubstr("there already is a fault 'brake'"));
}

TEST(MissionRun, ThingsThatCameOrWentAreInItsOutlines) {
  const MissionScript mission = script(R"(mission: comes and goes
scenario: empty
programs: []
duration: 4s
events:
  - {at: 1s, place: {object: big_cube, name: box, pose: {x: 2, y: 1}}}
  - {at: 2s, remove: box}
  - {at: 3s, place: {object: big_cube, name: other, pose: {x: 2, y: -1}}}
expect:
  - always: {measure: speed, below: 1 m/s}
)");
  const RunResult result = run_mission(mission, {});
  ASSERT_EQ(result.verdict, Verdict::passed) << result.reason;
  const auto find = [&](const std::string& name) {
    const auto found = std::ranges::find(result.outlines, name, &Outline::name);
    return found == result.outlines.end() ? Outline{} : *found;
  };
  const Outline box = find("box"), other = find("other");
  EXPECT_NEAR(box.came_s, 1, 0.02);
  ASSERT_TRUE(box.gone_s);
  EXPECT_NEAR(*box.gone_s, 2, 0.02);
  ASSERT_EQ(box.points.size(), 4u);
  EXPECT_NEAR((box.points[0].x + box.points[2].x) / 2, 2, 0.01);
  EXPECT_NEAR((box.points[0].y + box.points[2].y) / 2, 1, 0.01);
  EXPECT_NEAR(other.came_s, 3, 0.02);
  EXPECT_FALSE(other.gone_s);
}

constexpr const char* forward = R"(mission: forward
scenario: empty
programs: [navigator]
duration: 5s
expect:
  - reach: {near: [0.5, 0], tolerance: 5 cm}
  - always: {measure: speed, at_most: 0.35 m/s}
)";

TEST(MissionRun, AProgramThatDoesWhatIsExpectedPasses) {
  const RunResult result = run_mission(script(forward), {.programs = programs()});
  EXPECT_EQ(result.verdict, Verdict::passed) << result.reason;
  EXPECT_LT(result.simulated_s, 3);
  EXPECT_EQ(result.state_hash.size(), 16u);
  ASSERT_FALSE(result.trajectories.empty());
  EXPECT_NEAR(result.trajectories[0].points.back().x, 0.45, 0.01);
  // ten a second and the last, which is none of these here
  EXPECT_EQ(result.trajectories[0].points.size(),
            static_cast<std::size_t>(result.simulated_s * 10) + 2);
}

TEST(MissionRun, TheSameRunGivesTheSameResultAndTheSameHash) {
  const char* wanted = std::getenv("TANDEM_MISSION_RUNS");
  const int runs = wanted ? std::atoi(wanted) : 20;
  std::set<std::string> results;
  for (int i = 0; i < runs; ++i)
    results.insert(to_json(run_mission(script(forward), {.seed = 7, .programs = programs()}),
                           ResultParts::repeatable));
  EXPECT_EQ(results.size(), 1u);
}

TEST(MissionRun, AProgramThatThrowsIsAnErrorWithItsLastWords) {
  std::string text = forward;
  text.replace(text.find("[navigator]"), 11, "[{program: navigator, parameters: {throws: true}}]");
  const RunResult result = run_mission(script(text), {.programs = programs()});
  EXPECT_EQ(result.verdict, Verdict::error);
  EXPECT_THAT(result.reason, HasSubstr("a wheel is off"));
  EXPECT_THAT(result.last_words, testing::Contains(HasSubstr("a wheel is off")));
}

TEST(MissionRun, AProgramThatCannotStartIsAnError) {
  std::string text = forward;
  text.replace(text.find("[navigator]"), 11,
               "[{program: navigator, parameters: {cannot_start: true}}]");
  const RunResult broken = run_mission(script(text), {.programs = programs()});
  EXPECT_EQ(broken.verdict, Verdict::error);
  EXPECT_THAT(broken.reason, HasSubstr("navigator of emaros cannot be started: no wheels"));
  const RunResult unknown = run_mission(script(forward), {});
  EXPECT_EQ(unknown.verdict, Verdict::error);
  EXPECT_THAT(unknown.reason, HasSubstr("there is no such program here"));
}

TEST(MissionRun, AParameterThatItsProgramDoesNotHaveIsAnError) {
  std::string text = forward;
  text.replace(text.find("[navigator]"), 11, "[{program: navigator, parameters: {trhows: true}}]");
  const RunResult result = run_mission(script(text), {.programs = programs()});
  EXPECT_EQ(result.verdict, Verdict::error);
  EXPECT_THAT(result.reason, HasSubstr("has no parameter 'trhows'"));
}

TEST(MissionRun, AScenarioThatIsWrongIsAnErrorWithItsFindings) {
  std::string text = forward;
  text.replace(text.find("empty"), 5, "nowhere");
  const RunResult result = run_mission(script(text), {.programs = programs()});
  EXPECT_EQ(result.verdict, Verdict::error);
  EXPECT_THAT(result.reason, HasSubstr("nowhere"));
}

TEST(MissionRun, AMissionLastsUntilItsEventsHaveHappened) {
  const RunResult result = run_mission(script(R"(mission: late
scenario: empty
programs: []
duration: 9s
events:
  - {at: 4s, place: {object: red_box, name: box, pose: {x: 1}}}
expect:
  - eventually: {measure: speed, below: 1 m/s}
  - never: {touching: '*'}
)"),
                                       {});
  EXPECT_EQ(result.verdict, Verdict::passed) << result.reason;
  EXPECT_NEAR(result.simulated_s, 4, 0.02);
}

TEST(MissionRun, OdometryThatIsWrongIsSeenInTheFigures) {
  std::string text = forward;
  text.replace(text.find("programs:"), 0,
               "settings: {robots.emaros.odometry.left_radius_error: 0.05, "
               "robots.emaros.odometry.right_radius_error: 0.05}\n");
  text.replace(text.find("duration: 5s"), 12, "duration: 5s");
  const RunResult result = run_mission(script(text), {.programs = programs()});
  const auto figure = [&](const std::string& name) {
    for (const Metric& metric : result.metrics)
      if (metric.name == name) return metric.value;
    return -1.0;
  };
  // wheels that seem 5 % larger
  EXPECT_NEAR(figure("emaros.odometry_error"), 0.05 * figure("emaros.path_length"), 0.002);
  EXPECT_NEAR(figure("emaros.path_length"), 0.45, 0.01);
}

TEST(MissionRun, AMapOfALidarIsComparedWithTheTrueOne) {
  const RunResult result = run_mission(script(R"(mission: map
scenario: slope
settings: {robots.jackal.commands: []}
programs: []
duration: 1s
map: {sensor: velodyne, by: truth, area: {x: -1.5, size_x_m: 12, size_y_m: 12}}
expect:
  - always: {measure: map_accuracy, at_least: 90 %}
    from: 200ms
)"),
                                       {});
  EXPECT_EQ(result.verdict, Verdict::passed) << result.reason;
  double cells = 0, accuracy = 0;
  for (const Metric& metric : result.metrics) {
    for (const char* count : {"true_positive", "false_negative", "unknown_occupied",
                              "false_positive", "true_negative", "unknown_free"})
      if (metric.name == std::string("jackal.map_") + count) cells += metric.value;
    if (metric.name == "jackal.map_accuracy") accuracy = metric.value;
  }
  // all can be reached but what is below the ramps
  EXPECT_GT(cells, 0.9 * 240 * 240);
  EXPECT_LE(cells, 240 * 240);
  EXPECT_GT(accuracy, 0.9);
}

TEST(MissionRun, AMapNeedsALidarThatSeesGround) {
  const RunResult result = run_mission(script(R"(mission: map
scenario: empty
programs: []
map: {sensor: lidar, area: {size_x_m: 5, size_y_m: 5}}
expect:
  - eventually: {measure: map_coverage, at_least: 10 %}
)"),
                                       {});
  EXPECT_EQ(result.verdict, Verdict::error);
  EXPECT_THAT(result.reason,
              HasSubstr("mission.yaml:4: error: a map is made of a sensor of the type "
                        "lidar_3d, and 'emaros' has no such 'lidar'"));
}

}  // namespace
}  // namespace tandem
