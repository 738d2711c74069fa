// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "mapping/ground_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "simulation/simulation.h"

namespace tandem {
namespace {

// A floor, a robot at the origin, and what a test puts there.
OccupancyGrid map_of(const std::string& models, const GroundMapOptions& options = {}) {
  Findings findings;
  const auto scenario =
      load_scenario_text("robots: [{name: emaros, model: emaros}]", "test.yaml", {}, findings);
  EXPECT_TRUE(scenario);
  Scenario changed = *scenario;
  changed.world.models.clear();
  const auto text =
      "<sdf version='1.9'><world name='w'><model name='floor'><static>true</static>"
      "<link name='l'><collision name='c'><geometry><plane/></geometry></collision>"
      "</link></model>" +
      models + "</world></sdf>";
  const auto world = load_scenario_text(text, "world.sdf", {}, findings);
  EXPECT_TRUE(world);
  if (world) changed.world.models = world->world.models;
  Simulation simulation(std::make_shared<const Scenario>(changed));
  const Result<OccupancyGrid> map = make_ground_map(simulation.edit({}), options);
  EXPECT_TRUE(map) << (map ? "" : map.error());
  return map ? *map : OccupancyGrid{};
}

std::string box(const std::string& name, const std::string& pose, const std::string& size) {
  return "<model name='" + name +
         "'><static>true</static><link name='l'><collision name='c'><pose>" + pose +
         "</pose><geometry><box><size>" + size +
         "</size></box></geometry></collision></link></model>";
}

MapCell at(const OccupancyGrid& map, double x, double y) {
  return map.at(map.column_of(x), map.row_of(y));
}

auto count(const OccupancyGrid& map, MapCell cell) { return std::ranges::count(map.cells, cell); }

const GroundMapOptions small{.area = {{}, 4, 4}};

TEST(GroundMap, AFlatFloorIsFree) {
  const OccupancyGrid map = map_of("", small);
  EXPECT_EQ(map.columns, 80);
  EXPECT_EQ(count(map, MapCell::free), 80 * 80);
}

TEST(GroundMap, WhatStandsIsOccupiedWithItsInsideAndWhatHangsHighIsNot) {
  const OccupancyGrid map = map_of(box("crate", "1 0 0.25 0 0 0", "0.5 0.5 0.5") +
                                       box("kerb", "0 1 0.02 0 0 0", "0.5 0.5 0.04") +
                                       box("lamp", "0 -1 1.5 0 0 0", "0.5 0.5 0.5") +
                                       box("table", "-1 0 0.4 0 0 0", "0.5 0.5 0.05"),
                                   small);
  // 0.5 m are ten cells; the table's top is too low to drive under
  EXPECT_EQ(count(map, MapCell::occupied), 100 + 100);
  EXPECT_EQ(at(map, 1, 0), MapCell::occupied);
  EXPECT_EQ(at(map, -1, 0), MapCell::occupied);
  EXPECT_EQ(at(map, 0, 1), MapCell::free);
  EXPECT_EQ(at(map, 0, -1), MapCell::free);
}

TEST(GroundMap, ARampIsGroundAndItsSidesAreEdges) {
  // 15 degrees from x = 0.5 on, 1 m wide
  const double angle = std::numbers::pi / 12, length = 2;
  const double x = 0.5 + length / 2 * std::cos(angle) + 0.1 * std::sin(angle);
  const double z = length / 2 * std::sin(angle) - 0.1 * std::cos(angle);
  const OccupancyGrid map = map_of(
      box("ramp", std::to_string(x) + " 0 " + std::to_string(z) + " 0 -0.2617994 0", "2 1 0.2"),
      small);
  EXPECT_EQ(at(map, 0.6, 0), MapCell::free);
  EXPECT_EQ(at(map, 1.8, 0.2), MapCell::free);
  EXPECT_EQ(at(map, 1.8, 0.475), MapCell::occupied);  // one falls from here
  EXPECT_EQ(at(map, 1.8, -0.475), MapCell::occupied);
  EXPECT_EQ(at(map, 0.6, 0.475), MapCell::free);  // and not from here
  EXPECT_EQ(at(map, 1.8, 0.6), MapCell::free);
}

TEST(GroundMap, WhatNobodyGetsToIsUnknown) {
  // a closed yard of 1 m
  const OccupancyGrid map = map_of(box("north", "1 0.55 0.5 0 0 0", "1.2 0.1 1") +
                                       box("south", "1 -0.55 0.5 0 0 0", "1.2 0.1 1") +
                                       box("east", "1.55 0 0.5 0 0 0", "0.1 1.2 1") +
                                       box("west", "0.45 0 0.5 0 0 0", "0.1 1.2 1"),
                                   small);
  EXPECT_EQ(at(map, 1, 0), MapCell::unknown);
  EXPECT_EQ(count(map, MapCell::unknown), 20 * 20);
  EXPECT_EQ(count(map, MapCell::occupied), 24 * 24 - 20 * 20);
}

}  // namespace
}  // namespace tandem
