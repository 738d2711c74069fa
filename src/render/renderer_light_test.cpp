// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "render/test_renderer.h"
#include "render/viewpoint.h"

namespace tandem {
namespace {

class LightOf : public RendererOf {};

// --- light

TEST_P(LightOf, GlowIsShownAsItIsWritten) {
  TestScene scene(darkness());
  scene.add(Box{{1, 9, 9}}, {{3, 0, 0}, {}}, glowing({0.3f, 0.5f, 0.7f, 1}));
  EXPECT_COLOR(pixel(draw(scene, test_view(looking_along_x({}))), 50, 50), 77, 128, 179, 1);
}

TEST_P(LightOf, BrightnessFollowsTheCosine) {
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

TEST_P(LightOf, ColoursOfLightAndSurfaceMultiply) {
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

TEST_P(LightOf, SkyLightComesMostlyFromAbove) {
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

TEST_P(LightOf, BothSidesOfASurfaceAreDrawn) {
  TestScene scene(lit_by(sun({0, 0, 1})));
  scene.add(Plane{}, {}, white);
  const CameraImage image =
      draw(scene, test_view({{0, 0, -5}, {}}));  // looks up at the plane's back
  EXPECT_NEAR(pixel(image, 50, 50).g, byte_of(straight_back), 1);
}

TEST_P(LightOf, MetalsMirrorInTheirColour) {
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

TEST_P(LightOf, ShadowsFallAwayFromTheLight) {
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

TEST_P(LightOf, MovingThingsCastShadowsToo) {
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

TEST_P(LightOf, NotEverythingCastsShadows) {
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

TEST_P(LightOf, TextureStaysVisibleInAShadow) {
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

TEST_P(LightOf, PointLightsFadeWithDistance) {
  TestScene scene(lit_by(lamp(LightType::point)));
  scene.add(Plane{}, {}, white);
  const CameraImage image = draw(scene, test_view(looking_down({0, 0, 5})));
  EXPECT_NEAR(pixel(image, 50, 50).g, byte_of(2.0 / 4 * straight_back), 2);
  // 2 m to the side: twice the square of the distance and a cosine of 0.7
  EXPECT_NEAR(pixel(image, 70, 50).g, byte_of(2.0 / 8 * std::sqrt(0.5)), 5);
  // beyond its range there is nothing
  EXPECT_EQ(pixel(image, 50 + 40, 50).g, 0);
}

TEST_P(LightOf, SpotLightsHaveACone) {
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

TEST_P(LightOf, LampsCastShadows) {
  TestScene scene(lit_by(lamp(LightType::point)));
  scene.add(Plane{}, {}, white);
  scene.add(Sphere{0.1}, {{0.25, 0, 1}, {}}, white);
  const CameraImage image = draw(scene, test_view(looking_down({2, 0, 5})));
  // twice as far from the lamp, twice as far to the side
  EXPECT_EQ(pixel(image, 50 - 15, 50).g, 0);
  EXPECT_GT(pixel(image, 50 - 20, 50).g, 50);
}

// --- air and glass

TEST_P(LightOf, HundredLampsCastShadowsAll) {
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

TEST_P(LightOf, LinearFogGrowsWithDistance) {
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

TEST_P(LightOf, QuadraticFogIsABell) {
  WorldDescription world = darkness();
  world.atmosphere.fog = {
      .color = {1, 1, 1, 1}, .type = "quadratic", .start_m = 0, .end_m = 0, .density = 0.2};
  TestScene scene(world);
  scene.add(Box{{0.1, 1, 1}}, {{4.05, 0, 0}, {}}, glowing({0, 0, 0, 1}));
  const CameraImage image = draw(scene, test_view(looking_along_x({})));
  EXPECT_NEAR(pixel(image, 50, 50).g, byte_of(1 - std::exp(-0.64)), 1);
}

TEST_P(LightOf, GlassIsBlendedLayerByLayer) {
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

TEST_P(LightOf, DepthAndLabelsLookThroughWhatIsMostlyTransparent) {
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

// Smoke is of many surfaces; of more than eight at once the rest is left out, but never what stands
// behind it.
TEST_P(LightOf, WhatStandsBehindManyPanesIsSeen) {
  TestScene scene(darkness());
  const EntityId wall = scene.add(Box{{1, 99, 99}}, {{20.5, 0, 0}, {}}, glowing({0, 1, 0, 1}));
  for (int pane = 0; pane < 12; ++pane)
    scene.add(Plane{{-1, 0, 0}, 99, 99}, {{2.0 + pane, 0, 0}, {}}, glowing({1, 0, 0, 0.1f}));
  const CameraImage image = draw(scene, test_view(looking_along_x({})));
  const double through = std::pow(0.9, 8);
  EXPECT_COLOR(pixel(image, 50, 50), byte_of(1 - through), byte_of(through), 0, 1);
  EXPECT_NEAR(depth(image, 50, 50), 20, 1e-4);
  EXPECT_EQ(instance(image, 50, 50), instance_id(wall));
}

// The lower side of a glass box and the floor are in the same place, and only one of them ends a
// look.
TEST_P(LightOf, GlassThatStandsOnAFloorHidesNothingOfIt) {
  for (const Shape& floor : {Shape(Plane{{0, 0, 1}, 60, 60}), Shape(Box{{60, 60, 2}})})
    for (const float opacity : {0.3f, 0.6f})
      for (const bool moves : {false, true}) {
        WorldDescription world = darkness();
        world.atmosphere.background = {0, 0, 1, 1};
        TestScene scene(world);
        const double middle = std::holds_alternative<Box>(floor) ? -1 : 0;
        scene.add(floor, {{0, 0, middle}, {}}, glowing({1, 0, 0, 1}));
        scene.add(Box{{0.7, 1.3, 0.9}}, {{0, 0, 0.45}, Quat::from_rpy(0, 0, 0.3)},
                  glowing({0, 0, 0, opacity}), !moves);
        CameraView view = test_view(looking_at({-2.3, 0.4, 1.7}, {0, 0, 0.2}), 101, 0.7);
        for (const bool is_smooth : {false, true}) {
          view.is_antialiased = is_smooth;
          const CameraImage image = draw(scene, view);
          int blue = 0, endless = 0;
          for (int y = 0; y < image.height; ++y)
            for (int x = 0; x < image.width; ++x) {
              blue += pixel(image, x, y).b > 80;  // more than surfaces mirror of the sky
              endless += std::isinf(depth(image, x, y));
            }
          EXPECT_EQ(blue, 0) << opacity << " " << moves << " " << is_smooth;
          EXPECT_EQ(endless, 0) << opacity << " " << moves << " " << is_smooth;
        }
      }
}

TEST_P(LightOf, ExposureMultipliesLight) {
  TestScene scene(darkness());
  scene.add(Box{{1, 9, 9}}, {{3, 0, 0}, {}}, glowing({0.5f, 0.5f, 0.5f, 1}));
  CameraView view = test_view(looking_along_x({}));
  view.exposure = 2;
  EXPECT_NEAR(pixel(draw(scene, view), 50, 50).g, byte_of(2 * linear_from_srgb(0.5f)), 1);
}

BOTH_BACK_ENDS(LightOf);

}  // namespace
}  // namespace tandem
