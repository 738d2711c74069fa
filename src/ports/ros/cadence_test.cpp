// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/cadence.h"

#include <gtest/gtest.h>

namespace tandem {
namespace {

TEST(Cadence, KeepsItsRateInWholeSteps) {
  Cadence cadence = Cadence::at_rate(50);
  int count = 0;
  for (SimTime now{}; now < 1s; now += 8ms) count += cadence.is_due(now);
  EXPECT_EQ(count, 50);
}

TEST(Cadence, DoesNotMakeUpForWhatWasMissed) {
  Cadence cadence(10ms);
  EXPECT_TRUE(cadence.is_due(0s));
  EXPECT_TRUE(cadence.is_due(1s));
  EXPECT_FALSE(cadence.is_due(1s + 9ms));
  EXPECT_TRUE(cadence.is_due(1s + 10ms));
}

TEST(Cadence, FasterThanItsStepsIsEveryStep) {
  Cadence cadence = Cadence::at_rate(1000);
  for (SimTime now{}; now < 100ms; now += 8ms) EXPECT_TRUE(cadence.is_due(now));
}

}  // namespace
}  // namespace tandem
