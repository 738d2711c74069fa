// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/ros_network.h"

#include <gmock/gmock.h>

#include "messages/diagnostic_msgs.h"
#include "messages/nav_msgs.h"
#include "messages/rosgraph_msgs.h"
#include "messages/std_msgs.h"
#include "messages/std_srvs.h"
#include "ports/ros/test_run.h"

namespace tandem {
namespace {

using diagnostic_msgs::msg::DiagnosticStatus;

double rate_of(const std::vector<TopicRate>& rates, const std::string& topic) {
  const auto found = std::ranges::find(rates, topic, &TopicRate::topic);
  return found == rates.end() ? 0 : found->hz;
}

TEST(PublishingRatesOfARun, AreThoseOfTopicsThatSomebodyHears) {
  TestRun run(load_good("empty"));
  Node lab("lab", {.context = run.context()});
  const auto odom =
      lab.subscribe<nav_msgs::msg::Odometry>("/emaros/odom", qos::reliable, [](const auto&) {});
  run.step_for(5s);
  const auto rates = run.port.network().rates();
  // 50 a second, in whole steps of 8 ms
  EXPECT_NEAR(rate_of(rates, "/emaros/odom"), 50, 1);
  EXPECT_EQ(rate_of(rates, "/clock"), 0);
  EXPECT_EQ(rate_of(rates, "/rosout"), 0);
  EXPECT_TRUE(std::ranges::is_sorted(rates, {}, &TopicRate::topic));

  const auto clock =
      lab.subscribe<rosgraph_msgs::msg::Clock>("/clock", qos::clock, [](const auto&) {});
  run.step_for(3s);
  EXPECT_NEAR(rate_of(run.port.network().rates(), "/clock"), 125, 1);
}

TEST(GatesOfARun, AreKnownForAsLongAsTheySpeak) {
  TestRun run(
      load_good("empty", {.overrides = {{"robots.emaros.mode", "twin"}, {"clock", "zero"}}}));
  Network& network = run.port.network();
  run.step();
  EXPECT_FALSE(network.gate("emaros"));
  Node gate("emaros_gate", {.context = run.context()});
  auto status = gate.publisher<DiagnosticStatus>("/emaros/gate/status", qos::latched);
  status.publish({.level = DiagnosticStatus::ERROR, .message = "closed: no pose for 0.3 s"});
  run.step_for(20ms);
  ASSERT_TRUE(network.gate("emaros"));
  EXPECT_FALSE(network.gate("emaros")->is_open);
  EXPECT_EQ(network.gate("emaros")->reason, "closed: no pose for 0.3 s");

  status.publish({.level = DiagnosticStatus::OK, .message = "open"});
  run.step_for(20ms);
  EXPECT_TRUE(network.gate("emaros")->is_open);
  EXPECT_EQ(network.gate("emaros")->reason, "");
  run.step_for(1900ms);
  EXPECT_TRUE(network.gate("emaros"));
  run.step_for(200ms);
  EXPECT_FALSE(network.gate("emaros"));
  EXPECT_FALSE(network.gate("nobody"));
}

TEST(BoardOfARun, ShowsWhatBelongsToTheModeOfARobot) {
  TestRun run(load_good("empty"));
  Node lab("lab", {.context = run.context()});
  run.step();
  // its list is about the real robot's computer
  EXPECT_TRUE(run.port.network().board().read().empty());

  auto set_twin = lab.client<std_srvs::srv::SetBool>("/emaros/set_twin");
  bool is_twin = false;
  set_twin.call({.data = true}, 10s, [&](const Result<std_srvs::srv::SetBool::Response>& answer) {
    is_twin = answer && answer->success;
  });
  run.step_for(100ms);
  ASSERT_TRUE(is_twin);
  auto telemetry = lab.publisher<std_msgs::msg::String>("/emaros/hardware/telemetry");
  run.step_for(100ms);
  telemetry.publish({"battery: 97 % (12.10 V, 0.50 A), cpu: 85 %, ram: 40 %, temperature: 76.5 C"});
  run.step_for(100ms);
  const auto entries = run.port.network().board().read();
  ASSERT_EQ(entries.size(), 4u);
  const auto line = [](const Observation& entry) {
    return entry.label + " " + entry.text + " " + entry.unit + " " +
           std::string(name_of(entry.level)) + " " + entry.robot + entry.problem;
  };
  EXPECT_EQ(line(entries[0]), "battery 97 % ok emaros");
  EXPECT_EQ(line(entries[1]), "CPU 85 % warning emaros");
  EXPECT_EQ(line(entries[2]), "memory 40 % ok emaros");
  EXPECT_EQ(line(entries[3]), "temperature 76.5 °C error emaros");
}

}  // namespace
}  // namespace tandem
