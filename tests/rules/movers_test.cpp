// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numbers>

#include "rule_world.h"

namespace tandem {
namespace {

using ::testing::HasSubstr;

const std::string cart = R"(
catalog: {cart: {shape: box, size_m: [0.6, 0.4, 0.5], mass_kg: 20}}
)";

TEST(Movers, AreWhereTimeAndSpeedSay) {
  RuleWorld world(cart + R"(
rules:
  cart: {type: movers, object: cart, path: [[0, 0], {x: 2, y: 0, wait: 1s}], speed_mps: 0.5,
         turn_radps: 1, order: there_and_back}
)");
  const auto x = [&] { return world.pose_of("cart_1").translation.x; };
  EXPECT_NEAR(world.pose_of("cart_1").translation.z, 0.25, 1e-9) << "it stands on the floor";
  world.run(2s);
  EXPECT_NEAR(x(), 1, 1e-9);
  const Entity* entity = world.simulation().world().find("cart_1");
  EXPECT_NEAR(world.simulation().world().physics().velocity(entity->bodies.front()).linear.x, 0.5,
              1e-6);
  EXPECT_EQ(world.status("cart", "cart_1"), RuleValue("moves to point 2"));
  world.run(2s + 500ms);  // it has waited for half a second
  EXPECT_NEAR(x(), 2, 1e-9);
  EXPECT_EQ(world.status("cart", "cart_1"), RuleValue("waits at point 2"));
  world.run(1s);  // and turns at 1 rad/s
  EXPECT_NEAR(x(), 2, 1e-9);
  const double turned_s = seconds(world.frame().time_in_episode) - 5;
  EXPECT_NEAR(std::abs(world.pose_of("cart_1").rotation.yaw()), turned_s, 1e-6);
  // there and back again: 4 s, 1 s, half a turn, 4 s, half a turn
  const double tour_s = 4 + 1 + std::numbers::pi + 4 + std::numbers::pi;
  world.run(Duration(static_cast<std::int64_t>((tour_s + 2 - 5.5) * 1e9)));
  const double late_s = seconds(world.frame().time_in_episode) - tour_s;
  EXPECT_NEAR(x(), 0.5 * late_s, 1e-6);
}

TEST(Movers, ShareAPathEvenly) {
  // a square of 2 m at 1 m/s without turning takes 8 s; four are 2 m apart
  RuleWorld world(cart + R"(
rules:
  cart: {type: movers, object: cart, path: [[-1, -1], [1, -1], [1, 1], [-1, 1]], speed_mps: 1,
         faces_ahead: false, count: 4}
)");
  world.run(1s);
  const Vec3 first = world.pose_of("cart_1").translation;
  EXPECT_NEAR(first.x, 0, 1e-9);
  EXPECT_NEAR(first.y, -1, 1e-9);
  EXPECT_NEAR(world.pose_of("cart_2").translation.x, 1, 1e-9);
  EXPECT_NEAR(world.pose_of("cart_3").translation.y, 1, 1e-9);
  EXPECT_NEAR(world.pose_of("cart_4").translation.x, -1, 1e-9);
  EXPECT_EQ(world.pose_of("cart_4").rotation, Quat{});
}

TEST(Movers, PushWhatIsInTheWayAndDoNotStop) {
  RuleWorld world(cart + R"(
spawn:
  box:
    object: {shape: box, size_m: [0.2, 0.2, 0.2], mass_kg: 1}
    area: {x: 1.5, y: 0, size_x_m: 0.21, size_y_m: 0.21}
rules: {cart: {type: movers, object: cart, path: [[0, 0], [2, 0]], speed_mps: 0.5}}
)");
  world.run(4s);
  EXPECT_NEAR(world.pose_of("cart_1").translation.x, 2, 1e-6);
  // the cart ends at 2.3 m, the box is 0.2 m long
  EXPECT_GE(world.pose_of("box_1").translation.x, 2.4 - 0.02);
}

TEST(Movers, AreBackOnTheirPathWhenPutElsewhere) {
  RuleWorld world(cart + "rules: {c: {type: movers, object: cart, path: [[0, 0], [2, 0]]}}\n");
  world.run(1s);
  world.edit(SetEntityState{.name = "c_1", .world_from_entity = Pose{{5, 5, 1}, {}}});
  world.run(100ms);
  EXPECT_NEAR(world.pose_of("c_1").translation.x, 0.5 * seconds(world.frame().time_in_episode),
              1e-6);
  world.edit(RemoveEntity{"c_1"});
  world.run(100ms);
  EXPECT_FALSE(world.has("c_1"));
  world.order("reset");
  EXPECT_TRUE(world.has("c_1"));
}

TEST(Movers, SettingsAreChecked) {
  const auto error = [](const std::string& settings) {
    return findings_of(cart + "rules: {m: {type: movers" + settings + "}}");
  };
  EXPECT_THAT(error(""), HasSubstr("must have 'object'"));
  EXPECT_THAT(error(", object: cart"), HasSubstr("must have 'path'"));
  EXPECT_THAT(error(", object: catr, path: [[0, 0], [1, 0]]"), HasSubstr("catr"));
  EXPECT_THAT(error(", object: cart, path: [[0, 0]]"), HasSubstr("a list of 2 to 1000 points"));
  EXPECT_THAT(error(", object: cart, path: [[0, 0], [0, 0]]"), HasSubstr("leads nowhere"));
  EXPECT_THAT(error(", object: cart, path: [[0, 0], [90000, 0]], speed_mps: 0.1"),
              HasSubstr("longer than a day"));
  EXPECT_THAT(error(", object: cart, path: [[0, 0], {x: 1, y: 0, at: 3s}]"),
              HasSubstr("have no 'at'"));
  EXPECT_THAT(error(", object: cart, path: [[0, 0], [1, 0]], speed_mps: fast"),
              HasSubstr("'fast'"));
  EXPECT_THAT(error(", object: {shape: box}, path: [[0, 0], [1, 0]]"), HasSubstr("'size_m'"));
}

}  // namespace
}  // namespace tandem
