// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/paint_file.h"

#include <gtest/gtest.h>

#include "scenario/image.h"
#include "scenario/scenario.h"
#include "scenario/testing.h"

namespace tandem {
namespace {

class PaintFile : public ::testing::Test {
 protected:
  std::shared_ptr<const Scenario> load(const std::string& yaml) {
    findings_ = {};
    return load_scenario(folder_.write("test.yaml", yaml).string(), {}, findings_);
  }

  TestFolder folder_;
  Findings findings_;
};

TEST_F(PaintFile, WithoutSettingsTheWholeFloorIsPaintedAtFiveMillimetres) {
  const auto scenario = load(
      "world: {generate: arena, size_x_m: 4, size_y_m: 3, wall_height_m: 0}\n"
      "paint: {}\n");
  ASSERT_TRUE(scenario) << all_text(findings_);
  ASSERT_TRUE(scenario->paint);
  EXPECT_EQ(scenario->paint->surface, "floor");
  EXPECT_EQ(scenario->paint->pixel_m, 0.005);
  // the arena's floor reaches 0.1 m under its walls
  EXPECT_EQ(scenario->paint->width_px(), 840);
  EXPECT_EQ(scenario->paint->height_px(), 640);
  EXPECT_TRUE(scenario->paint->initial.empty());
}

TEST_F(PaintFile, EverythingWrittenArrives) {
  ASSERT_TRUE(write_png(folder_.path() / "map.png", {2, 1, {{255, 0, 0, 255}, {0, 0, 255, 7}}}));
  const auto scenario = load(R"(paint:
  surface: floor
  area: {x: 1, y: 2, yaw_deg: 90, size_x_m: 2, size_y_m: 1}
  pixel_m: 0.01
  image: map.png
  strokes:
    - {points: [[0, 0], [1, 0.5]], width_m: 0.03, color: black}
    - {points: [[1, 1]], color: [1, 0, 0, 0.5]}
)");
  ASSERT_TRUE(scenario) << all_text(findings_);
  const PaintConfig& paint = *scenario->paint;
  EXPECT_EQ(paint.width_px(), 200);
  EXPECT_EQ(paint.height_px(), 100);
  ASSERT_EQ(paint.initial.size(), 3u);
  ASSERT_TRUE(paint.initial[0].image);
  EXPECT_EQ(paint.initial[0].image->at(1, 0), (Rgba{0, 0, 255, 7}));
  EXPECT_EQ(paint.initial[0].mode, PaintMode::replace);
  const auto& line = std::get<PaintLine>(paint.initial[1].shape);
  ASSERT_EQ(line.points.size(), 2u);
  EXPECT_EQ(line.points[1].y, 0.5);
  EXPECT_EQ(line.width_m, 0.03);
  EXPECT_EQ(paint.initial[2].color, (Color{1, 0, 0, 0.5f}));
}

TEST_F(PaintFile, MistakesAreNamedWithTheirLines) {
  folder_.write("words.png", "this is no picture");
  EXPECT_FALSE(load(R"(paint:
  surface: flor
  image: words.png
  strokes:
    - {points: [[0, 0], [1]], width_m: 0}
    - {points: here}
    - {width_m: 0.1}
    - {points: []}
  colour: red
)"));
  EXPECT_ERROR(findings_, 2, "the world has no 'flor'; did you mean 'floor'?");
  EXPECT_ERROR(findings_, 3, "is not an image: expected PNG, JPEG or BMP");
  EXPECT_ERROR(findings_, 5, "'width_m' must be at least 0.0001");
  EXPECT_ERROR(findings_, 5, "'points' expects points [x, y], is a list");
  EXPECT_ERROR(findings_, 6, "'points' expects a list of [x, y], is 'here'");
  EXPECT_ERROR(findings_, 7, "'stroke' must have 'points'");
  EXPECT_ERROR(findings_, 8, "a line needs at least one point");
  EXPECT_ERROR(findings_, 9, "'paint' has no key 'colour'");
}

TEST_F(PaintFile, WhatCannotBePaintedIsSaid) {
  EXPECT_FALSE(load("world: push\npaint: {surface: box_50kg}\n"));
  EXPECT_ERROR(findings_, 2, "'box_50kg' can move: only what is static can be painted");
  EXPECT_FALSE(load("paint: {area: {size_x_m: 100, size_y_m: 2}}\n"));
  EXPECT_ERROR(findings_, 1, "100 by 2 m at 0.005 m a pixel is more than 16384 pixels");
  EXPECT_FALSE(load("paint: {image: nowhere.png}\n"));
  EXPECT_ERROR(findings_, 1, "nowhere.png");
}

TEST_F(PaintFile, TerrainCanBePaintedToo) {
  const auto scenario =
      load("world: {generate: park}\npaint: {area: {size_x_m: 20, size_y_m: 20}, pixel_m: 0.02}\n");
  ASSERT_TRUE(scenario) << all_text(findings_);
  EXPECT_EQ(scenario->paint->width_px(), 1000);
}

}  // namespace
}  // namespace tandem
