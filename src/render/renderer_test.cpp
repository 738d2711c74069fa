// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/renderer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "render/test_renderer.h"

namespace tandem {
namespace {

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

BOTH_BACK_ENDS(RendererOf);

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
