// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "mapping/world_map.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "base/random.h"
#include "simulation/simulation.h"

namespace tandem {
namespace {

ModelInstance thing(const Shape& shape, const Pose& pose, bool is_static = true) {
  Model model;
  model.name = "thing";
  model.is_static = is_static;
  Link& link = model.links.emplace_back();
  link.name = "link";
  if (!is_static) link.mass = solid(shape, 1);
  link.collisions.push_back({"c", {}, shape, {}});
  return {"thing", std::make_shared<const Model>(std::move(model)), pose};
}

Scenario with(std::vector<ModelInstance> things) {
  Scenario scenario;
  for (ModelInstance& instance : things) {
    instance.name += std::to_string(scenario.world.models.size());
    scenario.world.models.push_back(std::move(instance));
  }
  return scenario;
}

OccupancyGrid map_of(const Scenario& scenario, const MapOptions& options) {
  Result<OccupancyGrid> map = make_map(scenario, options);
  EXPECT_TRUE(map) << (map ? "" : map.error());
  return map ? *std::move(map) : OccupancyGrid{};
}

MapCell cell_at(const OccupancyGrid& grid, double x, double y) {
  const int column = grid.column_of(x), row = grid.row_of(y);
  return grid.contains(column, row) ? grid.at(column, row) : MapCell::unknown;
}

const Area four_by_four{{}, 4, 4};

// Every cell with a filled point is occupied, and no cell is that is all empty with 3 mm around it.
void expect_exact(const OccupancyGrid& grid, const std::function<bool(Vec2)>& is_filled,
                  const std::string& what) {
  int wrong = 0, occupied = 0;
  for (int row = 0; row < grid.rows; ++row)
    for (int column = 0; column < grid.columns; ++column) {
      const auto has_filled = [&](double reach) {
        constexpr int samples = 14;
        for (int i = 0; i <= samples; ++i)
          for (int j = 0; j <= samples; ++j)
            if (is_filled(grid.center(column, row) +
                          reach * Vec2{2.0 * i / samples - 1, 2.0 * j / samples - 1}))
              return true;
        return false;
      };
      const bool is_occupied = grid.at(column, row) == MapCell::occupied;
      occupied += is_occupied;
      if (has_filled(grid.resolution_m / 2 - 1e-6) && !is_occupied) ++wrong;
      if (is_occupied && !has_filled(grid.resolution_m / 2 + 0.003)) ++wrong;
    }
  EXPECT_EQ(wrong, 0) << what;
  EXPECT_GT(occupied, 0) << what;
}

Pose any_pose(Random& random) {
  return {{random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5), random.uniform(-0.1, 0.1)},
          Quat::from_rpy(random.uniform(-3, 3), random.uniform(-3, 3), random.uniform(-3, 3))};
}

TEST(WorldMap, SolidsAreOccupiedWhereTheyAreCutHoweverTheyLie) {
  const std::pair<Shape, std::function<bool(const Vec3&)>> solids[] = {
      {Box{{0.6, 0.9, 0.5}},
       [](const Vec3& p) {
         return std::abs(p.x) <= 0.3 && std::abs(p.y) <= 0.45 && std::abs(p.z) <= 0.25;
       }},
      {Sphere{0.4}, [](const Vec3& p) { return length(p) <= 0.4; }},
      {Cylinder{0.3, 0.8},
       [](const Vec3& p) { return std::hypot(p.x, p.y) <= 0.3 && std::abs(p.z) <= 0.4; }},
      {Capsule{0.25, 0.7},
       [](const Vec3& p) {
         const double along = std::clamp(p.z, -0.35, 0.35);
         return length(p - Vec3{0, 0, along}) <= 0.25;
       }},
      {Ellipsoid{{0.5, 0.3, 0.6}}, [](const Vec3& p) {
         return length(Vec3{p.x / 0.5, p.y / 0.3, p.z / 0.6}) <= 1;
       }}};
  Random random(1, "poses");
  for (const auto& [shape, contains] : solids)
    for (int i = 0; i < 12; ++i) {
      Pose pose = any_pose(random);
      if (i == 0) pose.rotation = {};
      if (i == 1) pose.rotation = Quat::from_rpy(std::numbers::pi / 2, 0, 0);
      const OccupancyGrid grid =
          map_of(with({thing(shape, pose)}), {.height_m = 0.05, .area = four_by_four});
      const Pose shape_from_world = inverse(pose);
      expect_exact(
          grid,
          [&](Vec2 p) {
            return contains(shape_from_world * Vec3{p.x, p.y, 0.05});
          },
          "shape " + std::to_string(shape.index()) + ", pose " + std::to_string(i));
    }
}

TEST(WorldMap, NothingIsOccupiedByWhatIsAboveOrBelowTheCut) {
  for (const Shape& shape :
       std::vector<Shape>{Box{}, Sphere{}, Cylinder{}, Capsule{0.25, 0.5}, Ellipsoid{}})
    for (const double z : {-0.55, 0.55}) {
      const OccupancyGrid grid =
          map_of(with({thing(shape, {{0, 0, z}, {}})}), {.height_m = 0, .area = four_by_four});
      EXPECT_EQ(std::ranges::count(grid.cells, MapCell::free), 6400);
    }
}

TEST(WorldMap, AWallIsAsThickAsItsCellsAndAThinOneIsThere) {
  // from x = 0.5 to 0.6 on cells of 0.05: columns 50 and 51 of a map from -2
  const OccupancyGrid wall = map_of(with({thing(Box{{0.1, 9, 1}}, {{0.55, 0, 0}, {}})}),
                                    {.height_m = 0, .area = four_by_four});
  EXPECT_EQ(std::ranges::count(wall.cells, MapCell::occupied), 2 * 80);
  EXPECT_EQ(wall.at(50, 40), MapCell::occupied);
  EXPECT_EQ(wall.at(51, 40), MapCell::occupied);

  const OccupancyGrid thin = map_of(with({thing(Box{{0.001, 9, 1}}, {{0.52, 0, 0}, {}})}),
                                    {.height_m = 0, .area = four_by_four});
  EXPECT_EQ(std::ranges::count(thin.cells, MapCell::occupied), 80);
}

TEST(WorldMap, GroundBelowIsFreeAndARisingPlaneIsOccupiedWhereItIsHigher) {
  const Pose rising{{0, 0, 0}, Quat::from_rpy(0, -0.1, 0)};  // up along x
  const OccupancyGrid grid = map_of(with({thing(Plane{}, {}), thing(Plane{}, rising)}),
                                    {.height_m = 0.05, .area = four_by_four});
  expect_exact(
      grid, [](Vec2 p) { return p.x * std::tan(0.1) > 0.05; }, "plane");
}

std::shared_ptr<const Heightfield> hills() {
  auto field = std::make_shared<Heightfield>();
  field->columns = 23;
  field->rows = 31;
  field->size_x_m = 3;
  field->size_y_m = 3.4;
  Random random(2, "hills");
  for (int i = 0; i < field->columns * field->rows; ++i)
    field->heights_m.push_back(static_cast<float>(random.uniform(-1, 1)));
  return field;
}

TEST(WorldMap, TerrainIsOccupiedWhereItIsHigherThanTheCut) {
  const auto field = hills();
  for (const double yaw : {0.0, 0.7}) {
    const Pose pose{{0.1, -0.2, 0.3}, Quat::from_rpy(0, 0, yaw)};
    const OccupancyGrid grid = map_of(with({thing(HeightfieldShape{field}, pose)}),
                                      {.height_m = 0.5, .area = four_by_four});
    const Pose field_from_world = inverse(pose);
    expect_exact(
        grid,
        [&](Vec2 p) {
          const Vec3 local = field_from_world * Vec3{p.x, p.y, 0.5};
          return height_at(*field, local.x, local.y) > local.z;
        },
        "terrain");
  }
}

// The six sides of a box, two triangles each, fronts outwards.
std::shared_ptr<const Mesh> box_mesh(const Vec3& size, bool is_inside_out = false) {
  auto mesh = std::make_shared<Mesh>();
  for (int i = 0; i < 8; ++i)
    mesh->positions.push_back({static_cast<float>((i & 1 ? 0.5 : -0.5) * size.x),
                               static_cast<float>((i & 2 ? 0.5 : -0.5) * size.y),
                               static_cast<float>((i & 4 ? 0.5 : -0.5) * size.z)});
  for (const auto& side : std::vector<std::array<std::uint32_t, 4>>{
           {0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}}) {
    std::array<std::uint32_t, 6> corners{side[0], side[1], side[2], side[0], side[2], side[3]};
    if (is_inside_out) std::ranges::reverse(corners);
    mesh->indices.insert(mesh->indices.end(), corners.begin(), corners.end());
  }
  return mesh;
}

TEST(WorldMap, AClosedMeshIsSolid) {
  Random random(3, "meshes");
  const Vec3 size{0.75, 0.5, 1.0};  // float holds these
  for (int i = 0; i < 10; ++i) {
    Pose pose = any_pose(random);
    if (i == 0) pose = {};  // its sides lie between cells
    const MapOptions options{.height_m = 0.03, .area = four_by_four};
    const auto expected = map_of(with({thing(Box{size}, pose)}), options).cells;
    EXPECT_EQ(map_of(with({thing(MeshShape{box_mesh(size), {1, 1, 1}}, pose)}), options).cells,
              expected);
    EXPECT_EQ(map_of(with({thing(MeshShape{box_mesh(size), {-1, 1, 1}}, pose)}), options).cells,
              expected);
  }
}

TEST(WorldMap, AHallWithoutAFloorAndARoomSeenFromInsideAreHollow) {
  auto hall = std::make_shared<Mesh>(*box_mesh({2, 2, 2}));
  hall->indices.erase(hall->indices.begin(), hall->indices.begin() + 6);  // its bottom
  for (const auto& mesh : {std::shared_ptr<const Mesh>(hall), box_mesh({2, 2, 2}, true)}) {
    const OccupancyGrid grid = map_of(with({thing(MeshShape{mesh, {1, 1, 1}}, {})}),
                                      {.height_m = 0.1, .area = four_by_four});
    EXPECT_EQ(cell_at(grid, 0.2, 0.2), MapCell::free);
    const bool is_inside_out = mesh != hall;
    EXPECT_EQ(cell_at(grid, is_inside_out ? 1.01 : 0.99, 0.2), MapCell::occupied);
    EXPECT_EQ(cell_at(grid, 1.2, 0.2), MapCell::free);
  }
}

RobotConfig robot_at(double x, double y) {
  RobotConfig robot;
  robot.name = "robot";
  robot.model = thing(Box{{0.2, 0.2, 0.2}}, {}, false).model;
  robot.world_from_robot.translation = {x, y, 0.1};
  return robot;
}

TEST(WorldMap, FreeIsWhatARobotCanGetToAndTheRestIsUnknown) {
  Findings findings;
  const auto walls =
      load_scenario_text("world: {generate: arena, size_x_m: 4, size_y_m: 3}", "s", {}, findings);
  Scenario scenario = *walls;
  // a closet of four walls in a corner
  for (const auto& [size, place] : std::vector<std::pair<Vec3, Vec3>>{
           {{0.1, 1, 1}, {1, 1, 0}}, {{1, 0.1, 1}, {1.5, 0.55, 0}}}) {
    scenario.world.models.push_back(thing(Box{size}, {place, {}}));
    scenario.world.models.back().name += std::to_string(scenario.world.models.size());
  }
  const MapOptions options{.height_m = 0.2};
  EXPECT_EQ(cell_at(map_of(scenario, options), 1.5, 1.2), MapCell::free);  // nobody is there

  scenario.robots.push_back(robot_at(0, 0));
  const OccupancyGrid grid = map_of(scenario, options);
  EXPECT_EQ(cell_at(grid, 0, 0), MapCell::free);
  EXPECT_EQ(cell_at(grid, 1.5, 1.2), MapCell::unknown);
  // the walls and nothing beyond: 4 by 3 m and 0.1 m of wall around
  EXPECT_EQ(grid.columns, 84);
  EXPECT_EQ(grid.rows, 64);
  EXPECT_NEAR(grid.origin.x, -2.1, 1e-9);
  EXPECT_NEAR(grid.origin.y, -1.6, 1e-9);
}

TEST(WorldMap, AnOpenFloorIsFreeAroundWhatStandsOnIt) {
  Scenario scenario = with({thing(Plane{}, {}), thing(Box{}, {{3, 0, 0.5}, {}})});
  scenario.robots.push_back(robot_at(0, 0));
  const OccupancyGrid grid = map_of(scenario, {});
  EXPECT_EQ(cell_at(grid, 0, 0), MapCell::free);
  EXPECT_EQ(cell_at(grid, 3, 0), MapCell::occupied);
  EXPECT_EQ(cell_at(grid, 4.4, 1.4), MapCell::free);  // a metre around the box, no more
  EXPECT_EQ(grid.columns, (4.5 + 1) / 0.05);

  Findings findings;
  const auto empty = load_scenario_text(
      "world: {generate: arena, size_x_m: 6, size_y_m: 4, wall_height_m: 0}", "s", {}, findings);
  EXPECT_EQ(map_of(*empty, {}).columns, 6.2 / 0.05);
}

TEST(WorldMap, WhatCanMoveIsThereOnlyOnDemandAndRobotsNever) {
  Scenario scenario = with({thing(Plane{}, {}), thing(Box{}, {{2, 0, 0.5}, {}}, false)});
  scenario.robots.push_back(robot_at(0, 0));
  MapOptions options;
  EXPECT_EQ(std::ranges::count(map_of(scenario, options).cells, MapCell::occupied), 0);
  options.includes_movable = true;
  EXPECT_EQ(std::ranges::count(map_of(scenario, options).cells, MapCell::occupied), 20 * 20);
}

TEST(WorldMap, AFrameHasTheMapOfItsWorldAsItIs) {
  Findings findings;
  const auto scenario = load_scenario("push", {}, findings);
  Simulation simulation(scenario);
  Frame frame = simulation.step({});
  const MapOptions options = map_options(*scenario);
  const OccupancyGrid before = map_of(*scenario, options);
  EXPECT_EQ((*make_map(frame, options)).cells, before.cells);

  Inputs inputs;
  inputs.edits.push_back({Spawn{.what = thing(Box{}, {{1, -1.2, 0.2}, {}}), .velocity = {}}});
  frame = simulation.step(std::move(inputs));
  const OccupancyGrid after = *make_map(frame, options);
  EXPECT_EQ(cell_at(before, 1, -1.2), MapCell::free);
  EXPECT_EQ(cell_at(after, 1, -1.2), MapCell::occupied);
}

TEST(WorldMap, IsCutAsHighAsTheLidarLooksUnlessTold) {
  Findings findings;
  const auto load = [&](const std::string& more) {
    const auto scenario = load_scenario_text(
        "robots: [{name: a, model: emaros, pose: {z: 0.5}}]\n" + more, "s", {}, findings);
    return map_options(*scenario);
  };
  // the lidar sits 0.15 m above the base
  EXPECT_NEAR(load("").height_m, 0.65, 1e-9);
  const MapOptions told =
      load("map: {height_m: 0.3, resolution_m: 0.1, area: {size_x_m: 2, size_y_m: 1}}");
  EXPECT_EQ(told.height_m, 0.3);
  EXPECT_EQ(told.resolution_m, 0.1);
  EXPECT_EQ(told.area->size_x_m, 2);
}

// Their feet are lower than the lidar looks, and all that a robot could drive into of them.
TEST(WorldMap, TheWarehouseHasTheFeetOfItsRacks) {
  Findings findings;
  const auto scenario = load_scenario("logistics", {}, findings);
  const OccupancyGrid map = map_of(*scenario, map_options(*scenario));
  int racks = 0;
  for (const ModelInstance& model : scenario->world.models) {
    if (!model.name.starts_with("rack_")) continue;
    ++racks;
    // the foot is 0.86 by 0.27 m
    for (double x = -0.42; x <= 0.42; x += 0.04)
      for (const double y : {-0.12, 0.0, 0.12}) {
        const Vec3 at = model.world_from_model * Vec3{x, y, 0};
        EXPECT_EQ(cell_at(map, at.x, at.y), MapCell::occupied)
            << model.name << " " << x << " " << y;
      }
  }
  EXPECT_EQ(racks, 4);
}

TEST(WorldMap, TooLargeAMapIsRefusedWithASentence) {
  const Scenario scenario = with({thing(Box{{1600, 2500, 1}}, {})});
  const Result<OccupancyGrid> map = make_map(scenario, {});
  ASSERT_FALSE(map);
  EXPECT_EQ(map.error(),
            "a map of 1602 by 2502 m with cells of 0.05 m has 1603 million cells, more than 100 "
            "million; name a smaller area or a coarser resolution");
}

}  // namespace
}  // namespace tandem
