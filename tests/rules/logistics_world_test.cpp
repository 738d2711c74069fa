// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "driver.h"
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
        EXPECT_LT(world.pose_of(box).translation.x, -0.4) << "it is stored in the west";
      }
    EXPECT_TRUE(world.order("next_episode").is_done);
  }
}

// Between the two rows of boxes, and on the way from there to the zones.
constexpr double aisle_y = -0.825;
constexpr Vec2 aisle_end{0.17, aisle_y}, lane_west{0.17, -0.15}, lane_east{0.95, -0.15};

TEST(LogisticsWorld, LetsARobotFetchEveryBoxAndBringItHomeWithoutATouch) {
  for (const std::string episode : {"0", "1"}) {
    ShippedWorld world("logistics");
    for (int i = 0; i < std::stoi(episode); ++i) world.order("next_episode");
    Driver driver(world, "emaros");
    driver.go_to(aisle_end);
    for (const std::string& color : colors)
      for (const std::string number : {"1", "2"}) {
        const Vec3 box = world.pose_of(color + "_boxes_" + number).translation;
        driver.go_to({box.x, aisle_y});
        driver.face({box.x, box.y});
        const OrderOutcome taken = world.order("attach," + color + "_box");
        ASSERT_TRUE(taken.is_done) << taken.text << ", episode " << episode;
        EXPECT_EQ(taken.text, "emaros carries " + color + "_boxes_" + number);
        const Vec3 zone = middle_of(world, color);
        for (const Vec2 via : {aisle_end, lane_west, lane_east, Vec2{1.0, zone.y}})
          driver.go_to(via);
        driver.go_to({zone.x - 0.2, zone.y});
        ASSERT_TRUE(world.order("detach").is_done);
        driver.back_to({1.0, zone.y});
        for (const Vec2 via : {lane_east, lane_west, aisle_end}) driver.go_to(via);
      }
    EXPECT_THAT(driver.bumps(), ::testing::IsEmpty()) << "episode " << episode;
    for (const std::string& color : colors)
      EXPECT_EQ(world.status(color + "_zone", "delivered"), RuleValue(2.0)) << color;
  }
}

}  // namespace
}  // namespace tandem
