// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "simulation/pacer.h"

#include <gtest/gtest.h>

namespace tandem {
namespace {

const WallTime start{};

TEST(Pacer, RealTimeStepsFollowEachOtherByTheStep) {
  Pacer pacer(1, 100ms, start);
  EXPECT_EQ(pacer.next_start(8ms, start + 1ms), start + 8ms);
  EXPECT_EQ(pacer.next_start(8ms, start + 9ms), start + 16ms);
}

TEST(Pacer, DoubleSpeedHalvesTheWait) {
  Pacer pacer(2, 100ms, start);
  EXPECT_EQ(pacer.next_start(8ms, start + 1ms), start + 4ms);
}

TEST(Pacer, CatchesUpAfterAShortDelay) {
  Pacer pacer(1, 100ms, start);
  // a step of 50 ms leaves the next ones due in the past, so they follow at once
  EXPECT_EQ(pacer.next_start(8ms, start + 50ms), start + 8ms);
  EXPECT_EQ(pacer.next_start(8ms, start + 51ms), start + 16ms);
  EXPECT_EQ(pacer.slipped(), 0ms);
}

TEST(Pacer, SlipsRatherThanBurstsAfterALongDelay) {
  Pacer pacer(1, 100ms, start);
  EXPECT_EQ(pacer.next_start(8ms, start + 1s), start + 900ms);
  EXPECT_EQ(pacer.slipped(), 892ms);
}

TEST(Pacer, NeverWaitsWhenAsFastAsPossible) {
  Pacer pacer(Pacer::as_fast_as_possible, 100ms, start);
  EXPECT_EQ(pacer.next_start(8ms, start + 3ms), start + 3ms);
  EXPECT_EQ(pacer.slipped(), 0ms);
}

TEST(Pacer, ForgetsTheLagOfAPause) {
  Pacer pacer(1, 100ms, start);
  pacer.next_start(8ms, start);
  pacer.restart(1, start + 1min);
  EXPECT_EQ(pacer.next_start(8ms, start + 1min), start + 1min + 8ms);
  EXPECT_EQ(pacer.slipped(), 0ms);
}

TEST(Pacer, RealTimeFactorIsSimulatedOverWallTimeOfTheLastSecond) {
  Pacer pacer(Pacer::as_fast_as_possible, 100ms, start);
  WallTime now = start;
  for (int i = 0; i < 100; ++i) pacer.next_start(8ms, now += 80ms);  // a slow beginning
  for (int i = 0; i < 1000; ++i) pacer.next_start(8ms, now += 2ms);
  EXPECT_NEAR(pacer.real_time_factor(), 4, 0.05);
}

}  // namespace
}  // namespace tandem
