// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "physics/test_bodies.h"

namespace tandem {
namespace {

constexpr double cell_m = 0.25;
constexpr int cells = 64;

// A grid of cells with heights as a function of x and y, as a mesh and as a heightfield.
template <typename Height>
std::shared_ptr<Heightfield> field_of(const Height& height) {
  auto field = std::make_shared<Heightfield>();
  *field = {cells + 1, cells + 1, cells * cell_m, cells * cell_m, {}};
  for (int row = 0; row <= cells; ++row)
    for (int column = 0; column <= cells; ++column)
      field->heights_m.push_back(static_cast<float>(
          height((column - 0.5 * cells) * cell_m, (row - 0.5 * cells) * cell_m)));
  return field;
}

std::shared_ptr<Mesh> mesh_of(const Heightfield& field) {
  auto mesh = std::make_shared<Mesh>();
  for (int row = 0; row < field.rows; ++row)
    for (int column = 0; column < field.columns; ++column)
      mesh->positions.push_back({static_cast<float>((column - 0.5 * cells) * cell_m),
                                 static_cast<float>((row - 0.5 * cells) * cell_m),
                                 field.height(column, row)});
  const auto index = [&](int column, int row) {
    return static_cast<std::uint32_t>(row * field.columns + column);
  };
  for (int row = 0; row + 1 < field.rows; ++row)
    for (int column = 0; column + 1 < field.columns; ++column)
      for (const std::uint32_t corner :
           {index(column, row), index(column + 1, row), index(column, row + 1),
            index(column + 1, row), index(column + 1, row + 1), index(column, row + 1)})
        mesh->indices.push_back(corner);
  return mesh;
}

std::vector<std::pair<const char*, Shape>> grounds_of(const auto& height) {
  const auto field = field_of(height);
  return {{"heightfield", HeightfieldShape{field}},
          {"mesh", MeshShape{mesh_of(*field), {1, 1, 1}}}};
}

Collider slippery(const Shape& shape) { return {shape, {}, {.friction = 0}}; }

struct Slider {
  const char* name;
  Shape shape;
  double height_m;
  Quat rotation;
};

struct Slide {
  double along_mps = 0;
  double greatest_rise_mps = 0;
  double greatest_turn_radps = 0;
};

// Four seconds without friction from 1 m/s, along the cells and a little across.
Slide slide(const Slider& slider, const Shape& ground) {
  PhysicsWorld world({.freezes = false});
  BodyConfig floor = fixed_body(ground);
  floor.colliders = {slippery(ground)};
  world.add_body(floor);
  BodyConfig config = dynamic_body(slider.shape, {-2.03, 0.07, slider.height_m});
  config.world_from_body.rotation = slider.rotation;
  config.colliders = {slippery(slider.shape)};
  const BodyId body = world.add_body(config);
  run(world, 200ms);
  world.set_velocity(body, {{1, 0.1, 0}, {}});
  Slide result;
  for (int i = 0; i < 500; ++i) {
    world.step(step_8ms);
    const Twist now = world.velocity(body);
    result.greatest_rise_mps = std::max(result.greatest_rise_mps, std::abs(now.linear.z));
    result.greatest_turn_radps = std::max(result.greatest_turn_radps, length(now.angular));
    result.along_mps = now.linear.x;
  }
  return result;
}

class Sliding : public testing::TestWithParam<Slider> {};

TEST_P(Sliding, IsTheSameOverFlatTrianglesAsOverAPlane) {
  const Slide on_plane = slide(GetParam(), Plane{});
  // 2 % of the speed a second are lost to drag
  ASSERT_NEAR(on_plane.along_mps, std::pow(0.98, 4), 0.01);
  for (const auto& [name, ground] : grounds_of([](double, double) { return 0.0; })) {
    const Slide here = slide(GetParam(), ground);
    EXPECT_NEAR(here.along_mps, on_plane.along_mps, 0.02 * on_plane.along_mps) << "on " << name;
    EXPECT_LT(here.greatest_rise_mps, 0.02) << "on " << name;
    EXPECT_LT(here.greatest_turn_radps, 0.02) << "on " << name;
  }
}

const Quat lying = Quat::from_axis_angle({1, 0, 0}, std::numbers::pi / 2);

INSTANTIATE_TEST_SUITE_P(All, Sliding,
                         testing::Values(Slider{"box", Box{{0.3, 0.2, 0.1}}, 0.05, {}},
                                         Slider{"small_box", Box{{0.1, 0.1, 0.1}}, 0.05, {}},
                                         Slider{"large_box", Box{{0.9, 0.7, 0.3}}, 0.15, {}},
                                         Slider{"sphere", Sphere{0.1}, 0.1, {}},
                                         Slider{"cylinder", Cylinder{0.1, 0.2}, 0.1, {}},
                                         Slider{"lying_cylinder", Cylinder{0.1, 0.2}, 0.1, lying},
                                         Slider{"capsule", Capsule{0.1, 0.3}, 0.1, lying}),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(InnerEdges, GroundMayComeBeforeOrAfterWhatStandsOnIt) {
  for (const auto& [name, ground] : grounds_of([](double, double) { return 0.0; })) {
    PhysicsWorld world({.freezes = false});
    const BodyId before = world.add_body(dynamic_body(cube(0.1), {0.1, 0.07, 0.05}));
    world.add_body(fixed_body(ground));
    const BodyId after = world.add_body(dynamic_body(cube(0.1), {1.1, 0.07, 0.05}));
    run(world, 1s);
    for (const BodyId body : {before, after}) {
      EXPECT_NEAR(position(world, body).z, 0.05, 1e-3) << "on " << name;
      EXPECT_LT(speed(world, body), 1e-3) << "on " << name;
    }
  }
}

TEST(InnerEdges, EveryPartOfABodyStandsOnTheSameTriangle) {
  // a table with its four feet on one triangle: the parts of a body must not hide each other
  auto ground = std::make_shared<Mesh>();
  ground->positions = {{-5, -5, 0}, {5, -5, 0}, {0, 9, 0}};
  ground->indices = {0, 1, 2};
  PhysicsWorld world({.freezes = false});
  world.add_body(fixed_body(MeshShape{ground, {1, 1, 1}}));
  BodyConfig table = dynamic_body(Box{{1, 1, 0.1}}, {0, 0, 0.551});
  for (const double x : {-0.45, 0.45})
    for (const double y : {-0.45, 0.45})
      table.colliders.push_back({Box{{0.1, 0.1, 0.5}}, {{x, y, -0.3}, {}}, {}});
  const BodyId body = world.add_body(table);
  run(world, 1s);
  EXPECT_NEAR(position(world, body).z, 0.55, 1e-3);
  EXPECT_LT(length(world.velocity(body).angular), 0.01);
}

// Two flat boxes as one mesh, side by side, with walls between them that nobody sees.
std::shared_ptr<Mesh> two_tiles() {
  auto mesh = std::make_shared<Mesh>();
  for (const float x : {-4.0f, 0.0f}) {
    const auto first = static_cast<std::uint32_t>(mesh->positions.size());
    for (int i = 0; i < 8; ++i)
      mesh->positions.push_back(
          {x + (i & 1 ? 4.0f : 0.0f), i & 2 ? 2.0f : -2.0f, i & 4 ? 0.0f : -0.5f});
    for (const std::uint32_t corner : {0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                       2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5})
      mesh->indices.push_back(first + corner);
  }
  return mesh;
}

TEST(InnerEdges, WallsBetweenTilesOfAMeshAreNoHindrance) {
  for (const Shape& shape : {Shape{Box{{0.3, 0.2, 0.1}}}, Shape{Cylinder{0.1, 0.1}}}) {
    const Slide here = slide({"", shape, 0.05, {}}, MeshShape{two_tiles(), {1, 1, 1}});
    EXPECT_NEAR(here.along_mps, std::pow(0.98, 4), 0.02);
    EXPECT_LT(here.greatest_turn_radps, 0.02);
  }
}

TEST(InnerEdges, BallRollsOverARidgeWithTheSpeedThatItsEnergyLeaves) {
  // slopes of 1 in 5 up to a ridge at x = 0, and down again
  const auto roof = [](double x, double) { return std::max(0.0, 0.1 - 0.2 * std::abs(x)); };
  for (const auto& [name, ground] : grounds_of(roof)) {
    PhysicsWorld world({.freezes = false});
    BodyConfig floor = fixed_body(ground);
    floor.colliders = {slippery(ground)};
    world.add_body(floor);
    BodyConfig config = dynamic_body(Sphere{0.1}, {-1.5, 0.07, 0.1});
    config.colliders = {slippery(Sphere{0.1})};
    config.linear_drag = 0;
    const BodyId ball = world.add_body(config);
    world.set_velocity(ball, {{2, 0, 0}, {}});
    double highest = 0, speed_on_top = 0;
    for (int i = 0; i < 250; ++i) {
      world.step(4ms);
      const double z = position(world, ball).z;
      if (z > highest) highest = z, speed_on_top = speed(world, ball);
      const Vec3 at = position(world, ball);
      ASSERT_GT(at.z, 0.09 + 0.98 * roof(at.x, at.y)) << "on " << name << " at " << at.x;
    }
    EXPECT_GT(position(world, ball).x, 0.2) << "on " << name;
    EXPECT_GT(highest, 0.195) << "on " << name;
    // v² = 2² - 2 g h; what the bend at the foot of the slope takes is cos² of its 11.3 degrees
    const double v = std::sqrt(4 * 25.0 / 26.0 - 2 * 9.81 * (highest - 0.1));
    EXPECT_NEAR(speed_on_top, v, 0.05 * v) << "on " << name;
  }
}

TEST(InnerEdges, BoxIsStoppedByAStep) {
  // a step of 0.2 m within one cell
  for (const auto& [name, ground] :
       grounds_of([](double x, double) { return x > 0.6 ? 0.2 : 0.0; })) {
    PhysicsWorld world({.freezes = false});
    world.add_body(fixed_body(ground));
    BodyConfig config = dynamic_body(Box{{0.3, 0.3, 0.3}}, {-0.5, 0.07, 0.151});
    config.colliders = {slippery(Box{{0.3, 0.3, 0.3}})};
    const BodyId box = world.add_body(config);
    world.set_velocity(box, {{1, 0, 0}, {}});
    run(world, 2s);
    // Its front meets the slope at 0.5 m, and its energy takes it 0.05 m up, which is 0.064 m
    // along.
    EXPECT_LT(position(world, box).x, 0.5 - 0.15 + 0.064) << "on " << name;
    EXPECT_GT(position(world, box).z, 0.148) << "on " << name;
  }
}

TEST(InnerEdges, BoxStandsOnTheEdgeOfAStep) {
  // a mesh box with a sharp edge at x = 0; the box's middle is over it
  PhysicsWorld world({.freezes = false});
  world.add_body(fixed_body(MeshShape{two_tiles(), {1, 1, 1}}, {-4, 0, 0}));
  const BodyId box = world.add_body(dynamic_body(Box{{0.4, 0.2, 0.1}}, {-0.05, 0.03, 0.051}));
  run(world, 2s);
  EXPECT_NEAR(position(world, box).z, 0.05, 1e-3);
  EXPECT_NEAR(position(world, box).x, -0.05, 2e-3);
  EXPECT_LT(speed(world, box), 0.01);

  // with its middle beyond the edge it tips over and falls
  const BodyId falling = world.add_body(dynamic_body(Box{{0.4, 0.2, 0.1}}, {0.05, 1, 0.051}));
  run(world, 2s);
  EXPECT_LT(position(world, falling).z, -1);
}

TEST(InnerEdges, BodyUnderAPlateIsKeptOutOnItsSide) {
  // "gravity" presses everything up against the plate
  for (const auto& [name, ground] : grounds_of([](double, double) { return 0.0; }))
    for (const Slider& slider :
         {Slider{"box", Box{{0.3, 0.2, 0.1}}, 0.05, {}}, Slider{"ball", Sphere{0.1}, 0.1, {}},
          Slider{"cylinder", Cylinder{0.1, 0.2}, 0.1, lying}}) {
      PhysicsWorld world({.gravity = {0, 0, 9.81}, .freezes = false});
      world.add_body(fixed_body(ground));
      // pressed in by 3 mm to begin with
      BodyConfig config = dynamic_body(slider.shape, {0.1, 0.07, -slider.height_m + 0.003});
      config.world_from_body.rotation = slider.rotation;
      const BodyId body = world.add_body(config);
      run(world, 1s);
      EXPECT_NEAR(position(world, body).z, -slider.height_m, 1.5e-3)
          << slider.name << " under " << name;
    }
}

}  // namespace
}  // namespace tandem
