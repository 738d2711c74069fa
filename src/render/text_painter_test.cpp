// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/text_painter.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace tandem {
namespace {

TEST(TextPainter, ReadsCharactersAndWhatIsNone) {
  EXPECT_EQ(characters_of("aµ€😀"), U"aµ€😀");
  EXPECT_EQ(characters_of("a\xff"
                          "b"),
            U"a�b");
  EXPECT_EQ(characters_of("\xe2\x82"), U"�");  // cut off
  EXPECT_EQ(characters_of("\xe2"
                          "a"),
            U"�a");
  EXPECT_EQ(characters_of(""), U"");
}

TEST(TextPainter, WritesLinesAndEndsLongOnesInDots) {
  auto painter = TextPainter::make();
  ASSERT_TRUE(painter) << painter.error();
  const std::vector<std::string> lines{"title", "", std::string(200, 'W')};
  const RgbaImage panel = (*painter)->panel(lines, 30, 200, {255, 0, 0, 255});
  EXPECT_EQ(panel.width, 200);
  EXPECT_EQ(panel.height, 3 * 30 + 2 * 10);
  // the title is red, the second line empty, the third white and inside of its margins
  int red[3] = {}, white[3] = {};
  for (int row = 0; row < panel.height; ++row)
    for (int column = 0; column < panel.width; ++column) {
      const Rgba p = panel.at(column, row);
      const int line = std::clamp((row - 10) / 30, 0, 2);
      red[line] += p.r > 200 && p.g < 30;
      white[line] += p.r > 200 && p.g > 200;
      if (column < 9 || column >= 191) {
        EXPECT_LT(p.r, 60);
      }
    }
  EXPECT_GT(red[0], 50);
  EXPECT_EQ(white[0], 0);
  EXPECT_EQ(red[1] + white[1], 0);
  EXPECT_GT(white[2], 300);
}

TEST(TextPainter, ALabelIsAsWideAsItsText) {
  auto painter = TextPainter::make();
  ASSERT_TRUE(painter) << painter.error();
  const int one = (*painter)->label("0", 20, {255, 255, 255, 255}).width;
  const int four = (*painter)->label("0000", 20, {255, 255, 255, 255}).width;
  EXPECT_NEAR(four - 2, 4 * (one - 2), 4);  // rounded up once each
}

}  // namespace
}  // namespace tandem
