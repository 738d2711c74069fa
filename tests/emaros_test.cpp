// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "scenario_files.h"
#include "simulation/simulation.h"
#include "triangle_floors.h"

namespace tandem {
namespace {

constexpr double degree = std::numbers::pi / 180;

TEST(Emaros, KeepsItsHeadingOverTriangles) {
  const auto on_a_plane = load_text(R"(
name: floor
world: {generate: arena, size_x_m: 60, size_y_m: 60, wall_height_m: 0}
robots:
  - {name: emaros, model: emaros, pose: {x: 0.1, y: 0.07, yaw_deg: 20}}
step: 8ms
)");
  for (const auto& [name, scenario] : floors_of_triangles(*on_a_plane)) {
    Simulation simulation(scenario);
    Frame frame;
    while (simulation.time() < 1s) frame = simulation.step({});
    const Pose start = frame.robots.front().world_from_base;
    double greatest_turn = 0;
    while (simulation.time() < 5s) {
      frame = simulation.step({.commands = {{"emaros", {0.5, 0}}}});
      const double yaw = frame.robots.front().world_from_base.rotation.yaw();
      greatest_turn = std::max(greatest_turn, std::abs(yaw - start.rotation.yaw()));
    }
    EXPECT_LT(greatest_turn, 2 * degree) << name;
    // 4 s at 0.5 m/s, of which 0.5 s go up to that speed at 1 m/s²
    const Vec3 way = frame.robots.front().world_from_base.translation - start.translation;
    EXPECT_NEAR(length(way), 4 * 0.5 - 0.5 * 0.5 * 0.5, 0.06) << name;
  }
}

}  // namespace
}  // namespace tandem
