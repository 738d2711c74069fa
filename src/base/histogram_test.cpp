// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "base/histogram.h"

#include <gtest/gtest.h>

namespace tandem {
namespace {

TEST(DurationHistogram, QuantilesAreRightWithinThreePercent) {
  DurationHistogram histogram;
  for (int i = 1; i <= 1000; ++i) histogram.add(std::chrono::microseconds(i));

  EXPECT_EQ(histogram.count(), 1000u);
  EXPECT_EQ(histogram.mean(), 500'500ns);
  EXPECT_NEAR(seconds(histogram.quantile(0.5)), 500e-6, 15e-6);
  EXPECT_NEAR(seconds(histogram.quantile(0.99)), 990e-6, 30e-6);
  EXPECT_EQ(histogram.quantile(1), 1000us);
  EXPECT_EQ(histogram.max(), 1000us);
}

TEST(DurationHistogram, OneOutlierDoesNotMoveTheMedian) {
  DurationHistogram histogram;
  for (int i = 0; i < 99; ++i) histogram.add(1ms);
  histogram.add(1h);
  EXPECT_NEAR(seconds(histogram.quantile(0.5)), 0.001, 0.00003);
  EXPECT_EQ(histogram.max(), 1h);
}

TEST(DurationHistogram, IsZeroWhenEmpty) {
  const DurationHistogram histogram;
  EXPECT_EQ(histogram.mean(), 0s);
  EXPECT_EQ(histogram.quantile(0.99), 0s);
}

}  // namespace
}  // namespace tandem
