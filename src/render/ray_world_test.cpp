// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/ray_world.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "base/random.h"
#include "render/test_scene.h"

namespace tandem {
namespace {

constexpr double millimetre = 0.001;
const Pose askew{{3, -2, 5}, Quat::from_rpy(0.4, -0.7, 1.9)};

// A point on a shape with the direction that leads away from it.
struct SurfacePoint {
  Vec3 point;
  Vec3 normal;
};

Vec3 random_direction(Random& random) {
  for (;;) {
    const Vec3 v{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    if (length(v) > 0.1 && length(v) < 1) return normalized(v);
  }
}

class RayWorldOf : public testing::TestWithParam<RayWidth> {
 protected:
  RayWorld world_{GetParam()};
  Random random_{1, "rays"};

  // Rays that are made to end on random points of a convex shape must end there: from a point of
  // the surface, back along a direction that does not enter it.
  void expect_exact(const Shape& shape, const std::function<SurfacePoint()>& draw,
                    double distance_m = 7) {
    TestScene scene;
    const EntityId thing = scene.add(shape, askew);
    world_.update(scene.scene());

    std::vector<Ray> rays;
    std::vector<Vec3> normals;
    while (rays.size() < 1000) {
      const SurfacePoint surface = draw();
      const Vec3 direction = random_direction(random_);
      if (dot(direction, surface.normal) > -0.1) continue;
      const Vec3 origin = askew * (surface.point - distance_m * direction);
      rays.push_back({to_float(origin), to_float(askew.rotation * direction)});
      normals.push_back(askew.rotation * surface.normal);
    }
    std::vector<RayEnd> ends(rays.size());
    world_.cast(rays, ends);
    for (std::size_t i = 0; i < rays.size(); ++i) {
      ASSERT_EQ(ends[i].instance, instance_id(thing)) << i;
      ASSERT_NEAR(ends[i].distance_m, distance_m, 0.1 * millimetre) << i;
      ASSERT_GT(dot(to_double(ends[i].normal), normals[i]), 0.999) << i;
    }
  }
};

TEST_P(RayWorldOf, Box) {
  const Vec3 half{0.3, 0.5, 1};
  expect_exact(Box{2 * half}, [&] {
    const Vec3 inside{half.x * random_.uniform(-1, 1), half.y * random_.uniform(-1, 1),
                      half.z * random_.uniform(-1, 1)};
    const double side = random_.below(2) == 0 ? -1 : 1;
    switch (random_.below(3)) {
      case 0:
        return SurfacePoint{{side * half.x, inside.y, inside.z}, {side, 0, 0}};
      case 1:
        return SurfacePoint{{inside.x, side * half.y, inside.z}, {0, side, 0}};
      default:
        return SurfacePoint{{inside.x, inside.y, side * half.z}, {0, 0, side}};
    }
  });
}

TEST_P(RayWorldOf, Sphere) {
  expect_exact(Sphere{0.4}, [&] {
    const Vec3 n = random_direction(random_);
    return SurfacePoint{0.4 * n, n};
  });
}

TEST_P(RayWorldOf, SmallSphereFarAway) {
  expect_exact(
      Sphere{0.1},
      [&] {
        const Vec3 n = random_direction(random_);
        return SurfacePoint{0.1 * n, n};
      },
      100);
}

TEST_P(RayWorldOf, Ellipsoid) {
  const Vec3 r{0.3, 1.2, 0.6};
  expect_exact(Ellipsoid{r}, [&] {
    const Vec3 u = random_direction(random_);
    return SurfacePoint{{r.x * u.x, r.y * u.y, r.z * u.z},
                        normalized(Vec3{u.x / r.x, u.y / r.y, u.z / r.z})};
  });
}

TEST_P(RayWorldOf, Cylinder) {
  expect_exact(Cylinder{0.5, 2}, [&] {
    const double angle = random_.uniform(-std::numbers::pi, std::numbers::pi);
    const Vec3 outwards{std::cos(angle), std::sin(angle), 0};
    if (random_.below(2) == 0)
      return SurfacePoint{0.5 * outwards + Vec3{0, 0, random_.uniform(-1, 1)}, outwards};
    const double end = random_.below(2) == 0 ? -1 : 1;
    return SurfacePoint{random_.uniform(0, 0.5) * outwards + Vec3{0, 0, end}, {0, 0, end}};
  });
}

TEST_P(RayWorldOf, Capsule) {
  expect_exact(Capsule{0.25, 1}, [&] {
    const Vec3 n = random_direction(random_);
    if (random_.below(2) == 0)  // the ends
      return SurfacePoint{0.25 * n + Vec3{0, 0, n.z > 0 ? 0.5 : -0.5}, n};
    const Vec3 side = normalized(Vec3{n.x, n.y, 0});
    return SurfacePoint{0.25 * side + Vec3{0, 0, random_.uniform(-0.5, 0.5)}, side};
  });
}

TEST_P(RayWorldOf, Plane) {
  const Vec3 normal = normalized(Vec3{1, 2, 3});
  const Quat tilt = Quat::between({0, 0, 1}, normal);
  expect_exact(Plane{normal, 4, 6}, [&] {
    return SurfacePoint{tilt * Vec3{random_.uniform(-2, 2), random_.uniform(-3, 3), 0}, normal};
  });
}

std::shared_ptr<const Mesh> octahedron() {
  auto mesh = std::make_shared<Mesh>();
  mesh->positions = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  mesh->normals = mesh->positions;
  for (const std::uint32_t x : {0u, 1u})
    for (const std::uint32_t y : {2u, 3u})
      for (const std::uint32_t z : {4u, 5u}) mesh->indices.insert(mesh->indices.end(), {x, y, z});
  mesh->submeshes = {{"all", 0, 24, 0}};
  mesh->materials.resize(1);
  return mesh;
}

TEST_P(RayWorldOf, MeshThatIsScaled) {
  const Vec3 scale{0.5, 1, 2};
  expect_exact(MeshShape{octahedron(), scale}, [&] {
    // |x| + |y| + |z| = 1 before scaling
    Vec3 p = random_direction(random_);
    p = (1 / (std::abs(p.x) + std::abs(p.y) + std::abs(p.z))) * p;
    const auto sign = [](double v) { return v < 0 ? -1.0 : 1.0; };
    return SurfacePoint{
        {scale.x * p.x, scale.y * p.y, scale.z * p.z},
        normalized(Vec3{sign(p.x) / scale.x, sign(p.y) / scale.y, sign(p.z) / scale.z})};
  });
}

TEST_P(RayWorldOf, Heightfield) {
  auto field = std::make_shared<Heightfield>();
  field->columns = 33;
  field->rows = 21;
  field->size_x_m = 16;
  field->size_y_m = 10;
  for (int i = 0; i < 33 * 21; ++i)
    field->heights_m.push_back(static_cast<float>(random_.uniform(0, 0.4)));
  TestScene scene;
  scene.add(HeightfieldShape{field}, askew);
  world_.update(scene.scene());

  // no slope is steeper than 0.4 / 0.5 along each axis, so a ray of 60 degrees ends where it is
  // made to
  for (int i = 0; i < 1000; ++i) {
    const double x = random_.uniform(-7.9, 7.9), y = random_.uniform(-4.9, 4.9);
    const double angle = random_.uniform(-std::numbers::pi, std::numbers::pi);
    const Vec3 up = normalized(Vec3{std::cos(angle), std::sin(angle), std::tan(1.05)});
    const Vec3 origin = askew * (Vec3{x, y, height_at(*field, x, y)} + 20 * up);
    const RayEnd end = world_.cast(Ray{to_float(origin), to_float(askew.rotation * -up)});
    ASSERT_NEAR(end.distance_m, 20, 0.1 * millimetre);
  }
}

TEST_P(RayWorldOf, FarFromTheOriginOfTheWorld) {
  TestScene scene;
  scene.add(Sphere{0.5}, {{1200, -800, 3}, {}});
  world_.update(scene.scene());
  const RayEnd end = world_.cast(Ray{{1190, -800, 3}, {1, 0, 0}});
  EXPECT_NEAR(end.distance_m, 9.5, millimetre);
}

TEST_P(RayWorldOf, SeesTheInsideOfASolid) {
  TestScene scene;
  scene.add(Box{{4, 4, 4}}, {});
  world_.update(scene.scene());
  const RayEnd end = world_.cast(Ray{{0, 0, 0}, {0, 1, 0}});
  EXPECT_NEAR(end.distance_m, 2, 1e-6);
  EXPECT_EQ(end.normal, (Vec3f{0, -1, 0}));
}

TEST_P(RayWorldOf, RaysBeginAndEndWhereTheySay) {
  TestScene scene;
  scene.add(Plane{{1, 0, 0}, 2, 2}, {{2, 0, 0}, {}});
  scene.add(Plane{{1, 0, 0}, 2, 2}, {{5, 0, 0}, {}});
  world_.update(scene.scene());
  const auto distance = [&](float min_m, float max_m) {
    return world_.cast(Ray{{0, 0, 0}, {1, 0, 0}, min_m, max_m}).distance_m;
  };
  EXPECT_FLOAT_EQ(distance(0, 10), 2);
  EXPECT_FLOAT_EQ(distance(2.1f, 10), 5);
  EXPECT_EQ(distance(2.1f, 4.9f), std::numeric_limits<float>::infinity());
}

TEST_P(RayWorldOf, MovedThingsAreSeenWhereTheyAre) {
  TestScene scene;
  scene.add(Plane{{1, 0, 0}, 2, 2}, {{9, 0, 0}, {}});
  const EntityId ball = scene.add(Sphere{0.5}, {{0, 3, 0}, {}}, {}, false);
  const EntityId rock = scene.add(MeshShape{octahedron(), {1, 1, 1}}, {{0, -3, 0}, {}}, {}, false);
  world_.update(scene.scene());
  const Ray ray{{0, 0, 0}, {1, 0, 0}};
  EXPECT_FLOAT_EQ(world_.cast(ray).distance_m, 9);

  scene.move(ball, {{4, 0, 0}, {}});
  world_.update(scene.scene());
  EXPECT_FLOAT_EQ(world_.cast(ray).distance_m, 3.5f);
  EXPECT_EQ(world_.cast(ray).instance, instance_id(ball));

  scene.move(ball, {{0, 3, 0}, {}});
  scene.move(rock, {{6, 0, 0}, {}});
  world_.update(scene.scene());
  EXPECT_FLOAT_EQ(world_.cast(ray).distance_m, 5);
  EXPECT_EQ(world_.cast(ray).instance, instance_id(rock));

  scene.move(rock, {{0, -3, 0}, {}});
  world_.update(scene.scene());
  EXPECT_FLOAT_EQ(world_.cast(ray).distance_m, 9);
}

TEST_P(RayWorldOf, ThingsThatComeLaterAreSeen) {
  TestScene scene;
  scene.add(Plane{{1, 0, 0}, 2, 2}, {{9, 0, 0}, {}});
  world_.update(scene.scene());
  scene.add(Sphere{1}, {{6, 0, 0}, {}}, {}, false);
  world_.update(scene.scene());
  EXPECT_FLOAT_EQ(world_.cast(Ray{}).distance_m, 5);
  scene.add(Box{{1, 1, 1}}, {{3, 0, 0}, {}});
  world_.update(scene.scene());
  EXPECT_FLOAT_EQ(world_.cast(Ray{}).distance_m, 2.5f);
}

// As a studio does that is behind: of two cameras one can wait for an older moment than the other.
TEST_P(RayWorldOf, AnEarlierMomentCanBeSeenAgain) {
  TestScene scene;
  scene.add(Plane{{1, 0, 0}, 2, 2}, {{9, 0, 0}, {}});
  const EntityId ball = scene.add(Sphere{0.5}, {{4, 0, 0}, {}}, {}, false);
  const TestScene::Moment with_ball = scene.moment();
  scene.remove(ball);
  const EntityId box = scene.add(Box{{1, 1, 1}}, {{7, 0, 0}, {}}, {}, false);
  const TestScene::Moment with_box = scene.moment();
  scene.move(box, {{6, 0, 0}, {}});
  world_.update(scene.scene());
  EXPECT_FLOAT_EQ(world_.cast(Ray{}).distance_m, 5.5f);

  scene.show(with_box);
  world_.update(scene.scene());
  EXPECT_FLOAT_EQ(world_.cast(Ray{}).distance_m, 6.5f);
  scene.show(with_ball);
  world_.update(scene.scene());
  EXPECT_FLOAT_EQ(world_.cast(Ray{}).distance_m, 3.5f);
}

TEST_P(RayWorldOf, ForkSeesAnotherMoment) {
  TestScene scene;
  scene.add(Plane{{1, 0, 0}, 2, 2}, {{9, 0, 0}, {}});
  const EntityId ball = scene.add(Sphere{0.5}, {{4, 0, 0}, {}}, {}, false);
  world_.update(scene.scene());
  RayWorld other = world_.fork();
  other.update(scene.scene());
  scene.move(ball, {{0, 5, 0}, {}});
  world_.update(scene.scene());
  EXPECT_FLOAT_EQ(world_.cast(Ray{}).distance_m, 9);
  EXPECT_FLOAT_EQ(other.cast(Ray{}).distance_m, 3.5f);
  other.update(scene.scene());
  EXPECT_FLOAT_EQ(other.cast(Ray{}).distance_m, 9);
}

TEST_P(RayWorldOf, NobodySeesHimself) {
  TestScene scene;
  const EntityId robot = scene.add(Sphere{0.5}, {}, {}, false);
  const EntityId tower = scene.add(MeshShape{octahedron(), {1, 1, 1}}, {{5, 0, 0}, {}});
  scene.add(Box{{1, 1, 1}}, {{10, 0, 0}, {}});
  world_.update(scene.scene());
  EXPECT_EQ(world_.cast(Ray{}).instance, instance_id(robot));
  EXPECT_EQ(world_.cast(Ray{}, {.ignored = robot}).instance, instance_id(tower));
  const Ray from_tower{{5, 0, 0}, {1, 0, 0}};
  EXPECT_FLOAT_EQ(world_.cast(from_tower).distance_m, 1);
  EXPECT_FLOAT_EQ(world_.cast(from_tower, {.ignored = tower}).distance_m, 4.5f);
}

TEST_P(RayWorldOf, PassThroughWhatIsSeeThrough) {
  Material glass, stained;
  glass.base_color = {1, 1, 1, 0.2f};
  stained.base_color = {1, 0, 0, 0.7f};
  TestScene scene;
  scene.add(Box{{0.1, 2, 2}}, {{2, 0, 0}, {}}, glass);
  scene.add(MeshShape{octahedron(), {1, 1, 1}}, {{4, 0, 0}, {}}, glass);
  scene.add(Box{{0.1, 2, 2}}, {{6, 0, 0}, {}}, stained);
  world_.update(scene.scene());
  EXPECT_NEAR(world_.cast(Ray{}).distance_m, 5.95, 1e-5);
}

TEST_P(RayWorldOf, WhatIsRealCanBeLeftOut) {
  // of each way in which things are stored one that is real, one behind the other
  TestScene scene;
  std::vector<EntityId> things{
      scene.add(Box{{1, 1, 1}}, {{2, 0, 0}, {}}),
      scene.add(Box{{1, 1, 1}}, {{4, 0, 0}, {}}, {}, false),
      scene.add(MeshShape{octahedron(), {0.5, 0.5, 0.5}}, {{6, 0, 0}, {}}),
      scene.add(MeshShape{octahedron(), {0.5, 0.5, 0.5}}, {{8, 0, 0}, {}}, {}, false),
  };
  const EntityId wall = scene.add(Box{{1, 9, 9}}, {{12, 0, 0}, {}});
  const RayOptions virtual_only{.ignored = {}, .leaves_out_real = true};
  std::uint8_t blocked = 0;
  const Ray to_wall{.origin = {}, .direction = {1, 0, 0}, .min_m = 0, .max_m = 11};
  for (std::size_t i = 0; i < things.size(); ++i) {
    world_.update(scene.scene());
    EXPECT_EQ(world_.cast(Ray{}, virtual_only).instance, instance_id(things[i])) << i;
    world_.find_blocked(std::span(&to_wall, 1), std::span(&blocked, 1), virtual_only);
    EXPECT_EQ(blocked, 1) << i;
    scene.set_real(things[i], true);  // while the world runs
  }
  world_.update(scene.scene());
  EXPECT_EQ(world_.cast(Ray{}, virtual_only).instance, instance_id(wall));
  world_.find_blocked(std::span(&to_wall, 1), std::span(&blocked, 1), virtual_only);
  EXPECT_EQ(blocked, 0);
  // all others see them as ever
  EXPECT_EQ(world_.cast(Ray{}).instance, instance_id(things[0]));
  scene.set_real(things[0], false);
  world_.update(scene.scene());
  EXPECT_EQ(world_.cast(Ray{}, virtual_only).instance, instance_id(things[0]));
}

TEST_P(RayWorldOf, MaterialsAndClassesComeWithTheHit) {
  Material white, black;
  white.base_color = {1, 1, 1, 1};
  black.base_color = {0, 0, 0, 1};
  TestScene scene;
  scene.add(Box{{1, 1, 1}}, {{3, 0, 0}, {}}, white, true, "crate_1");
  scene.add(Box{{1, 1, 1}}, {{-3, 0, 0}, {}}, black, true, "crate_2");
  scene.add(Box{{1, 1, 1}}, {{0, 3, 0}, {}}, black, true, "tree");
  world_.update(scene.scene());
  const RayEnd bright = world_.cast(Ray{{}, {1, 0, 0}}), dark = world_.cast(Ray{{}, {-1, 0, 0}});
  const RayEnd tree = world_.cast(Ray{{}, {0, 1, 0}});
  EXPECT_FLOAT_EQ(bright.reflectance, 1);
  EXPECT_FLOAT_EQ(dark.reflectance, 0);
  EXPECT_EQ(bright.label, dark.label);
  EXPECT_NE(bright.label, tree.label);
  EXPECT_EQ(world_.cast(Ray{{}, {0, 0, 1}}).label, 0);
}

// A field of different things, half of them moving, and rays all around.
std::vector<Ray> fill(TestScene& scene, Random& random) {
  scene.add(Plane{}, {});
  for (int i = 0; i < 200; ++i) {
    const Pose pose{{random.uniform(-10, 10), random.uniform(-10, 10), random.uniform(0, 2)},
                    Quat::from_axis_angle(random_direction(random), random.uniform(0, 3))};
    const Shape shapes[] = {Box{{0.5, 0.6, 0.7}},       Sphere{0.4},
                            Cylinder{0.3, 0.8},         Capsule{0.2, 0.5},
                            Ellipsoid{{0.2, 0.3, 0.5}}, MeshShape{octahedron(), {0.5, 0.5, 0.5}}};
    scene.add(shapes[i % 6], pose, {}, i % 2 == 0);
  }
  std::vector<Ray> rays;
  for (int i = 0; i < 2000; ++i)
    rays.push_back({{0, 0, 1}, to_float(random_direction(random)), 0.1f, 12});
  return rays;
}

TEST_P(RayWorldOf, ThreadsDoNotChangeTheResult) {
  TestScene scene;
  const std::vector<Ray> rays = fill(scene, random_);
  world_.update(scene.scene());
  std::vector<RayEnd> alone(rays.size()), together(rays.size());
  world_.cast(rays, alone);
  ThreadPool pool(3);
  world_.cast(rays, together, {.pool = &pool});
  for (std::size_t i = 0; i < rays.size(); ++i) {
    ASSERT_EQ(alone[i].distance_m, together[i].distance_m);
    ASSERT_EQ(alone[i].normal, together[i].normal);
    ASSERT_EQ(alone[i].instance, together[i].instance);
  }
}

TEST_P(RayWorldOf, BlockedRaysAreThoseThatEnd) {
  TestScene scene;
  const std::vector<Ray> rays = fill(scene, random_);
  world_.update(scene.scene());
  std::vector<RayEnd> ends(rays.size());
  std::vector<std::uint8_t> blocked(rays.size());
  world_.cast(rays, ends);
  ThreadPool pool(2);
  world_.find_blocked(rays, blocked, {.pool = &pool});
  for (std::size_t i = 0; i < rays.size(); ++i)
    ASSERT_EQ(blocked[i] != 0, static_cast<bool>(ends[i])) << i;
  EXPECT_THAT(blocked, testing::Contains(0));
  EXPECT_THAT(blocked, testing::Contains(1));
}

// A machine without the wider instructions gets the same answers.
TEST_P(RayWorldOf, WidthsAgree) {
  TestScene scene;
  const std::vector<Ray> rays = fill(scene, random_);
  RayWorld narrow(RayWidth::four);
  narrow.update(scene.scene());
  world_.update(scene.scene());
  std::vector<RayEnd> ends(rays.size()), expected(rays.size());
  world_.cast(rays, ends);
  narrow.cast(rays, expected);
  int differences = 0;  // edges that one just meets and the other just misses
  for (std::size_t i = 0; i < rays.size(); ++i) {
    if (ends[i].instance != expected[i].instance) {
      ++differences;
    } else if (ends[i]) {
      ASSERT_NEAR(ends[i].distance_m, expected[i].distance_m, 1e-4);
    }
  }
  EXPECT_LE(differences, 2);
}

INSTANTIATE_TEST_SUITE_P(Width, RayWorldOf,
                         testing::Values(RayWidth::four, RayWidth::eight, RayWidth::sixteen),
                         [](const auto& run) {
                           return run.param == RayWidth::four    ? "4"
                                  : run.param == RayWidth::eight ? "8"
                                                                 : "16";
                         });

TEST(RayWorld, WidthCanBeForced) {
  EXPECT_EQ(RayWorld(RayWidth::four).width(), 4);
  setenv("TANDEM_RAY_WIDTH", "4", 1);
  EXPECT_EQ(RayWorld().width(), 4);
  EXPECT_EQ(RayWorld().instructions(), "SSE2");
  unsetenv("TANDEM_RAY_WIDTH");
}

TEST(RayWorld, WithoutASceneNothingIsThere) { EXPECT_FALSE(RayWorld().cast(Ray{})); }

}  // namespace
}  // namespace tandem
