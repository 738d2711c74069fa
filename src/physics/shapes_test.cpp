// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "physics/collision_shapes.h"
#include "physics/test_bodies.h"

namespace tandem {
namespace {

std::shared_ptr<Mesh> box_mesh(const Vec3& size) {
  auto mesh = std::make_shared<Mesh>();
  for (int i = 0; i < 8; ++i)
    mesh->positions.push_back({static_cast<float>((i & 1 ? 0.5 : -0.5) * size.x),
                               static_cast<float>((i & 2 ? 0.5 : -0.5) * size.y),
                               static_cast<float>((i & 4 ? 0.5 : -0.5) * size.z)});
  mesh->indices = {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                   2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
  return mesh;
}

// A flat grid of cells of the given size, triangles facing up, with its middle at the origin.
std::shared_ptr<Mesh> grid_mesh(int cells, float cell_m) {
  auto mesh = std::make_shared<Mesh>();
  const float half = 0.5f * static_cast<float>(cells) * cell_m;
  for (int row = 0; row <= cells; ++row)
    for (int column = 0; column <= cells; ++column)
      mesh->positions.push_back(
          {static_cast<float>(column) * cell_m - half, static_cast<float>(row) * cell_m - half, 0});
  const auto index = [&](int column, int row) {
    return static_cast<std::uint32_t>(row * (cells + 1) + column);
  };
  for (int row = 0; row < cells; ++row)
    for (int column = 0; column < cells; ++column)
      for (const std::uint32_t corner :
           {index(column, row), index(column + 1, row), index(column, row + 1),
            index(column + 1, row), index(column + 1, row + 1), index(column, row + 1)})
        mesh->indices.push_back(corner);
  return mesh;
}

std::shared_ptr<Heightfield> hills(int columns, int rows, double size_x, double size_y) {
  auto field = std::make_shared<Heightfield>();
  *field = {columns, rows, size_x, size_y, {}};
  for (int row = 0; row < rows; ++row)
    for (int column = 0; column < columns; ++column)
      field->heights_m.push_back(
          static_cast<float>(3 + 0.3 * std::sin(0.9 * column) + 0.2 * std::cos(1.3 * row)));
  return field;
}

struct Resting {
  const char* name;
  Shape shape;
  double height;  // of its centre when it lies as it was put
};

class RestingShapes : public testing::TestWithParam<Resting> {};

TEST_P(RestingShapes, LieAtTheirHeightOnEveryKindOfGround) {
  auto flat = std::make_shared<Heightfield>();
  *flat = {21, 21, 4, 4, std::vector<float>(21 * 21, 0.0f)};
  const std::vector<std::pair<const char*, BodyConfig>> grounds{
      {"plane", fixed_body(Plane{})},
      {"box", fixed_body(Box{{4, 4, 1}}, {0, 0, -0.5})},
      {"mesh", fixed_body(MeshShape{grid_mesh(20, 0.2f), {1, 1, 1}})},
      {"scaled mesh", fixed_body(MeshShape{grid_mesh(20, 0.1f), {2, 2, 1}})},
      {"heightfield", fixed_body(HeightfieldShape{flat})},
  };
  for (const auto& [name, ground] : grounds) {
    PhysicsWorld world({.freezes = false});
    world.add_body(ground);
    const BodyId body =
        world.add_body(dynamic_body(GetParam().shape, {0.03, 0.05, GetParam().height + 0.002}));
    run(world, 2s);
    EXPECT_NEAR(position(world, body).z, GetParam().height, 2e-3) << "on " << name;
    EXPECT_NEAR(std::hypot(position(world, body).x - 0.03, position(world, body).y - 0.05), 0, 0.01)
        << "on " << name;
    EXPECT_LT(speed(world, body), 0.02) << "on " << name;
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, RestingShapes,
    testing::Values(Resting{"box", Box{{0.3, 0.2, 0.1}}, 0.05}, Resting{"sphere", Sphere{0.1}, 0.1},
                    Resting{"cylinder", Cylinder{0.1, 0.2}, 0.1},
                    Resting{"flat_ellipsoid", Ellipsoid{{0.2, 0.2, 0.08}}, 0.08},
                    Resting{"flat_cylinder", Cylinder{0.2, 0.1}, 0.05},
                    Resting{"hull", MeshShape{box_mesh({0.3, 0.2, 0.1}), {1, 1, 1}}, 0.05},
                    Resting{"scaled_hull", MeshShape{box_mesh({0.3, 0.2, 0.1}), {1, 1, 2}}, 0.1}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(Shapes, HullsOfAnySizeRestOnBoxesMeshesAndEachOther) {
  for (const Vec3 size : {Vec3{0.01, 0.01, 0.01}, Vec3{0.05, 0.05, 0.05}, Vec3{0.1, 0.1, 0.1},
                          Vec3{0.3, 0.3, 0.3}, Vec3{1, 0.03, 0.03}, Vec3{0.4, 0.4, 0.01}}) {
    const MeshShape hull{box_mesh(size), {1, 1, 1}};
    const double mass = 1000 * size.x * size.y * size.z;
    for (const bool is_mesh : {false, true}) {
      if (is_mesh && size.x < 0.02) continue;  // a mesh is a thin skin to what is that small
      PhysicsWorld world({.freezes = false});
      if (is_mesh)
        world.add_body(fixed_body(MeshShape{box_mesh({4, 4, 1}), {1, 1, 1}}, {0, 0, -0.5}));
      else
        world.add_body(fixed_body(Box{{4, 4, 1}}, {0, 0, -0.5}));
      const BodyId lower =
          world.add_body(dynamic_body(hull, {0.11, 0.13, size.z / 2 + 0.001}, mass));
      const BodyId upper =
          world.add_body(dynamic_body(hull, {0.11, 0.13, 1.5 * size.z + 0.002}, mass));
      run(world, 1s);
      EXPECT_NEAR(position(world, lower).z, size.z / 2, 0.002)
          << size.x << " " << size.z << is_mesh;
      EXPECT_NEAR(position(world, upper).z, 1.5 * size.z, 0.004)
          << size.x << " " << size.z << is_mesh;
    }
  }
}

TEST(Shapes, LyingCapsuleRestsOnItsSide) {
  PhysicsWorld world({.freezes = false});
  world.add_body(fixed_body(Plane{}));
  BodyConfig config = dynamic_body(Capsule{0.1, 0.4}, {0, 0, 0.1});
  config.world_from_body.rotation = Quat::from_axis_angle({1, 0, 0}, std::numbers::pi / 2);
  const BodyId capsule = world.add_body(config);
  run(world, 2s);
  EXPECT_NEAR(position(world, capsule).z, 0.1, 1e-3);
}

TEST(Shapes, HeightfieldAgreesWithItsTriangles) {
  const auto field = hills(31, 21, 6, 4);
  PhysicsWorld world;
  world.add_body(fixed_body(HeightfieldShape{field}, {10, 20, 30}));
  for (double x = -2.95; x < 3; x += 0.37) {
    for (double y = -1.97; y < 2; y += 0.23) {
      const auto hit = world.cast_ray({10 + x, 20 + y, 40}, {0, 0, -1}, 20);
      ASSERT_TRUE(hit) << x << " " << y;
      EXPECT_NEAR(hit->point.z, 30 + height_at(*field, x, y), 1e-4) << x << " " << y;
    }
  }
  // a slanted ray ends on the surface too
  const Vec3 slanted = normalized(Vec3{1, 0.5, -0.4});
  const auto hit = world.cast_ray({7.2, 18.5, 34.5}, slanted, 20);
  ASSERT_TRUE(hit);
  EXPECT_NEAR(hit->point.z, 30 + height_at(*field, hit->point.x - 10, hit->point.y - 20), 1e-3);
}

TEST(Shapes, BallRestsOnTheHeightfieldWhereItsTrianglesAre) {
  // a valley along y between two slopes of 45 degrees
  auto field = std::make_shared<Heightfield>();
  *field = {3, 3, 2, 2, {1, 0, 1, 1, 0, 1, 1, 0, 1}};
  PhysicsWorld world({.freezes = false});
  world.add_body(fixed_body(HeightfieldShape{field}));
  const BodyId ball = world.add_body(dynamic_body(Sphere{0.2}, {0, 0.1, 0.3}));
  run(world, 3s);
  EXPECT_NEAR(position(world, ball).z, 0.2 * std::sqrt(2), 3e-3);
  EXPECT_NEAR(position(world, ball).x, 0, 3e-3);
}

TEST(Shapes, MeshWithMoreTrianglesThanOnePartHoldsIsSolidEverywhere) {
  // 1175² cells of two triangles: 2.76 million
  const auto mesh = grid_mesh(1175, 0.1f);
  ASSERT_GT(mesh->triangle_count(), 2'700'000u);
  PhysicsWorld world;
  world.add_body(fixed_body(MeshShape{mesh, {1, 1, 1}}));
  for (const double y : {-58.7, -30.0, 0.0, 30.0, 50.0, 58.7}) {
    const auto hit = world.cast_ray({1.23, y, 5}, {0, 0, -1}, 10);
    ASSERT_TRUE(hit) << y;
    EXPECT_NEAR(hit->distance_m, 5, 1e-4) << y;
  }
  const BodyId box = world.add_body(dynamic_body(cube(0.2), {3, 57, 0.12}));
  run(world, 1s);
  EXPECT_NEAR(position(world, box).z, 0.1, 2e-3);
}

TEST(Shapes, EqualShapesAreShared) {
  EXPECT_EQ(collision_shape(cube(0.2), true).bullet, collision_shape(cube(0.2), true).bullet);
  EXPECT_NE(collision_shape(cube(0.2), true).bullet, collision_shape(cube(0.3), true).bullet);
  const auto mesh = box_mesh({1, 1, 1});
  const MeshShape shape{mesh, {1, 1, 1}}, larger{mesh, {2, 2, 2}};
  const auto triangles = collision_shape(shape, false).bullet;
  EXPECT_EQ(triangles, collision_shape(shape, false).bullet);
  EXPECT_NE(triangles, collision_shape(larger, false).bullet);
  EXPECT_NE(triangles, collision_shape(shape, true).bullet);
}

TEST(Shapes, MeshIsReleasedWhenNobodyUsesIt) {
  std::weak_ptr<const Mesh> mesh;
  {
    const auto made = box_mesh({1, 1, 1});
    mesh = made;
    PhysicsWorld world;
    world.add_body(fixed_body(MeshShape{made, {1, 1, 1}}));
    world.add_body(dynamic_body(MeshShape{made, {1, 1, 2}}, {0, 0, 5}));
  }
  EXPECT_TRUE(mesh.expired());
}

TEST(Shapes, HullOfManyPointsKeepsItsExtent) {
  auto mesh = std::make_shared<Mesh>();
  for (int i = 0; i < 2000; ++i) {
    // evenly spread over a ball of radius 0.5
    const double z = 1 - (2 * i + 1) / 2000.0, r = std::sqrt(1 - z * z), a = 2.399963 * i;
    mesh->positions.push_back({static_cast<float>(0.5 * r * std::cos(a)),
                               static_cast<float>(0.5 * r * std::sin(a)),
                               static_cast<float>(0.5 * z)});
  }
  mesh->indices = {0, 1, 2};
  PhysicsWorld world({.freezes = false});
  world.add_body(fixed_body(Plane{}));
  const BodyId ball = world.add_body(dynamic_body(MeshShape{mesh, {1, 1, 1}}, {0, 0, 0.5}));
  run(world, 2s);
  // it may lie on a face, which is nearer than a corner
  EXPECT_NEAR(position(world, ball).z, 0.47, 0.035);
}

}  // namespace
}  // namespace tandem
