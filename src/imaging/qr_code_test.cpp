// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "imaging/qr_code.h"

#include <gmock/gmock.h>

namespace tandem {
namespace {

// The code of the standard's own making has a remainder of 0: a reader finds no error. That readers
// find the text is tried on the page, by a reader of somebody else's.
std::string picture(const QrCode& code) {
  std::string text;
  for (int y = 0; y < code.size; ++y) {
    for (int x = 0; x < code.size; ++x) text += code.is_dark(x, y) ? '#' : '.';
    text += '\n';
  }
  return text;
}

TEST(QrCode, IsAsLargeAsItsTextNeeds) {
  EXPECT_EQ(qr_code(std::string(17, 'a'))->size, 21);
  EXPECT_EQ(qr_code(std::string(18, 'a'))->size, 25);
  EXPECT_EQ(qr_code(std::string(78, 'a'))->size, 33);
  EXPECT_EQ(qr_code(std::string(106, 'a'))->size, 37);
  EXPECT_FALSE(qr_code(std::string(107, 'a')));
  EXPECT_EQ(qr_code(std::string(11, 'a'), QrCorrection::quartile)->size, 21);
  EXPECT_FALSE(qr_code(std::string(12, 'a'), QrCorrection::quartile));
}

TEST(QrCode, HasItsSquaresInThreeCornersAndASmallOneNearTheFourth) {
  const QrCode code =
      *qr_code("https://192.168.178.23:8443/#token=0123456789abcdef0123456789abcdef");
  const auto row = [&](int x, int y, int count) {
    std::string text;
    for (int i = 0; i < count; ++i) text += code.is_dark(x + i, y) ? '#' : '.';
    return text;
  };
  const int last = code.size - 7;
  for (const auto& [x, y] : {std::pair{0, 0}, std::pair{last, 0}, std::pair{0, last}}) {
    EXPECT_EQ(row(x, y, 7), "#######");
    EXPECT_EQ(row(x, y + 1, 7), "#.....#");
    EXPECT_EQ(row(x, y + 3, 7), "#.###.#");
  }
  EXPECT_EQ(row(last - 2, last - 2, 5), "#####");
  EXPECT_EQ(row(last - 2, last, 5), "#.#.#");
}

TEST(QrCode, OfAnotherTextIsAnotherOne) {
  EXPECT_EQ(picture(*qr_code("tandem")), picture(*qr_code("tandem")));
  EXPECT_NE(picture(*qr_code("tandem")), picture(*qr_code("Tandem")));
}

TEST(QrCode, IsDarkOnLightInATerminal) {
  const std::string text = terminal_text(*qr_code("tandem"));
  // four light squares around 21, two rows a line
  EXPECT_EQ(std::ranges::count(text, '\n'), 15);
  EXPECT_THAT(text, testing::StartsWith("\x1b[30;107m" + std::string(29, ' ') + "\x1b[0m\n"));
}

}  // namespace
}  // namespace tandem
