// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>

#include "base/random.h"
#include "render/renderer.h"
#include "render/test_agreement.h"
#include "render/test_camera.h"
#include "render/test_scene.h"
#include "scenario/image.h"
#include "world/paint_layer.h"

// Scenes that have a bit of everything, drawn by both renderers. Those that ship are compared in
// tests/renderers_agree_test.cpp.
namespace tandem {
namespace {

class BuiltScenes : public testing::Test {
 protected:
  BuiltScenes() {
    texture_ = testing::TempDir() + "tandem_agreement_" + std::to_string(getpid()) + ".png";
    RgbaImage image{128, 128, {}};
    Random random(1, "texture");
    for (int i = 0; i < 128 * 128; ++i) {
      const bool is_light = (i / 16 + i / 128 / 16) % 2 == 0;
      const auto shade = static_cast<std::uint8_t>((is_light ? 200 : 90) + random.below(40));
      image.pixels.push_back({shade, static_cast<std::uint8_t>(shade / 2), 60, 255});
    }
    EXPECT_TRUE(write_png(texture_, image));
  }
  ~BuiltScenes() override { std::filesystem::remove(texture_); }

  static Light light(LightType type, const Vec3& at, const Vec3& direction, float strength) {
    Light light;
    light.type = type;
    light.world_from_light.translation = at;
    light.direction = normalized(direction);
    light.diffuse = {strength, strength, strength, 1};
    light.attenuation_constant = 0.5;
    light.attenuation_quadratic = 0.4;
    light.spot_inner_angle = 0.5;
    light.spot_outer_angle = 0.9;
    light.spot_falloff = 0.8;
    return light;
  }

  static Material material(Color color, float roughness = 0.6f, float metalness = 0) {
    Material material;
    material.base_color = color;
    material.roughness = roughness;
    material.metalness = metalness;
    return material;
  }

  Material textured() const {
    Material material;
    material.base_color = {1, 1, 1, 1};
    material.base_color_texture = texture_;
    return material;
  }

  // Every shape, on a floor.
  void furnish(TestScene& scene) {
    floor_ = scene.add(Plane{{0, 0, 1}, 16, 16}, {}, textured());
    const Shape shapes[] = {Box{{0.8, 0.7, 0.6}},       Sphere{0.4},
                            Cylinder{0.3, 0.8},         Capsule{0.25, 0.4},
                            Ellipsoid{{0.5, 0.3, 0.4}}, MeshShape{hill(), {0.8, 0.8, 1}}};
    for (int i = 0; i < 12; ++i) {
      const double angle = i * std::numbers::pi / 6;
      const auto hue = static_cast<float>(i) / 12;
      const Pose pose{{3 + 1.6 * std::cos(angle), 1.6 * std::sin(angle), 0.45},
                      Quat::from_rpy(0.2 * (i % 3), 0.3 * (i % 4), angle)};
      scene.add(shapes[i % 6], pose,
                i % 4 == 3 ? textured()
                           : material({hue, 0.6f, 1 - hue, 1}, 0.2f + 0.06f * static_cast<float>(i),
                                      i % 5 == 0 ? 1.0f : 0.0f),
                i % 2 == 0);
    }
  }

  // A patch of smooth ground with texture coordinates.
  static std::shared_ptr<const Mesh> hill() {
    auto mesh = std::make_shared<Mesh>();
    constexpr int n = 8;
    for (int y = 0; y <= n; ++y)
      for (int x = 0; x <= n; ++x) {
        const float u = static_cast<float>(x) / n * 2 - 1, v = static_cast<float>(y) / n * 2 - 1;
        mesh->positions.push_back({u / 2, v / 2, 0.3f * (1 - u * u) * (1 - v * v)});
        const Vec3 normal = normalized(Vec3{1.2 * u * (1 - v * v), 1.2 * v * (1 - u * u), 1});
        mesh->normals.push_back({static_cast<float>(normal.x), static_cast<float>(normal.y),
                                 static_cast<float>(normal.z)});
        mesh->texture_coordinates.push_back({u, v});
      }
    for (std::uint32_t y = 0; y < n; ++y)
      for (std::uint32_t x = 0; x < n; ++x) {
        const std::uint32_t at = y * (n + 1) + x, up = at + n + 1;
        mesh->indices.insert(mesh->indices.end(), {at, at + 1, up + 1, at, up + 1, up});
      }
    mesh->submeshes = {{"hill", 0, static_cast<std::uint32_t>(mesh->indices.size()), 0}};
    mesh->materials.resize(1);
    return mesh;
  }

