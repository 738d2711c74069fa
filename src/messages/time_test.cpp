// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "messages/time.h"

#include <gtest/gtest.h>

namespace tandem {
namespace {

using builtin_interfaces::msg::Time;

TEST(MessageTime, HoldsEveryNanosecond) {
  const Time time = to_message_time(1'700'000'000s + 123'456'789ns);
  EXPECT_EQ(time, (Time{.sec = 1'700'000'000, .nanosec = 123'456'789}));
  EXPECT_EQ(to_time(time), 1'700'000'000s + 123'456'789ns);
}

TEST(MessageTime, NanosecondsAreNeverNegative) {
  const auto duration = to_message_duration(-100ms);
  EXPECT_EQ(duration.sec, -1);
  EXPECT_EQ(duration.nanosec, 900'000'000u);
  EXPECT_EQ(to_duration(duration), -100ms);
}

TEST(MessageTime, EndsWhereRosEnds) {
  EXPECT_EQ(to_message_time(2'147'483'648s), (Time{.sec = 2'147'483'647, .nanosec = 999'999'999}));
  EXPECT_EQ(to_message_time(-2'147'483'649s), (Time{.sec = -2'147'483'647 - 1, .nanosec = 0}));
  // a peer may send any nanoseconds
  EXPECT_EQ(to_time({.sec = 1, .nanosec = 4'000'000'000}), 5s);
}

}  // namespace
}  // namespace tandem
