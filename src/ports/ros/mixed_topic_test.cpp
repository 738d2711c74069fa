// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/mixed_topic.h"

#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "messages/sensor_msgs.h"
#include "messages/simulation_interfaces.h"
#include "messages/time.h"
#include "ports/ros/live_run.h"
#include "ports/ros/mixing_lab.h"

namespace tandem {
namespace {

using diagnostic_msgs::msg::DiagnosticStatus;
using sensor_msgs::msg::LaserScan;
using sensor_msgs::msg::Range;
using tandem_msgs::msg::Contacts;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

constexpr double pi = std::numbers::pi;
constexpr float inf = std::numeric_limits<float>::infinity();

LaserScan real_scan(int beams, float range, SimTime stamp) {
  LaserScan scan{.header = {.stamp = to_message_time(stamp), .frame_id = "somewhere_else"}};
  scan.angle_min = static_cast<float>(-pi);
  scan.angle_increment = static_cast<float>(2 * pi / beams);
  scan.angle_max = scan.angle_min + static_cast<float>(beams - 1) * scan.angle_increment;
  scan.scan_time = 0.05f;
  scan.range_min = 0.1f;
  scan.range_max = 8;
  scan.ranges.assign(static_cast<std::size_t>(beams), range);
  scan.intensities.assign(static_cast<std::size_t>(beams), 47);
  return scan;
}

constexpr const char* mixed_lidar = "lidar: {reality: mixed, noise_m: 0}";

TEST(MixedTopics, AScanHasWhatIsRealAndWhatIsVirtual) {
  Laboratory lab(hall("twin", mixed_lidar));
  const Ear<LaserScan> mixed(lab.node, "/emaros/mixed/scan"), other(lab.node, "/emaros/scan");
  auto real = lab.node.publisher<LaserScan>("/emaros/hardware/scan", qos::sensor);
  // 90 beams at 20 Hz, where the virtual lidar has 360 at 10 Hz
  lab.live(2s, 50ms, [&](SimTime now) { real.publish(real_scan(90, 3.5f, now)); });

  ASSERT_GT(mixed.heard.size(), 35u);
  const LaserScan& scan = mixed.last();
  EXPECT_EQ(scan.header.frame_id, other.last().header.frame_id);
  ASSERT_EQ(scan.ranges.size(), 90u);
  EXPECT_FLOAT_EQ(scan.scan_time, 0.05f);
  EXPECT_EQ(scan.range_max, 8);
  // the crate, which the real lidar cannot see, but no second table
  EXPECT_NEAR(scan.ranges[45], other.last().ranges[180], 1e-5);
  EXPECT_NEAR(scan.ranges[45], 2, 0.2);
  EXPECT_EQ(scan.intensities[45], 0);
  int nearer = 0;
  for (const float range : scan.ranges) nearer += range < 3.5f;
  // 0.4 m at 2 m are 11.4 degrees: 3 of 4 degrees each, and what lies between
  EXPECT_GE(nearer, 3);
  EXPECT_LE(nearer, 5);
  EXPECT_EQ(scan.ranges[0], 3.5f);
  EXPECT_EQ(scan.intensities[0], 47);
  // stamps of a clock in step are as they were
  EXPECT_LE(lab.run.simulation.time() - to_time(scan.header.stamp), 60ms);
  const DiagnosticStatus* status = lab.diagnosed("mixing: emaros/lidar");
  ASSERT_TRUE(status);
  EXPECT_EQ(status->level, DiagnosticStatus::OK);
  EXPECT_EQ(status->message, "mixed");
}

TEST(MixedTopics, TheRealLidarMayBeTurned) {
  Laboratory lab(hall("twin", "lidar: {noise_m: 0, mix: {real_yaw_deg: 90}}"));
  const Ear<LaserScan> mixed(lab.node, "/emaros/mixed/scan");
  auto real = lab.node.publisher<LaserScan>("/emaros/hardware/scan", qos::sensor);
  lab.live(1s, 50ms, [&](SimTime now) { real.publish(real_scan(360, 3.5f, now)); });
  ASSERT_FALSE(mixed.heard.empty());
  const LaserScan& scan = mixed.last();
  EXPECT_NEAR(scan.angle_min, -pi / 2, 1e-6);
  EXPECT_NEAR(scan.ranges[90], 2, 0.2);  // straight ahead of the robot
  EXPECT_EQ(scan.ranges[180], 3.5f);
}

TEST(MixedTopics, StampsOfAnotherClockAreMapped) {
  Laboratory lab(hall("twin", "lidar: {mix: {stamps: own, latency: 24ms}}"));
  const Ear<LaserScan> mixed(lab.node, "/emaros/mixed/scan");
  auto real = lab.node.publisher<LaserScan>("/emaros/hardware/scan", qos::sensor);
  // a clock that is 5000 s ahead
  lab.live(2s, 50ms, [&](SimTime now) { real.publish(real_scan(90, 3.5f, now + 5000s)); });
  ASSERT_FALSE(mixed.heard.empty());
  const Duration age = lab.run.simulation.time() - to_time(mixed.last().header.stamp);
  EXPECT_GE(age, 24ms);
  EXPECT_LE(age, 24ms + 60ms);
  const DiagnosticStatus* status = lab.diagnosed("mixing: emaros/lidar");
  ASSERT_TRUE(status);
  const auto offset =
      std::ranges::find(status->values, "clock_offset_s", &diagnostic_msgs::msg::KeyValue::key);
  ASSERT_NE(offset, status->values.end());
  EXPECT_NEAR(std::stod(offset->value), -5000, 0.1);
}

TEST(MixedTopics, WithoutTheRealLidarThereIsNothingAndItIsTold) {
  Laboratory lab(hall("twin", mixed_lidar));
  const Ear<LaserScan> mixed(lab.node, "/emaros/mixed/scan");
  auto real = lab.node.publisher<LaserScan>("/emaros/hardware/scan", qos::sensor);
  const auto speak = [&](SimTime now) { real.publish(real_scan(90, 3.5f, now)); };
  lab.wait(500ms);
  EXPECT_TRUE(mixed.heard.empty());
  lab.live(1s, 50ms, speak);
  const std::size_t count = mixed.heard.size();
  EXPECT_GT(count, 15u);
  lab.wait(2s);
  EXPECT_EQ(mixed.heard.size(), count);
  ASSERT_TRUE(lab.diagnosed("mixing: emaros/lidar"));
  EXPECT_EQ(lab.diagnosed("mixing: emaros/lidar")->level, DiagnosticStatus::ERROR);
  lab.live(2s, 50ms, speak);
  EXPECT_GT(mixed.heard.size(), count + 30);
  EXPECT_EQ(lab.diagnosed("mixing: emaros/lidar")->level, DiagnosticStatus::OK);

  std::vector<std::string> texts;
  for (const auto& event : lab.events.heard)
    if (event.name == "mixing") texts.push_back(event.text);
  EXPECT_THAT(texts, Contains(HasSubstr("the real sensor is silent on emaros/hardware/scan")));
  EXPECT_THAT(texts.back(), HasSubstr("real and virtual measurements are mixed"));
}

TEST(MixedTopics, ScenariosMayGoOnWithTheVirtualOnesAlone) {
  Laboratory lab(hall("twin", "lidar: {noise_m: 0, mix: {without_real: virtual}}"));
  const Ear<LaserScan> mixed(lab.node, "/emaros/mixed/scan");
  lab.wait(1s);
  ASSERT_GT(mixed.heard.size(), 5u);
  EXPECT_EQ(mixed.last().ranges.size(), 360u);
  EXPECT_NEAR(mixed.last().ranges[180], 2, 0.2);
}

TEST(MixedTopics, ASimulatedRobotHasTheVirtualMeasurements) {
  // the same program drives it, and the table is in its way
  Laboratory lab(hall("virtual", mixed_lidar));
  const Ear<LaserScan> mixed(lab.node, "/emaros/mixed/scan");
  lab.wait(1s);
  ASSERT_GT(mixed.heard.size(), 5u);
  EXPECT_NEAR(mixed.last().ranges[180], 1, 0.2);
  ASSERT_TRUE(lab.diagnosed("mixing: emaros/lidar"));
  EXPECT_EQ(lab.diagnosed("mixing: emaros/lidar")->level, DiagnosticStatus::OK);
}

TEST(MixedTopics, WhatIsRealIsNotHeldBackForWhatIsVirtual) {
  Laboratory lab(hall("twin", "lidar: {noise_m: 0, mix: {stamps: shared, stale_after: 200ms}}"));
  const Ear<LaserScan> mixed(lab.node, "/emaros/mixed/scan");
  auto real = lab.node.publisher<LaserScan>("/emaros/hardware/scan", qos::sensor);
  // a second late: the virtual lidar was elsewhere then
  lab.live(3s, 50ms, [&](SimTime now) { real.publish(real_scan(90, 3.5f, now - 1s)); });
  ASSERT_GT(mixed.heard.size(), 40u);
  EXPECT_EQ(mixed.last().ranges[45], 3.5f);
  const DiagnosticStatus* status = lab.diagnosed("mixing: emaros/lidar");
  ASSERT_TRUE(status);
  EXPECT_EQ(status->level, DiagnosticStatus::WARN);
  EXPECT_EQ(status->message, "virtual missing");
}

TEST(MixedTopics, ScansWithoutSenseAreCountedAndNotMixed) {
  Laboratory lab(hall("twin", mixed_lidar));
  const Ear<LaserScan> mixed(lab.node, "/emaros/mixed/scan");
  auto real = lab.node.publisher<LaserScan>("/emaros/hardware/scan", qos::sensor);
  lab.live(2s, 50ms, [&](SimTime now) {
    LaserScan bad = real_scan(90, 3.5f, now);
    bad.angle_increment = 0;
    real.publish(bad);
  });
  EXPECT_TRUE(mixed.heard.empty());
  const DiagnosticStatus* status = lab.diagnosed("mixing: emaros/lidar");
  ASSERT_TRUE(status);
  EXPECT_EQ(status->message, "waiting");
  const auto unusable =
      std::ranges::find(status->values, "unusable", &diagnostic_msgs::msg::KeyValue::key);
  EXPECT_GT(std::stoi(unusable->value), 10);
}

TEST(MixedTopics, RangesAreMixed) {
  Laboratory lab(
      hall("twin", "range_front: {reality: mixed, range_max_m: 4, noise_m: 0, fov_deg: 1}"));
  const Ear<Range> mixed(lab.node, "/emaros/mixed/range/front");
  auto real = lab.node.publisher<Range>("/emaros/hardware/range/front", qos::sensor);
  float range = inf;
  const auto speak = [&](SimTime now) {
    real.publish({.header = {.stamp = to_message_time(now)},
                  .radiation_type = Range::ULTRASOUND,
                  .field_of_view = 0.5f,
                  .min_range = 0.05f,
                  .max_range = 3,
                  .range = range});
  };
  lab.live(500ms, 50ms, speak);
  ASSERT_FALSE(mixed.heard.empty());
  EXPECT_NEAR(mixed.last().range, 2, 0.3);  // the crate
  EXPECT_EQ(mixed.last().radiation_type, Range::ULTRASOUND);
  EXPECT_EQ(mixed.last().max_range, 3);
  range = 0.8f;  // the table
  lab.live(500ms, 50ms, speak);
  EXPECT_EQ(mixed.last().range, 0.8f);
}

TEST(MixedTopics, BumpersAreMixed) {
  Laboratory lab(hall("twin", "bumper: {mix: {real_topic: bumper_pressed, stale_after: 500ms}}"));
  const Ear<Contacts> mixed(lab.node, "/emaros/mixed/contacts", qos::reliable);
  auto real = lab.node.publisher<std_msgs::msg::Bool>("/emaros/bumper_pressed");
  lab.wait(500ms);
  EXPECT_TRUE(mixed.heard.empty());  // nobody knows whether the robot touches something
  lab.live(500ms, 100ms, [&](SimTime) { real.publish({false}); });
  ASSERT_FALSE(mixed.heard.empty());
  EXPECT_TRUE(mixed.last().contacts.empty());
  lab.live(200ms, 100ms, [&](SimTime) { real.publish({true}); });
  ASSERT_EQ(mixed.last().contacts.size(), 1u);
  EXPECT_EQ(mixed.last().contacts[0].entity_b, "real");
  // a crate that is pushed against the robot
  lab.run.inbox.edits.put({SetEntityState{
      .name = "crate_1", .world_from_entity = Pose{{0.3, 0, 0.3}, {}}, .velocity = {}}});
  lab.live(200ms, 100ms, [&](SimTime) { real.publish({true}); });
  std::vector<std::string> touched;
  for (const auto& contact : mixed.last().contacts) touched.push_back(contact.entity_b);
  EXPECT_THAT(touched, Contains("real"));
  EXPECT_THAT(touched, Contains("crate_1"));
}

TEST(MixedTopics, NamesAndQualityAreTheScenarios) {
  Laboratory lab(hall("twin", "lidar: {mix: {real_topic: sick/scan, topic: scan_of_both}}",
                      "    topics: {scan_of_both: {reliability: best_effort, depth: 2}, "
                      "sick/scan: {reliability: reliable, depth: 3}}\n"));
  std::vector<std::string> found;
  for (const EndpointInfo& endpoint : lab.run.context()->transport().graph().endpoints) {
    if (endpoint.topic == "/emaros/scan_of_both" && endpoint.is_publisher) {
      EXPECT_FALSE(endpoint.qos.offers_reliable);
      EXPECT_EQ(endpoint.qos.depth, 2);
      found.push_back("mixed");
    }
    if (endpoint.topic == "/emaros/sick/scan" && !endpoint.is_publisher) {
      EXPECT_TRUE(endpoint.qos.requests_reliable);
      EXPECT_EQ(endpoint.qos.depth, 3);
      found.push_back("real");
    }
  }
  std::ranges::sort(found);
  EXPECT_THAT(found, ElementsAre("mixed", "real"));
}

TEST(MixedTopics, WhatComesWhileTheWorldRunsIsRealByNameOrByTag) {
  Laboratory lab(hall("twin", "lidar: {noise_m: 0, mix: {without_real: virtual}}"));
  const Ear<LaserScan> mixed(lab.node, "/emaros/mixed/scan");
  const auto behind = [&] {
    lab.wait(300ms);
    return mixed.last().ranges[0];
  };
  const auto call = [&]<Service S>(const std::string& service, const typename S::Request& request) {
    Client<S> client = lab.node.client<S>(service);
    std::optional<typename S::Response> response;
    client.call(request, 10s, [&](const Result<typename S::Response>& answer) {
      if (answer) response = *answer;
    });
    for (int i = 0; i < 50 && !response; ++i) lab.run.step();
    EXPECT_TRUE(response) << service;
    return response.value_or(typename S::Response{});
  };
  namespace srv = simulation_interfaces::srv;
  const auto spawn = [&](const std::string& name, double x) {
    srv::SpawnEntity::Request request;
    request.name = name;
    request.resource_string =
        "<sdf version='1.9'><model name='box'><static>true</static><link name='l'>"
        "<collision name='c'><geometry><box><size>0.4 2 2</size></box></geometry></collision>"
        "<visual name='v'><geometry><box><size>0.4 2 2</size></box></geometry></visual>"
        "</link></model></sdf>";
    request.initial_pose.pose.position.x = x;
    request.initial_pose.pose.orientation.w = 1;
    EXPECT_EQ(call.operator()<srv::SpawnEntity>("/spawn_entity", request).result.result, 1);
  };
  spawn("cupboard", -3.2);
  EXPECT_NEAR(behind(), 3, 0.1);
  spawn("table_of_the_laboratory", -1.2);  // a name of the scenario's list
  EXPECT_NEAR(behind(), 3, 0.1);
  srv::SetEntityInfo::Request info;
  info.entity = "cupboard";
  info.info.tags = {"real"};
  EXPECT_EQ(call.operator()<srv::SetEntityInfo>("/set_entity_info", info).result.result, 1);
  EXPECT_NEAR(behind(), 6, 0.1);  // the wall
  const auto told = call.operator()<srv::GetEntityInfo>("/get_entity_info",
                                                        {.entity = "table_of_the_laboratory"});
  EXPECT_THAT(told.info.tags, ElementsAre("real"));
}

TEST(MixedTopics, TheSameRunIsTheSameAgain) {
  const auto ranges = [] {
    Laboratory lab(hall("twin", "lidar: {reality: mixed}"));
    const Ear<LaserScan> mixed(lab.node, "/emaros/mixed/scan");
    auto real = lab.node.publisher<LaserScan>("/emaros/hardware/scan", qos::sensor);
    lab.live(1s, 30ms, [&](SimTime now) { real.publish(real_scan(90, 3.5f, now)); });
    std::vector<float> all;
    for (const LaserScan& scan : mixed.heard)
      all.insert(all.end(), scan.ranges.begin(), scan.ranges.end());
    return all;
  };
  EXPECT_EQ(ranges(), ranges());
}

// The same in real time, between participants of a network.
TEST(MixedTopicsOverDds, ARealScanComesBackMixed) {
  Node robot("robot", {.context = outside_context()});
  std::mutex mutex;
  std::optional<LaserScan> mixed;
  const auto heard =
      robot.subscribe<LaserScan>("/emaros/mixed/scan", qos::sensor, [&](const LaserScan& message) {
        const std::lock_guard lock(mutex);
        mixed = message;
      });
  auto real = robot.publisher<LaserScan>("/emaros/hardware/scan", qos::sensor);
  LiveRun run("arena", {.overrides = {{"robots.emaros.mode", "twin"},
                                      {"robots.emaros.sensors.lidar.reality", "mixed"}}});
  // the walls of the arena are virtual, and nearer than 7.5 m
  const bool is_mixed = eventually([&] {
    real.publish(real_scan(90, 7.5f, SimTime(std::chrono::system_clock::now().time_since_epoch())));
    const std::lock_guard lock(mutex);
    return mixed && std::ranges::any_of(mixed->ranges, [](float r) { return r < 7.5f; });
  });
  ASSERT_TRUE(is_mixed);
  const std::lock_guard lock(mutex);
  EXPECT_EQ(mixed->ranges.size(), 90u);
  EXPECT_EQ(mixed->header.frame_id, "emaros/lidar_link");
}

}  // namespace
}  // namespace tandem
