// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

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
    EXPECT_LT(here.greatest_turn_radps, 0.02) << "on " << name << on_plane.greatest_turn_radps;
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

}  // namespace
}  // namespace tandem
