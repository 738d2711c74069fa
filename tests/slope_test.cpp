// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "scenario_files.h"
#include "simulation/simulation.h"

namespace tandem {
namespace {

constexpr double degree = std::numbers::pi / 180;
constexpr double slope = 15 * degree;
constexpr double tyre_friction = 0.8;

// A robot as shipped, in an empty hall.
std::shared_ptr<const Scenario> in_a_hall(const std::string& model) {
  return load_text(
      "name: hall\nworld: {generate: arena, wall_height_m: 0}\nrobots:\n  - {name: r, "
      "model: " +
      model + ", pose: {x: 0, y: 0}}\n");
}

// The same robot on a large tilted box in place of the hall.
std::shared_ptr<const Scenario> on_a_slope(const Scenario& hall, double heading) {
  auto ramp = std::make_shared<Model>();
  ramp->name = "ramp";
  ramp->is_static = true;
  ramp->links.emplace_back();
  ramp->links.front().name = "ramp";
  ramp->links.front().collisions.push_back({.name = "ramp",
                                            .link_from_collision = {{0, 0, -0.5}, {}},
                                            .shape = Box{{6, 6, 1}},
                                            .surface = {.friction = tyre_friction}});
  auto scenario = std::make_shared<Scenario>(hall);
  const Pose world_from_slope{{0, 0, 2}, Quat::from_rpy(0, -slope, 0)};
  scenario->world.models = {{"ramp", ramp, world_from_slope}};
  RobotConfig& robot = scenario->robots.front();
  robot.world_from_robot = world_from_slope * Pose{{0, 0, 0.001}, Quat::from_rpy(0, 0, heading)} *
                           robot.world_from_robot;
  return scenario;
}

// How far a robot slides in ten seconds, the worst of 24 headings.
double worst_slide(const std::string& model) {
  const auto hall = in_a_hall(model);
  double worst = 0;
  for (int heading = 0; heading < 360; heading += 15) {
    Simulation simulation(on_a_slope(*hall, heading * degree));
    Frame frame;
    while (simulation.time() < 1s) frame = simulation.step({});
    const Pose settled = frame.robots.front().world_from_base;
    EXPECT_NEAR((settled.rotation * Vec3{0, 0, 1}).z, std::cos(slope), 0.01) << heading;
    while (simulation.time() < 11s) frame = simulation.step({});
    const Pose end = frame.robots.front().world_from_base;
    worst = std::max(worst, length(end.translation - settled.translation));
  }
  return worst;
}

TEST(BoxSlope, HoldsAJackalAtAnyHeading) { EXPECT_LT(worst_slide("jackal"), 0.001); }

TEST(BoxSlope, HoldsAnEmarosAtAnyHeading) { EXPECT_LT(worst_slide("emaros"), 0.001); }

}  // namespace
}  // namespace tandem
