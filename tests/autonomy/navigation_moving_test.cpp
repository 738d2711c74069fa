// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "navigation_world.h"

namespace tandem {
namespace {

using testing::IsEmpty;

// A hall with a cart that stops for nobody: it comes 4 m along y = 0, again and again.
std::string hall(const std::string& robot, bool has_map) {
  return fmt::format(R"(name: hall
world: {{generate: arena, size_x_m: 6, size_y_m: 4, wall_height_m: 0.5}}
robots:
  - {{name: emaros, model: emaros, {}{}}}
{}
rules:
  cart: {{type: movers, object: {{shape: box, size_m: [0.24, 0.2, 0.4], mass_kg: 5}}, path: [[2, 0], [-2, 0]], order: there_and_back, speed_mps: 0.25, wait: 2s}}
)",
                     robot, has_map ? ", localization: ideal" : "", has_map ? "map: {}" : "");
}

TEST(NavigationAmongMovers, WhoWaitsInTheLaneOfACartGetsOutOfItsWay) {
  // there is no room at the goal, so that the robot tries and waits where it stands: in the lane
  for (const bool has_map : {true, false}) {
    const std::string text = hall("pose: {x: -0.5, yaw_deg: 20}", has_map) +
                             "spawn:\n  crate: {area: {x: -0.5, y: 1.2, size_x_m: 0.4, size_y_m: "
                             "0.4}, object: {shape: box, size_m: [0.4, 0.4, 0.5], mass_kg: 50}}\n";
    NavigationWorld world(text);
    const Pose2 goal = has_map ? Pose2{{-0.5, 1.2}, 0} : Pose2{{0.41, 1.13}, 0};
    world.goals().send_goal({.pose = NavigationWorld::pose(goal, has_map ? "map" : "emaros/odom")},
                            {});
    world.run(25s);  // the cart has passed once
    EXPECT_THAT(world.touched(), IsEmpty()) << (has_map ? "with a map" : "without a map");
  }
}

TEST(NavigationAmongMovers, CrossesTheLaneOfACartWithoutATouch) {
  for (const bool is_twin : {false, true}) {
    NavigationWorld world(hall("pose: {x: 0.3, y: -1.2, yaw_deg: 90}", true), {.is_twin = is_twin});
    for (const double y : {1.2, -1.2, 1.2, -1.2}) {
      const auto outcome = world.navigate_to({{0.3, y}, 0}, 60s);
      ASSERT_TRUE(outcome);
      EXPECT_EQ(outcome->status, GoalStatus::succeeded) << outcome->result.error_msg;
    }
    EXPECT_THAT(world.touched(), IsEmpty());
  }
}

}  // namespace
}  // namespace tandem
