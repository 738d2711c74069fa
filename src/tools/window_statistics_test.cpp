// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/window_statistics.h"

#include <gtest/gtest.h>

namespace tandem {
namespace {

TEST(WindowStatistics, SummariseWhatWasAdded) {
  WindowStatistics statistics(10);
  EXPECT_FALSE(statistics.summary());
  for (const Duration value : {2ms, 4ms, 4ms, 4ms, 5ms, 5ms, 7ms, 9ms}) statistics.add(value);

  const WindowSummary summary = statistics.summary().value();
  EXPECT_EQ(summary.mean, 5ms);
  EXPECT_EQ(summary.min, 2ms);
  EXPECT_EQ(summary.max, 9ms);
  EXPECT_EQ(summary.deviation, 2ms);  // the squares add up to 32, and there are 8
  EXPECT_EQ(summary.count, 8u);
}

TEST(WindowStatistics, ForgetWhatLeftTheWindow) {
  WindowStatistics statistics(2);
  for (const Duration value : {100ms, 1ms, 3ms}) statistics.add(value);
  EXPECT_EQ(statistics.summary()->max, 3ms);
  EXPECT_EQ(statistics.summary()->mean, 2ms);
  EXPECT_EQ(statistics.summary()->count, 2u);
}

TEST(WindowStatistics, MeasureNegativeDelaysOfClocksThatDisagree) {
  WindowStatistics statistics(10);
  for (const Duration value : {-3ms, -1ms}) statistics.add(value);
  EXPECT_EQ(statistics.summary()->mean, -2ms);
  EXPECT_EQ(statistics.summary()->deviation, 1ms);
}

TEST(RateStatistics, NeedTwoEvents) {
  RateStatistics rate(10);
  rate.add(1s);
  EXPECT_FALSE(rate.summary());
  rate.add(1s + 20ms);
  EXPECT_EQ(rate.summary()->mean, 20ms);
}

TEST(RateStatistics, AWindowOfThreeEventsHasTwoIntervals) {
  RateStatistics rate(3);
  for (const Duration time : {0ms, 500ms, 510ms, 530ms}) rate.add(time);
  EXPECT_EQ(rate.summary()->count, 2u);
  EXPECT_EQ(rate.summary()->mean, 15ms);
}

TEST(RateStatistics, BeginAnewWhenTimeGoesBack) {
  RateStatistics rate(10);
  for (const Duration time : {10s, 11s, 1s}) rate.add(time);
  EXPECT_FALSE(rate.summary());
  rate.add(3s);
  EXPECT_EQ(rate.summary()->mean, 2s);
}

}  // namespace
}  // namespace tandem
