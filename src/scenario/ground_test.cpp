// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/ground.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "scenario/world_parts.h"

namespace tandem {
namespace {

void add_static(WorldDescription& world, const Shape& shape, const Pose& pose) {
  Model model = static_model("ground");
  add_part(model.links[0], "part", shape, {}, {});
  world.models.push_back({"ground", std::make_shared<const Model>(std::move(model)), pose});
}

Quat pitch(double degrees) { return Quat::from_rpy(0, degrees * std::numbers::pi / 180, 0); }

TEST(Bounds, TurnedShapesReachAsFarAsGeometrySays) {
  const double half_diagonal = std::sqrt(0.5);
  const Quat turned = Quat::from_rpy(0, 0, std::numbers::pi / 4);
  EXPECT_NEAR(bounds_of(Box{{1, 1, 1}}, {{}, turned}).high.x, half_diagonal, 1e-12);
  const Quat lying = Quat::from_rpy(std::numbers::pi / 2, 0, 0);
  const Bounds cylinder = bounds_of(Cylinder{0.1, 1}, {{0, 0, 1}, lying});
  EXPECT_NEAR(cylinder.low.z, 0.9, 1e-12);
  EXPECT_NEAR(cylinder.high.y, 0.5, 1e-12);
  EXPECT_NEAR(bounds_of(Capsule{0.1, 1}, {}).high.z, 0.6, 1e-12);
  EXPECT_NEAR(bounds_of(Ellipsoid{{1, 2, 3}}, {{}, lying}).high.y, 3, 1e-12);
  EXPECT_TRUE(bounds_of(Plane{}, {}).is_empty());
}

TEST(Ground, IsTheHighestOfPlanesBoxesAndTerrain) {
  WorldDescription world;
  add_static(world, Plane{}, {});
  add_static(world, Box{{1, 1, 0.5}}, {{5, 0, 0.25}, {}});
  // a ramp that rises from 0 to 1 over the two metres around x = -5
  auto field = std::make_shared<Heightfield>();
  *field = {.columns = 2, .rows = 2, .size_x_m = 2, .size_y_m = 2, .heights_m = {0, 1, 0, 1}};
  add_static(world, HeightfieldShape{field}, {{-5, 0, 0}, {}});
  const Ground ground(world);
  EXPECT_NEAR(*ground.height(0, 0), 0, 1e-12);
  EXPECT_NEAR(*ground.height(5.4, 0.4), 0.5, 1e-12);
  EXPECT_NEAR(*ground.height(5.6, 0), 0, 1e-12);
  EXPECT_NEAR(*ground.height(-5.5, 0.3), 0.25, 1e-12);
}

TEST(Ground, TiltedBoxAndMeshAreMetWhereTheyAre) {
  WorldDescription world;
  // a slab of 15 degrees whose upper face goes through the origin
  const double angle = 15 * std::numbers::pi / 180;
  const Quat tilt = pitch(-15);
  add_static(world, Box{{10, 2, 0.2}}, {tilt * Vec3{0, 0, -0.1}, tilt});
  auto mesh = std::make_shared<Mesh>();
  mesh->positions = {{0, 0, 3}, {1, 0, 3}, {0, 1, 4}};
  mesh->indices = {0, 1, 2};
  add_static(world, MeshShape{mesh, {2, 2, 1}}, {{20, 0, 0}, {}});
  const Ground ground(world);
  EXPECT_NEAR(*ground.height(1, 0), std::tan(angle), 1e-9);
  EXPECT_NEAR(*ground.height(20.5, 1), 3.5, 1e-6);
  EXPECT_FALSE(ground.height(21.9, 1.9));
}

TEST(Ground, LargeMeshIsAskedAsTheFunctionItWasMadeOf) {
  // 200 by 200 cells of a plane that rises by 0.1 along x and falls by 0.2 along y
  auto mesh = std::make_shared<Mesh>();
  constexpr std::uint32_t side = 201;
  for (std::uint32_t j = 0; j < side; ++j)
    for (std::uint32_t i = 0; i < side; ++i) {
      const float x = static_cast<float>(i) - 100, y = static_cast<float>(j) - 100;
      mesh->positions.push_back({x, y, 0.1f * x - 0.2f * y});
      if (i + 1 == side || j + 1 == side) continue;
      const std::uint32_t a = j * side + i;
      mesh->indices.insert(mesh->indices.end(),
                           {a, a + 1, a + side, a + 1, a + side + 1, a + side});
    }
  // a wide triangle over one corner, on top of all others
  const auto corner = static_cast<std::uint32_t>(mesh->positions.size());
  mesh->positions.insert(mesh->positions.end(), {{-100, -100, 40}, {0, -100, 40}, {-100, 0, 40}});
  mesh->indices.insert(mesh->indices.end(), {corner, corner + 1, corner + 2});
  WorldDescription world;
  add_static(world, MeshShape{mesh, {1, 1, 1}}, {{0, 0, 5}, {}});
  const Ground ground(world);
  EXPECT_NEAR(*ground.height(-80, -80), 45, 1e-9);
  for (double x = -99.5; x < 100; x += 7.3)
    for (double y = -99.5; y < 100; y += 7.1) {
      if (x + y < -99) continue;
      ASSERT_NEAR(ground.height(x, y).value_or(NAN), 5 + 0.1 * x - 0.2 * y, 1e-4);
    }
  EXPECT_FALSE(ground.height(101, 0));
}

TEST(Ground, ModelsStandOnItWithTheirLowestPoint) {
  WorldDescription world;
  add_static(world, Plane{}, {{0, 0, 2}, {}});
  const Ground ground(world);
  const Model ball = solid_model("ball", Sphere{0.25}, 1, {}, {});
  EXPECT_NEAR(ground.standing_height(ball, {}), 2.25, 1e-12);
  EXPECT_NEAR(Ground(WorldDescription{}).standing_height(ball, {}), 0.25, 1e-12);
}

TEST(Ground, WallBesideAThingDoesNotLiftIt) {
  WorldDescription world;
  add_static(world, Plane{}, {});
  add_static(world, Box{{0.1, 5, 1}}, {{0.25, 0, 0.5}, {}});
  const Model box = solid_model("box", Box{{0.6, 0.6, 0.6}}, 1, {}, {});
  EXPECT_NEAR(Ground(world).standing_height(box, {}), 0.3, 1e-12);
}

}  // namespace
}  // namespace tandem
