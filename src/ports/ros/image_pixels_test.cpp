// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/image_pixels.h"

#include <gmock/gmock.h>

#include <bit>
#include <limits>

namespace tandem {
namespace {

using sensor_msgs::msg::Image;
using testing::ElementsAre;
using testing::HasSubstr;

using Bytes = std::vector<std::uint8_t>;

Bytes pixels_of(const Image& image) {
  const auto rgb = rgb_of(image);
  EXPECT_TRUE(rgb) << rgb.error();
  return rgb ? *rgb : Bytes{};
}

std::string problem_of(const Image& image) {
  const auto rgb = rgb_of(image);
  EXPECT_FALSE(rgb);
  return rgb ? "" : rgb.error();
}

TEST(ImagePixels, ColoursComeOutInOneOrder) {
  const auto one = [](const char* encoding, Bytes pixel) {
    const auto step = static_cast<std::uint32_t>(pixel.size());
    return pixels_of(
        {.height = 1, .width = 1, .encoding = encoding, .step = step, .data = std::move(pixel)});
  };
  EXPECT_THAT(one("rgb8", {1, 2, 3}), ElementsAre(1, 2, 3));
  EXPECT_THAT(one("bgr8", {1, 2, 3}), ElementsAre(3, 2, 1));
  EXPECT_THAT(one("rgba8", {1, 2, 3, 4}), ElementsAre(1, 2, 3));
  EXPECT_THAT(one("bgra8", {1, 2, 3, 4}), ElementsAre(3, 2, 1));
  EXPECT_THAT(one("8UC3", {1, 2, 3}), ElementsAre(3, 2, 1));
  EXPECT_THAT(one("mono8", {7}), ElementsAre(7, 7, 7));
}

TEST(ImagePixels, RowsMayBeLongerThanTheirPixels) {
  // the last row may end with its last pixel
  EXPECT_THAT(
      pixels_of(
          {.height = 2, .width = 1, .encoding = "mono8", .step = 4, .data = {10, 99, 99, 99, 20}}),
      ElementsAre(10, 10, 10, 20, 20, 20));
}

TEST(ImagePixels, GreyOf16BitsIsStretched) {
  // 1000 and 500 of a sensor that could say 65535
  EXPECT_THAT(pixels_of({.height = 1,
                         .width = 2,
                         .encoding = "mono16",
                         .step = 4,
                         .data = {1000 & 255, 1000 >> 8, 500 & 255, 500 >> 8}}),
              ElementsAre(255, 255, 255, 128, 128, 128));
  EXPECT_THAT(pixels_of({.height = 1,
                         .width = 2,
                         .encoding = "mono16",
                         .is_bigendian = 1,
                         .step = 4,
                         .data = {1000 >> 8, 1000 & 255, 500 >> 8, 500 & 255}}),
              ElementsAre(255, 255, 255, 128, 128, 128));
}

TEST(ImagePixels, DepthIsBrightWhereItIsNear) {
  Image image{.height = 1, .width = 5, .encoding = "32FC1", .step = 20};
  for (const float metres : {1.F, 2.F, 3.F, std::numeric_limits<float>::infinity(),
                             std::numeric_limits<float>::quiet_NaN()}) {
    const auto bits = std::bit_cast<std::uint32_t>(metres);
    for (int i = 0; i < 4; ++i) image.data.push_back(static_cast<std::uint8_t>(bits >> (8 * i)));
  }
  const Bytes rgb = pixels_of(image);
  ASSERT_EQ(rgb.size(), 15u);
  // from 255 at 1 m to 32 at 3 m; black is nothing
  EXPECT_EQ(rgb[0], 255);
  EXPECT_EQ(rgb[3], 144);
  EXPECT_EQ(rgb[6], 32);
  EXPECT_EQ(rgb[9], 0);
  EXPECT_EQ(rgb[12], 0);

  EXPECT_THAT(pixels_of({.height = 1,
                         .width = 2,
                         .encoding = "16UC1",
                         .step = 4,
                         .data = {0, 0, 1500 & 255, 1500 >> 8}}),
              ElementsAre(0, 0, 0, 255, 255, 255));
}

TEST(ImagePixels, WhatCannotBeShownIsSaid) {
  EXPECT_THAT(problem_of({.height = 1, .width = 1, .encoding = "bayer_rggb8", .data = {1}}),
              HasSubstr("images in 'bayer_rggb8' are not shown"));
  EXPECT_THAT(problem_of({.encoding = "rgb8"}), HasSubstr("is empty"));
  EXPECT_THAT(problem_of({.height = 1, .width = 2, .encoding = "rgb8", .step = 3}),
              HasSubstr("rows of 2 pixels of rgb8 have 6 bytes, the message says 3"));
  EXPECT_THAT(problem_of({.height = 2, .width = 1, .encoding = "mono8", .step = 1, .data = {1}}),
              HasSubstr("has 1 bytes, 1 are missing"));
  EXPECT_THAT(problem_of({.height = 0xffffffff, .width = 0xffffffff, .encoding = "rgb8"}),
              HasSubstr("are more than"));
}

}  // namespace
}  // namespace tandem
