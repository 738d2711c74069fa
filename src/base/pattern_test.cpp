// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "base/pattern.h"

#include <gmock/gmock.h>

namespace tandem {
namespace {

using testing::HasSubstr;
using testing::Optional;

Pattern pattern(std::string_view expression, Pattern::Syntax syntax = Pattern::Syntax::perl) {
  Result<Pattern> compiled = Pattern::compile(expression, syntax);
  EXPECT_TRUE(compiled) << (compiled ? "" : compiled.error());
  return *std::move(compiled);
}

TEST(Pattern, PicksTheFirstGroupOfTheFirstMatch) {
  EXPECT_THAT(pattern(R"(cpu: (\d+))").find_in("ram: 7, cpu: 42 %, cpu: 43 %"),
              Optional(std::string("42")));
}

TEST(Pattern, WithoutGroupsPicksTheWholeMatch) {
  EXPECT_THAT(pattern("[a-z]+").find_in("12 abc 34"), Optional(std::string("abc")));
}

TEST(Pattern, FindsNothingWhereNothingIs) {
  EXPECT_EQ(pattern("cpu: (.)").find_in("ram: 1"), std::nullopt);
  EXPECT_EQ(pattern("").find_in("x"), "");
  // the second alternative has no group
  EXPECT_EQ(pattern("(a)|b").find_in("b"), std::nullopt);
}

TEST(Pattern, WhatIsNoPatternIsRefusedWithASentence) {
  const Result<Pattern> broken = Pattern::compile("cpu: (");
  ASSERT_FALSE(broken);
  EXPECT_THAT(broken.error(), HasSubstr("'cpu: (' is no regular expression: missing )"));
  EXPECT_FALSE(Pattern::compile("((a{100}){100}){100}"));
}

TEST(Pattern, PosixKnowsCharacterClassesAndTakesTheLongest) {
  const Pattern name = pattern("^box_[[:digit:]]+$", Pattern::Syntax::posix);
  EXPECT_TRUE(name.is_in("box_12"));
  EXPECT_FALSE(name.is_in("my_box_12"));
  EXPECT_THAT(pattern("a|ab", Pattern::Syntax::posix).find_in("ab"), Optional(std::string("ab")));
}

// a backtracking engine needs 2^30 steps for the first, and as much stack as there is text for the
// second; ctest's time limit is the judge
TEST(Pattern, NoTextTakesForEver) {
  EXPECT_FALSE(pattern("^(a+)+$").is_in(std::string(30, 'a').append("!")));
  EXPECT_THAT(pattern("(x|y)*z").find_in(std::string(1'000'000, 'x')), std::nullopt);
}

TEST(Pattern, BytesThatAreNoTextDoNotMatchAndDoNoHarm) {
  EXPECT_FALSE(
      pattern("a.c").is_in("a\xff"
                           "c"));
}

}  // namespace
}  // namespace tandem
