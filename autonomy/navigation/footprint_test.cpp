// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/navigation/footprint.h"

#include <gmock/gmock.h>

namespace tandem {
namespace {

using testing::HasSubstr;

std::string why_not(std::string_view text) {
  const auto corners = read_corners(text);
  return corners ? "" : corners.error();
}

}  // namespace

TEST(Footprint, IsReadAsNav2WritesIt) {
  const auto corners = read_corners(" [ [0.25, 0.2], [-0.25,0.2],[-0.25, -2e-1], [0.25 , -0.2] ] ");
  ASSERT_TRUE(corners) << corners.error();
  ASSERT_EQ(corners->size(), 4U);
  EXPECT_EQ((*corners)[3].x, 0.25);
  EXPECT_EQ((*corners)[2].y, -0.2);
  EXPECT_NEAR(Footprint::polygon(*corners).inscribed_m(), 0.2, 1e-12);
  ASSERT_TRUE(read_corners("[]"));
  EXPECT_TRUE(read_corners("[]")->empty());
}

TEST(Footprint, WhatIsNoneIsNamed) {
  for (const char* text : {"", "[", "[[", "0.2", "[[1, 2]", "[[1 2]]", "[[1, 2, 3]]", "[[1, 2],]",
                           "[[1, x], [2, 2], [3, 3]]", "[] []", "[[1, 2]] 3"})
    EXPECT_THAT(why_not(text), HasSubstr("no list of corners")) << text;
  EXPECT_THAT(why_not("[[0.1, 0.1], [-0.1, -0.1]]"), HasSubstr("three corners or more, not 2"));
  EXPECT_THAT(why_not("[[1, 1], [2, 1], [2, 2]]"), HasSubstr("origin"));
  EXPECT_THAT(why_not("[[1, 1], [-1, inf], [-1, -1]]"), HasSubstr("no place"));
}

}  // namespace tandem
