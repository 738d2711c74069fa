// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "physics/test_bodies.h"

namespace tandem {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::shared_ptr<Mesh> tetrahedron() {
  // a corner of the unit cube, its slanted face towards (1, 1, 1)
  auto mesh = std::make_shared<Mesh>();
  mesh->positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  mesh->indices = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
  return mesh;
}

struct RayCase {
  const char* name;
  BodyConfig body;
  Vec3 origin;
  Vec3 direction;
  double distance;
  Vec3 normal;
  double tolerance = 1e-5;
};

class Rays : public testing::TestWithParam<RayCase> {};

TEST_P(Rays, HitWhereGeometrySays) {
  PhysicsWorld world({.gravity = {}});
  const BodyId body = world.add_body(GetParam().body);
  const auto hit = world.cast_ray(GetParam().origin, GetParam().direction, 100);
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->body, body);
  EXPECT_NEAR(hit->distance_m, GetParam().distance, GetParam().tolerance);
  EXPECT_NEAR(length(hit->normal - GetParam().normal), 0, 5 * GetParam().tolerance);
  EXPECT_NEAR(length(hit->point - (GetParam().origin + hit->distance_m * GetParam().direction)), 0,
              1e-9);
  EXPECT_FALSE(world.cast_ray(GetParam().origin, GetParam().direction, 0.99 * GetParam().distance));
  EXPECT_FALSE(world.cast_ray(GetParam().origin, -GetParam().direction, 100));
}

const double half_root = std::sqrt(0.5);
const double third_root = std::sqrt(1.0 / 3);

INSTANTIATE_TEST_SUITE_P(
    EveryShape, Rays,
    testing::Values(
        RayCase{"box", fixed_body(Box{{2, 4, 6}}, {10, 0, 0}), {0, 1, 1}, {1, 0, 0}, 9, {-1, 0, 0}},
        RayCase{"sphere", fixed_body(Sphere{1}, {10, 0, 0}), {0, 0, 0}, {1, 0, 0}, 9, {-1, 0, 0}},
        RayCase{"sphere_off_center",
                fixed_body(Sphere{1}, {10, 0, 0}),
                {0, half_root, 0},
                {1, 0, 0},
                10 - half_root,
                {-half_root, half_root, 0}},
        RayCase{"cylinder_side",
                fixed_body(Cylinder{1, 2}, {10, 0, 0}),
                {0, 0, 0.9},
                {1, 0, 0},
                9,
                {-1, 0, 0}},
        RayCase{"cylinder_cap",
                fixed_body(Cylinder{1, 2}, {0, 0, 0}),
                {0.5, 0, 5},
                {0, 0, -1},
                4,
                {0, 0, 1}},
        RayCase{"capsule_side",
                fixed_body(Capsule{1, 2}, {10, 0, 0}),
                {0, 0, 0.9},
                {1, 0, 0},
                9,
                {-1, 0, 0}},
        RayCase{"capsule_end",
                fixed_body(Capsule{1, 2}, {0, 0, 0}),
                {0, 0, 5},
                {0, 0, -1},
                3,
                {0, 0, 1}},
        RayCase{"ellipsoid",
                fixed_body(Ellipsoid{{1, 2, 3}}, {0, 0, 0}),
                {0, 10, 0},
                {0, -1, 0},
                8,
                {0, 1, 0}},
        RayCase{"plane",
                fixed_body(Plane{{0, 0, 1}}, {0, 0, 1}),
                {5, 5, 3},
                {half_root, 0, -half_root},
                2 / half_root,
                {0, 0, 1}},
        RayCase{"mesh",
                fixed_body(MeshShape{tetrahedron(), {1, 1, 1}}),
                {2, 2, 2},
                {-third_root, -third_root, -third_root},
                std::sqrt(12.0) - third_root,
                {third_root, third_root, third_root}},
        RayCase{"scaled_mesh",
                fixed_body(MeshShape{tetrahedron(), {3, 3, 3}}),
                {2, 2, 2},
                {-third_root, -third_root, -third_root},
                std::sqrt(12.0) - 3 * third_root,
                {third_root, third_root, third_root}},
        RayCase{"hull",
                dynamic_body(MeshShape{tetrahedron(), {1, 1, 1}}, {0, 0, 0}),
                {0.2, 0.2, -5},
                {0, 0, 1},
                5,
                {0, 0, -1},
                1e-3}),
    [](const auto& test) { return std::string(test.param.name); });

TEST(Queries, RayStartsInsideWithoutSeeingItsOwnShape) {
  PhysicsWorld world;
  world.add_body(fixed_body(cube(1)));
  world.add_body(fixed_body(Sphere{0.4}));
  world.add_body(fixed_body(Cylinder{0.4, 1}));
  world.add_body(fixed_body(Capsule{0.4, 1}));
  const BodyId wall = world.add_body(fixed_body(Box{{1, 9, 9}}, {5, 0, 0}));
  const auto hit = world.cast_ray({0.1, 0.1, 0.1}, {1, 0, 0}, 10);
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->body, wall);
}

