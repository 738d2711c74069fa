// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "twin/turn_record.h"

#include <gtest/gtest.h>

#include <limits>

namespace tandem {
namespace {

TEST(TurnRecord, TellsTheRateBetweenWhatItHeard) {
  TurnRecord turns;
  EXPECT_FALSE(turns.covers(0s, 0s));
  for (int i = 0; i <= 10; ++i) turns.add(0.1 * i, i * 10ms);
  EXPECT_NEAR(turns.rate_at(45ms), 0.45, 1e-9);
  EXPECT_NEAR(turns.rate_at(140ms), 1, 1e-9);
  EXPECT_TRUE(turns.covers(0ms, 130ms));
  EXPECT_FALSE(turns.covers(0ms, 170ms));  // nothing was heard for too long
  EXPECT_FALSE(turns.covers(-1ms, 50ms));
}

TEST(TurnRecord, WhatWasBeforeAGapDoesNotCount) {
  TurnRecord turns;
  for (int i = 0; i <= 10; ++i) turns.add(1, i * 10ms);
  turns.add(2, 1s);
  EXPECT_FALSE(turns.covers(50ms, 1s));
  EXPECT_TRUE(turns.covers(1s, 1050ms));
  EXPECT_EQ(turns.rate_at(1s), 2);
}

TEST(TurnRecord, NeitherOldNorImpossibleRatesAreTaken) {
  TurnRecord turns;
  turns.add(1, 100ms);
  turns.add(5, 90ms);
  turns.add(std::numeric_limits<double>::quiet_NaN(), 110ms);
  EXPECT_EQ(turns.rate_at(95ms), 1);
  EXPECT_EQ(turns.newest(), 100ms);
}

}  // namespace
}  // namespace tandem
