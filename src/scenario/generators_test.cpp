// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/generators.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "base/hash.h"
#include "scenario/bounds.h"
#include "scenario/ground.h"
#include "scenario/terrain.h"

namespace tandem {
namespace {

using ::testing::HasSubstr;

// Of everything that decides how a world looks and feels.
std::uint64_t digest(const WorldDescription& world) {
  Hash hash;
  for (const ModelInstance& instance : world.models) {
    hash.add(instance.name);
    hash.add(instance.world_from_model.translation.x);
    hash.add(instance.world_from_model.translation.y);
    hash.add(instance.world_from_model.translation.z);
    hash.add(instance.world_from_model.rotation.w);
    const Bounds bounds = bounds_of(*instance.model, {});
    hash.add(bounds.low.x);
    hash.add(bounds.high.z);
    for (const Collision& collision : instance.model->links[0].collisions)
      if (const auto* shape = std::get_if<HeightfieldShape>(&collision.shape))
        for (const float height : shape->field->heights_m) hash.add(double{height});
  }
  return hash.value();
}

const Heightfield& terrain_of(const WorldDescription& world) {
  return *std::get<HeightfieldShape>(world.models[0].model->links[0].collisions[0].shape).field;
}

// Everything static must be felt where it is seen.
void expect_seen_as_touched(const WorldDescription& world) {
  for (const ModelInstance& instance : world.models)
    for (const Link& link : instance.model->links) {
      ASSERT_EQ(link.visuals.size(), link.collisions.size()) << instance.name;
      for (std::size_t i = 0; i < link.visuals.size(); ++i) {
        EXPECT_EQ(link.visuals[i].link_from_visual, link.collisions[i].link_from_collision);
        if (instance.name == "ground") continue;  // checked triangle by triangle below
        EXPECT_EQ(link.visuals[i].shape.index(), link.collisions[i].shape.index());
        const Bounds seen = bounds_of(link.visuals[i].shape, {});
        const Bounds touched = bounds_of(link.collisions[i].shape, {});
        EXPECT_EQ(seen.low, touched.low);
        EXPECT_EQ(seen.high, touched.high);
      }
    }
}

TEST(Arena, WallsStandAtItsSize) {
  const WorldDescription world = generate_arena({.size_x_m = 4, .size_y_m = 6});
  ASSERT_EQ(world.models.size(), 2u);
  const Bounds walls = bounds_of(*world.models[1].model, {});
  EXPECT_NEAR(walls.high.x, 2.1, 1e-12);
  EXPECT_NEAR(walls.high.y, 3.1, 1e-12);
  EXPECT_NEAR(walls.high.z, 0.3, 1e-12);
  EXPECT_EQ(generate_arena({.wall_height_m = 0}).models.size(), 1u);
  expect_seen_as_touched(world);
}

TEST(Park, IsTheSameForTheSameSeedAndAnotherForAnother) {
  EXPECT_EQ(digest(generate_park({})), digest(generate_park({})));
  EXPECT_NE(digest(generate_park({})), digest(generate_park({.seed = 2})));
}

TEST(Park, GroundIsDrawnAsTheTrianglesThatAreTouched) {
  const WorldDescription world = generate_park({});
  const Heightfield& field = terrain_of(world);
  const Mesh& mesh = *std::get<MeshShape>(world.models[0].model->links[0].visuals[0].shape).mesh;
  EXPECT_GE(mesh.triangle_count(), field.triangle_count());  // some are cut along paths
  double area = 0;
  for (std::size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
    Vec3 middle;
    for (std::size_t k = 0; k < 3; ++k) {
      const auto& p = mesh.positions[mesh.indices[i + k]];
      middle += (1.0 / 3) * Vec3{p[0], p[1], p[2]};
    }
    ASSERT_NEAR(height_at(field, middle.x, middle.y), middle.z, 1e-5);
    const auto corner = [&](std::size_t k) {
      const auto& p = mesh.positions[mesh.indices[i + k]];
      return Vec3{p[0], p[1], 0};
    };
    const double twice = cross(corner(1) - corner(0), corner(2) - corner(0)).z;
    ASSERT_GE(twice, -1e-9);  // all of them face up
    area += twice / 2;
  }
  EXPECT_NEAR(area, field.size_x_m * field.size_y_m, 0.01);  // none is missing, none is there twice
  expect_seen_as_touched(world);
}

TEST(Park, HasWhatWasAskedForOnTheGroundAndOffThePaths) {
  const WorldDescription world = generate_park({.trees = 40, .benches = 6, .lamps = 10});
  int trees = 0, benches = 0, lamps = 0;
  for (const ModelInstance& instance : world.models) {
    if (instance.name == "ground" || instance.name == "hedge") continue;
    const Vec3 at = instance.world_from_model.translation;
    EXPECT_NEAR(at.z, height_at(terrain_of(world), at.x, at.y), 1e-9);
    EXPECT_GT(std::hypot(at.x, at.y), 4);  // the plaza is free
    trees += instance.name.starts_with("tree");
    benches += instance.name.starts_with("bench");
    lamps += instance.name.starts_with("lamp");
  }
  EXPECT_EQ(trees, 40);
  EXPECT_EQ(benches, 6);
  EXPECT_EQ(lamps, 10);
}

TEST(Park, PathsAndPlazaAreGentleEnoughForARobot) {
  const WorldDescription world = generate_park({});
  const Heightfield& field = terrain_of(world);
  for (double y = -24; y < 24; y += 0.5) {
    const double x = 1.6 * std::sin(y / 6);
    const double rise =
        height_at(field, 1.6 * std::sin((y + 0.5) / 6), y + 0.5) - height_at(field, x, y);
    EXPECT_LT(std::abs(rise) / 0.5, 0.2) << "at y = " << y;
  }
}

class Lunar : public ::testing::Test {
 protected:
  static void SetUpTestSuite() { world_ = new WorldDescription(generate_lunar({.cache = false})); }
  static void TearDownTestSuite() {
    delete world_;
    world_ = nullptr;
  }
  static WorldDescription* world_;  // made once, looked at by several tests
};
WorldDescription* Lunar::world_ = nullptr;

TEST_F(Lunar, IsLargeFineAndLight) {
  const Heightfield& field = terrain_of(*world_);
  EXPECT_GE(field.triangle_count(), 2'700'000u);
  EXPECT_EQ(field.size_x_m, 1600);
  EXPECT_EQ(field.size_y_m, 2500);
  EXPECT_EQ(world_->gravity, (Vec3{0, 0, -1.62}));
  for (const float height : field.heights_m) ASSERT_LT(std::abs(height), 200);
}

TEST_F(Lunar, LandingPlaceIsLevelAndFree) {
  const Heightfield& field = terrain_of(*world_);
  for (double x = -20; x < 20; x += 1)
    for (double y = -20; y < 20; y += 1) {
      const double slope = std::hypot(height_at(field, x + 0.5, y) - height_at(field, x - 0.5, y),
                                      height_at(field, x, y + 0.5) - height_at(field, x, y - 0.5));
      ASSERT_LT(slope, std::tan(5 * 3.14159 / 180));
    }
  for (const ModelInstance& instance : world_->models) {
    const Vec3 at = instance.world_from_model.translation;
    if (instance.name != "regolith") {
      EXPECT_GE(std::hypot(at.x, at.y), 6);
    }
  }
}

TEST_F(Lunar, ThousandsOfRocksShareADozenShapesAndLieInTheDust) {
  std::set<const Mesh*> shapes;
  int rocks = 0;
  for (const ModelInstance& instance : world_->models) {
    if (instance.name == "regolith") continue;
    ++rocks;
    const auto& shape = std::get<MeshShape>(instance.model->links[0].collisions[0].shape);
    shapes.insert(shape.mesh.get());
    const Vec3 at = instance.world_from_model.translation;
    const double ground = height_at(terrain_of(*world_), at.x, at.y);
    const Bounds bounds = bounds_of(*instance.model, instance.world_from_model);
    EXPECT_LT(bounds.low.z, ground);
    EXPECT_GT(bounds.high.z, ground);
  }
  EXPECT_EQ(rocks, 4000);
  EXPECT_EQ(shapes.size(), 12u);
  expect_seen_as_touched(*world_);
}

TEST_F(Lunar, HasCratersWithRims) {
  // a plain of noise alone has few places that lie this much under all their surroundings
  const Heightfield& field = terrain_of(*world_);
  int bowls = 0;
  for (int row = 20; row < field.rows - 20; row += 3)
    for (int column = 20; column < field.columns - 20; column += 3) {
      const float middle = field.height(column, row);
      bool is_bowl = true;
      for (int k = 0; k < 8 && is_bowl; ++k) {
        const double angle = k * 3.14159 / 4;
        const int dc = static_cast<int>(std::lround(8 * std::cos(angle)));
        const int dr = static_cast<int>(std::lround(8 * std::sin(angle)));
        is_bowl = field.height(column + dc, row + dr) > middle + 1;
      }
      bowls += is_bowl;
    }
  EXPECT_GT(bowls, 200);
}

TEST(Boulder, IsConvexClosedAndLooksOutward) {
  for (int number = 0; number < 12; ++number) {
    const auto mesh = boulder_mesh(1, number, {});
    // Euler: a closed convex body of n corners has 2n - 4 triangles; some corners lie inside
    std::set<std::array<float, 3>> corners(mesh->positions.begin(), mesh->positions.end());
    EXPECT_EQ(mesh->triangle_count(), 2 * corners.size() - 4);
    for (std::size_t i = 0; i < mesh->indices.size(); i += 3) {
      const auto& p = mesh->positions[mesh->indices[i]];
      const auto& n = mesh->normals[mesh->indices[i]];
      for (const auto& q : corners)
        ASSERT_LT((q[0] - p[0]) * n[0] + (q[1] - p[1]) * n[1] + (q[2] - p[2]) * n[2], 1e-5f);
    }
  }
}

TEST(TerrainNoise, IsBoundedSmoothAndZeroOnTheLattice) {
  const TerrainNoise noise(7);
  EXPECT_EQ(noise(3, -4), 0);
  for (double x = -3; x < 3; x += 0.01) {
    EXPECT_LE(std::abs(noise(x, 0.37)), 1);
    EXPECT_LT(std::abs(noise(x + 0.01, 0.37) - noise(x, 0.37)), 0.05);
  }
}

TEST(GenerateWorld, MistakesAreExplained) {
  const auto error_of = [](const std::string& yaml) {
    Findings findings;
    EXPECT_FALSE(generate_world(*parse_yaml(yaml, "f.yaml", findings), findings));
    return findings.has_errors() ? to_string(findings.all()[0]) : "";
  };
  EXPECT_THAT(error_of("{generate: mars}"), HasSubstr("expected one of arena, park, lunar"));
  EXPECT_THAT(error_of("{generate: park, trees: -1}"), HasSubstr("'trees' must be at least 0"));
  EXPECT_THAT(error_of("{generate: lunar, rock: 3}"), HasSubstr("did you mean 'rocks'?"));
  EXPECT_THAT(error_of("{generate: lunar, cache: maybe}"), HasSubstr("one of false, true"));
}

}  // namespace
}  // namespace tandem
