// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <filesystem>
#include <fstream>

#include "rule_world.h"
#include "test_places.h"

namespace tandem {
namespace {

std::string shipped(const std::string& file) {
  std::ifstream stream(source_folder() / "scenarios" / file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

TEST(PongWorld, IsPlayedBySimulatedRobotAndTwinAlike) {
  for (const std::string mode : {"virtual", "twin"}) {
    ScenarioOptions options;
    options.overrides = {{"robots.0.mode", mode}};
    RuleWorld world(shipped("pong.yaml"), options);
    int hits = 0, of_robot = 0, goals = 0;
    // somebody steers so that the robot is where the ball is, as well as it can
    Pose2 real{{-1.62, 0}, std::acos(0.0)};
    for (int i = 0; i < 60 * 125; ++i) {
      const double off =
          world.pose_of("ball").translation.y - world.pose_of("emaros").translation.y;
      const double speed = std::clamp(4 * off, -0.5, 0.5);
      real.translation.y = std::clamp(real.translation.y + 0.008 * speed, -1.2, 1.2);
      Inputs inputs;
      if (mode == "twin")
        inputs.poses = {{.robot = "emaros", .stamp = world.simulation().time(), .marker = real}};
      else
        inputs.commands = {{"emaros", {.linear = speed, .angular = 0}}};
      for (const WorldEvent& event : world.step(std::move(inputs)).events) {
        hits += event.name == "hit";
        of_robot += event.name == "hit" && event.robot == "emaros";
        goals += event.name == "goal";
      }
    }
    // a round of 2 * 3.3 m, or a goal and a pause, takes 5.5 to 11 s at 0.7 m/s
    EXPECT_GE(of_robot, 4) << mode;
    EXPECT_GT(hits, of_robot) << mode << ": the house plays, too";
    EXPECT_LE(hits + goals, 30) << mode;
    EXPECT_EQ(std::get<double>(world.status("pong", "speed_mps")) > 0,
              world.status("pong", "in_play") == RuleValue(true));
  }
}

}  // namespace
}  // namespace tandem
