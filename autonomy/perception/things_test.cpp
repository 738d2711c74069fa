// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gmock/gmock.h>

#include "autonomy/perception/box_processor.h"
#include "autonomy/perception/equipment_processor.h"
#include "autonomy/perception/test_pictures.h"
#include "autonomy/perception/zone_processor.h"

namespace tandem {

namespace {

using tandem_msgs::msg::Sight;

struct Viewpoint {
  double height_m = 0.125;
  double pitch_rad = 0;
};

template <class P>
Sight look_at(const PaintedScene& scene, const Viewpoint& from = {}) {
  const FloorCamera camera = test_camera(from.height_m, from.pitch_rad);
  const Pose pose = test_base_from_camera(from.height_m, from.pitch_rad);
  return P({}).look({picture_of(scene, camera, pose), &camera}, nullptr);
}

std::function<Color(Vec2)> zone_at(Vec2 middle, double yaw = 0, double size_m = 0.5) {
  return [=](Vec2 p) {
    const Vec2 local = inverse(Pose2{middle, yaw}) * p;
    const bool is_inside = std::max(std::abs(local.x), std::abs(local.y)) < size_m / 2;
    return is_inside ? red : floor_grey;
  };
}

// A camera as low as Emaros', and one above the boxes that looks down at them.
const std::vector<Viewpoint> viewpoints{{}, {.height_m = 0.4, .pitch_rad = 0.3}};

}  // namespace

TEST(BoxProcessor, FindsTheNearestPlaceOfABoxOnTheFloor) {
  for (const Viewpoint& from : viewpoints)
    for (const double x : {0.5, 1.0})
      for (const double yaw : {0.0, std::numbers::pi / 4}) {
        const Sight sight =
            look_at<BoxProcessor>({.boxes = {{.middle = {x, 0}, .yaw = yaw}}, .noise = 2}, from);
        ASSERT_EQ(sight.sightings.size(), 1u) << x << " " << yaw << " " << from.height_m;
        const auto& box = sight.sightings[0];
        EXPECT_EQ(box.label, "red_box");
        EXPECT_FALSE(box.is_cut);
        ASSERT_TRUE(box.has_position);
        // a side, or a corner, of a square of 0.15 m
        const double nearest = x - 0.075 * (yaw == 0 ? 1 : std::numbers::sqrt2);
        EXPECT_NEAR(box.position.x, nearest, x < 0.8 ? 0.01 : 0.02) << yaw << " " << from.height_m;
        EXPECT_NEAR(box.position.y, 0, 0.02);
      }
}

TEST(BoxProcessor, TellsTheLargestFirstAndWhichAreCut) {
  const Sight sight = look_at<BoxProcessor>(
      {.boxes = {{.middle = {1.2, -0.4}, .color = blue}, {.middle = {0.5, 0.75}}}});
  ASSERT_EQ(sight.sightings.size(), 2u);
  EXPECT_EQ(sight.sightings[0].label, "red_box");
  EXPECT_TRUE(sight.sightings[0].is_cut);  // at the left border
  EXPECT_EQ(sight.sightings[1].label, "blue_box");
  EXPECT_FALSE(sight.sightings[1].is_cut);
}

TEST(BoxProcessor, AZoneIsNoBoxAndABoxIsNoZone) {
  for (const Viewpoint& from : viewpoints)
    for (const double x : {0.4, 0.9, 1.6}) {
      const PaintedScene zone{.floor = zone_at({x, 0.1})};
      EXPECT_FALSE(look_at<BoxProcessor>(zone, from).found) << x << " " << from.height_m;
      EXPECT_TRUE(look_at<ZoneProcessor>(zone, from).found) << x << " " << from.height_m;
      for (const double yaw : {0.0, 0.4, std::numbers::pi / 4}) {
        const PaintedScene box{.boxes = {{.middle = {x, 0.1}, .yaw = yaw}}};
        EXPECT_TRUE(look_at<BoxProcessor>(box, from).found) << x << " " << from.height_m;
        EXPECT_FALSE(look_at<ZoneProcessor>(box, from).found)
            << x << " " << yaw << " " << from.height_m;
      }
    }
}

// Turned, aside, with a corner or a side that leads straight away from the camera, and cut by the
// picture's sides.
TEST(BoxProcessor, NoZoneIsABoxWhereverItLies) {
  for (const Viewpoint& from : viewpoints)
    for (const double yaw : {0.0, 0.4})
      for (const Vec2 middle :
           {Vec2{0.6, 0.25}, Vec2{0.7, 0.6}, Vec2{0.8, -0.9}, Vec2{0.9, -0.25}, Vec2{1.6, -0.25}}) {
        SCOPED_TRACE(
            fmt::format("({}, {}) yaw {} from {} m", middle.x, middle.y, yaw, from.height_m));
        const PaintedScene scene{.floor = zone_at(middle, yaw), .noise = 2};
        EXPECT_FALSE(look_at<BoxProcessor>(scene, from).found);
        const Sight zones = look_at<ZoneProcessor>(scene, from);
        EXPECT_LE(zones.sightings.size(), 1u);
        // all of it in the picture: at most 45 degrees to the side
        if (middle.x > 0.85 && std::abs(middle.y) < 0.6 && from.height_m < 0.2) {
          EXPECT_TRUE(zones.found);
        }
      }
}

TEST(ZoneProcessor, NoBoxIsAZoneWhereverItStands) {
  for (const Viewpoint& from : viewpoints)
    for (const double yaw : {0.0, 0.4})
      for (const Vec2 middle : {Vec2{0.6, 0}, Vec2{0.9, -0.5}, Vec2{1.6, -0.3}}) {
        SCOPED_TRACE(
            fmt::format("({}, {}) yaw {} from {} m", middle.x, middle.y, yaw, from.height_m));
        const PaintedScene scene{.boxes = {{.middle = middle, .yaw = yaw}}, .noise = 2};
        EXPECT_TRUE(look_at<BoxProcessor>(scene, from).found);
        EXPECT_FALSE(look_at<ZoneProcessor>(scene, from).found);
      }
}

TEST(EquipmentProcessor, WhatIsAsLargeAsAHouseIsNoTool) {
  const TestBox tool{.middle = {1.0, 0}, .height_m = 0.12};
  EXPECT_TRUE(look_at<EquipmentProcessor>({.boxes = {tool}}).found);
  for (const double x : {1.0, 1.5, 2.5}) {
    const TestBox house{.middle = {x, 0.3}, .size_m = 0.4, .height_m = 0.5};
    EXPECT_FALSE(look_at<EquipmentProcessor>({.boxes = {house}}).found) << x;
  }
}

TEST(BoxProcessor, ALineOnTheFloorIsNeitherABoxNorAZone) {
  const PaintedScene scene{
      .floor = [](Vec2 p) { return std::abs(p.y) < 0.03 && p.x < 3 ? red : floor_grey; }};
  EXPECT_FALSE(look_at<BoxProcessor>(scene).found);
  EXPECT_FALSE(look_at<ZoneProcessor>(scene).found);
}

TEST(ZoneProcessor, APositionIsTheMiddleOfTheZone) {
  const Sight sight = look_at<ZoneProcessor>({.floor = zone_at({0.9, 0.2}), .noise = 2});
  ASSERT_EQ(sight.sightings.size(), 1u);
  EXPECT_EQ(sight.sightings[0].label, "red_zone");
  EXPECT_NEAR(sight.sightings[0].position.x, 0.9, 0.05);
  EXPECT_NEAR(sight.sightings[0].position.y, 0.2, 0.03);
}

TEST(Things, AreSeenInDimAndInBrightLight) {
  for (const double light : {0.5, 1.25}) {
    EXPECT_TRUE(
        look_at<BoxProcessor>({.boxes = {{.middle = {0.9, 0}}}, .light = light, .noise = 3}).found)
        << light;
    EXPECT_TRUE(
        look_at<ZoneProcessor>({.floor = zone_at({0.9, 0}), .light = light, .noise = 3}).found)
        << light;
  }
}

TEST(Things, AnEmptyPictureHasNone) {
  EXPECT_FALSE(look_at<BoxProcessor>({.noise = 4}).found);
  EXPECT_FALSE(look_at<ZoneProcessor>({.noise = 4}).found);
  EXPECT_FALSE(look_at<EquipmentProcessor>({.noise = 4}).found);
}

}  // namespace tandem
