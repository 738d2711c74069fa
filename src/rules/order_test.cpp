// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "rules/order.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "rules/order_words.h"

namespace tandem {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(Order, HasAVerbArgumentsAndARobot) {
  const Result<Order> order = parse_order(" paint , on ,#ff0000, robot=emaros ,0.05\n");
  ASSERT_TRUE(order) << order.error();
  EXPECT_EQ(order->verb, "paint");
  EXPECT_THAT(order->arguments, ElementsAre("on", "#ff0000", "0.05"));
  EXPECT_EQ(order->robot, "emaros");
  EXPECT_EQ(order->argument(1), "#ff0000");
  EXPECT_EQ(order->argument(3), "");
}

TEST(Order, OfOneWordHasNoArguments) {
  const Result<Order> order = parse_order("detach");
  ASSERT_TRUE(order);
  EXPECT_EQ(order->verb, "detach");
  EXPECT_THAT(order->arguments, IsEmpty());
}

TEST(Order, KeepsEmptyArguments) {
  const Result<Order> order = parse_order("attach,");
  ASSERT_TRUE(order);
  EXPECT_THAT(order->arguments, ElementsAre(""));
}

TEST(Order, ThatSaysNothingIsExplained) {
  const auto error_of = [](std::string_view words) {
    const Result<Order> order = parse_order(words);
    return order ? "fine" : order.error();
  };
  EXPECT_THAT(error_of(""), HasSubstr("begins with what is to be done"));
  EXPECT_THAT(error_of("  \t"), HasSubstr("begins with what is to be done"));
  EXPECT_THAT(error_of(",attach"), HasSubstr("begins with what is to be done"));
  EXPECT_THAT(error_of("attach,a\x01b"), HasSubstr("control characters"));
  EXPECT_THAT(error_of("attach,robot=a,robot=b"), HasSubstr("names two"));
  EXPECT_THAT(error_of("attach,robot="), HasSubstr("followed by the robot's name"));
  EXPECT_THAT(error_of(std::string(10'000'000, 'x')), HasSubstr("has 10000000"));
}

TEST(Order, IsQuotedShortAndPlain) {
  EXPECT_EQ(in_quotes("plow"), "'plow'");
  EXPECT_EQ(in_quotes("a\x07"
                      "b")
                .find('\x07'),
            std::string::npos);
  EXPECT_EQ(in_quotes(std::string(100, 'x')), fmt::format("'{}...'", std::string(60, 'x')));
  const std::string sixty = std::string(59, 'x').append("\u00e9");  // characters, 61 bytes
  EXPECT_EQ(in_quotes(sixty), fmt::format("'{}'", sixty));
}

TEST(Order, NumbersAreFiniteAndWhole) {
  EXPECT_EQ(parse_number("0.05"), 0.05);
  for (const char* word : {"", "x", "1x", "nan", "inf", "1e999", "0x10", " 1"})
    EXPECT_EQ(parse_number(word), std::nullopt) << word;
}

}  // namespace
}  // namespace tandem
