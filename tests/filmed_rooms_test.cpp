// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
//
// Which part of a scenario's world the camera above its stand-ins films.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ports/plant/overhead_setup.h"
#include "scenario/overhead_file.h"
#include "scenario_files.h"

namespace tandem {
namespace {

using testing::HasSubstr;

Result<OverheadSetup> setup_of(const Scenario& scenario) {
  return overhead_setup(scenario, scenario.robots, load_overhead(scenario, {}));
}

constexpr const char* one_robot = R"(name: hall
robots: [{name: emaros, model: emaros, mode: twin, pose: {x: 5, y: -2}}]
)";

TEST(FilmedRooms, EachShippedScenarioHasOneThatItsRobotsStartIn) {
  for (const char* name : {"arena", "corridor", "crowd", "empty", "farm", "hazard", "logistics",
                           "lunar", "office", "paint", "park", "pong", "push", "slope"}) {
    const auto scenario = load_good(name);
    const auto setup = setup_of(*scenario);
    ASSERT_TRUE(setup) << name << ": " << setup.error();
    const Vec3& start = scenario->robots.at(0).world_from_robot.translation;
    const Vec2 off = inverse(setup->floor.world_from_center) * Vec2{start.x, start.y};
    EXPECT_LT(std::abs(off.x), setup->floor.size_x_m / 2) << name;
    EXPECT_LT(std::abs(off.y), setup->floor.size_y_m / 2) << name;
  }
}

TEST(FilmedRooms, AreWhatIsProjectedOntoWhereMarkersAreLargeEnough) {
  const auto small = setup_of(*load_text(std::string(one_robot) +
                                         "projection: {area: {x: 5, size_x_m: 4.8, size_y_m: 3}}"));
  ASSERT_TRUE(small) << small.error();
  EXPECT_EQ(small->floor.size_x_m, 4.8);
  EXPECT_EQ(small->beyond_m, 0);
  EXPECT_THAT(about_floor(*small), HasSubstr("films 4.8 by 3 m around x 5 m, y 0 m of the room, "
                                             "what is projected onto"));

  const auto large = setup_of(
      *load_text(std::string(one_robot) + "projection: {area: {size_x_m: 14, size_y_m: 7}}"));
  ASSERT_TRUE(large) << large.error();
  EXPECT_THAT(about_floor(*large),
              HasSubstr("films 4 by 3 m around x 5 m, y -2 m of the room, where emaros starts"));
  // its walls are further away, so that the robot can leave it
  PlantNodeConfig stand_in;
  put_below(*large, load_text(one_robot)->robots[0], stand_in);
  EXPECT_EQ(stand_in.plant.room.floor.size_x_m, 4 + 2 * 1.5);
}

TEST(FilmedRooms, AreTheTrackedAreaWhereThereIsOneHoweverLarge) {
  const auto setup = setup_of(
      *load_text(std::string(one_robot) + "tracking: {area: {size_x_m: 14, size_y_m: 7}}"));
  ASSERT_FALSE(setup);
  EXPECT_THAT(setup.error(), HasSubstr("in pictures of a room of 14 by 7 m the marker of emaros"));
}

TEST(FilmedRooms, HaveRoomForAllRobots) {
  const auto scenario = load_text(R"(name: hall
robots:
- {name: a, model: emaros, mode: twin, pose: {x: 1}}
- {name: b, model: emaros, mode: twin, pose: {x: 4, y: 1}}
)");
  const auto setup = setup_of(*scenario);
  ASSERT_TRUE(setup) << setup.error();
  // a metre around those who start 3 m apart
  EXPECT_EQ(setup->floor.size_x_m, 5);
  EXPECT_EQ(setup->floor.size_y_m, 3);
  EXPECT_EQ(setup->floor.world_from_center.translation.x, 2.5);
  EXPECT_EQ(setup->floor.world_from_center.translation.y, 0.5);
}

TEST(FilmedRooms, HaveTheDictionaryWithMarkersForAll) {
  OverheadSetup setup{.config = {}, .camera = {}, .floor = {}, .robots = {{.marker = 49}}};
  EXPECT_EQ(dictionary_of(setup), "4x4_50");
  setup.robots.push_back({.marker = 50});
  EXPECT_EQ(dictionary_of(setup), "4x4_100");
  setup.robots.push_back({.marker = 249});
  EXPECT_EQ(dictionary_of(setup), "4x4_250");
}

}  // namespace
}  // namespace tandem
