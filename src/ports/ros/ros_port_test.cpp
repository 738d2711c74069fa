// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/ros_port.h"

#include <gmock/gmock.h>

#include <map>
#include <set>

#include "messages/time.h"
#include "ports/ros/test_run.h"

namespace tandem {
namespace {

using nav_msgs::msg::Odometry;
using rosgraph_msgs::msg::Clock;
using tf2_msgs::msg::TFMessage;

TEST(RosPort, ClockAndStampsAreTheTimeOfTheStep) {
  TestRun run(load_good("empty"));
  Node node("listener", {.context = run.context()});
  std::vector<SimTime> clock;
  std::vector<SimTime> stamps;
  const auto clock_listener = node.subscribe<Clock>(
      "/clock", qos::clock, [&](const Clock& c) { clock.push_back(to_time(c.clock)); });
  const auto odometry = node.subscribe<Odometry>(
      "/emaros/odom", qos::reliable,
      [&](const Odometry& odom) { stamps.push_back(to_time(odom.header.stamp)); });

  run.step_for(96ms);
  EXPECT_THAT(clock, testing::ElementsAre(8ms, 16ms, 24ms, 32ms, 40ms, 48ms, 56ms, 64ms, 72ms, 80ms,
                                          88ms, 96ms, 104ms));
  // 50 times a second, in whole steps
  EXPECT_THAT(stamps, testing::ElementsAre(8ms, 32ms, 48ms, 72ms, 88ms));
}

TEST(RosPort, FramesHangTogetherFromOdomToEveryLink) {
  TestRun run(load_good("empty"));
  run.step();
  Node node("listener", {.context = run.context()});
  std::map<std::string, std::string> parent_of;
  const auto note = [&](const TFMessage& message) {
    for (const auto& transform : message.transforms)
      parent_of[transform.child_frame_id] = transform.header.frame_id;
  };
  // comes late, and is told all the same
  const auto fixed = node.subscribe<TFMessage>("/tf_static", qos::tf_static, note);
  const auto moving = node.subscribe<TFMessage>("/tf", qos::tf, note);
  run.step_for(100ms);

  for (const Link& link : run.simulation.scenario().robots[0].model->links) {
    std::string frame = "emaros/" + link.name;
    for (int depth = 0; depth < 20 && parent_of.contains(frame); ++depth) frame = parent_of[frame];
    EXPECT_EQ(frame, "emaros/odom") << link.name;
  }
  EXPECT_FALSE(parent_of.contains("emaros/odom"));  // nobody asked for ideal localisation
}

TEST(RosPort, TheMapIsThereForLatecomers) {
  TestRun run(load_good("empty", {.overrides = {{"map", "{resolution_m: 0.1, height_m: 0.1}"}}}));
  run.step();
  Node node("listener", {.context = run.context()});
  std::vector<nav_msgs::msg::OccupancyGrid> maps;
  const auto listener = node.subscribe<nav_msgs::msg::OccupancyGrid>(
      "/map", qos::latched, [&](const nav_msgs::msg::OccupancyGrid& map) { maps.push_back(map); });
  run.step();
  ASSERT_EQ(maps.size(), 1u);
  EXPECT_EQ(maps[0].header.frame_id, "map");
  EXPECT_FLOAT_EQ(maps[0].info.resolution, 0.1F);
  EXPECT_EQ(maps[0].data.size(), maps[0].info.width * maps[0].info.height);
}

TEST(RosPort, AnotherEpisodeHasItsOwnMap) {
  TestRun run(
      load_good("empty", {.overrides = {{"map", "{resolution_m: 0.1, height_m: 0.1}"},
                                        {"spawn",
                                         "{box: {object: cabinet, arrangement: scattered, area: "
                                         "{x: 2, y: 0, size_x_m: 3, size_y_m: 3}}}"}}}));
  Node node("listener", {.context = run.context()});
  std::vector<nav_msgs::msg::OccupancyGrid> maps;
  const auto listener = node.subscribe<nav_msgs::msg::OccupancyGrid>(
      "/map", qos::latched, [&](const nav_msgs::msg::OccupancyGrid& map) { maps.push_back(map); });
  run.step_for(100ms);
  run.inbox.edits.put({Reset{}});
  run.step_for(100ms);
  ASSERT_EQ(maps.size(), 1u) << "a reset repeats the episode";
  run.inbox.edits.put({Reset{ResetScope::next_episode}});
  run.step_for(100ms);
  ASSERT_EQ(maps.size(), 2u);
  EXPECT_NE(maps[0].data, maps[1].data);
}

TEST(RosPort, WhatTheScenarioWantsDifferentIsDifferent) {
  TestRun run(
      load_good("empty", {.overrides = {{"robots.emaros.namespace", "''"},
                                        {"robots.emaros.localization", "ideal"},
                                        {"robots.emaros.topics",
                                         "{ground_truth: on, joint_states: off, "
                                         "odom: {rate_hz: 10, reliability: best_effort}}"},
                                        {"ros", "{clock_rate_hz: 25, topics: {/map: off}}"}}}));
  run.step();
  std::map<std::string, Qos> offered;
  for (const EndpointInfo& endpoint : run.context()->transport().graph().endpoints)
    if (endpoint.is_publisher) offered[endpoint.topic] = endpoint.qos;
  EXPECT_TRUE(offered.contains("/ground_truth"));
  EXPECT_FALSE(offered.contains("/joint_states"));
  EXPECT_FALSE(offered.contains("/map"));
  ASSERT_TRUE(offered.contains("/odom"));
  EXPECT_FALSE(offered["/odom"].offers_reliable);

  Node node("listener", {.context = run.context()});
  int odometry_count = 0, clock_count = 0;
  std::map<std::string, std::string> parent_of;
  const auto odometry = node.subscribe<Odometry>("/odom", qos::best_effort,
                                                 [&](const Odometry&) { ++odometry_count; });
  const auto clock =
      node.subscribe<Clock>("/clock", qos::clock, [&](const Clock&) { ++clock_count; });
  const auto tf = node.subscribe<TFMessage>("/tf", qos::tf, [&](const TFMessage& message) {
    for (const auto& transform : message.transforms)
      parent_of[transform.child_frame_id] = transform.header.frame_id;
  });
  run.step_for(1s);
  EXPECT_EQ(odometry_count, 10);
  EXPECT_EQ(clock_count, 25);
  EXPECT_EQ(parent_of["odom"], "map");
  EXPECT_EQ(parent_of["base_link"], "odom");
}

TEST(RosPort, RobotsCanHaveTreesOfTheirOwn) {
  TestRun run(load_good("empty", {.overrides = {{"tf", "namespaced"}}}));
  run.step();
  Node node("listener", {.context = run.context()});
  std::vector<std::string> children;
  const auto tf = node.subscribe<TFMessage>("/emaros/tf", qos::tf, [&](const TFMessage& message) {
    for (const auto& transform : message.transforms) children.push_back(transform.child_frame_id);
  });
  run.step_for(40ms);
  EXPECT_THAT(children, testing::Contains("base_link"));
}

TEST(RosPort, RobotsThatComeAndGoHaveTheirTopics) {
  TestRun run(load_good("empty"));
  run.step();
  const auto topics = [&] {
    std::set<std::string> names;
    for (const EndpointInfo& endpoint : run.context()->transport().graph().endpoints)
      names.insert(endpoint.topic);
    return names;
  };
  RobotConfig twin = run.simulation.scenario().robots[0];
  twin.name = "second";
  twin.world_from_robot.translation.y = 2;
  run.inbox.edits.put({Spawn{.what = twin}});
  run.step();
  EXPECT_TRUE(topics().contains("/second/odom"));
  EXPECT_TRUE(topics().contains("/second/cmd_vel"));
  run.inbox.edits.put({RemoveEntity{"second"}});
  run.step();
  EXPECT_FALSE(topics().contains("/second/odom"));
  EXPECT_TRUE(topics().contains("/emaros/odom"));
}

TEST(RosPort, WhatNobodyListensToIsNotSent) {
  TestRun run(load_good("empty"));
  run.step_for(100ms);
  Node node("listener", {.context = run.context()});
  std::vector<std::uint64_t> numbers;
  const auto odometry = node.subscribe<Odometry>(
      "/emaros/odom", qos::reliable,
      [&](const Odometry&, const MessageInfo& info) { numbers.push_back(info.sequence); });
  run.step_for(40ms);
  EXPECT_THAT(numbers, testing::ElementsAre(1, 2));
}

}  // namespace
}  // namespace tandem
