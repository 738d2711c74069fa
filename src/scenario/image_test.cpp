// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "scenario/image.h"

#include <gtest/gtest.h>

#include "scenario/testing.h"

namespace tandem {
namespace {

TEST(Image, APngKeepsEveryPixel) {
  TestFolder folder;
  RgbaImage image{7, 5, {}};
  for (int i = 0; i < 35; ++i) {
    const auto value = static_cast<std::uint8_t>(i * 7);
    image.pixels.push_back({value, static_cast<std::uint8_t>(255 - value), 3, value});
  }
  const auto file = folder.path() / "image.png";
  ASSERT_TRUE(write_png(file, image));
  const Result<RgbaImage> back = read_rgba_image(file);
  ASSERT_TRUE(back) << back.error();
  EXPECT_EQ(back->width, 7);
  EXPECT_EQ(back->height, 5);
  EXPECT_EQ(back->pixels, image.pixels);
}

TEST(Image, AJpegIsNearlyWhatWasWritten) {
  TestFolder folder;
  RgbaImage image{64, 48, {}};
  for (int i = 0; i < 64 * 48; ++i)
    image.pixels.push_back(
        {static_cast<std::uint8_t>(i % 64 * 3), static_cast<std::uint8_t>(i / 64 * 4), 90, 255});
  const auto file = folder.path() / "image.jpg";
  const Result<std::size_t> written = write_jpeg(file, image, 90);
  ASSERT_TRUE(written) << written.error();
  const Result<RgbaImage> back = read_rgba_image(file);
  ASSERT_TRUE(back) << back.error();
  ASSERT_EQ(back->pixels.size(), image.pixels.size());
  for (std::size_t i = 0; i < image.pixels.size(); ++i) {
    ASSERT_NEAR(back->pixels[i].r, image.pixels[i].r, 12);
    ASSERT_NEAR(back->pixels[i].g, image.pixels[i].g, 12);
  }
  EXPECT_FALSE(write_jpeg(folder.path() / "no/such/folder.jpg", image, 90));
}

TEST(Image, WhatIsNoImageIsSaid) {
  TestFolder folder;
  EXPECT_EQ(read_rgba_image(folder.write("text.png", "text")).error(),
            "is not an image: expected PNG, JPEG or BMP");
  // a header without pixels
  RgbaImage image{64, 64, {}};
  image.pixels.resize(64 * 64);
  const std::vector<std::uint8_t> bytes = encode_png(image);
  const std::string cut(bytes.begin(), bytes.begin() + 40);
  const Result<RgbaImage> broken = read_rgba_image(folder.write("cut.png", cut));
  ASSERT_FALSE(broken);
  EXPECT_NE(broken.error().find("cannot be read as an image"), std::string::npos);
  EXPECT_FALSE(read_rgba_image(folder.path() / "nowhere.png"));
  EXPECT_FALSE(write_png(folder.path() / "no/such/folder.png", image));
}

}  // namespace
}  // namespace tandem