  void expect_agreement(const TestScene& scene, CameraView view) {
    view.is_antialiased = false;
    CameraImage images[2];
    ThreadPool pool;
    for (int i = 0; i < 2; ++i) {
      auto renderer = make_renderer(i == 0 ? RendererChoice::ray : RendererChoice::gl,
                                    std::make_shared<RayWorld>(), &pool);
      ASSERT_TRUE(renderer) << renderer.error();
      (*renderer)->update(scene.scene());
      const auto error = (*renderer)->render(view, images[i]);
      ASSERT_FALSE(error) << error->message;
    }
    const Agreement agreement = compare(images[0], images[1]);
    EXPECT_GT(agreement.compared, images[0].width * images[0].height / 2);
    EXPECT_LE(agreement.other_thing, agreement.compared / 10'000);
    EXPECT_LE(agreement.other_depth, agreement.compared / 10'000);
    EXPECT_LE(agreement.mean_color_difference, 1.0);
  }

  std::string texture_;
  EntityId floor_{};
};

const Pose above = {{-1.5, 0, 2},
                    Quat::from_rpy(-std::numbers::pi / 2 - 0.35, 0, -std::numbers::pi / 2)};

TEST_F(BuiltScenes, UnderTheSun) {
  WorldDescription world;
  world.atmosphere.has_sky = true;
  world.lights.push_back(light(LightType::directional, {}, {0.4, 0.7, -1}, 0.9f));
  TestScene scene(world);
  furnish(scene);
  expect_agreement(scene, test_view(above, 300));
}

TEST_F(BuiltScenes, UnderLamps) {
  WorldDescription world;
  world.atmosphere.ambient = {0.1f, 0.1f, 0.1f, 1};
  world.lights.push_back(light(LightType::point, {2.5, 0.2, 2.2}, {0, 0, -1}, 2));
  world.lights.push_back(light(LightType::spot, {0.5, -1.5, 2.5}, {1, 0.7, -1}, 3));
  TestScene scene(world);
  furnish(scene);
  expect_agreement(scene, test_view(above, 300));
}

TEST_F(BuiltScenes, BehindGlassAndFog) {
  WorldDescription world;
  world.lights.push_back(light(LightType::directional, {}, {0.4, 0.7, -1}, 0.9f));
  world.atmosphere.fog = {
      .color = {0.8f, 0.85f, 0.9f, 1}, .type = "linear", .start_m = 1, .end_m = 9, .density = 0.8};
  TestScene scene(world);
  furnish(scene);
  scene.add(Box{{0.05, 3, 1.2}}, {{0.8, 0.4, 0.9}, {}}, material({0.6f, 0.8f, 1, 0.3f}, 0.1f));
  scene.add(Sphere{0.5}, {{1.6, -0.9, 0.8}, {}}, material({1, 0.5f, 0.4f, 0.6f}, 0.3f), false);
  scene.add(Cylinder{0.3, 0.9}, {{1.2, 0.9, 0.5}, {}}, material({0.4f, 1, 0.5f, 0.25f}, 0.3f));
  expect_agreement(scene, test_view(above, 300));
}

TEST_F(BuiltScenes, OnAPaintedFloor) {
  WorldDescription world;
  world.lights.push_back(light(LightType::directional, {}, {0.4, 0.7, -1}, 0.9f));
  TestScene scene(world);
  furnish(scene);
  PaintConfig config;
  config.surface = scene.name_of(floor_);
  config.area = Area{{}, 16, 16};
  config.pixel_m = 0.01;
  PaintLayer layer(config);
  for (int i = 0; i < 6; ++i)
    layer.apply(paint_stroke({{0, i - 3.0}, {6, 2.0 - i}}, 0.08, Color{0.9f, 0.2f, 0.1f, 0.8f}));
  scene.show_paint(layer.share());
  expect_agreement(scene, test_view(above, 300));
}

TEST_F(BuiltScenes, OnHillyGround) {
  WorldDescription world;
  world.atmosphere.has_sky = true;
  world.lights.push_back(light(LightType::directional, {}, {0.9, 0.4, -0.6}, 1));
  TestScene scene(world);
  auto field = std::make_shared<Heightfield>();
  field->columns = field->rows = 65;
  field->size_x_m = field->size_y_m = 20;
  for (int row = 0; row < 65; ++row)
    for (int column = 0; column < 65; ++column)
      field->heights_m.push_back(
          static_cast<float>(0.5 * std::sin(column / 5.0) * std::cos(row / 7.0)));
  scene.add(HeightfieldShape{field}, {{4, 0, -0.2}, {}}, textured());
  scene.add(MeshShape{hill(), {2, 2, 2}}, {{3, 0.5, 0.3}, Quat::from_rpy(0.3, 0, 1)}, textured(),
            false);
  expect_agreement(scene, test_view(above, 300));
}

TEST_F(BuiltScenes, ThroughAFisheye) {
  WorldDescription world;
  world.atmosphere.has_sky = true;
  world.lights.push_back(light(LightType::directional, {}, {0.4, 0.7, -1}, 0.9f));
  TestScene scene(world);
  furnish(scene);
  CameraView view = test_view(above);
  view.rays = std::make_shared<const RayTable>(*RayTable::make(
      intrinsics_from_fov(240, 240, 190 * std::numbers::pi / 180, Lens::fisheye, {0.01, -0.003})));
  expect_agreement(scene, view);
}

}  // namespace
}  // namespace tandem
