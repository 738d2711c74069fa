// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/behavior/pid.h"

#include <gtest/gtest.h>

#include "autonomy/behavior/watchdog.h"

namespace tandem {

TEST(Pid, AddsItsThreeParts) {
  Pid pid({.proportional = 2, .integral = 0.5, .derivative = 0.1});
  // P 2 * 1, I 0.5 * 1 * 0.1 s; nothing to compare with yet
  EXPECT_NEAR(pid.update(1, 100ms), 2.05, 1e-12);
  // P 2 * 3, I 0.05 + 0.5 * 3 * 0.1, D 0.1 * 2 / 0.1 s
  EXPECT_NEAR(pid.update(3, 100ms), 6 + 0.2 + 2, 1e-12);
  pid.reset();
  EXPECT_NEAR(pid.update(1, 100ms), 2.05, 1e-12);
}

TEST(Pid, DoesNotWindUpAtItsLimit) {
  Pid pid({.proportional = 1, .integral = 10, .max_output = 2});
  for (int i = 0; i < 100; ++i) EXPECT_LE(pid.update(5, 100ms), 2);
  EXPECT_LE(pid.update(-1, 100ms), 0) << "it turns round at once";
}

TEST(Pid, IntegralHasALimitOfItsOwn) {
  Pid pid({.proportional = 0, .integral = 10, .max_integral = 0.3});
  for (int i = 0; i < 100; ++i) pid.update(5, 100ms);
  EXPECT_NEAR(pid.update(0, 100ms), 0.3, 1e-12);
}

TEST(Watchdog, NoticesSilence) {
  Watchdog watchdog(1s);
  watchdog.begin(10s);
  EXPECT_FALSE(watchdog.is_silent(11s));
  EXPECT_TRUE(watchdog.is_silent(11s + 1ms));
  watchdog.heard(11s);
  EXPECT_FALSE(watchdog.is_silent(12s));
}

}  // namespace tandem
