// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "autonomy/perception/color_range.h"
#include "autonomy/perception/picture_messages.h"
#include "autonomy/perception/processors.h"

namespace tandem {

namespace {

using sensor_msgs::msg::Image;
using testing::ElementsAre;
using testing::HasSubstr;

Image two_pixels(const std::string& encoding, std::vector<std::uint8_t> data) {
  return {.height = 1,
          .width = 2,
          .encoding = encoding,
          .step = static_cast<std::uint32_t>(data.size()),
          .data = std::move(data)};
}

}  // namespace

TEST(PictureMessages, AllEncodingsBecomeRgb) {
  EXPECT_THAT(picture_of(two_pixels("rgb8", {1, 2, 3, 4, 5, 6}))->rgb,
              ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_THAT(picture_of(two_pixels("bgr8", {1, 2, 3, 4, 5, 6}))->rgb,
              ElementsAre(3, 2, 1, 6, 5, 4));
  EXPECT_THAT(picture_of(two_pixels("rgba8", {1, 2, 3, 9, 4, 5, 6, 9}))->rgb,
              ElementsAre(1, 2, 3, 4, 5, 6));
  EXPECT_THAT(picture_of(two_pixels("bgra8", {1, 2, 3, 9, 4, 5, 6, 9}))->rgb,
              ElementsAre(3, 2, 1, 6, 5, 4));
  EXPECT_THAT(picture_of(two_pixels("mono8", {7, 8}))->rgb, ElementsAre(7, 7, 7, 8, 8, 8));
}

TEST(PictureMessages, BytesAfterARowAreLeftOut) {
  EXPECT_THAT(
      picture_of(
          Image{
              .height = 2, .width = 1, .encoding = "mono8", .step = 3, .data = {1, 0, 0, 2, 0, 0}})
          ->rgb,
      ElementsAre(1, 1, 1, 2, 2, 2));
}

TEST(PictureMessages, WhatIsNoPictureIsRefusedInASentence) {
  EXPECT_THAT(picture_of(Image{}).error(), HasSubstr("encoded as ''"));
  EXPECT_THAT(picture_of(two_pixels("yuv422", {1, 2, 3, 4})).error(), HasSubstr("'yuv422'"));
  EXPECT_THAT(picture_of(Image{.encoding = "rgb8"}).error(), HasSubstr("no pixels"));
  EXPECT_THAT(picture_of(two_pixels("rgb8", {1, 2, 3})).error(), HasSubstr("has 3 bytes"));
  EXPECT_THAT(
      picture_of(Image{.height = 2, .width = 1, .encoding = "mono8", .step = 1, .data = {1}})
          .error(),
      HasSubstr("has 1 bytes"));
  // a product of both that overflows 32 bits would fit
  EXPECT_THAT(picture_of(Image{.height = 1u << 31,
                               .width = 1u << 31,
                               .encoding = "mono8",
                               .step = 1u << 31,
                               .data = {1}})
                  .error(),
              HasSubstr("too large"));
}

TEST(ColorRange, IsSixNumbersWithinTheirBounds) {
  const auto red = color_range_of(std::vector<std::int64_t>{172, 1, 2, 8, 254, 255});
  ASSERT_TRUE(red) << red.error();
  EXPECT_EQ(*red, (ColorRange{172, 1, 2, 8, 254, 255}));
  EXPECT_THAT(numbers_of(*red), ElementsAre(172, 1, 2, 8, 254, 255));
  EXPECT_FALSE(color_range_of(std::vector<std::int64_t>{1, 2, 3}));
  EXPECT_THAT(color_range_of(std::vector<std::int64_t>{0, 0, 0, 180, 255, 255}).error(),
              HasSubstr("hue is 0 to 179, not 180"));
  EXPECT_FALSE(color_range_of(std::vector<std::int64_t>{0, -1, 0, 10, 255, 255}));
  EXPECT_FALSE(color_range_of(std::vector<std::int64_t>{0, 9, 0, 10, 8, 255}));
}

TEST(Processors, AreMadeByNameAndRefuseWhatTheyDoNotKnow) {
  for (const std::string& name : processor_names()) EXPECT_TRUE(make_processor(name, {})) << name;
  EXPECT_THAT(make_processor("bx", {}).error(),
              HasSubstr("no processor 'bx'; there are line, box"));
  EXPECT_THAT(make_processor("box", {}, {"red_bx"}).error(),
              HasSubstr("no label 'red_bx'; known are red_box, green_box"));
  EXPECT_TRUE(make_processor("box", {}, {"red_box"}));
  EXPECT_FALSE(make_processor("edge", {}, {"plow"}));
}

TEST(Processors, TakeAnyPictureOfAnySize) {
  for (const std::string& name : processor_names())
    for (const auto& [width, height] :
         {std::pair{1, 1}, std::pair{3, 2}, std::pair{1, 480}, std::pair{640, 1}}) {
      const auto pixels = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
      for (const std::uint8_t level : {std::uint8_t{0}, std::uint8_t{255}}) {
        const RgbImage image{width, height, std::vector<std::uint8_t>(3 * pixels, level)};
        Annotation annotation;
        EXPECT_FALSE((*make_processor(name, {}))->look({image}, &annotation).found) << name;
        RgbImage shown = image;
        draw(annotation, shown);
      }
    }
}

}  // namespace tandem
