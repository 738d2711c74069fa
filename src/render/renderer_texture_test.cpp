// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <filesystem>

#include "render/test_renderer.h"
#include "scenario/image.h"
#include "world/paint_layer.h"

namespace tandem {
namespace {

class TexturesOf : public RendererOf {};

class TextureFile {
 public:
  explicit TextureFile(const RgbaImage& image)
      : path_(testing::TempDir() + "tandem_texture_" + std::to_string(getpid()) + "_" +
              std::to_string(++count_) + ".png") {
    EXPECT_TRUE(write_png(path_, image));
  }
  ~TextureFile() { std::filesystem::remove(path_); }
  const std::string& path() const { return path_; }

 private:
  inline static int count_ = 0;
  std::string path_;
};

// Four quarters: red and green above, blue and white below.
RgbaImage quarters() {
  RgbaImage image{64, 64, {}};
  for (int y = 0; y < 64; ++y)
    for (int x = 0; x < 64; ++x)
      image.pixels.push_back(y < 32 ? (x < 32 ? Rgba{255, 0, 0, 255} : Rgba{0, 255, 0, 255})
                                    : (x < 32 ? Rgba{0, 0, 255, 255} : Rgba{255, 255, 255, 255}));
  return image;
}

Material glowing_texture(const std::string& file) {
  Material material = glowing({1, 1, 1, 1});
  material.emissive_texture = file;
  return material;
}

TEST_P(TexturesOf, TexturesStandUpright) {
  const TextureFile file(quarters());
  TestScene scene(darkness());
  scene.add(Box{{1, 4, 4}}, {{3.5, 0, 0}, {}}, glowing_texture(file.path()));
  const CameraImage image = draw(scene, test_view(looking_along_x({})));
  EXPECT_COLOR(pixel(image, 35, 35), byte_of(1), 0, 0, 2);
  EXPECT_COLOR(pixel(image, 65, 35), 0, byte_of(1), 0, 2);
  EXPECT_COLOR(pixel(image, 35, 65), 0, 0, byte_of(1), 2);
  EXPECT_COLOR(pixel(image, 65, 65), byte_of(1), byte_of(1), byte_of(1), 2);
}

TEST_P(TexturesOf, PlanesShowTheTextureOnce) {
  const TextureFile file(quarters());
  TestScene scene(darkness());
  scene.add(Plane{{0, 0, 1}, 8, 8}, {}, glowing_texture(file.path()));
  const CameraImage image = draw(scene, test_view(looking_down({0, 0, 5})));
  EXPECT_COLOR(pixel(image, 30, 30), byte_of(1), 0, 0, 2);
  EXPECT_COLOR(pixel(image, 70, 30), 0, byte_of(1), 0, 2);
  EXPECT_COLOR(pixel(image, 30, 70), 0, 0, byte_of(1), 2);
}

std::shared_ptr<const Mesh> textured_square() {
  auto mesh = std::make_shared<Mesh>();
  mesh->positions = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}};
  mesh->normals.assign(4, {0, 0, 1});
  mesh->texture_coordinates = {{0, 0}, {2, 0}, {2, 2}, {0, 2}};
  mesh->indices = {0, 1, 2, 0, 2, 3};
  mesh->submeshes = {{"all", 0, 6, 0}};
  mesh->materials.resize(1);
  return mesh;
}

TEST_P(TexturesOf, MeshesRepeatTextures) {
  const TextureFile file(quarters());
  TestScene scene(darkness());
  scene.add(MeshShape{textured_square(), {2, 2, 2}}, {}, glowing_texture(file.path()));
  const CameraImage image = draw(scene, test_view(looking_down({0, 0, 5})));
  // 4 m wide, the image twice along each side: 10 pixels a metre, a quarter is 1 m
  for (const int x : {35, 55})
    for (const int y : {35, 55}) {
      EXPECT_COLOR(pixel(image, x, y), byte_of(1), 0, 0, 3);
      EXPECT_COLOR(pixel(image, x + 10, y + 10), byte_of(1), byte_of(1), byte_of(1), 3);
    }
}

// Meshes are known by their address, and a later one may get the address of one that is gone.
TEST_P(TexturesOf, AnotherWorldTakesOver) {
  for (const float size : {1.0f, 2.0f, 0.5f, 1.5f}) {
    auto mesh = std::make_shared<Mesh>(*textured_square());
    for (auto& p : mesh->positions)
      for (float& coordinate : p) coordinate *= size;
    TestScene scene(darkness());
    scene.add(MeshShape{std::move(mesh), {1, 1, 1}}, {}, glowing({1, 1, 1, 1}));
    const CameraImage image = draw(scene, test_view(looking_down({0, 0, 5})));
    // 10 pixels a metre
    const int inside = 50 + static_cast<int>(10 * size) - 2, outside = inside + 4;
    EXPECT_COLOR(pixel(image, inside, 50), byte_of(1), byte_of(1), byte_of(1), 2);
    EXPECT_COLOR(pixel(image, outside, 50), 0, 0, 0, 2);
  }
}

