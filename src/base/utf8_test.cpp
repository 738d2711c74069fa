// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "base/utf8.h"

#include <gtest/gtest.h>

namespace tandem {
namespace {

TEST(Utf8, TextIsCutBetweenCharacters) {
  EXPECT_EQ(first_characters("robot", 3), "rob");
  EXPECT_EQ(first_characters("robot", 9), "robot");
  EXPECT_EQ(first_characters("", 3), "");
  EXPECT_EQ(first_characters("größe", 3), "grö");
  EXPECT_EQ(first_characters("größe", 4), "größ");
  EXPECT_EQ(first_characters("日本語", 2), "日本");
  EXPECT_EQ(first_characters("a🤖b", 2), "a🤖");
}

TEST(Utf8, BytesOfNoCharacterCountAsOneEach) {
  EXPECT_EQ(first_characters("\x80\x80\x80", 2), "\x80\x80");
  EXPECT_EQ(first_characters("\xc3", 2), "\xc3");
}

}  // namespace
}  // namespace tandem
