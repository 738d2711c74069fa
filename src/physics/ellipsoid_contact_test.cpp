// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <numbers>
#include <random>

#include "physics/ellipsoid_touch.h"
#include "physics/physics_world.h"
#include "physics/test_bodies.h"

namespace tandem {
namespace {

constexpr Vec3 wheel{0.098, 0.098, 0.02};

class RandomPoses {
 public:
  double within(double limit) {
    return std::uniform_real_distribution<double>(-limit, limit)(generator_);
  }
  Quat rotation() { return normalized(Quat{within(1), within(1), within(1), within(1)}); }
  // the axle is level
  Quat rolling() {
    return Quat::from_rpy(0, 0, within(std::numbers::pi)) *
           Quat::from_rpy(std::numbers::pi / 2, 0, 0) *
           Quat::from_rpy(0, 0, within(std::numbers::pi));
  }

 private:
  std::mt19937 generator_{1};
};

// How far the ellipsoid reaches below its centre.
double reach_down(const Vec3& radii, const Quat& rotation) {
  const Vec3 down = inverse(rotation) * Vec3{0, 0, -1};
  return length({radii.x * down.x, radii.y * down.y, radii.z * down.z});
}

std::shared_ptr<const Mesh> flat_mesh(int cells, float cell_m) {
  auto mesh = std::make_shared<Mesh>();
  const auto side = static_cast<std::uint32_t>(cells) + 1;
  for (std::uint32_t row = 0; row < side; ++row)
    for (std::uint32_t column = 0; column < side; ++column) {
      mesh->positions.push_back({cell_m * (float(column) - 0.5f * float(cells)),
                                 cell_m * (float(row) - 0.5f * float(cells)), 0});
      mesh->normals.push_back({0, 0, 1});
      if (row + 1 == side || column + 1 == side) continue;
      const std::uint32_t corner = row * side + column;
      for (const std::uint32_t offset : {0u, 1u, side, 1u, side + 1, side})
        mesh->indices.push_back(corner + offset);
    }
  return mesh;
}

std::shared_ptr<const Heightfield> flat_field(int points, double size_m) {
  auto field = std::make_shared<Heightfield>();
  field->columns = field->rows = points;
  field->size_x_m = field->size_y_m = size_m;
  field->heights_m.assign(static_cast<std::size_t>(points * points), 0);
  return field;
}

// Puts wheels on a ground that is level at height 0, a bit into it, and expects the touch that one
// can compute: straight up, as deep as they were put.
void expect_exact_contacts(const BodyConfig& ground) {
  constexpr double depth = 0.0003;
  RandomPoses random;
  for (int i = 0; i < 500; ++i) {
    PhysicsWorld world({.gravity = {}});
    const BodyId floor = world.add_body(ground);
    const Quat rotation = i % 2 == 0 ? random.rolling() : random.rotation();
    BodyConfig config = dynamic_body(Ellipsoid{wheel}, {random.within(2), random.within(2),
                                                        reach_down(wheel, rotation) - depth});
    config.world_from_body.rotation = rotation;
    config.reports_contacts = true;
    world.add_body(config);
    world.step(1us);
    ASSERT_EQ(world.contacts().size(), 1u) << "pose " << i;
    const Contact contact = world.contacts().front();
    const double up = contact.a == floor ? -contact.normal.z : contact.normal.z;
    EXPECT_GT(up, 0.99999) << "pose " << i;
    EXPECT_NEAR(contact.depth_m, depth, 5e-6) << "pose " << i;
  }
}

TEST(EllipsoidContact, IsExactOnABox) {
  expect_exact_contacts(fixed_body(Box{{6, 6, 1}}, {0, 0, -0.5}));
}

TEST(EllipsoidContact, IsExactOnABoxThatLiesOnItsSide) {
  const Quat tilt = Quat::from_rpy(0, std::numbers::pi / 2, 0);
  BodyConfig ground = fixed_body(Box{{1, 6, 6}}, {0, 0, -0.5});
  ground.world_from_body.rotation = tilt;
  expect_exact_contacts(ground);
}

TEST(EllipsoidContact, IsExactOnAFlatMesh) {
  expect_exact_contacts(fixed_body(MeshShape{flat_mesh(20, 0.25f)}));
  expect_exact_contacts(fixed_body(MeshShape{flat_mesh(1, 20)}));
}

TEST(EllipsoidContact, IsExactOnAFlatHeightfield) {
  expect_exact_contacts(fixed_body(HeightfieldShape{flat_field(41, 10)}));
}

TEST(EllipsoidContact, IsFoundBeforeTouching) {
  PhysicsWorld world({.gravity = {}});
  world.add_body(fixed_body(Box{{6, 6, 1}}, {0, 0, -0.5}));
  BodyConfig config = dynamic_body(Ellipsoid{wheel}, {0, 0, 0.02 + 0.004});
  const BodyId body = world.add_body(config);
  world.set_velocity(body, {.linear = {0, 0, -1}, .angular = {}});
  world.step(8ms);
  // 8 mm of way, but only 4 mm of room
  EXPECT_NEAR(position(world, body).z, 0.02, 0.0005);
}

// The least distance from the ellipsoid to the box, over a dense grid of directions: along every
// direction the gap between the two is at most the distance, and along one it is.
double distance_by_trying(const Vec3& radii, const Pose& ellipsoid_from_box, const Vec3& half,
                          const Vec3& guess) {
  const auto gap = [&](const Vec3& direction) {
    const Vec3 in_box = inverse(ellipsoid_from_box.rotation) * direction;
    return dot(direction, ellipsoid_from_box.translation) - std::abs(in_box.x) * half.x -
           std::abs(in_box.y) * half.y - std::abs(in_box.z) * half.z -
           length({radii.x * direction.x, radii.y * direction.y, radii.z * direction.z});
  };
  Vec3 best = guess;
  RandomPoses random;
  for (double spread = 0.5; spread > 1e-6; spread *= 0.8)
    for (int i = 0; i < 30; ++i) {
      const Vec3 near{best.x + random.within(spread), best.y + random.within(spread),
                      best.z + random.within(spread)};
      if (gap(normalized(near)) > gap(best)) best = normalized(near);
    }
  return gap(best);
}

TEST(EllipsoidTouch, DistanceToEdgesAndCornersOfABoxIsRight) {
  constexpr Vec3 half{0.3, 0.2, 0.1};
  RandomPoses random;
  int count = 0;
  for (int i = 0; i < 3000; ++i) {
    const Pose ellipsoid_from_box{{random.within(0.45), random.within(0.45), random.within(0.45)},
                                  random.rotation()};
    const EllipsoidTouch touch = touch_box(wheel, ellipsoid_from_box, half);
    if (std::abs(touch.distance) > 0.004) continue;
    ++count;
    const double right = distance_by_trying(wheel, ellipsoid_from_box, half, -touch.normal);
    EXPECT_NEAR(touch.distance, right, 2e-5 + 0.01 * std::abs(right)) << "pose " << i;
    EXPECT_NEAR(length(touch.normal), 1, 1e-12);
    const Vec3 on_sphere{touch.point.x / wheel.x, touch.point.y / wheel.y, touch.point.z / wheel.z};
    EXPECT_NEAR(length(on_sphere), 1, 1e-12);
    // and the point it meets is one of the box
    const Vec3 on_box = inverse(ellipsoid_from_box) * (touch.point - touch.distance * touch.normal);
    const double off = std::max(
        {std::abs(on_box.x) - half.x, std::abs(on_box.y) - half.y, std::abs(on_box.z) - half.z});
    EXPECT_NEAR(off, 0, 0.2 * std::abs(touch.distance) + 1e-5) << "pose " << i;
  }
  EXPECT_GT(count, 50);
}

TEST(EllipsoidTouch, LeavesABoxThroughTheNearestSide) {
  // the centre is 1 cm below the top; 0.02 m of the wheel are below the centre
  const EllipsoidTouch touch = touch_box(wheel, {{0, 0, -0.09}, {}}, {0.3, 0.2, 0.1});
  EXPECT_NEAR(touch.distance, -0.03, 1e-12);
  EXPECT_NEAR(touch.normal.z, 1, 1e-12);
}

std::array<Vec3, 3> level_triangle(double height) {
  return {Vec3{-1, -1, height}, {1, -1, height}, {0, 1, height}};
}

TEST(EllipsoidTouch, TrianglesPushToTheSideOfTheCentre) {
  const auto above = touch_triangle(wheel, level_triangle(-0.015));
  ASSERT_TRUE(above);
  EXPECT_NEAR(above->distance, -0.005, 1e-12);
  EXPECT_NEAR(above->normal.z, 1, 1e-12);
  const auto below = touch_triangle(wheel, level_triangle(0.015));
  ASSERT_TRUE(below);
  EXPECT_NEAR(below->distance, -0.005, 1e-12);
  EXPECT_NEAR(below->normal.z, -1, 1e-12);
}

TEST(EllipsoidTouch, TrianglesPushASunkenCentreBackToWhereItCameFrom) {
  const EarlierTouch earlier{.normal = {0, 0, 1}, .distance = -0.018};
  const auto touch = touch_triangle(wheel, level_triangle(0.005), earlier);
  ASSERT_TRUE(touch);
  EXPECT_NEAR(touch->distance, -0.025, 1e-12);
  EXPECT_NEAR(touch->normal.z, 1, 1e-12);
}

TEST(EllipsoidTouch, CeilingsAreNotTakenForFloorsThatTheCentreSankThrough) {
  // a wheel that stands on a floor below a ceiling
  const EarlierTouch earlier{.normal = {0, 0, 1}, .distance = -0.0005};
  const auto touch = touch_triangle(wheel, level_triangle(0.019), earlier);
  ASSERT_TRUE(touch);
  EXPECT_NEAR(touch->distance, -0.001, 1e-12);
  EXPECT_NEAR(touch->normal.z, -1, 1e-12);
}

TEST(EllipsoidTouch, TrianglesWithoutAreaAreNotTouched) {
  EXPECT_FALSE(touch_triangle(wheel, {Vec3{0, 0, -0.01}, {1, 0, -0.01}, {2, 0, -0.01}}));
}

}  // namespace
}  // namespace tandem
