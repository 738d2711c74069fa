// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/projector/floor_frame.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "simulation/simulation.h"

namespace tandem {
namespace {

using testing::ElementsAre;

constexpr double pi = std::numbers::pi;

TEST(FloorFrame, RobotsAreShownWhereTheyWillBe) {
  // straight on: 0.5 m/s for 20 ms
  const Pose2 straight = moved_on({{1, 2}, 0}, {{0.5, 0, 0}, {}}, 20ms);
  EXPECT_NEAR(straight.translation.x, 1.01, 1e-12);
  EXPECT_NEAR(straight.translation.y, 2, 1e-12);
  // a quarter of a circle of radius 1 to the left, at 1 m/s
  const Pose2 curve =
      moved_on({{0, 0}, 0}, {{1, 0, 0}, {0, 0, 1}},
               std::chrono::duration_cast<Duration>(std::chrono::duration<double>(pi / 2)));
  EXPECT_NEAR(curve.translation.x, 1, 1e-8);
  EXPECT_NEAR(curve.translation.y, 1, 1e-8);
  EXPECT_NEAR(curve.yaw, pi / 2, 1e-8);
}

std::shared_ptr<const Scenario> empty_with(std::string mode) {
  Findings findings;
  return load_scenario("empty", {.overrides = {{"robots.emaros.mode", std::move(mode)}}}, findings);
}

TEST(FloorFrame, BillboardsSayWhatIsKnownOfARobot) {
  Simulation simulation(empty_with("twin"));
  Frame frame = simulation.step({});
  auto robots = floor_robots(frame, {});
  ASSERT_EQ(robots.size(), 1u);
  EXPECT_TRUE(robots[0].is_real);
  EXPECT_THAT(robots[0].lines, ElementsAre("emaros", "waiting", "0.0 m/s  0.0 rad/s"));
  EXPECT_EQ(robots[0].light, (Color{0.6f, 0.6f, 0.6f, 1}));

  // what its topics say; others' are not its own, and silent ones say nothing
  const std::vector<Observation> observed{
      {.label = "battery", .topic = "/emaros/battery", .text = "87 %", .count = 3},
      {.label = "other", .topic = "/jackal/battery", .text = "12 %", .count = 3},
      {.label = "heat", .robot = "emaros", .topic = "/lab", .text = "40", .unit = "°C", .count = 1},
      {.label = "lent", .robot = "jackal", .topic = "/emaros/x", .text = "1", .count = 1},
      {.label = "silent", .topic = "/emaros/cpu"}};
  robots = floor_robots(frame, {}, observed);
  EXPECT_THAT(robots[0].lines, ElementsAre("emaros", "waiting", "0.0 m/s  0.0 rad/s",
                                           "battery: 87 %", "heat: 40 °C"));

  for (int i = 0; i < 100; ++i) {
    Inputs inputs;
    const double x = 0.4 * seconds(frame.time);
    inputs.poses.push_back({"emaros", frame.time, {{x, 0}, 0}});
    frame = simulation.step(std::move(inputs));
  }
  robots = floor_robots(frame, 100ms);
  EXPECT_THAT(robots[0].lines, ElementsAre("emaros", "tracking", "0.4 m/s  0.0 rad/s"));
  EXPECT_NEAR(robots[0].shown_from_world.translation.x, 0.04, 0.002);

  Simulation simulated(empty_with("virtual"));
  robots = floor_robots(simulated.step({}), {});
  EXPECT_FALSE(robots[0].is_real);
  EXPECT_EQ(robots[0].lines[1], "simulated");
}

TEST(FloorFrame, TheFloorIsTheLowestGroundOfItsArea) {
  Findings findings;
  const auto office = load_scenario("office", {}, findings);
  ASSERT_TRUE(office);
  EXPECT_NEAR(floor_height(*office, {{}, 4, 3}), 0, 1e-6);  // not the desks
}

}  // namespace
}  // namespace tandem
