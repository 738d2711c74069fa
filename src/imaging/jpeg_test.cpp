// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "imaging/jpeg.h"

#include <gmock/gmock.h>
#include <turbojpeg.h>

namespace tandem {
namespace {

using testing::HasSubstr;

constexpr int width = 64, height = 32;

// left half red, right half blue
std::vector<std::uint8_t> red_and_blue() {
  std::vector<std::uint8_t> rgb;
  for (int i = 0; i < width * height; ++i)
    for (const int value : {i % width < 32 ? 200 : 0, 0, i % width < 32 ? 0 : 200})
      rgb.push_back(static_cast<std::uint8_t>(value));
  return rgb;
}

std::vector<std::uint8_t> encoded() {
  JpegEncoder encoder;
  const auto file = encoder.encode(red_and_blue(), width, height);
  EXPECT_TRUE(file) << file.error();
  return *file;
}

TEST(Jpeg, BrightnessAloneIsReadPastStrayBytesButNotFromACutFile) {
  std::vector<std::uint8_t> rgb;
  for (int i = 0; i < 64 * 48; ++i) rgb.insert(rgb.end(), 3, std::uint8_t(i % 64 * 4));
  auto file = JpegEncoder().encode(rgb, 64, 48, 95);
  ASSERT_TRUE(file);
  JpegDecoder decoder;
  auto grey = decoder.decode_grey(*file);
  ASSERT_TRUE(grey) << grey.error();
  EXPECT_EQ(grey->width, 64);
  EXPECT_NEAR(grey->pixels[40], 160, 4);
  // as cameras do, before the end
  std::vector<std::uint8_t> strays = *file;
  strays.insert(strays.end() - 2, {0, 0});
  EXPECT_TRUE(decoder.decode_grey(strays));
  std::vector<std::uint8_t> cut = *file;
  cut.resize(cut.size() / 2);
  EXPECT_FALSE(decoder.decode_grey(cut));
  EXPECT_FALSE(decoder.decode_grey({}));
  EXPECT_TRUE(decoder.decode_grey(*file));
}

}  // namespace

TEST(Jpeg, APictureComesBackAsItWas) {
  const std::vector<std::uint8_t> file = encoded();
  EXPECT_LT(file.size(), red_and_blue().size() / 4);
  JpegDecoder decoder;
  const auto back = decoder.decode(file);
  ASSERT_TRUE(back) << back.error();
  ASSERT_EQ(back->width, width);
  ASSERT_EQ(back->height, height);
  // away from the border between the halves
  EXPECT_NEAR(back->rgb[3 * (16 * width + 8)], 200, 4);
  EXPECT_NEAR(back->rgb[3 * (16 * width + 56) + 2], 200, 4);
}

TEST(Jpeg, AGreyPictureHasThreeEqualChannels) {
  const std::vector<std::uint8_t> grey(width * height, 77);
  unsigned long size = tjBufSize(width, height, TJSAMP_GRAY);
  std::vector<std::uint8_t> file(size);
  unsigned char* out = file.data();
  const tjhandle encoder = tjInitCompress();
  ASSERT_EQ(tjCompress2(encoder, grey.data(), width, 0, height, TJPF_GRAY, &out, &size, TJSAMP_GRAY,
                        95, TJFLAG_NOREALLOC),
            0);
  tjDestroy(encoder);
  JpegDecoder decoder;
  const auto back = decoder.decode({file.data(), size});
  ASSERT_TRUE(back) << back.error();
  EXPECT_THAT(back->rgb, testing::Each(testing::AllOf(testing::Ge(76), testing::Le(78))));
  EXPECT_EQ(back->rgb.size(), 3u * width * height);
}

TEST(Jpeg, APictureOfTheWrongSizeIsRefused) {
  JpegEncoder encoder;
  EXPECT_FALSE(encoder.encode(std::vector<std::uint8_t>(10), 2, 2));
  EXPECT_FALSE(encoder.encode({}, 0, 0));
}

TEST(Jpeg, WhatIsBrokenIsRefusedInASentenceAndTheNextPictureIsRead) {
  const std::vector<std::uint8_t> whole = encoded();
  JpegDecoder decoder;
  EXPECT_THAT(decoder.decode({}).error(), HasSubstr("it is empty"));
  EXPECT_THAT(decoder.decode(std::vector<std::uint8_t>(100, 7)).error(),
              HasSubstr("no whole JPEG"));
  EXPECT_THAT(decoder.decode({whole.data(), whole.size() / 2}).error(), HasSubstr("no whole JPEG"));
  const auto next = decoder.decode(whole);
  EXPECT_TRUE(next) << next.error();
}

TEST(Jpeg, AFileThatClaimsToBeHugeIsRefusedBeforeAnyMemoryIsTaken) {
  std::vector<std::uint8_t> file = encoded();
  // the frame header: FF C0, two bytes of length, one of precision, then height and width
  const std::array<std::uint8_t, 2> frame_header{0xff, 0xc0};
  const auto at = std::ranges::search(file, frame_header).begin() + 5;
  for (int i = 0; i < 4; ++i) at[i] = i % 2 == 0 ? 0xea : 0x60;  // 60000
  JpegDecoder decoder;
  EXPECT_THAT(decoder.decode(file).error(), HasSubstr("60000 x 60000 has more than"));
}

}  // namespace tandem
