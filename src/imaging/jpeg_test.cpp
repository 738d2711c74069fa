// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "imaging/jpeg.h"

#include <gmock/gmock.h>
#include <turbojpeg.h>

namespace tandem {
namespace {

TEST(Jpeg, APictureComesBackAsItWas) {
  // left half red, right half blue
  constexpr int width = 64, height = 32;
  std::vector<std::uint8_t> rgb;
  for (int i = 0; i < width * height; ++i)
    for (const int value : {i % width < 32 ? 200 : 0, 0, i % width < 32 ? 0 : 200})
      rgb.push_back(static_cast<std::uint8_t>(value));
  JpegEncoder encoder;
  const auto file = encoder.encode(rgb, width, height);
  ASSERT_TRUE(file) << file.error();
  EXPECT_LT(file->size(), rgb.size() / 4);

  std::vector<std::uint8_t> back(rgb.size());
  tjhandle decoder = tjInitDecompress();
  ASSERT_EQ(tjDecompress2(decoder, file->data(), file->size(), back.data(), width, 0, height,
                          TJPF_RGB, 0),
            0);
  tjDestroy(decoder);
  // away from the border between the halves
  EXPECT_NEAR(back[3 * (16 * width + 8)], 200, 4);
  EXPECT_NEAR(back[3 * (16 * width + 56) + 2], 200, 4);
}

TEST(Jpeg, APictureOfTheWrongSizeIsRefused) {
  JpegEncoder encoder;
  EXPECT_FALSE(encoder.encode(std::vector<std::uint8_t>(10), 2, 2));
  EXPECT_FALSE(encoder.encode({}, 0, 0));
}

}  // namespace
}  // namespace tandem
