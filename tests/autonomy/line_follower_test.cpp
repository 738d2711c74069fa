// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
//
// The line follower with its eyes and its navigator in the world that it is for.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <numbers>

#include "autonomy/behavior/planar.h"
#include "benchmarks/programs/line_trial.h"
#include "messages/sensor_msgs.h"

namespace tandem {
namespace {

using testing::HasSubstr;
using MissionMessage = tandem_msgs::msg::Mission;
using Control = tandem_msgs::srv::MissionControl;

constexpr double pi = std::numbers::pi;
constexpr Pose2 start{{-1.4, -0.6}, 0.2};

// A metre straight on, then a curve of 0.4 m radius, then a metre back.
std::vector<Vec2> hairpin() {
  std::vector<Vec2> points{{-1.0, -0.5}, {0, -0.5}};
  for (double angle = -pi / 2; angle <= pi / 2; angle += 0.05)
    points.push_back({0.4 * std::cos(angle), -0.1 + 0.4 * std::sin(angle)});
  points.push_back({0, 0.3});
  points.push_back({-1.0, 0.3});
  return points;
}

bool fails(LineWorld& world, Duration limit) {
  return world.run_until([&] { return world.mission().status == MissionMessage::FAILED; }, limit);
}

void expect_standing(LineWorld& world) {
  world.run(1s);  // to come to a stand
  const Pose2 stood = world.truth();
  world.run(1s);
  EXPECT_LT(distance(stood.translation, world.truth().translation), 0.003);
  EXPECT_NEAR(wrap_angle(stood.yaw - world.truth().yaw), 0, 0.01);
}

bool control(LineWorld& world, const std::string& command, const std::string& state = {}) {
  auto client = world.person().client<Control>("mission/control");
  std::optional<bool> is_done;
  client.call(
      {.command = command, .state = state}, 1s,
      [&](const Result<Control::Response>& answer) { is_done = answer && answer->success; });
  world.run_until([&] { return is_done.has_value(); }, 1s);
  return is_done.value_or(false);
}

}  // namespace

TEST(LineFollowerInItsWorld, FollowsADrawnCurveVirtuallyAndAsATwin) {
  for (const bool is_twin : {false, true}) {
    SCOPED_TRACE(is_twin ? "twin" : "virtual");
    LineWorld world({.is_twin = is_twin}, start);
    const std::vector<Vec2> line = hairpin();
    world.draw(line);
    ASSERT_TRUE(world.run_until([&] { return world.is_in("follow_line"); }, 60s));
    double squares = 0, along_m = 0;
    int samples = 0;
    while (world.is_in("follow_line") && samples < 10'000) {
      world.step();
      const LineFoot foot = foot_on(line, world.truth().translation);
      squares += foot.distance_m * foot.distance_m;
      along_m = std::max(along_m, foot.along_m);
      ++samples;
    }
    EXPECT_LT(std::sqrt(squares / samples), 0.02);
    EXPECT_NEAR(along_m, length_of(line), 0.05);
    EXPECT_THAT(world.mission().message, HasSubstr("the line ends after"));
  }
}

TEST(LineFollowerInItsWorld, GoesRoundACornerAndOverAGap) {
  LineWorld world({}, {{-0.6, -0.8}, 0.1});
  world.draw({{-0.4, -0.8}, {0.2, -0.8}, {0.2, 0}});
  world.draw({{0.2, 0.12}, {0.2, 0.9}});
  ASSERT_TRUE(world.run_until([&] { return world.is_in("follow_line"); }, 20s));
  const auto is_over = [&] { return !world.is_in("follow_line"); };
  const auto is_there = [&] { return world.truth().translation.y > 0.3; };
  ASSERT_TRUE(world.run_until([&] { return is_over() || is_there(); }, 20s));
  EXPECT_TRUE(is_there()) << world.mission().message;
  EXPECT_NEAR(world.truth().translation.x, 0.2, 0.02);
}

TEST(LineFollowerInItsWorld, FindsALineThatWasDrawnElsewhereWhenItsOwnIsErased) {
  LineWorld world({}, start);
  world.draw(hairpin());
  ASSERT_TRUE(world.run_until([&] { return world.is_in("follow_line"); }, 60s));
  world.run(1s);
  world.erase_all();
  const Vec2 erased = world.truth().translation;
  ASSERT_TRUE(world.run_until([&] { return world.is_in("find_line"); }, 3s));
  EXPECT_LT(distance(erased, world.truth().translation), 0.35);
  const std::vector<Vec2> other{{-1.2, 0.3}, {0.6, 0.5}};
  world.draw(other, 0.04, {0.1F, 0.3F, 0.8F, 1});
  ASSERT_TRUE(world.run_until([&] { return world.is_in("follow_line"); }, 60s));
  world.run(2s);
  EXPECT_TRUE(world.is_in("follow_line"));
  EXPECT_LT(foot_on(other, world.truth().translation).distance_m, 0.02);
}

TEST(LineFollowerInItsWorld, WithoutItsCameraItStandsAndSaysSo) {
  using sensor_msgs::msg::CompressedImage;
  LineWorld world({}, start);
  // a cable that can be cut
  bool is_cut = false;
  world.perception = std::make_unique<PerceptionNode>(
      world.node_options({"-p", "image_topic:=relayed/image_raw"}));
  auto out = world.person().publisher<CompressedImage>("relayed/image_raw/compressed", qos::image);
  const auto in = world.person().subscribe<CompressedImage>(
      "camera_front/image_raw/compressed", qos::image, [&](const CompressedImage& picture) {
        if (!is_cut) out.publish(picture);
      });
  world.draw(hairpin());
  ASSERT_TRUE(world.run_until([&] { return world.is_in("follow_line"); }, 60s));
  world.run(1s);
  is_cut = true;
  ASSERT_TRUE(fails(world, 2s));
  EXPECT_EQ(world.mission().outcome, "camera_lost");
  EXPECT_THAT(world.mission().message, HasSubstr("no picture for 1 s"));
  expect_standing(world);
  is_cut = false;
  ASSERT_TRUE(control(world, "resume"));
  world.run(2s);
  EXPECT_TRUE(world.is_in("follow_line")) << world.mission().message;
}

TEST(LineFollowerInItsWorld, WithoutPerceptionItStandsAndSaysSo) {
  LineWorld world({}, start);
  world.draw(hairpin());
  ASSERT_TRUE(world.run_until([&] { return world.is_in("follow_line"); }, 60s));
  world.perception.reset();
  ASSERT_TRUE(fails(world, 3s));
  EXPECT_EQ(world.mission().outcome, "perception_lost");
  expect_standing(world);
}

TEST(LineFollowerInItsWorld, WithoutANavigatorItStandsAndSaysSo) {
  LineWorld world({}, start);  // a bare floor
  ASSERT_TRUE(world.run_until(
      [&] { return world.mission().message.find("way point 1") != std::string::npos; }, 20s));
  world.run(1s);
  world.navigator.reset();
  ASSERT_TRUE(fails(world, 15s));  // another one may come within 10 s
  EXPECT_EQ(world.mission().outcome, "navigator_lost");
  EXPECT_THAT(world.mission().message, HasSubstr("navigate_to_pose"));
  expect_standing(world);
}

TEST(LineFollowerInItsWorld, ASearchWithoutALidarStandsAndSaysSo) {
  // a bare floor, and a navigator that sees nothing of it
  LineWorld world({}, start, {{"robots.emaros.sensors.lidar", "off"}});
  ASSERT_TRUE(fails(world, 40s)) << world.mission().message;
  EXPECT_EQ(world.mission().outcome, "sensor_lost");
  EXPECT_THAT(world.mission().message, HasSubstr("no scan on /emaros/scan"));
  expect_standing(world);
}

TEST(LineFollowerInItsWorld, ATwinThatIsNotTrackedAnyMoreStandsAndSaysSo) {
  LineWorld world({.is_twin = true}, start);
  world.draw(hairpin());
  ASSERT_TRUE(world.run_until([&] { return world.is_in("follow_line"); }, 60s));
  world.run(1s);
  world.plant()->set_blind(true);
  ASSERT_TRUE(fails(world, 2s)) << world.mission().message;  // lost after 0.5 s, noticed after 1 s
  EXPECT_EQ(world.mission().outcome, "tracking_lost");
  EXPECT_THAT(world.mission().message, HasSubstr("no transform from map to emaros/base_link"));
  expect_standing(world);
  world.plant()->set_blind(false);
  world.run(1s);
  ASSERT_TRUE(control(world, "resume"));
  EXPECT_TRUE(world.run_until([&] { return world.is_in("follow_line"); }, 60s));
  const Vec2 from = world.truth().translation;
  world.run(2s);
  EXPECT_GT(distance(from, world.truth().translation), 0.2);
}

TEST(LineFollowerInItsWorld, CanBeStoppedResumedAndRestarted) {
  LineWorld world({}, start);
  world.draw(hairpin());
  ASSERT_TRUE(world.run_until([&] { return world.is_in("follow_line"); }, 60s));
  world.run(1s);
  ASSERT_TRUE(control(world, "stop"));
  EXPECT_EQ(world.mission().status, MissionMessage::STOPPED);
  expect_standing(world);
  ASSERT_TRUE(control(world, "resume"));
  world.run(2s);
  ASSERT_TRUE(world.is_in("follow_line"));
  EXPECT_LT(foot_on(hairpin(), world.truth().translation).distance_m, 0.02);
  ASSERT_TRUE(control(world, "restart", "align_to_line"));
  EXPECT_TRUE(world.is_in("align_to_line"));
  ASSERT_TRUE(world.run_until([&] { return world.is_in("follow_line"); }, 20s));
}

}  // namespace tandem
