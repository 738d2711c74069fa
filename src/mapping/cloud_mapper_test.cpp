// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "mapping/cloud_mapper.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tandem {
namespace {

OccupancyGrid empty() {
  return {.resolution_m = 0.1,
          .columns = 100,
          .rows = 20,
          .origin = {0, -1},
          .cells = std::vector<MapCell>(2000, MapCell::unknown)};
}

CloudPoint point(double x, double y, double z, int ring) {
  return {.x = static_cast<float>(x),
          .y = static_cast<float>(y),
          .z = static_cast<float>(z),
          .ring = static_cast<std::uint16_t>(ring)};
}

MapCell at(const CloudMapper& mapper, double x, double y) {
  return mapper.map().at(mapper.map().column_of(x), mapper.map().row_of(y));
}

TEST(CloudMapper, GroundIsFreeWhatStandsIsOccupiedAndTheRestUnknown) {
  CloudMapper mapper(empty());
  // one column: ground at two places, then a wall at 3.05 m, over which a ring sees far ground
  const std::vector<CloudPoint> points{point(1.05, 0.05, 0, 0), point(2.05, 0.05, 0, 1),
                                       point(3.05, 0.05, 0.1, 2), point(3.05, 0.05, 0.3, 3),
                                       point(4.55, 0.05, 0.1, 4)};
  mapper.add(points, {});
  EXPECT_EQ(at(mapper, 1.05, 0.05), MapCell::free);
  EXPECT_EQ(at(mapper, 2.05, 0.05), MapCell::free);
  EXPECT_EQ(at(mapper, 3.05, 0.05), MapCell::occupied);
  EXPECT_EQ(at(mapper, 4.55, 0.05), MapCell::free);
  EXPECT_EQ(at(mapper, 1.55, 0.05), MapCell::unknown);
}

TEST(CloudMapper, WhatWasSeenToStandStays) {
  CloudMapper mapper(empty());
  const std::vector<CloudPoint> wall{point(3.05, 0, 0.1, 2), point(3.05, 0, 0.3, 3)};
  const std::vector<CloudPoint> ground{point(3.02, 0, 0, 2), point(4.05, 0, 0, 3)};
  mapper.add(wall, {});
  mapper.add(ground, {});
  EXPECT_EQ(at(mapper, 3.05, 0), MapCell::occupied);
  EXPECT_EQ(at(mapper, 4.05, 0), MapCell::free);
}

TEST(CloudMapper, AHillIsGround) {
  CloudMapper mapper(empty());
  // 40 degrees up: 0.84 m in a metre
  const std::vector<CloudPoint> hill{point(1.05, 0, 0, 0), point(2.05, 0, 0.84, 1),
                                     point(3.05, 0, 1.68, 2)};
  mapper.add(hill, {});
  EXPECT_EQ(std::ranges::count(mapper.map().cells, MapCell::occupied), 0);
  EXPECT_EQ(std::ranges::count(mapper.map().cells, MapCell::free), 3);
}

TEST(CloudMapper, RingsOfOtherColumnsAndMissedRingsSayNothingAboutSteepness) {
  CloudMapper mapper(empty());
  const std::vector<CloudPoint> points{point(2.05, -0.5, 0, 0), point(2.05, 0, 0.3, 0),
                                       point(2.05, 0, 0.9, 2)};
  mapper.add(points, {});
  EXPECT_EQ(std::ranges::count(mapper.map().cells, MapCell::occupied), 0);
}

TEST(CloudMapper, PointsLieWhereTheSensorIsAndThoseFarAwayAreLeftOut) {
  CloudMapper mapper(empty(), {.range_m = 2});
  const Pose world_from_sensor{{5, 0, 0.5}, Quat::from_axis_angle({0, 0, 1}, 3.14159265358979)};
  const std::vector<CloudPoint> points{point(1.05, 0.05, -0.5, 0), point(3.05, 0.05, -0.5, 1)};
  mapper.add(points, world_from_sensor);
  EXPECT_EQ(at(mapper, 3.95, -0.05), MapCell::free);
  EXPECT_EQ(std::ranges::count(mapper.map().cells, MapCell::unknown), 1999);
}

}  // namespace
}  // namespace tandem
