// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/check_starts.h"

#include <gtest/gtest.h>

#include <numbers>

#include "scenario/testing.h"
#include "scenario/world_parts.h"

namespace tandem {
namespace {

// What is said of a robot, a cube of 0.4 m, at that place in a world with one thing.
std::string said_of(const Vec3& robot_at, const Shape& shape, const Pose& world_from_thing = {}) {
  Model thing = static_model("thing");
  add_part(thing.links.front(), "part", shape, {}, {});
  Scenario scenario;
  scenario.world.models.push_back(
      {"thing", std::make_shared<const Model>(std::move(thing)), world_from_thing});
  RobotConfig robot;
  robot.name = "r1";
  robot.model = std::make_shared<const Model>(
      solid_model("cube", Box{{0.4, 0.4, 0.4}}, 1, Material{}, Surface{}));
  robot.world_from_robot.translation = robot_at;
  scenario.robots.push_back(robot);
  Findings findings;
  check_starts(scenario, findings);
  return findings.all().empty() ? "" : findings.all().front().message;
}

constexpr const char* inside = "robot 'r1' starts inside of 'thing'";
constexpr const char* under = "robot 'r1' starts under 'thing'";

TEST(CheckStarts, ARobotInsideOfAWallIsNamed) {
  const Shape wall = Box{{0.1, 10, 1}};
  EXPECT_EQ(said_of({0, 3, 0}, wall), inside);
  EXPECT_EQ(said_of({0.1, 3, 0}, wall), inside);
  EXPECT_EQ(said_of({0.26, 3, 0}, wall), "");  // 0.05 m of wall and 0.2 m of robot
  EXPECT_EQ(said_of({0, 3, 0.8}, wall), "");
}

TEST(CheckStarts, AWallMayStandAtAnAngle) {
  // turned by 45 degrees the wall passes through (3, 3) and not through (3, -3)
  const Pose turned{{}, Quat::from_rpy(0, 0, std::numbers::pi / 4)};
  EXPECT_EQ(said_of({3, 3, 0}, Box{{10, 0.1, 1}}, turned), inside);
  EXPECT_EQ(said_of({3, -3, 0}, Box{{10, 0.1, 1}}, turned), "");
}

TEST(CheckStarts, RoundThingsAreRound) {
  EXPECT_EQ(said_of({1, 0, 0}, Sphere{1}), inside);
  EXPECT_EQ(said_of({0.9, 0.9, 0}, Sphere{1}), "");  // the corner is 0.99 m away
  EXPECT_EQ(said_of({1, 0, 0}, Cylinder{1, 2}), inside);
  EXPECT_EQ(said_of({0.9, 0.9, 0}, Cylinder{1, 2}), "");
  EXPECT_EQ(said_of({0, 0, 1.21}, Cylinder{1, 2}), "");
}

TEST(CheckStarts, ARobotUnderTheGroundIsNamed) {
  EXPECT_EQ(said_of({0, 0, -3}, Plane{}), under);
  EXPECT_EQ(said_of({0, 0, 0.2}, Plane{}), "");

  auto hill = std::make_shared<Heightfield>();
  hill->columns = hill->rows = 2;
  hill->size_x_m = hill->size_y_m = 10;
  hill->heights_m = {0, 4, 0, 4};  // rises along x
  const HeightfieldShape terrain{hill};
  EXPECT_EQ(said_of({0, 0, 1}, terrain), under);  // 2 m high in the middle
  EXPECT_EQ(said_of({0, 0, 2.3}, terrain), "");
  EXPECT_EQ(said_of({20, 0, -5}, terrain), "");  // beside it
}

}  // namespace
}  // namespace tandem
