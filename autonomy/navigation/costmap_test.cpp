// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/navigation/costmap.h"

#include <gtest/gtest.h>

#include <numbers>

#include "autonomy/navigation/footprint.h"
#include "autonomy/navigation/inflation.h"
#include "autonomy/navigation/obstacle_layer.h"
#include "autonomy/navigation/planner.h"
#include "autonomy/navigation/static_map.h"
#include "autonomy/navigation/test_floor.h"

namespace tandem {
namespace {

constexpr GridFrame ten_by_ten{{-0.5, -0.5}, 0.1, 10, 10};

TEST(Grid, ALineVisitsEveryCellThatItGoesThrough) {
  std::vector<Cell> cells;
  const auto note = [&](Cell cell) {
    cells.push_back(cell);
    return true;
  };
  EXPECT_TRUE(walk_line(ten_by_ten, {0.05, 0.05}, {0.25, 0.05}, note));
  EXPECT_EQ(cells, (std::vector<Cell>{{5, 5}, {6, 5}, {7, 5}}));
  cells.clear();
  // down to the left it crosses x first, at x = 0, then y
  EXPECT_TRUE(walk_line(ten_by_ten, {0.02, 0.05}, {-0.08, -0.05}, note));
  EXPECT_EQ(cells, (std::vector<Cell>{{5, 5}, {4, 5}, {4, 4}}));
  cells.clear();
  EXPECT_TRUE(walk_line(ten_by_ten, {0.05, 0.05}, {0.05, 0.05}, note));
  EXPECT_EQ(cells, (std::vector<Cell>{{5, 5}}));
  EXPECT_FALSE(walk_line(ten_by_ten, {0, 0}, {0.4, 0}, [](Cell) { return false; }));
}

TEST(Grid, WindowsMoveByWholeCells) {
  const GridFrame a = window_around({0.01, 0.01}, 1, 0.1), b = window_around({0.37, 0.01}, 1, 0.1);
  EXPECT_NEAR(b.corner.x - a.corner.x, 0.3, 1e-9);
  EXPECT_EQ(a.width, 10);
}

TEST(Inflation, CostsAreThoseOfNav2) {
  const InflationConfig config{.radius_m = 0.5, .scaling = 10};
  EXPECT_EQ(inflated_cost(0, 0.2, config), cost::lethal);
  EXPECT_EQ(inflated_cost(0.2, 0.2, config), cost::inscribed);
  // 252 e^-1 = 92.7
  EXPECT_EQ(inflated_cost(0.3, 0.2, config), 92);
  EXPECT_EQ(inflated_cost(0.51, 0.2, config), cost::free);
}

TEST(Inflation, DistancesAreThoseToTheNearestLethalCell) {
  Costmap costmap(ten_by_ten);
  costmap.set({2, 3}, cost::lethal);
  costmap.set({8, 9}, cost::lethal);
  const std::vector<float> distances = distances_to_lethal(costmap);
  for (int y = 0; y < 10; ++y)
    for (int x = 0; x < 10; ++x)
      EXPECT_NEAR(distances[ten_by_ten.index({x, y})],
                  0.1 * std::min(std::hypot(x - 2, y - 3), std::hypot(x - 8, y - 9)), 1e-6);
}

TEST(Inflation, WithoutObstaclesNothingChanges) {
  Costmap costmap(ten_by_ten, cost::unknown);
  inflate(costmap, 0.2, {});
  EXPECT_EQ(costmap.at(Cell{5, 5}), cost::unknown);
}

TEST(ObstacleLayer, ABeamMarksItsEndAndClearsTheWayThere) {
  ObstacleLayer layer(ten_by_ten);
  const Beam near{{0.15, 0}, true}, far{{0.35, 0}, true};
  layer.observe({-0.35, 0}, std::span(&near, 1));
  EXPECT_TRUE(layer.is_marked({6, 5}));
  layer.observe({-0.35, 0}, std::span(&far, 1));
  EXPECT_FALSE(layer.is_marked({6, 5}));
  EXPECT_TRUE(layer.is_marked({8, 5}));
  // nothing in range: all of the way is free
  const Beam open{{2, 0}, false};
  layer.observe({-0.35, 0}, std::span(&open, 1));
  EXPECT_FALSE(layer.is_marked({8, 5}));
}

TEST(ObstacleLayer, WhatABeamOfTheSameScanEndsAtIsNotClearedByItsNeighbours) {
  ObstacleLayer layer(ten_by_ten);
  // along a wall at y = 0.05: the far beam passes through the cell that the near one ends in
  const std::vector<Beam> beams{{{0.05, 0.05}, true}, {{0.35, 0.05}, true}};
  layer.observe({-0.35, 0.01}, beams);
  EXPECT_TRUE(layer.is_marked({5, 5}));
  EXPECT_TRUE(layer.is_marked({8, 5}));
}

TEST(ObstacleLayer, MarksKeepTheirPlacesWhenTheWindowMoves) {
  ObstacleLayer layer(window_around({0, 0}, 1, 0.1));
  const Beam beam{{0.25, 0.05}, true};
  layer.observe({0, 0.05}, std::span(&beam, 1));
  layer.move_to(window_around({0.3, -0.2}, 1, 0.1));
  EXPECT_TRUE(layer.is_marked(layer.frame().cell_at({0.25, 0.05})));
  layer.move_to(window_around({3, 0}, 1, 0.1));
  layer.move_to(window_around({0, 0}, 1, 0.1));
  EXPECT_FALSE(layer.is_marked(layer.frame().cell_at({0.25, 0.05})));
}

TEST(ObstacleLayer, AConeMarksAnArcAndClearsWhatIsNearer) {
  ObstacleLayer layer(window_around({0, 0}, 2, 0.025));
  const auto is_marked = [&](Vec2 at) { return layer.is_marked(layer.frame().cell_at(at)); };
  layer.observe({}, cone_beams({}, 0.4, 0.5, true, 0.025));
  EXPECT_TRUE(is_marked({0.5, 0}));
  EXPECT_TRUE(is_marked({0.5 * std::cos(0.2), 0.5 * std::sin(0.2)}));
  EXPECT_FALSE(is_marked({0.5 * std::cos(0.3), 0.5 * std::sin(0.3)}));
  layer.observe({}, cone_beams({}, 0.4, 0.7, false, 0.025));
  EXPECT_FALSE(is_marked({0.5, 0}));
}

TEST(Footprint, DistancesOfACircleAndAPolygonAreNegativeInside) {
  EXPECT_NEAR(Footprint::round(0.2).distance_m({0.5, 0}), 0.3, 1e-12);
  const Footprint box = Footprint::polygon({{0.3, 0.1}, {-0.1, 0.1}, {-0.1, -0.1}, {0.3, -0.1}});
  EXPECT_NEAR(box.inscribed_m(), 0.1, 1e-12);
  EXPECT_NEAR(box.circumscribed_m(), std::hypot(0.3, 0.1), 1e-12);
  EXPECT_NEAR(box.distance_m({0.4, 0}), 0.1, 1e-12);
  EXPECT_NEAR(box.distance_m({0.29, 0}), -0.01, 1e-12);
  EXPECT_TRUE(box.padded(0.05).contains({0.34, 0.14}));
}

TEST(Footprint, ALoadInFrontTouchesWhereTheRobotAloneDoesNot) {
  Costmap costmap(window_around({0, 0}, 2, 0.025));
  costmap.set(costmap.frame().cell_at({0.25, 0}), cost::lethal);
  inflate(costmap, 0.12, {.radius_m = 0.4});
  const Footprint alone = Footprint::round(0.12);
  const Footprint loaded =
      Footprint::polygon({{0.3, 0.12}, {-0.12, 0.12}, {-0.12, -0.12}, {0.3, -0.12}});
  EXPECT_NE(footprint_cost(costmap, alone, {}), cost::lethal);
  // the thing is inside of the polygon, and none of its edges is on it: that would be the load
  // itself; a turn brings an edge there
  EXPECT_EQ(footprint_cost(costmap, loaded, {{}, 0.5}), cost::lethal);
  EXPECT_NE(footprint_cost(costmap, loaded, {{}, std::numbers::pi}), cost::lethal);
}

TEST(StaticMap, IsReadWithItsOriginAndWrittenAsNav2Does) {
  nav_msgs::msg::OccupancyGrid message;
  message.info.resolution = 0.5F;
  message.info.width = 2;
  message.info.height = 1;
  message.info.origin.position = {.x = 1, .y = 2};
  // turned a quarter: cells go north from the corner
  message.info.origin.orientation = {.z = std::sin(std::numbers::pi / 4),
                                     .w = std::cos(std::numbers::pi / 4)};
  message.data = {100, -1};
  const auto map = read_map(message);
  ASSERT_TRUE(map);
  EXPECT_EQ(map->cost_at({0.75, 2.25}), cost::lethal);
  EXPECT_EQ(map->cost_at({0.75, 2.75}), cost::unknown);
  EXPECT_EQ(map->cost_at({5, 5}), cost::unknown);
  const GridFrame frame = frame_of(*map, 0.25);
  EXPECT_EQ(frame.width, 2);
  EXPECT_EQ(frame.height, 4);
  EXPECT_NEAR(frame.corner.x, 0.5, 1e-6);

  Costmap costmap({{}, 0.1, 4, 1});
  costmap.set({1, 0}, cost::inscribed);
  costmap.set({2, 0}, cost::lethal);
  costmap.set({3, 0}, cost::unknown);
  EXPECT_EQ(to_occupancy_grid(costmap).data, (std::vector<std::int8_t>{0, 99, 100, -1}));
}

TEST(StaticMap, WhatIsNoMapIsRefusedWithAReason) {
  nav_msgs::msg::OccupancyGrid message;
  message.info.resolution = 0.1F;
  message.info.width = 3;
  message.info.height = 2;
  message.data.resize(5);
  EXPECT_EQ(read_map(message).error(), "a map of 3 by 2 cells that has 5 values");
  message.info.resolution = 0;
  EXPECT_FALSE(read_map(message));
}

TEST(LayeredCostmap, WhatTheLidarLooksOverIsNotClearedByIt) {
  TestFloor floor({"....", "....", "....", "...."}, 0.25);
  const Beam low{{0.5, 0.5}, true}, over{{0.9, 0.5}, false};
  floor.local.near_floor().observe({0.1, 0.5}, std::span(&low, 1));
  floor.local.lidar().observe({0.1, 0.5}, std::span(&over, 1));
  EXPECT_EQ(floor.local.costs().at(Vec2{0.5, 0.5}), cost::lethal);
  floor.local.clear();
  EXPECT_EQ(floor.local.costs().at(Vec2{0.5, 0.5}), cost::free);
}

TEST(LayeredCostmap, WhereSomethingWillBeIsDearButCanBeLeft) {
  LayeredCostmap costmap;
  costmap.set_robot(Footprint::round(0.12), {.radius_m = 0.3, .scaling = 8});
  costmap.move_to({{}, 0.025, 80, 80});
  // a lane of 0.2 m from south to north, in the middle of which the robot stands
  std::vector<Vec2> lane;
  for (double x = 0.9; x < 1.11; x += 0.02)
    for (double y = 0.2; y < 1.8; y += 0.05) lane.push_back({x, y});
  costmap.set_expected(lane);
  EXPECT_EQ(costmap.costs().at(Vec2{1, 1}), cost::expected);
  EXPECT_EQ(costmap.costs().at(Vec2{1.2, 1}), cost::expected);  // it would be touched there
  EXPECT_EQ(costmap.costs().at(Vec2{1.26, 1}), cost::free);
  EXPECT_TRUE(plan_path(costmap.costs(), Footprint::round(0.12), {{1, 1}, 0}, {{1.6, 1}, 0}));
  // who can goes around: the way across would be 0.44 m of nearly five times its length
  const Plan around =
      plan_path(costmap.costs(), Footprint::round(0.12), {{0.6, 1.6}, 0}, {{1.4, 1.6}, 0});
  ASSERT_TRUE(around);
  EXPECT_GT(path_length(around.path), 0.9);
  costmap.set_expected({});
  EXPECT_EQ(costmap.costs().at(Vec2{1, 1}), cost::free);
}

}  // namespace
}  // namespace tandem