TEST(Queries, RaySeesTheNearestThatIsNotIgnored) {
  PhysicsWorld world({.gravity = {}});
  const BodyId near = world.add_body(dynamic_body(cube(1), {2, 0, 0}));
  const BodyId far = world.add_body(fixed_body(cube(1), {4, 0, 0}));
  BodyConfig zone = fixed_body(cube(1), {1, 0, 0});
  zone.is_trigger = true;
  const BodyId trigger = world.add_body(zone);

  EXPECT_EQ(world.cast_ray({-1, 0, 0}, {1, 0, 0}, 10)->body, near);
  const std::vector<BodyId> ignored{near};
  EXPECT_EQ(world.cast_ray({-1, 0, 0}, {1, 0, 0}, 10, {.ignored = ignored})->body, far);
  EXPECT_EQ(world.cast_ray({-1, 0, 0}, {1, 0, 0}, 10, {.ignored = {}, .sees_triggers = true})->body,
            trigger);
}

TEST(Queries, RayFollowsBodiesThatMove) {
  PhysicsWorld world({.gravity = {}});
  BodyConfig config = dynamic_body(cube(1), {5, 0, 0});
  config.mass.center = {0, 0.2, 0};
  const BodyId box = world.add_body(config);
  world.place(box, {{7, 0, 0}, Quat::from_axis_angle({0, 0, 1}, std::numbers::pi / 4)});
  EXPECT_NEAR(world.cast_ray({}, {1, 0, 0}, 10)->distance_m, 7 - std::sqrt(0.5), 1e-6);
}

TEST(Queries, SweepStopsWhereTheShapeTouches) {
  auto flat = std::make_shared<Heightfield>();
  *flat = {3, 3, 4, 4, std::vector<float>(9, 1.0f)};
  const std::vector<std::pair<BodyConfig, double>> grounds{
      {fixed_body(Plane{}, {0, 0, 1}), 1},
      {fixed_body(Box{{4, 4, 1}}, {0, 0, 0.5}), 1},
      {fixed_body(Sphere{1}), 1},
      {fixed_body(Cylinder{1, 2}), 1},
      {fixed_body(Ellipsoid{{2, 2, 1}}), 1},
      {fixed_body(HeightfieldShape{flat}), 1},
      {fixed_body(MeshShape{tetrahedron(), {9, 9, -1}}, {-2, -2, 1}), 1},
  };
  for (const auto& [ground, top] : grounds) {
    PhysicsWorld world;
    const BodyId body = world.add_body(ground);
    const auto hit = world.sweep(Sphere{0.5}, {{0, 0, 5}, {}}, {0, 0, -1}, 10);
    ASSERT_TRUE(hit) << ground.colliders[0].shape.index();
    EXPECT_EQ(hit->body, body);
    EXPECT_NEAR(hit->distance_m, 5 - 0.5 - top, 5e-3) << ground.colliders[0].shape.index();
    EXPECT_NEAR(hit->normal.z, 1, 0.01) << ground.colliders[0].shape.index();
    EXPECT_FALSE(world.sweep(Sphere{0.5}, {{0, 0, 5}, {}}, {0, 0, -1}, 3.4));
    EXPECT_FALSE(world.sweep(Sphere{0.5}, {{0, 0, 5}, {}}, {0, 0, 1}, 10));
  }
}

TEST(Queries, SweepThatStartsInsideGoesNowhere) {
  PhysicsWorld world;
  const BodyId box = world.add_body(fixed_body(cube(1)));
  const auto hit = world.sweep(cube(0.5), {{0.6, 0, 0}, {}}, {1, 0, 0}, 10);
  ASSERT_TRUE(hit);
  EXPECT_EQ(hit->body, box);
  EXPECT_EQ(hit->distance_m, 0);
}

TEST(Queries, OverlapFindsAllShapesInOrder) {
  auto flat = std::make_shared<Heightfield>();
  *flat = {3, 3, 40, 40, std::vector<float>(9, -0.2f)};
  PhysicsWorld world;
  std::vector<BodyId> all;
  const std::vector<Shape> shapes{cube(1),
                                  Sphere{0.5},
                                  Cylinder{0.5, 1},
                                  Capsule{0.5, 1},
                                  Ellipsoid{{1, 1, 0.5}},
                                  Plane{},
                                  MeshShape{tetrahedron(), {1, 1, 1}},
                                  HeightfieldShape{flat}};
  for (const Shape& shape : shapes) all.push_back(world.add_body(fixed_body(shape)));
  all.push_back(
      world.add_body(dynamic_body(MeshShape{tetrahedron(), {1, 1, 1}}, {-0.1, -0.1, -0.1})));
  world.add_body(fixed_body(cube(1), {3, 0, 0}));
  BodyConfig zone = fixed_body(cube(1));
  zone.is_trigger = true;
  const BodyId trigger = world.add_body(zone);

  EXPECT_THAT(world.overlapping(Sphere{0.3}, {}), testing::ElementsAreArray(all));
  EXPECT_THAT(world.overlapping(Sphere{0.3}, {}, {.ignored = all, .sees_triggers = true}),
              ElementsAre(trigger));
  EXPECT_THAT(world.overlapping(Sphere{0.3}, {{0, 0, 5}, {}}), IsEmpty());
  // boxes whose bounds overlap but that do not touch
  PhysicsWorld corner;
  corner.add_body(fixed_body(cube(1)));
  const Pose turned{{1.15, 0, 0}, Quat::from_axis_angle({0, 0, 1}, std::numbers::pi / 4)};
  EXPECT_EQ(corner.overlapping(cube(1), turned).size(), 1u);
  const Pose away{{1.25, 0, 0}, turned.rotation};
  EXPECT_THAT(corner.overlapping(cube(1), away), IsEmpty());
}

}  // namespace
}  // namespace tandem