TEST_P(TexturesOf, FarTexturesShowTheirMean) {
  RgbaImage board{64, 64, {}};
  for (int y = 0; y < 64; ++y)
    for (int x = 0; x < 64; ++x)
      board.pixels.push_back((x + y) % 2 == 0 ? Rgba{255, 255, 255, 255} : Rgba{0, 0, 0, 255});
  const TextureFile file(board);
  TestScene scene(darkness());
  scene.add(Box{{1, 1, 1}}, {{20.5, 0, 0}, {}}, glowing_texture(file.path()));
  const CameraImage image = draw(scene, test_view(looking_along_x({})));
  // half of the light, not half of the bytes
  EXPECT_NEAR(pixel(image, 50, 50).g, byte_of(0.5), 2);
}

TEST_P(TexturesOf, NormalTexturesTiltTheLight) {
  // all of it leans towards the texture's right
  const TextureFile file(RgbaImage{4, 4, std::vector<Rgba>(16, Rgba{218, 128, 218, 255})});
  Material material = white;
  material.normal_texture = file.path();
  const auto brightness = [&](const Vec3& direction) {
    TestScene scene(lit_by(sun(direction)));
    scene.add(Plane{{0, 0, 1}, 8, 8}, {}, material);
    return pixel(draw(scene, test_view(looking_down({0, 0, 5}))), 50, 50).g;
  };
  // 45 degrees towards +x: light from there falls straight on it
  EXPECT_NEAR(brightness({-1, 0, -1}), byte_of(1.01), 3);
  EXPECT_LT(brightness({1, 0, -1}), 40);
}

TEST_P(TexturesOf, RoughnessAndMetalnessTexturesCount) {
  const TextureFile bright(RgbaImage{2, 2, std::vector<Rgba>(4, Rgba{255, 255, 255, 255})});
  const TextureFile dark(RgbaImage{2, 2, std::vector<Rgba>(4, Rgba{0, 0, 0, 255})});
  const auto brightness = [&](const std::string& roughness, const std::string& metalness) {
    Material material = white;
    material.roughness_texture = roughness;
    material.metalness_texture = metalness;
    TestScene scene(lit_by(sun({0.6, 0, -0.8})));
    scene.add(Plane{{0, 0, 1}, 8, 8}, {}, material);
    return pixel(draw(scene, test_view(looking_down({0, 0, 5}))), 50, 50).g;
  };
  EXPECT_NEAR(brightness(bright.path(), dark.path()), byte_of(0.8 * 1.01), 2);
  EXPECT_LT(brightness(dark.path(), bright.path()), 3);  // a mirror that sees the dark sky
}

TEST_P(TexturesOf, PaintLiesOnTheFloorItIsFor) {
  TestScene scene(lit_by(sun({0, 0, -1})));
  const EntityId floor = scene.add(Plane{}, {}, white);
  scene.add(Box{{1, 1, 0.5}}, {{2, 0, 0.25}, {}}, white);
  PaintConfig config;
  config.surface = scene.name_of(floor);
  config.area = Area{{}, 8, 8};
  config.pixel_m = 0.05;
  PaintLayer layer(config);
  layer.apply(paint_stamp(Area{{{-1, 1}, 0}, 1, 1}, Color{1, 0, 0, 1}));
  layer.apply(paint_stamp(Area{{{2, 0}, 0}, 3, 3}, Color{0, 0, 1, 1}));
  scene.show_paint(layer.share());
  const CameraView view = test_view(looking_down({0, 0, 5}));
  CameraImage image = draw(scene, view);
  EXPECT_COLOR(pixel(image, 40, 40), byte_of(1.01), byte_of(0.01), byte_of(0.01), 2);
  EXPECT_COLOR(pixel(image, 40, 60), byte_of(1.01), byte_of(1.01), byte_of(1.01), 2);
  EXPECT_COLOR(pixel(image, 59, 50), byte_of(0.01), byte_of(0.01), byte_of(1.01), 2);
  EXPECT_COLOR(pixel(image, 72, 50), byte_of(1.01), byte_of(1.01), byte_of(1.01), 2);  // the box

  // what is erased in a step is gone in its picture
  layer.apply(paint_erase(Area{{{-1, 1}, 0}, 1, 1}));
  scene.show_paint(layer.share());
  image = draw(scene, view);
  EXPECT_COLOR(pixel(image, 40, 40), byte_of(1.01), byte_of(1.01), byte_of(1.01), 2);
  EXPECT_COLOR(pixel(image, 59, 50), byte_of(0.01), byte_of(0.01), byte_of(1.01), 2);
}

TEST_P(TexturesOf, FarPaintIsTheMeanOfItsPixels) {
  TestScene scene(lit_by(sun({0, 0, -1}, 0.5f)));
  const EntityId floor = scene.add(Plane{}, {}, matte({0, 0, 0, 1}));
  PaintConfig config;
  config.surface = scene.name_of(floor);
  config.area = Area{{}, 8, 8};
  config.pixel_m = 0.01;
  PaintLayer layer(config);
  for (int i = -400; i < 400; i += 2)
    layer.apply(paint_stamp(Area{{{i * 0.01 + 0.005, 0}, 0}, 0.01, 8}, Color{1, 1, 1, 1}));
  scene.show_paint(layer.share());
  const CameraImage image = draw(scene, test_view(looking_down({0, 0, 20}), 51));
  // half black, half white
  EXPECT_NEAR(pixel(image, 25, 25).g, byte_of(0.5 * 0.51), 3);
}

BOTH_BACK_ENDS(TexturesOf);

}  // namespace
}  // namespace tandem
