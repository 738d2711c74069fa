// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tracking/marker_finder.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tracking/test_scene.h"

namespace tandem {
namespace {

constexpr int width = 960, height = 600;

scene::Picture small_picture(std::uint64_t seed = 1) {
  return {.width = width, .height = height, .seed = seed};
}

// 30 cm, so that it is as large as one of 15 in a picture of full size.
scene::PaintedMarker marker_at(double x, double y, double yaw, int id = 7) {
  return {.room_from_marker = scene::level(x, y, 0.15, yaw), .size_m = 0.3, .id = id};
}

MarkerFinder finder_of(const char* dictionary = "4x4_50") {
  return MarkerFinder(
      {.dictionary = find_dictionary(dictionary), .lens = scene::small_camera().lens});
}

std::vector<FoundMarker> found_in(const std::vector<scene::PaintedMarker>& markers,
                                  const char* dictionary = "4x4_50") {
  return finder_of(dictionary).find(scene::take(small_picture(), scene::small_camera(), markers));
}

TEST(MarkerFinder, FindsSeveralMarkersWithTheirCornersInOrder) {
  const auto found = found_in({marker_at(0.9, 0.5, 2.0, 11), marker_at(-0.7, -0.6, 0.3, 3)});
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].id, 3);
  EXPECT_EQ(found[1].id, 11);
  // each corner is where the camera sees it
  const CameraCalibration camera = scene::small_camera();
  const Pose camera_from_marker =
      inverse(*camera.room_from_camera) * scene::level(-0.7, -0.6, 0.15, 0.3);
  const std::array<Vec3, 4> corners{
      {{-0.15, 0.15, 0}, {0.15, 0.15, 0}, {0.15, -0.15, 0}, {-0.15, -0.15, 0}}};
  for (std::size_t i = 0; i < 4; ++i) {
    const Vec3 p = camera_from_marker * corners[i];
    const Vec2 pixel = project(*camera.lens, {p.x / p.z, p.y / p.z});
    EXPECT_NEAR(found[0].corners_px[i].x, pixel.x, 0.2);
    EXPECT_NEAR(found[0].corners_px[i].y, pixel.y, 0.2);
  }
}

TEST(MarkerFinder, ThereIsNothingInBlankAndNoisyPictures) {
  const MarkerFinder finder = finder_of();
  for (const int value : {0, 128, 255}) {
    const GreyImage blank{width, height,
                          std::vector<std::uint8_t>(width * height, std::uint8_t(value))};
    EXPECT_TRUE(finder.find(blank).empty());
  }
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    GreyImage noise{width, height, std::vector<std::uint8_t>(width * height)};
    for (std::size_t i = 0; i < noise.pixels.size(); ++i)
      noise.pixels[i] =
          static_cast<std::uint8_t>(std::clamp(128 + 90 * scene::noise_at(seed, i), 0.0, 255.0));
    EXPECT_TRUE(finder.find(noise).empty());
  }
}

TEST(MarkerFinder, PicturesThatAreNoneHaveNoMarkers) {
  const MarkerFinder finder = finder_of();
  EXPECT_TRUE(finder.find(GreyImage{}).empty());
  EXPECT_TRUE(finder.find({-5, 10, {}}).empty());
  EXPECT_TRUE(finder.find({100, 100, std::vector<std::uint8_t>(99 * 100)}).empty());
  EXPECT_TRUE(finder.find({1, 1, {200}}).empty());
  const GreyImage whole = scene::take(small_picture(), scene::small_camera(), {marker_at(0, 0, 0)});
  EXPECT_TRUE(finder.find(whole, {5000, 0, 100, 100}).empty());
  EXPECT_TRUE(finder.find(whole, {0, 0, -100, 100}).empty());
  EXPECT_EQ(finder.find(whole, {-1000, -1000, 5000, 5000}).size(), 1U);
}

