// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "base/random.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tandem {
namespace {

TEST(Random, SameSeedAndStreamGiveTheSameNumbers) {
  Random a(7, "boxes"), b(7, "boxes");
  for (int i = 0; i < 100; ++i) EXPECT_EQ(a.next(), b.next());
}

TEST(Random, AnotherSeedOrStreamGivesOtherNumbers) {
  EXPECT_NE(Random(7, "boxes").next(), Random(8, "boxes").next());
  EXPECT_NE(Random(7, "boxes").next(), Random(7, "people").next());
}

TEST(Random, UniformStaysInsideAndFillsItsRange) {
  Random random(1, "test");
  double low = 1e9, high = -1e9, sum = 0;
  constexpr int count = 100'000;
  for (int i = 0; i < count; ++i) {
    const double value = random.uniform(2, 4);
    low = std::min(low, value);
    high = std::max(high, value);
    sum += value;
  }
  EXPECT_GE(low, 2);
  EXPECT_LT(high, 4);
  EXPECT_NEAR(low, 2, 0.001);
  EXPECT_NEAR(high, 4, 0.001);
  EXPECT_NEAR(sum / count, 3, 0.01);  // five standard errors of 0.0018
}

TEST(Random, NormalHasItsMeanAndDeviation) {
  Random random(1, "test");
  constexpr int count = 100'000;
  double sum = 0, squares = 0;
  for (int i = 0; i < count; ++i) {
    const double value = random.normal(10, 2);
    sum += value;
    squares += (value - 10) * (value - 10);
  }
  EXPECT_NEAR(sum / count, 10, 0.032);  // five standard errors
  EXPECT_NEAR(std::sqrt(squares / count), 2, 0.023);
}

TEST(Random, BelowReachesEveryValueAndNoOther) {
  Random random(1, "test");
  int seen[5] = {};
  for (int i = 0; i < 10'000; ++i) ++seen[random.below(5)];
  for (const int count : seen) EXPECT_NEAR(count, 2000, 200);
}

}  // namespace
}  // namespace tandem
