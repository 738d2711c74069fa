// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/renderer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "render/test_camera.h"
#include "render/test_scene.h"
#include "scenario/image.h"
#include "world/paint_layer.h"

namespace tandem {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

// No light of any kind: tests add what they need.
WorldDescription darkness() {
  WorldDescription world;
  world.atmosphere.ambient = {0, 0, 0, 1};
  world.atmosphere.background = {0, 0, 0, 1};
  return world;
}

WorldDescription lit_by(const Light& light) {
  WorldDescription world = darkness();
  world.lights.push_back(light);
  return world;
}

Light sun(const Vec3& direction, float strength = 1) {
  Light light;
  light.direction = normalized(direction);
  light.diffuse = {strength, strength, strength, 1};
  return light;
}

// Light as much as the colour says, whatever shines.
Material glowing(Color color) {
  Material material;
  material.base_color = {0, 0, 0, color.a};
  material.emissive = color;
  material.roughness = 1;
  return material;
}

Material matte(Color color) {
  Material material;
  material.base_color = color;
  material.roughness = 1;
  return material;
}

const Material white = matte({1, 1, 1, 1});

// What a rough surface of colour 1 sends straight back when light 1 falls straight on it: all of
// it, and what its facets mirror, 0.04 * 0.25.
constexpr double straight_back = 1.01;

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

// --- where things are

TEST_P(RendererOf, NothingIsBackground) {
  WorldDescription world;
  world.atmosphere.background = {0.2f, 0.4f, 0.6f, 1};
  TestScene scene(world);
  const CameraImage image = draw(scene, test_view({}));
  EXPECT_COLOR(pixel(image, 50, 50), 51, 102, 153, 1);
  EXPECT_EQ(depth(image, 50, 50), infinity);
  EXPECT_EQ(instance(image, 50, 50), 0u);
  EXPECT_EQ(image.labels[0], 0);
}

TEST_P(RendererOf, ThingsAreWhereTheLensPutsThem) {
  TestScene scene(darkness());
  const Vec3 places[] = {{4, 0, 0}, {4, 2, 1}, {5, -3, -2}, {3, 1.5, -2}};
  std::vector<EntityId> balls;
  for (const Vec3& place : places)
    balls.push_back(scene.add(Sphere{0.15}, {place, {}}, glowing({1, 1, 1, 1})));
  const CameraView view = test_view(looking_along_x({}));
  const CameraImage image = draw(scene, view);
  for (std::size_t i = 0; i < balls.size(); ++i) {
    const Vec3 in_camera = inverse(view.world_from_camera) * places[i];
    const auto expected = project(view.rays->intrinsics(), in_camera);
    ASSERT_TRUE(expected);
    double x_sum = 0, y_sum = 0;
    int count = 0;
    for (int y = 0; y < image.height; ++y)
      for (int x = 0; x < image.width; ++x)
        if (instance(image, x, y) == instance_id(balls[i])) {
          x_sum += x;
          y_sum += y;
          ++count;
        }
    ASSERT_GT(count, 5) << i;
    EXPECT_NEAR(x_sum / count, (*expected)[0], 0.5) << i;
    EXPECT_NEAR(y_sum / count, (*expected)[1], 0.5) << i;
  }
}

TEST_P(RendererOf, DepthIsAlongTheOpticalAxis) {
  TestScene scene(darkness());
  scene.add(Plane{{-1, 0, 0}, 100, 100}, {{3, 0, 0}, {}});
  const CameraImage image = draw(scene, test_view(looking_along_x({})));
  for (const int x : {0, 50, 100}) EXPECT_NEAR(depth(image, x, 20), 3, 1e-5);
}

TEST_P(RendererOf, DepthOfEveryShapeIsExact) {
  const Shape shapes[] = {Box{{1, 1, 1}}, Sphere{0.5}, Cylinder{0.5, 1}, Capsule{0.5, 1},
                          Ellipsoid{{0.5, 0.8, 0.7}}};
  for (const Shape& shape : shapes) {
    TestScene scene(darkness());
    scene.add(shape, {{3.25, 0, 0}, {}});
    const CameraImage image = draw(scene, test_view(looking_along_x({})));
    EXPECT_NEAR(depth(image, 50, 50), 2.75, 1e-5) << shape.index();
  }
}

TEST_P(RendererOf, NearThingsHideFarOnes) {
  TestScene scene(darkness());
  const EntityId far = scene.add(Box{{1, 4, 4}}, {{6, 0, 0}, {}});
  const EntityId near = scene.add(Box{{1, 1, 1}}, {{3, 0, 0}, {}}, {}, false);
  const CameraImage image = draw(scene, test_view(looking_along_x({})));
  EXPECT_EQ(instance(image, 50, 50), instance_id(near));
  EXPECT_EQ(instance(image, 50, 35), instance_id(far));
}

TEST_P(RendererOf, NearAndFarAreLimits) {
  TestScene scene(darkness());
  scene.add(Plane{{-1, 0, 0}, 100, 100}, {{2, 0, 0}, {}});
  scene.add(Plane{{-1, 0, 0}, 100, 100}, {{5, 0, 0}, {}});
  CameraView view = test_view(looking_along_x({}));
  view.near_m = 2.1;
  EXPECT_NEAR(depth(draw(scene, view), 3, 50), 5, 1e-4);
  view.far_m = 4.9;
  EXPECT_EQ(depth(draw(scene, view), 3, 50), infinity);
}

TEST_P(RendererOf, OwnBodyCanBeLeftOut) {
  TestScene scene(darkness());
  const EntityId own = scene.add(Box{{1, 1, 1}}, {{2, 0, 0}, {}}, {}, false);
  const EntityId other = scene.add(Box{{1, 1, 1}}, {{5, 0, 0}, {}});
  CameraView view = test_view(looking_along_x({}));
  EXPECT_EQ(instance(draw(scene, view), 50, 50), instance_id(own));
  view.ignored = own;
  EXPECT_EQ(instance(draw(scene, view), 50, 50), instance_id(other));
}

TEST_P(RendererOf, MovedThingsAreDrawnWhereTheyAre) {
  TestScene scene(darkness());
  const EntityId ball = scene.add(Sphere{0.5}, {{3, 0, 0}, {}}, {}, false);
  const CameraView view = test_view(looking_along_x({}));
  EXPECT_EQ(instance(draw(scene, view), 50, 50), instance_id(ball));
  scene.move(ball, {{3, 2, 0}, {}});
  const CameraImage image = draw(scene, view);
  EXPECT_EQ(instance(image, 50, 50), 0u);
  EXPECT_EQ(instance(image, 50 - 34, 50), instance_id(ball));  // to the left: 50.5 * 2 / 3
}

TEST_P(RendererOf, PartsOfAModelCanHaveClassesOfTheirOwn) {
  TestScene scene;
  Model model;
  model.name = "car";
  model.is_static = true;
  model.label = 7;
  Link& link = model.links.emplace_back();
  link.name = "link";
  link.visuals.push_back({"body", {{0, -1, 0}, {}}, Box{{1, 1, 1}}, white, true, {}});
  link.visuals.push_back({"wheel", {{0, 1, 0}, {}}, Box{{1, 1, 1}}, white, true, 9});
  const EntityId car = scene.add(std::move(model), {{4, 0, 0}, {}});
  const CameraImage image = draw(scene, test_view(looking_along_x({})));
  // y is to the left, 4 m away: 12.5 pixels a metre
  EXPECT_EQ(image.labels[index_of(image, 63, 50)], 7);
  EXPECT_EQ(image.labels[index_of(image, 37, 50)], 9);
  EXPECT_EQ(image.labels[index_of(image, 50, 50)], 0);
  EXPECT_EQ(instance(image, 63, 50), instance_id(car));
  EXPECT_EQ(instance(image, 37, 50), instance_id(car));
  EXPECT_EQ(instance(image, 50, 50), 0u);
}

TEST_P(RendererOf, WhatWasNotAskedForIsEmpty) {
  TestScene scene(darkness());
  CameraView view = test_view({});
  view.has_color = view.has_labels = view.has_instances = false;
  const CameraImage image = draw(scene, view);
  EXPECT_TRUE(image.rgb.empty());
  EXPECT_TRUE(image.labels.empty());
  EXPECT_TRUE(image.instances.empty());
  EXPECT_EQ(image.depth_m.size(), 101u * 101u);
}

TEST_P(RendererOf, WrongViewsAreErrors) {
  TestScene scene;
  renderer_->update(scene.scene());
  CameraImage image;
  CameraView view = test_view({});
  view.far_m = view.near_m;
  EXPECT_EQ(renderer_->render(view, image)->message,
            "the camera sees from 0.01 to 0.01 m: expected 0 < near < far");
  view = test_view({{std::nan(""), 0, 0}, {}});
  EXPECT_EQ(renderer_->render(view, image)->message, "the camera's pose is not a number");
  view.rays = nullptr;
  EXPECT_TRUE(renderer_->render(view, image));
}

// --- light

TEST_P(RendererOf, GlowIsShownAsItIsWritten) {
  TestScene scene(darkness());
  scene.add(Box{{1, 9, 9}}, {{3, 0, 0}, {}}, glowing({0.3f, 0.5f, 0.7f, 1}));
  EXPECT_COLOR(pixel(draw(scene, test_view(looking_along_x({}))), 50, 50), 77, 128, 179, 1);
}

TEST_P(RendererOf, BrightnessFollowsTheCosine) {
  for (const double angle : {0.0, 30.0, 60.0}) {
    const double radians = angle * std::numbers::pi / 180;
    TestScene scene(lit_by(sun({std::sin(radians), 0, -std::cos(radians)}, 0.5f)));
    scene.add(Plane{}, {}, white);
    const CameraImage image = draw(scene, test_view(looking_down({0, 0, 5})));
    // the mirrored part is nearly the same at all angles for a surface this rough
    EXPECT_COLOR(pixel(image, 50, 50), byte_of(0.5 * straight_back * std::cos(radians)),
                 byte_of(0.5 * straight_back * std::cos(radians)),
                 byte_of(0.5 * straight_back * std::cos(radians)), 2);
  }
}

TEST_P(RendererOf, ColoursOfLightAndSurfaceMultiply) {
  Light light = sun({0, 0, -1});
  light.diffuse = {0.6f, 0.3f, 0.6f, 1};
  TestScene scene(lit_by(light));
  Material material = matte({1, 0.5f, 0, 1});
  scene.add(Plane{}, {}, material);
  const CameraImage image = draw(scene, test_view(looking_down({0, 0, 5})));
  const double half = linear_from_srgb(0.5f);
  EXPECT_COLOR(pixel(image, 50, 50), byte_of(0.6 * 1.01), byte_of(0.3 * (half + 0.01)),
               byte_of(0.6 * 0.01), 1);
}

TEST_P(RendererOf, SkyLightComesMostlyFromAbove) {
  WorldDescription world = darkness();
  world.atmosphere.ambient = {0.4f, 0.4f, 0.4f, 1};
  TestScene scene(world);
  scene.add(Box{{2, 2, 2}}, {}, white);
  const Pixel top = pixel(draw(scene, test_view(looking_down({0, 0, 5}))), 50, 50);
  const Pixel side = pixel(draw(scene, test_view(looking_along_x({-5, 0, 0}))), 50, 50);
  // 0.4 (0.7 + 0.3 z), and 0.04 of the sky mirrored: 0.2 above, between that and 0.14 at the side
  EXPECT_NEAR(top.g, byte_of(0.4 + 0.04 * 0.2), 1);
  EXPECT_NEAR(side.g, byte_of(0.28 + 0.04 * 0.17), 1);
}

TEST_P(RendererOf, BothSidesOfASurfaceAreDrawn) {
  TestScene scene(lit_by(sun({0, 0, 1})));
  scene.add(Plane{}, {}, white);
  const CameraImage image =
      draw(scene, test_view({{0, 0, -5}, {}}));  // looks up at the plane's back
  EXPECT_NEAR(pixel(image, 50, 50).g, byte_of(straight_back), 1);
}

TEST_P(RendererOf, MetalsMirrorInTheirColour) {
  Material gold;
  gold.base_color = {1, 0.5f, 0, 1};
  gold.metalness = 1;
  gold.roughness = 0.3f;
  TestScene scene(lit_by(sun({0, 0, -1})));
  scene.add(Sphere{1}, {}, gold);
  const CameraImage image = draw(scene, test_view(looking_down({0, 0, 5})));
  const Pixel glint = pixel(image, 50, 50), beside = pixel(image, 57, 50);
  EXPECT_GT(glint.r, 240);
  EXPECT_GT(glint.r, glint.g);
  EXPECT_LT(glint.b, 20);
  EXPECT_LT(beside.r, glint.r / 2);  // nothing diffuse around the highlight
}

// --- shadows

TEST_P(RendererOf, ShadowsFallAwayFromTheLight) {
  WorldDescription world = lit_by(sun({1, 0, -1}, 0.5f));
  world.atmosphere.ambient = {0.2f, 0.2f, 0.2f, 1};
  TestScene scene(world);
  scene.add(Plane{}, {}, white);
  scene.add(Box{{1, 1, 1}}, {{0, 0, 2}, {}}, white);
  CameraView view = test_view(looking_down({0, 0, 5}));
  CameraImage image = draw(scene, view);
  // the box at a height of 2 m darkens the floor 2 m further along x: 50.5 / 5 pixels a metre
  const double dark = 0.2 + 0.04 * 0.1;
  EXPECT_NEAR(pixel(image, 50 + 20, 50).g, byte_of(dark), 2);
  EXPECT_GT(pixel(image, 50 - 20, 50).g, byte_of(dark) + 60);
  EXPECT_GT(pixel(image, 50 + 40, 50).g, byte_of(dark) + 60);
  view.has_shadows = false;
  image = draw(scene, view);
  EXPECT_GT(pixel(image, 50 + 20, 50).g, byte_of(dark) + 60);
}

TEST_P(RendererOf, MovingThingsCastShadowsToo) {
  TestScene scene(lit_by(sun({0, 0, -1})));
  scene.add(Plane{}, {}, white);
  const EntityId ball = scene.add(Sphere{0.5}, {{2, 0, 2}, {}}, white, false);
  CameraView view = test_view(looking_down({-1.5, 0, 5}));
  const auto at_origin = [&] { return pixel(draw(scene, view), 50 + 15, 50).g; };
  EXPECT_GT(at_origin(), 200);
  scene.move(ball, {{0, 0, 4.5}, {}});
  view.near_m = 2;
  EXPECT_EQ(at_origin(), 0);
}

TEST_P(RendererOf, NotEverythingCastsShadows) {
  const auto floor_under = [&](const Material& material, bool casts_shadows, bool light_casts) {
    Light light = sun({0.5, 0, -1});
    light.casts_shadows = light_casts;
    TestScene scene(lit_by(light));
    scene.add(Plane{}, {}, white);
    Model model;
    model.name = "pane";
    model.is_static = true;
    model.links.emplace_back().visuals.push_back(
        {"pane", {}, Box{{1, 1, 0.01}}, material, casts_shadows});
    scene.add(std::move(model), {{0, 0, 2}, {}});
    return pixel(draw(scene, test_view(looking_down({0, 0, 5}))), 50 + 10, 50).g;
  };
  EXPECT_EQ(floor_under(white, true, true), 0);
  EXPECT_GT(floor_under(white, false, true), 200);
  EXPECT_GT(floor_under(white, true, false), 200);
  EXPECT_GT(floor_under(matte({1, 1, 1, 0.3f}), true, true), 150);  // glass
  EXPECT_EQ(floor_under(matte({0, 0, 0, 0.8f}), true, true), 0);
}

TEST_P(RendererOf, TextureStaysVisibleInAShadow) {
  WorldDescription world = lit_by(sun({1, 0, -1}));
  world.atmosphere.ambient = {0.3f, 0.3f, 0.3f, 1};
  TestScene scene(world);
  scene.add(Plane{}, {}, matte({0.8f, 0.8f, 0.8f, 1}));
  scene.add(Plane{{0, 0, 1}, 1, 1}, {{2, 0, 0.001}, {}}, matte({0.4f, 0.4f, 0.4f, 1}));
  scene.add(Box{{3, 3, 0.1}}, {{0, 0, 2}, {}}, white);
  const CameraImage image = draw(scene, test_view(looking_down({0, 0, 10})));
  EXPECT_GT(pixel(image, 50 + 15, 50).g, pixel(image, 50 + 10, 50).g + 50);
}

// --- lamps

Light lamp(LightType type) {
  Light light;
  light.type = type;
  light.world_from_light.translation = {0, 0, 2};
  light.diffuse = {2, 2, 2, 1};
  light.attenuation_constant = 0;
  light.attenuation_linear = 0;
  light.attenuation_quadratic = 1;
  light.range_m = 4;
  return light;
}

TEST_P(RendererOf, PointLightsFadeWithDistance) {
  TestScene scene(lit_by(lamp(LightType::point)));
  scene.add(Plane{}, {}, white);
  const CameraImage image = draw(scene, test_view(looking_down({0, 0, 5})));
  EXPECT_NEAR(pixel(image, 50, 50).g, byte_of(2.0 / 4 * straight_back), 2);
  // 2 m to the side: twice the square of the distance and a cosine of 0.7
  EXPECT_NEAR(pixel(image, 70, 50).g, byte_of(2.0 / 8 * std::sqrt(0.5)), 5);
  // beyond its range there is nothing
  EXPECT_EQ(pixel(image, 50 + 40, 50).g, 0);
}

TEST_P(RendererOf, SpotLightsHaveACone) {
  Light spot = lamp(LightType::spot);
  spot.spot_inner_angle = 0.5;
  spot.spot_outer_angle = 1.0;
  spot.spot_falloff = 1;
  TestScene scene(lit_by(spot));
  scene.add(Plane{}, {}, white);
  const CameraImage image = draw(scene, test_view(looking_down({0, 0, 5})));
  const int middle = pixel(image, 50, 50).g;
  EXPECT_NEAR(middle, byte_of(0.5 * straight_back), 2);
  // angles are from edge to edge: the cone ends 2 tan(0.5) = 1.09 m from the middle
  const int edge = pixel(image, 50 + 8, 50).g;  // at 0.79 m, between the cones
  EXPECT_GT(edge, 20);
  EXPECT_LT(edge, middle - 20);
  EXPECT_EQ(pixel(image, 50 + 12, 50).g, 0);
}

TEST_P(RendererOf, LampsCastShadows) {
  TestScene scene(lit_by(lamp(LightType::point)));
  scene.add(Plane{}, {}, white);
  scene.add(Sphere{0.1}, {{0.25, 0, 1}, {}}, white);
  const CameraImage image = draw(scene, test_view(looking_down({2, 0, 5})));
  // twice as far from the lamp, twice as far to the side
  EXPECT_EQ(pixel(image, 50 - 15, 50).g, 0);
  EXPECT_GT(pixel(image, 50 - 20, 50).g, 50);
}

// --- air and glass

TEST_P(RendererOf, HundredLampsCastShadowsAll) {
  WorldDescription world = darkness();
  for (int i = 0; i < 100; ++i) {
    Light lamp;
    lamp.type = LightType::point;
    lamp.world_from_light.translation = {0.1 * (i % 10) - 0.45, 0.1 * (i / 10) - 0.45, 3};
    lamp.diffuse = {0.01f, 0.01f, 0.01f, 1};
    lamp.casts_shadows = true;
    lamp.range_m = 20;
    world.lights.push_back(lamp);
  }
  TestScene scene(world);
  scene.add(Plane{}, {}, white);
  scene.add(Box{{2, 2, 0.1}}, {{0, 0, 1}, {}}, white);
  CameraView view = test_view(looking_along_x({-4, 0, 0.5}));
  CameraImage image = draw(scene, view);
  // under the table no lamp shines; 4 m ahead and half a metre down: 6.25 pixels below the middle
  EXPECT_COLOR(pixel(image, 50, 56), 0, 0, 0, 2);
  view.has_shadows = false;
  image = draw(scene, view);
  EXPECT_GT(pixel(image, 50, 56).g, 100);
}

TEST_P(RendererOf, LinearFogGrowsWithDistance) {
  WorldDescription world = darkness();
  world.atmosphere.fog = {
      .color = {1, 1, 1, 1}, .type = "linear", .start_m = 2, .end_m = 6, .density = 1};
  TestScene scene(world);
  const EntityId wall =
      scene.add(Box{{0.1, 1, 1}}, {{4.05, 0, 0}, {}}, glowing({0, 0, 0, 1}), false);
  const CameraView view = test_view(looking_along_x({}));
  CameraImage image = draw(scene, view);
  EXPECT_NEAR(pixel(image, 50, 50).g, byte_of(0.5), 1);
  EXPECT_EQ(pixel(image, 5, 5).g, byte_of(1));  // the sky is far away
  scene.move(wall, {{1.9, 0, 0}, {}});
  EXPECT_LE(pixel(draw(scene, view), 50, 50).g, 1);
}

TEST_P(RendererOf, QuadraticFogIsABell) {
  WorldDescription world = darkness();
  world.atmosphere.fog = {
      .color = {1, 1, 1, 1}, .type = "quadratic", .start_m = 0, .end_m = 0, .density = 0.2};
  TestScene scene(world);
  scene.add(Box{{0.1, 1, 1}}, {{4.05, 0, 0}, {}}, glowing({0, 0, 0, 1}));
  const CameraImage image = draw(scene, test_view(looking_along_x({})));
  EXPECT_NEAR(pixel(image, 50, 50).g, byte_of(1 - std::exp(-0.64)), 1);
}

TEST_P(RendererOf, GlassIsBlendedLayerByLayer) {
  TestScene scene(darkness());
  scene.add(Plane{{-1, 0, 0}, 9, 9}, {{9, 0, 0}, {}}, glowing({0, 1, 0, 1}));
  scene.add(Plane{{-1, 0, 0}, 9, 9}, {{5, 0, 0}, {}}, glowing({1, 0, 0, 0.25f}));
  const EntityId pane =
      scene.add(Plane{{-1, 0, 0}, 9, 9}, {{3, 0, 0}, {}}, glowing({0, 0, 1, 0.5f}), false);
  const CameraImage image = draw(scene, test_view(looking_along_x({})));
  // blue half, then a quarter red of the other half, then green through both
  EXPECT_COLOR(pixel(image, 50, 50), byte_of(0.125), byte_of(0.375), byte_of(0.5), 1);
  // half counts as solid for the other pictures
  EXPECT_NEAR(depth(image, 50, 50), 3, 1e-5);
  EXPECT_EQ(instance(image, 50, 50), instance_id(pane));
}

TEST_P(RendererOf, DepthAndLabelsLookThroughWhatIsMostlyTransparent) {
  TestScene scene(darkness());
  const EntityId wall = scene.add(Box{{1, 9, 9}}, {{6, 0, 0}, {}}, white);
  scene.add(Box{{1, 9, 9}}, {{3, 0, 0}, {}}, glowing({1, 1, 1, 0.3f}));
  CameraView view = test_view(looking_along_x({}));
  for (const bool has_color : {true, false}) {
    view.has_color = has_color;
    const CameraImage image = draw(scene, view);
    EXPECT_NEAR(depth(image, 50, 50), 5.5, 1e-5);
    EXPECT_EQ(instance(image, 50, 50), instance_id(wall));
  }
}

TEST_P(RendererOf, ExposureMultipliesLight) {
  TestScene scene(darkness());
  scene.add(Box{{1, 9, 9}}, {{3, 0, 0}, {}}, glowing({0.5f, 0.5f, 0.5f, 1}));
  CameraView view = test_view(looking_along_x({}));
  view.exposure = 2;
  EXPECT_NEAR(pixel(draw(scene, view), 50, 50).g, byte_of(2 * linear_from_srgb(0.5f)), 1);
}

// --- textures and paint

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

TEST_P(RendererOf, TexturesStandUpright) {
  const TextureFile file(quarters());
  TestScene scene(darkness());
  scene.add(Box{{1, 4, 4}}, {{3.5, 0, 0}, {}}, glowing_texture(file.path()));
  const CameraImage image = draw(scene, test_view(looking_along_x({})));
  EXPECT_COLOR(pixel(image, 35, 35), byte_of(1), 0, 0, 2);
  EXPECT_COLOR(pixel(image, 65, 35), 0, byte_of(1), 0, 2);
  EXPECT_COLOR(pixel(image, 35, 65), 0, 0, byte_of(1), 2);
  EXPECT_COLOR(pixel(image, 65, 65), byte_of(1), byte_of(1), byte_of(1), 2);
}

TEST_P(RendererOf, PlanesShowTheTextureOnce) {
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

TEST_P(RendererOf, MeshesRepeatTextures) {
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
TEST_P(RendererOf, AnotherWorldTakesOver) {
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

TEST_P(RendererOf, FarTexturesShowTheirMean) {
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

TEST_P(RendererOf, NormalTexturesTiltTheLight) {
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

TEST_P(RendererOf, RoughnessAndMetalnessTexturesCount) {
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

TEST_P(RendererOf, PaintLiesOnTheFloorItIsFor) {
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

TEST_P(RendererOf, FarPaintIsTheMeanOfItsPixels) {
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

// --- lenses and edges

TEST_P(RendererOf, OtherLensesPutThingsWhereTheyProject) {
  const Intrinsics lenses[] = {
      intrinsics_from_fov(161, 121, 1.6, Lens::plumb_bob, {-0.28, 0.08, 0.001, -0.001, 0}),
      intrinsics_from_fov(161, 121, 3.3, Lens::fisheye, {0.02, -0.005, 0, 0})};
  for (const Intrinsics& lens : lenses) {
    TestScene scene(darkness());
    const Vec3 places[] = {{4, 0, 0}, {3, 2.2, 1.2}, {4, -2, 1.5}, {2.5, 0.5, -1}};
    std::vector<EntityId> balls;
    for (const Vec3& place : places)
      balls.push_back(scene.add(Sphere{0.12}, {place, {}}, glowing({1, 1, 1, 1})));
    CameraView view = test_view(looking_along_x({}));
    view.rays = std::make_shared<const RayTable>(*RayTable::make(lens));
    const CameraImage image = draw(scene, view);
    for (std::size_t i = 0; i < balls.size(); ++i) {
      const auto expected = project(lens, inverse(view.world_from_camera) * places[i]);
      ASSERT_TRUE(expected);
      double x_sum = 0, y_sum = 0;
      int count = 0;
      for (int y = 0; y < image.height; ++y)
        for (int x = 0; x < image.width; ++x)
          if (instance(image, x, y) == instance_id(balls[i])) x_sum += x, y_sum += y, ++count;
      ASSERT_GT(count, 3) << i;
      EXPECT_NEAR(x_sum / count, (*expected)[0], 0.6) << i;
      EXPECT_NEAR(y_sum / count, (*expected)[1], 0.6) << i;
    }
    // straight ahead both measure the same
    const auto middle = project(lens, {0, 0, 1});
    const int x = static_cast<int>(std::lround((*middle)[0]));
    const int y = static_cast<int>(std::lround((*middle)[1]));
    EXPECT_NEAR(depth(image, x, y), 3.88, 0.01);
  }
}

TEST_P(RendererOf, FisheyeSeesBehindItselfAndNothingInItsCorners) {
  TestScene scene(darkness());
  const EntityId beside = scene.add(Sphere{0.5}, {{-0.5, 3, 0}, {}}, white);
  CameraView view = test_view(looking_along_x({}));
  view.rays = std::make_shared<const RayTable>(
      *RayTable::make(intrinsics_from_fov(101, 101, 2 * std::numbers::pi, Lens::fisheye)));
  const CameraImage image = draw(scene, view);
  // 99 degrees to the left: 101 pixels for 360 degrees
  EXPECT_EQ(instance(image, 50 - 28, 50), instance_id(beside));
  EXPECT_NEAR(depth(image, 50 - 28, 50), std::hypot(3, 0.5) - 0.5, 0.02);  // along the ray
  EXPECT_COLOR(pixel(image, 0, 0), 0, 0, 0, 0);
}

TEST_P(RendererOf, EdgesAreSmoothWhenAskedFor) {
  WorldDescription world = darkness();
  TestScene scene(world);
  // an edge that leans a little
  scene.add(Box{{1, 8, 8}}, {{3.5, -4, 0}, Quat::from_axis_angle({1, 0, 0}, 0.05)},
            glowing({1, 1, 1, 1}));
  CameraView view = test_view(looking_along_x({}));
  const auto shades = [&] {
    const CameraImage image = draw(scene, view);
    int between = 0;
    for (int y = 0; y < image.height; ++y)
      for (int x = 0; x < image.width; ++x) {
        const int value = pixel(image, x, y).g;
        if (value > 10 && value < 220) ++between;
      }
    return between;
  };
  EXPECT_EQ(shades(), 0);
  view.is_antialiased = true;
  EXPECT_GT(shades(), 50);
}

INSTANTIATE_TEST_SUITE_P(BackEnd, RendererOf,
                         testing::Values(RendererChoice::ray, RendererChoice::gl),
                         [](const auto& run) {
                           return run.param == RendererChoice::ray ? "ray" : "gl";
                         });

TEST(RayRenderer, ThreadsDoNotChangeTheBytes) {
  WorldDescription world = lit_by(sun({1, 0.5, -1}));
  TestScene scene(world);
  scene.add(Plane{}, {}, white);
  for (int i = 0; i < 40; ++i)
    scene.add(i % 2 == 0 ? Shape(Sphere{0.3}) : Shape(Box{{0.4, 0.4, 0.4}}),
              {{3.0 + i % 7, (i % 11) - 5.0, 0.3}, {}},
              matte({0.1f * static_cast<float>(i % 10), 0.5f, 0.7f, 1}), i % 3 == 0);
  CameraView view = test_view(looking_along_x({-2, 0, 1.5}), 333);
  view.is_antialiased = true;
  const auto rays = std::make_shared<RayWorld>();
  CameraImage alone, together;
  ThreadPool pool(3);
  auto single = make_renderer(RendererChoice::ray, rays, nullptr);
  auto several = make_renderer(RendererChoice::ray, rays, &pool);
  (*single)->update(scene.scene());
  (*several)->update(scene.scene());
  ASSERT_FALSE((*single)->render(view, alone));
  ASSERT_FALSE((*several)->render(view, together));
  EXPECT_EQ(alone.rgb, together.rgb);
  EXPECT_EQ(alone.depth_m, together.depth_m);
  EXPECT_EQ(alone.labels, together.labels);
  EXPECT_EQ(alone.instances, together.instances);
}

TEST(RayRenderer, NarrowMachinesDrawTheSame) {
  TestScene scene(lit_by(sun({1, 0.5, -1})));
  scene.add(Plane{}, {}, white);
  scene.add(Sphere{0.8}, {{4, 0, 1}, {}}, matte({0.9f, 0.3f, 0.1f, 1}));
  const CameraView view = test_view(looking_along_x({0, 0, 1.2}), 160);
  std::vector<CameraImage> images;
  for (const RayWidth width : {RayWidth::four, RayWidth::eight, RayWidth::sixteen}) {
    auto renderer = make_renderer(RendererChoice::ray, std::make_shared<RayWorld>(width), nullptr);
    (*renderer)->update(scene.scene());
    ASSERT_FALSE((*renderer)->render(view, images.emplace_back()));
  }
  for (const CameraImage& image : images) {
    int different = 0;
    for (std::size_t i = 0; i < image.rgb.size(); ++i)
      if (std::abs(image.rgb[i] - images[0].rgb[i]) > 1) ++different;
    EXPECT_LE(different, 60);  // a few pixels of 25,600 at edges of shadow and sphere
  }
}

TEST(Renderer, ChoicesHaveNames) {
  EXPECT_EQ(parse_renderer("auto"), RendererChoice::automatic);
  EXPECT_EQ(parse_renderer("gl"), RendererChoice::gl);
  EXPECT_EQ(parse_renderer("vulkan"), std::nullopt);
}

}  // namespace
}  // namespace tandem