TEST(MarkerFinder, HalfAMarkerIsNone) {
  const GreyImage whole =
      scene::take(small_picture(), scene::small_camera(), {marker_at(0.2, 0.1, 0.4)});
  const MarkerFinder finder = finder_of();
  const auto found = finder.find(whole);
  ASSERT_EQ(found.size(), 1U);
  Vec2 middle;
  for (const Vec2& corner : found[0].corners_px) middle = middle + 0.25 * corner;
  // something dark, grey or light covers what is on one side of its middle
  for (const int cover : {10, 120, 240})
    for (int side = 0; side < 4; ++side) {
      GreyImage half = whole;
      for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
          const double off = side % 2 == 0 ? x - middle.x : y - middle.y;
          if (side < 2 ? off > 0 : off < 0)
            half.pixels[static_cast<std::size_t>(y * width + x)] = static_cast<std::uint8_t>(cover);
        }
      EXPECT_TRUE(finder.find(half).empty()) << cover << " " << side;
    }
}

TEST(MarkerFinder, MarkersThatThePictureCutsOffAreNone) {
  const MarkerFinder finder = finder_of();
  const GreyImage whole =
      scene::take(small_picture(), scene::small_camera(), {marker_at(0, 0, 0.2)});
  const auto found = finder.find(whole);
  ASSERT_EQ(found.size(), 1U);
  const int left = static_cast<int>(found[0].corners_px[0].x) + 5;
  GreyImage cut{width - left, height, {}};
  for (int y = 0; y < height; ++y)
    cut.pixels.insert(cut.pixels.end(), whole.pixels.begin() + y * width + left,
                      whole.pixels.begin() + (y + 1) * width);
  EXPECT_TRUE(finder.find(cut).empty());
}

TEST(MarkerFinder, LookAlikesAreNone) {
  // no code of the dictionary, black on black, white on black, without a margin, mirrored
  std::vector<std::uint64_t> unknown;
  for (std::uint64_t code = 0; unknown.size() < 12; code += 0x1357)
    if (!match(*find_dictionary("4x4_50"), code & 0xffff)) unknown.push_back(code & 0xffff);
  const MarkerDictionary strangers{"strangers", 4, unknown, 0};
  std::vector<scene::PaintedMarker> markers;
  for (int i = 0; i < 12; ++i) {
    scene::PaintedMarker marker = marker_at(-1.5 + 1.0 * (i % 4), -0.9 + 0.9 * (i / 4), 0.5 * i, i);
    marker.dictionary = &strangers;
    markers.push_back(marker);
  }
  EXPECT_TRUE(found_in(markers).empty());

  scene::PaintedMarker inverted = marker_at(0.3, 0.2, 1);
  std::swap(inverted.black, inverted.white);
  EXPECT_TRUE(found_in({inverted}).empty());

  scene::PaintedMarker faint = marker_at(0.3, 0.2, 1);
  faint.black = 150, faint.white = 160;
  EXPECT_TRUE(found_in({faint}).empty());

  GreyImage mirrored =
      scene::take(small_picture(), scene::small_camera(), {marker_at(0.3, 0.2, 1)});
  EXPECT_EQ(finder_of().find(mirrored).size(), 1U);
  for (int y = 0; y < height; ++y)
    std::reverse(mirrored.pixels.begin() + y * width, mirrored.pixels.begin() + (y + 1) * width);
  EXPECT_TRUE(finder_of().find(mirrored).empty());
}

TEST(MarkerFinder, OtherDictionariesAreNotRead) {
  EXPECT_TRUE(found_in({marker_at(0.3, 0.2, 1)}, "5x5_50").empty());
  EXPECT_TRUE(found_in({marker_at(0.3, 0.2, 1)}, "apriltag_36h11").empty());
}

TEST(MarkerFinder, FindsTheSameInTheSamePicture) {
  const GreyImage image = scene::take(small_picture(), scene::small_camera(),
                                      {marker_at(0.9, 0.5, 2.0, 11), marker_at(-0.7, -0.6, 0.3)});
  const auto once = finder_of().find(image), again = finder_of().find(image);
  ASSERT_EQ(once.size(), again.size());
  for (std::size_t i = 0; i < once.size(); ++i)
    for (std::size_t k = 0; k < 4; ++k) {
      EXPECT_EQ(once[i].corners_px[k].x, again[i].corners_px[k].x);
      EXPECT_EQ(once[i].corners_px[k].y, again[i].corners_px[k].y);
    }
}

}  // namespace
}  // namespace tandem
