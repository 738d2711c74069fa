// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "base/random.h"
#include "render/ray_world_parts.h"
#include "render/sun_shadows.h"
#include "render/test_agreement.h"
#include "render/test_camera.h"
#include "render/test_scene.h"

// Cameras find what they see, and what shades it, in lists that are made beforehand. A search of
// the whole world must come to the same.
namespace tandem {
namespace {

// A sheet of n by n squares of two triangles each, from -1 to 1, of any height.
template <typename Height>
std::shared_ptr<const Mesh> sheet(int n, Height&& height) {
  auto mesh = std::make_shared<Mesh>();
  const auto step = 2.0 / n;
  for (int y = 0; y <= n; ++y)
    for (int x = 0; x <= n; ++x) {
      const double u = x * step - 1, v = y * step - 1;
      mesh->positions.push_back(
          {static_cast<float>(u), static_cast<float>(v), static_cast<float>(height(u, v))});
      mesh->normals.push_back({0, 0, 1});
    }
  const auto row = static_cast<std::uint32_t>(n) + 1;
  for (std::uint32_t y = 0; y + 1 < row; ++y)
    for (std::uint32_t x = 0; x + 1 < row; ++x) {
      const std::uint32_t at = y * row + x, up = at + row;
      mesh->indices.insert(mesh->indices.end(), {at, at + 1, up + 1, at, up + 1, up});
    }
  mesh->submeshes = {{"sheet", 0, static_cast<std::uint32_t>(mesh->indices.size()), 0}};
  mesh->materials.resize(1);
  return mesh;
}

WorldDescription sunny() {
  WorldDescription world;
  Light light;
  light.direction = normalized(Vec3{0.6, 0.3, -0.7});
  world.lights.push_back(light);
  return world;
}

Material colored(int i, float opacity = 1) {
  Material material;
  const auto part = static_cast<float>(i % 7) / 7;
  material.base_color = {0.2f + 0.7f * part, 0.9f - 0.6f * part, 0.4f, opacity};
  return material;
}

// Hills, shapes of every kind on them, glass, some that move, and a heap of small things that is
// too much for any list.
void furnish(TestScene& scene, bool is_static) {
  const auto hills =
      sheet(60, [](double u, double v) { return 0.06 * std::sin(9 * u) * std::cos(7 * v); });
  scene.add(MeshShape{hills, {8, 8, 4}}, {}, colored(1), is_static);
  const auto tent = sheet(2, [](double u, double) { return 0.5 - std::abs(u) / 2; });
  const Shape shapes[] = {Box{{0.8, 0.7, 0.6}},       Sphere{0.4},
                          Cylinder{0.3, 0.8},         Capsule{0.25, 0.4},
                          Ellipsoid{{0.5, 0.3, 0.4}}, MeshShape{tent, {0.6, 0.5, 0.9}}};
  for (int i = 0; i < 30; ++i)
    scene.add(shapes[i % 6],
              {{1.0 + i % 5, 0.9 * (i / 5) - 2.2, 0.5},
               Quat::from_rpy(0.2 * (i % 3), 0.3 * (i % 4), 0.4 * i)},
              colored(i, i % 9 == 8 ? 0.3f : 1), is_static && i % 3 != 0);
  for (int i = 0; i < 120; ++i)
    scene.add(Sphere{0.03}, {{3.0 + 0.05 * (i % 10), 3 + 0.05 * (i / 10), 0.9}, {}}, colored(i),
              is_static && i % 2 == 0);
}

CameraImage draw(const TestScene& scene, const CameraView& view, RayWidth width) {
  auto renderer = make_renderer(RendererChoice::ray, std::make_shared<RayWorld>(width), nullptr);
  (*renderer)->update(scene.scene());
  CameraImage image;
  const auto error = (*renderer)->render(view, image);
  EXPECT_FALSE(error) << error->message;
  return image;
}

CameraView view_from(int number) {
  const Pose poses[] = {
      {{-3, 0.1, 1.3}, Quat::from_rpy(-1.75, 0, -1.57)},   // from outside, a little down
      {{2.2, -1.1, 0.55}, Quat::from_rpy(-1.6, 0, -0.4)},  // among the things
      {{2, 0.5, 6}, Quat::from_rpy(-3.0, 0.1, 0.7)}};      // from above
  return test_view(poses[number], 221, 1.4);
}
constexpr int view_count = 3;

// Made the slow way: a lens that is described as bent, but is not.
CameraView bent(CameraView view) {
  Intrinsics intrinsics = view.rays->intrinsics();
  intrinsics.lens = Lens::plumb_bob;
  view.rays = std::make_shared<const RayTable>(*RayTable::make(intrinsics));
  return view;
}

class FirstLook : public testing::TestWithParam<RayWidth> {};

TEST_P(FirstLook, IsThatOfASearch) {
  TestScene scene(sunny());
  furnish(scene, true);
  for (int number = 0; number < view_count; ++number) {
    const CameraView view = view_from(number);
    const CameraImage listed = draw(scene, view, GetParam());
    const CameraImage searched = draw(scene, bent(view), GetParam());
    const Agreement agreement = compare(listed, searched);
    EXPECT_GT(agreement.compared, 30'000) << number;
    EXPECT_EQ(agreement.other_thing, 0) << number;
    EXPECT_EQ(agreement.other_depth, 0) << number;
    // rounding moves the edge of a shadow by a pixel here and there
    EXPECT_LT(agreement.mean_color_difference, 0.02) << number;
  }
}

TEST_P(FirstLook, WithoutColoursSeesThroughGlass) {
  TestScene scene(sunny());
  furnish(scene, true);
  CameraView view = view_from(1);
  const CameraImage with = draw(scene, view, GetParam());
  view.has_color = false;
  const CameraImage without = draw(scene, view, GetParam());
  int different = 0;
  for (std::size_t i = 0; i < with.depth_m.size(); ++i)
    different += with.depth_m[i] != without.depth_m[i] && with.instances[i] != without.instances[i];
  EXPECT_LE(different, 5);
}

TEST_P(FirstLook, HasNoHolesBetweenTriangles) {
  // a dome and its mirror image, closed all around, from inside
  const auto half = sheet(40, [](double u, double v) { return (1 - u * u) * (1 - v * v); });
  TestScene scene;
  scene.add(MeshShape{half, {3, 3, 2}}, {});
  scene.add(MeshShape{half, {3, 3, -2}}, {});
  Random random(7, "looks");
  for (int look = 0; look < 12; ++look) {
    const Quat turn =
        Quat::from_rpy(random.uniform(-3, 3), random.uniform(-1.5, 1.5), random.uniform(-3, 3));
    CameraView view = test_view({{0.3, -0.2, 0.1}, turn}, 160, 1.2);
    view.has_color = look % 2 == 0;
    const CameraImage image = draw(scene, view, GetParam());
    for (const float depth : image.depth_m) ASSERT_LT(depth, 10) << look;
  }
}

TEST_P(FirstLook, ShadowsOfStillThingsAreThoseOfMovingOnes) {
  TestScene still(sunny()), moving(sunny());
  furnish(still, true);
  furnish(moving, false);
  for (int number = 0; number < view_count; ++number) {
    const Agreement agreement = compare(draw(still, view_from(number), GetParam()),
                                        draw(moving, view_from(number), GetParam()));
    EXPECT_GT(agreement.compared, 30'000) << number;
    EXPECT_EQ(agreement.other_thing, 0) << number;
    EXPECT_LT(agreement.mean_color_difference, 0.05) << number;
  }
}

INSTANTIATE_TEST_SUITE_P(Width, FirstLook,
                         testing::Values(RayWidth::four, RayWidth::eight, RayWidth::sixteen),
                         [](const auto& run) {
                           return run.param == RayWidth::four    ? "4"
                                  : run.param == RayWidth::eight ? "8"
                                                                 : "16";
                         });

// The list of a receiver; nothing when it is to be searched for.
std::optional<std::vector<std::uint32_t>> list_of(const SunView& sun, std::size_t receiver) {
  const std::uint32_t list = sun.list_of_receiver[receiver];
  if (list == sun_list_search) return {};
  return std::vector(sun.items + sun.starts[list], sun.items + sun.starts[list + 1]);
}

TEST(SunShadows, OnlyWhatIsInFrontOfTheSunIsListed) {
  // squares of 0.1 m, and a box 1 m above: its shadow under a sun from 45 degrees is 1 m further
  TestScene scene;
  scene.add(MeshShape{sheet(40, [](double, double) { return 0.0; }), {2, 2, 1}}, {});
  scene.add(Box{{0.5, 0.5, 0.02}}, {{-0.5, 0, 1}, {}});
  RayWorld rays;
  rays.update(scene.scene());
  const Level& level = *rays.parts().still;
  const float direction[] = {std::sqrt(0.5f), 0, -std::sqrt(0.5f)};
  const SunShadows shadows(level, direction, nullptr);
  const TriangleView triangles = level.triangles->view();
  ASSERT_EQ(triangles.count, 3200);
  const auto box = static_cast<std::uint32_t>(triangles.count);
  int shaded = 0;
  for (std::size_t i = 0; i < 3200; ++i) {
    const auto list = list_of(shadows.view(), i);
    ASSERT_TRUE(list);
    float x = 0, y = 0;
    for (std::size_t corner = 0; corner < 3; ++corner) {
      x += triangles.corners[3 * corner][i] / 3;
      y += triangles.corners[3 * corner + 1][i] / 3;
    }
    // the shadow reaches over x from 0.24 to 0.76 and y from -0.25 to 0.25
    const bool is_under = x > 0.24f && x < 0.76f && std::abs(y) < 0.25f;
    const bool is_far = x < 0.12f || x > 0.88f || std::abs(y) > 0.37f;
    if (is_under) {
      EXPECT_EQ(*list, std::vector{box}) << x << " " << y;
    }
    if (is_far) {
      EXPECT_TRUE(list->empty()) << x << " " << y;
    }
    shaded += is_under;
  }
  EXPECT_GT(shaded, 40);
  // nothing but itself is in front of the box
  EXPECT_EQ(list_of(shadows.view(), box), std::vector{box});
}

TEST(SunShadows, TooMuchForAListIsSearched) {
  TestScene scene;
  scene.add(Box{{2, 2, 0.1}}, {});
  for (int i = 0; i < 40; ++i) scene.add(Sphere{0.1}, {{0.1 * (i % 7), 0.1 * (i / 7), 2}, {}});
  RayWorld rays;
  rays.update(scene.scene());
  const float down[] = {0, 0, -1};
  const SunShadows shadows(*rays.parts().still, down, nullptr);
  EXPECT_FALSE(list_of(shadows.view(), 0));
}

TEST(SunShadows, DoNotDependOnThreads) {
  TestScene scene(sunny());
  furnish(scene, true);
  RayWorld rays;
  rays.update(scene.scene());
  const Level& level = *rays.parts().still;
  const float direction[] = {0.6f, 0.0f, -0.8f};
  ThreadPool pool(3);
  const SunShadows alone(level, direction, nullptr), together(level, direction, &pool);
  const std::size_t count =
      static_cast<std::size_t>(level.triangles->view().count) + level.prims.size();
  for (std::size_t i = 0; i < count; ++i)
    ASSERT_EQ(alone.view().list_of_receiver[i], together.view().list_of_receiver[i]) << i;
}

}  // namespace
}  // namespace tandem
