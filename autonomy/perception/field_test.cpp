// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "autonomy/perception/processors.h"
#include "autonomy/perception/test_pictures.h"

namespace tandem {

namespace {

using tandem_msgs::msg::Sight;

constexpr Color land{199, 163, 124}, sand{242, 230, 183}, grass{110, 169, 82};

Sight look_at(const std::string& processor, const PaintedScene& scene) {
  const FloorCamera camera = test_camera();
  const RgbImage image = picture_of(scene, camera, test_base_from_camera());
  return (*make_processor(processor, {}))->look({image, &camera}, nullptr);
}

// Land to the left of a line through a place, sand and grass to the right of it.
PaintedScene edge_through(Vec2 place, double yaw) {
  return {.floor =
              [=](Vec2 p) {
                const double off =
                    std::cos(yaw) * (p.y - place.y) - std::sin(yaw) * (p.x - place.x);
                return off > 0 ? land : off > -0.1 ? sand : grass;
              },
          .noise = 2};
}

}  // namespace

TEST(FieldProcessor, MeasuresTheShareOfLand) {
  EXPECT_GT(look_at("field", {.floor = [](Vec2) { return land; }}).ratio, 0.99);
  EXPECT_EQ(look_at("field", {.floor = [](Vec2) { return grass; }}).ratio, 0);
  // the left half of the picture
  const Sight half = look_at("field", edge_through({0, 0}, 0));
  EXPECT_NEAR(half.ratio, 0.5, 0.02);
}

TEST(EdgeProcessors, FindAnEdgeWhereItIsOnTheFloor) {
  for (const std::string processor : {"edge", "edge_adjustment", "edge_following"})
    for (const double yaw : {-0.3, 0.0, 0.4}) {
      const Sight sight = look_at(processor, edge_through({0.3, 0.04}, yaw));
      ASSERT_TRUE(sight.found) << processor << " " << yaw;
      ASSERT_EQ(sight.sightings.size(), 1u);
      EXPECT_EQ(sight.sightings[0].label, "edge");
      ASSERT_GT(sight.curve.size(), 5u) << processor << " " << yaw;
      for (const auto& point : sight.curve) {
        const double off = std::cos(yaw) * (point.y - 0.04) - std::sin(yaw) * (point.x - 0.3);
        EXPECT_NEAR(off, 0, std::hypot(point.x, point.y) < 0.5 ? 0.005 : 0.02)
            << processor << " " << yaw << " at " << point.x;
      }
    }
}

TEST(EdgeProcessors, OnlyAnEdgeThatLeadsOnIsFollowed) {
  const PaintedScene across = edge_through({0.5, 0}, std::numbers::pi / 2);
  EXPECT_FALSE(look_at("edge_following", across).found);
  const Sight sight = look_at("edge_adjustment", across);
  ASSERT_TRUE(sight.found);
  EXPECT_NEAR(sight.sightings[0].position.x, 0.5, 0.01);
}

TEST(EdgeProcessors, LandAloneAndGrassAloneHaveNoEdge) {
  for (const std::string processor : {"edge", "edge_adjustment", "edge_following"})
    for (const Color& color : {land, grass, floor_grey})
      EXPECT_FALSE(look_at(processor, {.floor = [&](Vec2) { return color; }, .noise = 2}).found);
}

}  // namespace tandem
