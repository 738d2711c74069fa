// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "shipped_world.h"

namespace tandem {
namespace {

TEST(PaintWorld, HasALineUnderTheRobot) {
  for (const std::string mode : {"virtual", "twin"}) {
    ScenarioOptions options;
    options.overrides = {{"robots.0.mode", mode}};
    ShippedWorld world("paint", options);
    EXPECT_EQ(world.pixel_at({-1.3, -0.95}), (Rgba{0xd0, 0x18, 0x18, 255})) << mode;
    EXPECT_EQ(world.pixel_at({0, -0.3}).a, 0) << "the rest is bare";
  }
}

TEST(PaintWorld, TakesItsLineFromAPictureToo) {
  ScenarioOptions options;
  options.overrides = {{"paint.image", (ShippedWorld::folder() / "textures/line.png").string()},
                       {"paint.strokes", "[]"}};
  ShippedWorld world("paint", options);
  EXPECT_EQ(world.pixel_at({0, 0}), (Rgba{0x10, 0x14, 0x18, 255})) << "where the eight crosses";
  EXPECT_EQ(world.pixel_at({-1.3, -0.95}).a, 0) << "the line of the scenario is not there";
}

}  // namespace
}  // namespace tandem
