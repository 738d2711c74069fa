// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "world/paint_layer.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "world/paint_blend.h"

namespace tandem {
namespace {

constexpr Rgba red{255, 0, 0, 255}, blue{0, 0, 255, 255}, nothing{};
const Color red_color{1, 0, 0, 1}, blue_color{0, 0, 1, 1};

// 1 by 0.5 m around the origin, a pixel a centimetre: 100 by 50.
PaintConfig small_floor() {
  return {.surface = "floor", .area = {{}, 1, 0.5}, .pixel_m = 0.01, .initial = {}};
}

Area area(double x, double y, double size_x, double size_y, double yaw = 0) {
  return {{{x, y}, yaw}, size_x, size_y};
}

int painted(const PaintImage& image) {
  int count = 0;
  for (int row = 0; row < image.height(); ++row)
    for (int column = 0; column < image.width(); ++column) count += image.pixel(column, row).a > 0;
  return count;
}

// The area that is painted, counting pixels by their alpha.
double ink_m2(const PaintImage& image) {
  double sum = 0;
  for (const Rgba& pixel : image.copy().pixels) sum += pixel.a / 255.0;
  return sum * image.placement().pixel_m * image.placement().pixel_m;
}

TEST(PaintLayer, IsAsLargeAsItsAreaAndClearAtFirst) {
  PaintLayer layer(small_floor());
  const auto image = layer.share();
  EXPECT_EQ(image->width(), 100);
  EXPECT_EQ(image->height(), 50);
  EXPECT_EQ(painted(*image), 0);
  EXPECT_EQ(image->digest(), 0u);
  EXPECT_EQ(image->painted_tiles(), 0u);
}

TEST(PaintLayer, ColumnsGoWithXAndRowsAgainstY) {
  PaintLayer layer(small_floor());
  // the pixel in the corner of smallest x and largest y
  ASSERT_TRUE(layer.apply(paint_fill(area(-0.495, 0.245, 0.01, 0.01), red_color)));
  const auto image = layer.share();
  EXPECT_EQ(image->pixel(0, 0), red);
  EXPECT_EQ(painted(*image), 1);
  const Vec2 center = image->placement().world_from_pixel({0.5, 0.5});
  EXPECT_NEAR(center.x, -0.495, 1e-12);
  EXPECT_NEAR(center.y, 0.245, 1e-12);
  const Vec2 back = image->placement().pixel_from_world(center);
  EXPECT_NEAR(back.x, 0.5, 1e-9);
  EXPECT_NEAR(back.y, 0.5, 1e-9);
}

TEST(PaintLayer, ATurnedFloorTurnsItsPixels) {
  PaintConfig config = small_floor();
  config.area.world_from_center = {{2, 3}, std::numbers::pi / 2};
  PaintLayer layer(config);
  // 0.4 m along the floor's own x axis, which points to the world's y
  ASSERT_TRUE(layer.apply(paint_stamp(PaintDisc{{2, 3.4}, 0.02}, red_color)));
  EXPECT_EQ(layer.share()->pixel(90, 25), red);
  EXPECT_EQ(layer.share()->pixel(10, 25), nothing);
}

TEST(PaintLayer, AStrokeHasItsWidthAndRoundCaps) {
  PaintConfig config = small_floor();
  config.pixel_m = 0.001;
  PaintLayer layer(config);
  ASSERT_TRUE(layer.apply(paint_stroke({{-0.2, 0.013}, {0.3, -0.1}}, 0.04, red_color)));
  const double length = std::hypot(0.5, 0.113);
  EXPECT_NEAR(ink_m2(*layer.share()), length * 0.04 + std::numbers::pi * 0.02 * 0.02, 2e-5);
}

TEST(PaintLayer, APointIsADotAndAHairIsPale) {
  PaintLayer layer(small_floor());
  ASSERT_TRUE(layer.apply(paint_stroke({{0.005, 0.005}}, 0.06, red_color)));
  EXPECT_NEAR(ink_m2(*layer.share()), std::numbers::pi * 0.03 * 0.03, 5e-5);

  PaintLayer hair(small_floor());
  ASSERT_TRUE(hair.apply(paint_stroke({{-0.4, 0.005}, {0.4, 0.005}}, 0.001, red_color)));
  EXPECT_EQ(hair.share()->pixel(50, 24), (Rgba{255, 0, 0, 26}));  // a tenth of the pixel
}

TEST(PaintLayer, ALineThatCrossesItselfIsPaintedOnce) {
  PaintLayer layer(small_floor());
  const Color pale{1, 0, 0, 0.5f};
  ASSERT_TRUE(layer.apply(
      paint_stroke({{-0.1, 0}, {0.1, 0}, {0.1, 0.1}, {0, 0.1}, {0, -0.1}}, 0.03, pale)));
  const auto image = layer.share();
  for (int row = 0; row < image->height(); ++row)
    for (int column = 0; column < image->width(); ++column)
      ASSERT_LE(image->pixel(column, row).a, 128);

  ASSERT_TRUE(layer.apply(paint_stroke({{0, -0.1}, {0, 0.1}}, 0.03, pale)));
  EXPECT_EQ(layer.share()->pixel(50, 25).a, 192);  // 0.5 + 0.5 * 0.5, in 255ths
}

TEST(PaintLayer, BlendsAsItsHeaderSays) {
  const Rgba half_blue{0, 0, 255, 128};
  // over: alpha 128/255 + 127/255 * 1, color by those weights
  EXPECT_EQ(blended(red, half_blue, 255, PaintMode::over), (Rgba{127, 0, 128, 255}));
  EXPECT_EQ(blended(nothing, half_blue, 255, PaintMode::over), half_blue);
  EXPECT_EQ(blended(nothing, half_blue, 128, PaintMode::over), (Rgba{0, 0, 255, 64}));
  // replace: what was there is gone
  EXPECT_EQ(blended(red, half_blue, 255, PaintMode::replace), half_blue);
  EXPECT_EQ(blended(red, nothing, 255, PaintMode::replace), nothing);
  // half replaced: 64/255 of blue and 127/255 of red
  EXPECT_EQ(blended(red, half_blue, 128, PaintMode::replace), (Rgba{169, 0, 86, 191}));
  // erase
  EXPECT_EQ(blended(red, blue, 255, PaintMode::erase), nothing);
  EXPECT_EQ(blended(red, half_blue, 255, PaintMode::erase), (Rgba{255, 0, 0, 127}));
}

TEST(PaintLayer, BlendingIsTheRoundedTruthForEveryPairOfAlphas) {
  for (int there_alpha = 0; there_alpha < 256; there_alpha += 5)
    for (int alpha = 0; alpha < 256; alpha += 3)
      for (int coverage : {1, 100, 254, 255}) {
        const Rgba there{200, 10, 90, static_cast<std::uint8_t>(there_alpha)};
        const Rgba source{20, 250, 91, static_cast<std::uint8_t>(alpha)};
        const double weight = alpha / 255.0 * coverage / 255.0;
        const double stays = (1 - weight) * there_alpha / 255.0;
        const Rgba result =
            blended(there, source, static_cast<std::uint32_t>(coverage), PaintMode::over);
        ASSERT_NEAR(result.a, 255 * (weight + stays), 0.5 + 1e-9);
        if (result.a == 0) continue;
        ASSERT_NEAR(result.r, (20 * weight + 200 * stays) / (weight + stays), 0.5 + 1e-9);
        ASSERT_NEAR(result.g, (250 * weight + 10 * stays) / (weight + stays), 0.5 + 1e-9);
      }
}

TEST(PaintLayer, EditsActInTheirOrder) {
  PaintLayer layer(small_floor());
  layer.apply(paint_fill(PaintEverywhere{}, red_color));
  layer.apply(paint_stamp(area(0, 0, 0.2, 0.2), blue_color));
  layer.apply(paint_erase(PaintDisc{{0, 0}, 0.05}));
  const auto image = layer.share();
  EXPECT_EQ(image->pixel(5, 5), red);
  EXPECT_EQ(image->pixel(99, 49), red);
  EXPECT_EQ(image->pixel(42, 25), blue);
  EXPECT_EQ(image->pixel(50, 25), nothing);
}

TEST(PaintLayer, ATurnedRectangleCoversItsArea) {
  PaintConfig config = small_floor();
  config.pixel_m = 0.001;
  PaintLayer layer(config);
  layer.apply(paint_stamp(area(0.1, 0.02, 0.3, 0.1, 0.5), red_color));
  EXPECT_NEAR(ink_m2(*layer.share()), 0.03, 3e-5);
  // a point near the corner at the end of its x axis, to the left of it
  const Vec2 corner = Pose2{{0.1, 0.02}, 0.5} * Vec2{0.148, 0.048};
  const Vec2 pixel = layer.placement().pixel_from_world(corner);
  EXPECT_EQ(layer.share()->pixel(static_cast<int>(pixel.x), static_cast<int>(pixel.y)), red);
}

TEST(PaintLayer, APictureThatFitsComesBackAsItWas) {
  std::mt19937 random(1);
  RgbaImage picture{100, 50, {}};
  for (int i = 0; i < 5000; ++i) {
    const auto byte = [&] { return static_cast<std::uint8_t>(random()); };
    Rgba pixel{byte(), byte(), byte(), byte()};
    picture.pixels.push_back(pixel.a == 0 ? Rgba{} : pixel);
  }
  PaintLayer layer(small_floor());
  layer.apply(paint_fill(PaintEverywhere{}, blue_color));
  ASSERT_TRUE(layer.apply(paint_picture(std::make_shared<const RgbaImage>(picture))));
  EXPECT_EQ(layer.share()->copy().pixels, picture.pixels);
}

TEST(PaintLayer, AnImageIsStampedUprightAndTurnsWithItsArea) {
  // left half red, right half blue; the upper left pixel is clear
  auto image = std::make_shared<RgbaImage>();
  image->width = image->height = 2;
  image->pixels = {nothing, blue, red, blue};
  PaintLayer layer(small_floor());
  ASSERT_TRUE(layer.apply(paint_stamp(area(0, 0, 0.2, 0.2), image)));
  EXPECT_EQ(layer.share()->pixel(42, 33), red);      // lower left
  EXPECT_EQ(layer.share()->pixel(58, 17), blue);     // upper right
  EXPECT_EQ(layer.share()->pixel(42, 17), nothing);  // upper left

  PaintLayer turned(small_floor());
  ASSERT_TRUE(turned.apply(paint_stamp(area(0, 0, 0.2, 0.2, std::numbers::pi / 2), image)));
  EXPECT_EQ(turned.share()->pixel(42, 33), nothing);  // its upper left is now the lower left
  EXPECT_EQ(turned.share()->pixel(58, 33), red);
}

TEST(PaintLayer, ALargeImageIsAveraged) {
  auto image = std::make_shared<RgbaImage>();
  image->width = image->height = 64;
  for (int i = 0; i < 64 * 64; ++i) image->pixels.push_back(i % 2 ? red : blue);
  PaintLayer layer(small_floor());
  ASSERT_TRUE(layer.apply(paint_stamp(area(0, 0, 0.08, 0.08), image)));
  EXPECT_EQ(layer.share()->pixel(50, 25), (Rgba{128, 0, 128, 255}));
}

TEST(PaintLayer, WhatMakesNoSenseIsRefusedAndChangesNothing) {
  PaintLayer layer(small_floor());
  layer.apply(paint_stamp(PaintDisc{{0, 0}, 0.1}, red_color));
  const std::uint64_t digest = layer.share()->digest();
  constexpr double nan = std::numeric_limits<double>::quiet_NaN(),
                   inf = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(layer.apply(paint_stroke({}, 0.1, red_color)));
  EXPECT_FALSE(layer.apply(paint_stroke({{nan, 0}}, 0.1, red_color)));
  EXPECT_FALSE(layer.apply(paint_stroke({{inf, 0}, {0, 0}}, 0.1, red_color)));
  EXPECT_FALSE(layer.apply(paint_stroke({{0, 0}}, -1, red_color)));
  EXPECT_FALSE(layer.apply(paint_stroke({{0, 0}}, nan, red_color)));
  EXPECT_FALSE(
      layer.apply(paint_stroke(std::vector<Vec2>(max_paint_points + 1, Vec2{}), 0.1, red_color)));
  EXPECT_FALSE(layer.apply(paint_stamp(PaintDisc{{0, 0}, 0}, red_color)));
  EXPECT_FALSE(layer.apply(paint_fill(area(0, 0, 1, nan), red_color)));
  EXPECT_FALSE(layer.apply(paint_fill(PaintEverywhere{}, {2, 0, 0, 1})));
  EXPECT_FALSE(layer.apply(paint_picture(std::make_shared<RgbaImage>())));
  EXPECT_EQ(layer.share()->digest(), digest);
}

TEST(PaintLayer, WhatLiesOutsideIsCutOffHoweverFarItReaches) {
  PaintLayer layer(small_floor());
  EXPECT_TRUE(layer.apply(paint_stroke({{-1e6, 0.1}, {1e6, 0.1}}, 0.02, red_color)));
  EXPECT_EQ(painted(*layer.share()), 200);  // two rows of pixels
  EXPECT_TRUE(layer.apply(paint_stamp(PaintDisc{{5, 5}, 1}, red_color)));
  EXPECT_EQ(painted(*layer.share()), 200);
  EXPECT_TRUE(layer.apply(paint_fill(area(0, 0, 1e5, 1e5), blue_color)));
  EXPECT_EQ(painted(*layer.share()), 5000);
}

TEST(PaintLayer, SharedImagesNeverChange) {
  PaintLayer layer(small_floor());
  layer.apply(paint_stamp(PaintDisc{{0, 0}, 0.1}, red_color));
  const auto before = layer.share();
  EXPECT_EQ(layer.share(), before);  // nothing changed: the same object
  const auto pixels = before->copy().pixels;
  layer.apply(paint_fill(PaintEverywhere{}, blue_color));
  layer.apply(paint_stroke({{-0.5, 0}, {0.5, 0}}, 0.05, red_color));
  const auto after = layer.share();
  EXPECT_EQ(before->copy().pixels, pixels);
  EXPECT_NE(after->digest(), before->digest());
}

TEST(PaintLayer, TheDigestTellsImagesApartAndNothingElse) {
  PaintLayer one(small_floor()), other(small_floor());
  one.apply(paint_stamp(PaintDisc{{0, 0}, 0.1}, red_color));
  one.share();
  one.apply(paint_stamp(PaintDisc{{0.3, 0}, 0.05}, blue_color));
  other.apply(paint_fill(PaintEverywhere{}, blue_color));
  other.apply(paint_erase(PaintEverywhere{}));
  EXPECT_EQ(other.share()->digest(), 0u);
  other.apply(paint_stamp(PaintDisc{{0.3, 0}, 0.05}, blue_color));
  other.apply(paint_stamp(PaintDisc{{0, 0}, 0.1}, red_color));
  EXPECT_EQ(one.share()->digest(), other.share()->digest());
  EXPECT_EQ(one.share()->painted_tiles(), other.share()->painted_tiles());

  const std::uint64_t before = one.share()->digest();
  one.apply(paint_fill(area(-0.495, 0.245, 0.01, 0.01), {0, 0, 0, 1.0f / 255}));
  EXPECT_NE(one.share()->digest(), before);
}

TEST(PaintLayer, TilesOfWhichNothingIsLeftAreNotCounted) {
  PaintLayer layer(small_floor());
  layer.apply(paint_fill(PaintEverywhere{}, red_color));
  EXPECT_EQ(layer.share()->painted_tiles(), 4u * 2u);  // 100 by 50 pixels
  layer.apply(paint_erase(PaintEverywhere{}));
  EXPECT_EQ(layer.share()->painted_tiles(), 0u);
}

TEST(PaintLayer, EqualTilesInOtherPlacesGiveAnotherDigest) {
  PaintConfig config{.surface = "floor", .area = {{}, 0.64, 0.32}, .pixel_m = 0.01, .initial = {}};
  PaintLayer left(config), right(config);
  left.apply(paint_fill(area(-0.16, 0, 0.32, 0.32), red_color));
  right.apply(paint_fill(area(0.16, 0, 0.32, 0.32), red_color));
  EXPECT_NE(left.share()->digest(), right.share()->digest());
}

TEST(PaintLayer, AnUntouchedLargeFloorIsFree) {
  // 80 by 80 m at 5 mm: 256 million pixels
  PaintLayer layer({.surface = "hall", .area = {{}, 80, 80}, .pixel_m = 0.005, .initial = {}});
  layer.apply(paint_stroke({{10, 10}, {10.1, 10}}, 0.02, red_color));
  EXPECT_LE(layer.share()->painted_tiles(), 4u);
  // a floor of one color is one tile
  layer.apply(paint_fill(PaintEverywhere{}, red_color));
  const auto image = layer.share();
  EXPECT_EQ(image->painted_tiles(), 500u * 500u);
  EXPECT_EQ(image->tile(0, 0), image->tile(499, 499));
}

TEST(PaintImage, ChangesAreRectanglesThatCoverWhatChangedAndNothingElse) {
  PaintLayer layer({.surface = "floor", .area = {{}, 10, 8}, .pixel_m = 0.01, .initial = {}});
  std::mt19937 random(7);
  std::uniform_real_distribution<double> place(-5, 5), small(0.01, 0.6);
  auto before = layer.share();
  EXPECT_TRUE(before->changes_since(*before).empty());
  for (int round = 0; round < 20; ++round) {
    for (int i = 0; i < 6; ++i)
      layer.apply(paint_stamp(PaintDisc{{place(random), place(random)}, small(random)},
                              round % 3 ? red_color : blue_color));
    const auto after = layer.share();
    const std::vector<PaintRect> changes = after->changes_since(*before);
    std::vector<int> covered(static_cast<std::size_t>(after->width() * after->height()));
    for (const PaintRect& rect : changes) {
      ASSERT_LE(rect.column + rect.width, after->width());
      ASSERT_LE(rect.row + rect.height, after->height());
      for (int row = rect.row; row < rect.row + rect.height; ++row)
        for (int column = rect.column; column < rect.column + rect.width; ++column)
          ++covered[static_cast<std::size_t>(row * after->width() + column)];
    }
    std::size_t i = 0;
    for (int row = 0; row < after->height(); ++row)
      for (int column = 0; column < after->width(); ++column, ++i) {
        const bool is_changed = after->pixel(column, row) != before->pixel(column, row);
        ASSERT_LE(covered[i], 1);
        if (is_changed) {
          ASSERT_EQ(covered[i], 1);
        }
      }
    // every tile that is reported has changed
    for (const PaintRect& rect : changes)
      for (int row = rect.row; row < rect.row + rect.height; row += PaintImage::tile_size)
        for (int column = rect.column; column < rect.column + rect.width;
             column += PaintImage::tile_size) {
          const PaintRect tile{column, row, PaintImage::tile_size, PaintImage::tile_size};
          ASSERT_NE(after->copy(tile).pixels, before->copy(tile).pixels);
        }
    before = after;
  }
}

TEST(PaintImage, AFloorPaintedAllOverIsOneChange) {
  PaintLayer layer(small_floor());
  const auto before = layer.share();
  layer.apply(paint_fill(PaintEverywhere{}, red_color));
  EXPECT_EQ(layer.share()->changes_since(*before), (std::vector<PaintRect>{{0, 0, 100, 50}}));
  const auto red_floor = layer.share();
  layer.apply(paint_fill(PaintEverywhere{}, red_color));  // the same again
  EXPECT_TRUE(layer.share()->changes_since(*red_floor).empty());
}

TEST(PaintImage, CopiesAnyPart) {
  PaintLayer layer(small_floor());
  layer.apply(paint_fill(PaintEverywhere{}, red_color));
  layer.apply(paint_fill(area(-0.495, 0.245, 0.01, 0.01), blue_color));
  const RgbaImage part = layer.share()->copy({-1, -1, 40, 3});
  EXPECT_EQ(part.at(0, 0), nothing);
  EXPECT_EQ(part.at(1, 1), blue);
  EXPECT_EQ(part.at(39, 2), red);
}

}  // namespace
}  // namespace tandem
