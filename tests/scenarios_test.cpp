// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "scenario_files.h"
#include "simulation/simulation.h"

namespace tandem {
namespace {

Vec3 place_of(const Frame& frame, const std::string& entity) {
  for (const Entity& candidate : *frame.entities)
    if (candidate.name == entity)
      return frame.world_from_body[static_cast<std::size_t>(candidate.bodies.front())].translation;
  ADD_FAILURE() << "no " << entity;
  return {};
}

TEST(Scenarios, RobotsStayOnTheGroundAndEverythingStaysANumber) {
  for (const std::string name : {"empty", "push", "crowd", "slope", "park", "lunar"}) {
    Simulation simulation(load_good(name));
    Frame frame;
    double highest = -1e9, lowest = 1e9;
    const Vec3 start = simulation.step({}).robots.front().world_from_base.translation;
    while (simulation.time() < 8s) {
      frame = simulation.step({});
      ASSERT_EQ(frame.physics.non_finite, 0) << name;
      const Pose& robot = frame.robots.front().world_from_base;
      const Vec3 up = robot.rotation * Vec3{0, 0, 1};
      ASSERT_GT(up.z, 0.8) << name << " fell over at " << seconds(frame.time);
      highest = std::max(highest, robot.translation.z);
      lowest = std::min(lowest, robot.translation.z);
    }
    EXPECT_LT(highest - lowest, 3) << name;
    const double way = length(frame.robots.front().world_from_base.translation - start);
    if (name == "empty")
      EXPECT_LT(way, 0.001);
    else
      EXPECT_GT(way, 0.5) << name;
  }
}

TEST(Scenarios, PushMovesTheLightBoxesAndNotTheHeavyOne) {
  Simulation simulation(load_good("push"));
  Frame frame = simulation.step({});
  const Frame start = frame;
  while (simulation.time() < 30s) frame = simulation.step({});

  double lightest_way = 0, heaviest_way = 0, lightest = 1e9, heaviest = 0;
  for (const Entity& entity : *frame.entities) {
    if (entity.model->is_static || entity.name == "emaros") continue;
    const double mass = entity.model->links.front().mass.mass_kg;
    const double way = length(place_of(frame, entity.name) - place_of(start, entity.name));
    if (mass <= lightest)
      lightest_way = mass < lightest ? way : std::max(way, lightest_way), lightest = mass;
    if (mass >= heaviest)
      heaviest_way = mass > heaviest ? way : std::max(way, heaviest_way), heaviest = mass;
  }
  EXPECT_NEAR(lightest, 0.2, 1e-9);
  EXPECT_GT(lightest_way, 0.5);
  EXPECT_NEAR(heaviest, 50, 1e-9);
  EXPECT_LT(heaviest_way, 0.01);
}

TEST(Scenarios, CrowdHasAsManyBoxesAsAskedFor) {
  const auto scenario = load_good("crowd", {.overrides = {{"spawn.boxes.count", "1234"}}});
  Simulation simulation(scenario);
  int moving = 0;
  for (const Entity& entity : simulation.world().entities())
    moving += !entity.model->is_static && entity.name != scenario->robots.front().name;
  EXPECT_EQ(moving, 1234);
}

TEST(Scenarios, LunarIsLargeAndTheMoon) {
  const auto scenario = load_good("lunar");
  std::size_t triangles = 0;
  for (const ModelInstance& instance : scenario->world.models)
    for (const Link& link : instance.model->links)
      for (const Collision& collision : link.collisions)
        if (const auto* terrain = std::get_if<HeightfieldShape>(&collision.shape)) {
          triangles += terrain->field->triangle_count();
          EXPECT_GE(terrain->field->size_x_m * terrain->field->size_y_m, 1600.0 * 2500.0);
        }
  EXPECT_GE(triangles, 2'700'000u);
  EXPECT_NEAR(scenario->world.gravity.z, -1.62, 0.01);
}

}  // namespace
}  // namespace tandem
