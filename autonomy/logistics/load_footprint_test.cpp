// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/logistics/load_footprint.h"

#include <gmock/gmock.h>

#include <cmath>

#include "autonomy/logistics/box_sight.h"

namespace tandem {

namespace {

// Of a convex polygon, counter-clockwise: how far inside a point is.
double depth(const geometry_msgs::msg::Polygon& polygon, double x, double y) {
  double least = 1e9;
  for (std::size_t i = 0; i < polygon.points.size(); ++i) {
    const auto& a = polygon.points[i];
    const auto& b = polygon.points[(i + 1) % polygon.points.size()];
    const double dx = b.x - a.x, dy = b.y - a.y;
    least = std::min(least, (dx * (y - a.y) - dy * (x - a.x)) / std::hypot(dx, dy));
  }
  return least;
}

}  // namespace

TEST(LoadFootprint, HasTheRobotAndItsBoxInItAndLittleElse) {
  const LogisticsConfig config;
  const auto polygon = footprint_with_load(config);
  for (int degree = 0; degree < 360; degree += 5)
    EXPECT_GT(depth(polygon, 0.125 * std::cos(degree * M_PI / 180),
                    0.125 * std::sin(degree * M_PI / 180)),
              -1e-6)
        << degree;
  // the box is before the mount at 0.135 m
  EXPECT_NEAR(depth(polygon, 0.135 + 0.16, 0.08), 0, 1e-6);
  EXPECT_GT(depth(polygon, 0.135, -0.08), 0);
  EXPECT_LT(depth(polygon, 0.3, 0), 0);
  EXPECT_LT(depth(polygon, -0.13, 0), 0);
  EXPECT_NEAR(config.loaded_radius_m(), std::hypot(0.295, 0.08), 1e-12);
}

TEST(BoxSight, TheMiddleOfABoxIsBehindItsFoot) {
  tandem_msgs::msg::Sight sight;
  sight.sightings.push_back(
      {.label = "red_box", .has_position = true, .position = {.x = 0.6, .y = 0.8}});
  sight.sightings.push_back(
      {.label = "blue_box", .is_cut = true, .has_position = true, .position = {.x = 0.2}});
  sight.sightings.push_back({.label = "green_box"});
  // the robot is at (1, 2) and looks north: its x is north, its y is west
  const auto boxes = boxes_in(sight, {{1, 2}, M_PI / 2}, {.box_size_m = 0.2});
  ASSERT_EQ(boxes.size(), 1U) << "what is cut may be its load, and what has no place has none";
  EXPECT_EQ(boxes[0].label, "red_box");
  EXPECT_NEAR(boxes[0].place.x, 1 - 0.88, 1e-9);  // a metre away, and a tenth of one behind that
  EXPECT_NEAR(boxes[0].place.y, 2 + 0.66, 1e-9);
  EXPECT_DOUBLE_EQ(boxes[0].seen_from_m, 1);
}

}  // namespace tandem
