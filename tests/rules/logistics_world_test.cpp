// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "shipped_world.h"

namespace tandem {
namespace {

const std::vector<std::string> colors{"red", "green", "blue", "yellow"};

// Where a zone of the world is, as its plate says.
Vec3 middle_of(const RuleWorld& world, const std::string& color) {
  return world.pose_of(color + "_zone").translation;
}

TEST(LogisticsWorld, TakesEveryBoxWhereItBelongs) {
  for (const std::string mode : {"virtual", "twin"}) {
    ScenarioOptions options;
    options.overrides = {{"robots.0.mode", mode}};
    ShippedWorld world("logistics", options);
    world.run(1s);
    EXPECT_TRUE(world.events().empty()) << "nothing happens by itself";
    for (const std::string& color : colors)
      for (const std::string number : {"1", "2"}) {
        const Vec3 zone = middle_of(world, color);
        world.edit(
            SetEntityState{color + "_boxes_" + number, Pose{{zone.x, zone.y, 0.0751}, {}}, {}});
        world.run(400ms);
      }
    for (const std::string& color : colors)
      EXPECT_EQ(world.status(color + "_zone", "delivered"), RuleValue(2.0))
          << color << ", " << mode;
    EXPECT_EQ(world.count_events("delivered"), 8);
    EXPECT_EQ(world.count_events("wrong_delivery"), 0);
    EXPECT_FALSE(world.has("red_boxes_1"));
  }
}

TEST(LogisticsWorld, ReportsABoxInTheZoneOfAnother) {
  ShippedWorld world("logistics");
  const Vec3 zone = middle_of(world, "red");
  world.edit(SetEntityState{"blue_boxes_1", Pose{{zone.x, zone.y, 0.0751}, {}}, {}});
  world.run(1s);
  EXPECT_EQ(world.count_events("wrong_delivery"), 1);
  EXPECT_TRUE(world.has("blue_boxes_1"));
}

TEST(LogisticsWorld, HasItsBoxesInEveryEpisode) {
  ShippedWorld world("logistics");
  std::vector<Vec3> before;
  for (int episode = 0; episode < 10; ++episode) {
    for (const std::string& color : colors)
      for (const std::string number : {"1", "2"}) {
        const std::string box = color + "_boxes_" + number;
        ASSERT_TRUE(world.has(box)) << box << " in episode " << episode;
        EXPECT_LT(world.pose_of(box).translation.x, -0.6) << "it is stored in the west";
      }
    EXPECT_TRUE(world.order("next_episode").is_done);
  }
}

}  // namespace
}  // namespace tandem
