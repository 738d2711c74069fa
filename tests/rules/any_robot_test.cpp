// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "shipped_world.h"

namespace tandem {
namespace {

// Every world to play in takes every robot that comes with Tandem, simulated or as a twin.
class AnyRobot : public testing::TestWithParam<std::string> {};

TEST_P(AnyRobot, DrivesInIt) {
  for (const std::string model : {"emaros", "emaros_3d", "jackal"})
    for (const std::string mode : {"virtual", "twin"}) {
      const std::string what = model + ", " + mode;
      ScenarioOptions options;
      options.overrides = {{"robots.0.model", model},
                           {"robots.0.mode", mode},
                           {"clock", "zero"},
                           {"origin", "{latitude_deg: 50, longitude_deg: 11}"}};  // for its GNSS
      ShippedWorld world(GetParam(), options);
      const Pose start = world.pose_of("emaros");
      const Pose2 seen{{start.translation.x, start.translation.y}, start.rotation.yaw()};
      // 0.1 m ahead in a second, which every start leaves room for
      for (int i = 0; i < 125; ++i) {
        const SimTime now = world.simulation().time();
        Inputs inputs;
        if (mode == "twin")
          inputs.poses = {{"emaros", now, seen * Pose2{{0.1 * seconds(now), 0}, 0}}};
        else
          inputs.commands = {{"emaros", {.linear = 0.12, .angular = 0}}};
        world.step(std::move(inputs));
        ASSERT_EQ(world.frame().physics.non_finite, 0) << what;
      }
      const Pose end = world.pose_of("emaros");
      EXPECT_NEAR((inverse(start) * end.translation).x, 0.1, 0.04) << what;
      EXPECT_GT((end.rotation * Vec3{0, 0, 1}).z, 0.99) << what << " stands";
      EXPECT_TRUE(world.order("paint,on").is_done) << what;
      EXPECT_TRUE(world.order("next_episode").is_done) << what;
    }
}

INSTANTIATE_TEST_SUITE_P(Worlds, AnyRobot,
                         testing::Values("paint", "pong", "logistics", "farm", "corridor",
                                         "hazard"),
                         [](const auto& world) { return world.param; });

}  // namespace
}  // namespace tandem
