// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
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

TEST(HazardWorld, TheRobotHitsAPalletThatItsLaserDoesNotSee) {
  SimulationOptions wanting;
  wanting.interest = std::make_shared<SensorInterest>();
  const auto claim = wanting.interest->want("emaros", "lidar");
  RuleWorld world(shipped("hazard.yaml"), {}, wanting);
  const Vec3 begin = world.pose_of("pallet_1").translation;
  double ahead_m = 1e9;
  while (world.count_events("touch") == 0 && world.simulation().time() < 10s) {
    for (const auto& reading : world.step().readings)
      if (const auto* scan = std::get_if<ScanReading>(&reading->measurement)) {
        const std::size_t middle = scan->ranges_m.size() / 2;
        ahead_m = scan->ranges_m[middle];
      }
    for (const WorldEvent& event : world.frame().events) {
      ASSERT_EQ(event.name, "touch");
      EXPECT_EQ(event.robot, "emaros");
      EXPECT_EQ(event.values.at(0).second, "pallet_1");
      EXPECT_GT(ahead_m, 1) << "nothing ahead, said the laser";
      // 0.35 m/s, 8 degrees from square to its side
      EXPECT_NEAR(std::stod(event.values.at(6).second), 0.35 * 0.99, 0.02);
      EXPECT_LT(length(world.pose_of("pallet_1").translation - begin), 0.01);
      return;
    }
  }
  FAIL() << "it touched nothing";
}

TEST(HazardWorld, RunsTheSameEachTimeAndAsATwin) {
  RuleWorld first(shipped("hazard.yaml")), second(shipped("hazard.yaml"));
  first.run(10s);
  second.run(10s);
  EXPECT_EQ(first.frame().state_hash, second.frame().state_hash);
  EXPECT_EQ(first.count_events("touch"), 1);
  EXPECT_EQ(first.count_events("touch_end"), 1) << "it backs off";

  ScenarioOptions options;
  options.overrides = {{"robots.0.mode", "twin"}};
  RuleWorld twin(shipped("hazard.yaml"), options);
  // into the fire, in the room as in the world
  int touches = 0;
  for (int i = 0; i < 125 * 8; ++i) {
    const SimTime now = twin.simulation().time();
    const double x = std::min(-0.2, -2.5 + 0.35 * seconds(now));
    twin.step({.poses = {{.robot = "emaros", .stamp = now, .marker = {{x, -1.35}, 0}}}});
    for (const WorldEvent& event : twin.frame().events)
      touches += event.name == "touch" && event.values.at(0).second == "fire_1";
  }
  EXPECT_EQ(touches, 1);
}

}  // namespace
}  // namespace tandem
