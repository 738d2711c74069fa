// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <limits>
#include <memory>
#include <utility>

#include "render/test_camera.h"
#include "render/test_scene.h"

namespace tandem {

constexpr float infinity = std::numeric_limits<float>::infinity();

// No light of any kind: tests add what they need.
inline WorldDescription darkness() {
  WorldDescription world;
  world.atmosphere.ambient = {0, 0, 0, 1};
  world.atmosphere.background = {0, 0, 0, 1};
  return world;
}

inline WorldDescription lit_by(const Light& light) {
  WorldDescription world = darkness();
  world.lights.push_back(light);
  return world;
}

inline Light sun(const Vec3& direction, float strength = 1) {
  Light light;
  light.direction = normalized(direction);
  light.diffuse = {strength, strength, strength, 1};
  return light;
}

// Light as much as the colour says, whatever shines.
inline Material glowing(Color color) {
  Material material;
  material.base_color = {0, 0, 0, color.a};
  material.emissive = color;
  material.roughness = 1;
  return material;
}

inline Material matte(Color color) {
  Material material;
  material.base_color = color;
  material.roughness = 1;
  return material;
}

inline const Material white = matte({1, 1, 1, 1});

// What a rough surface of colour 1 sends straight back when light 1 falls straight on it: all of
// it, and what its facets mirror, 0.04 * 0.25.
constexpr double straight_back = 1.01;

// A test that holds for both back ends.
class RendererOf : public testing::TestWithParam<RendererChoice> {
 protected:
  void SetUp() override {
    auto made = make_renderer(GetParam(), std::make_shared<RayWorld>(), &pool_);
    ASSERT_TRUE(made) << made.error();
    renderer_ = *std::move(made);
  }

  CameraImage draw(const TestScene& scene, const CameraView& view) {
    renderer_->update(scene.scene());
    CameraImage image;
    const auto error = renderer_->render(view, image);
    EXPECT_FALSE(error) << error->message;
    return image;
  }

  ThreadPool pool_{2};
  std::unique_ptr<Renderer> renderer_;
};

// To follow the tests of a suite of them.
#define BOTH_BACK_ENDS(suite)                                                   \
  INSTANTIATE_TEST_SUITE_P(                                                     \
      BackEnd, suite, testing::Values(RendererChoice::ray, RendererChoice::gl), \
      [](const auto& run) { return run.param == RendererChoice::ray ? "ray" : "gl"; })

}  // namespace tandem
