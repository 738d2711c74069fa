// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/arrival_queue.h"

#include <gtest/gtest.h>

#include <thread>

namespace tandem {
namespace {

using Clock = ArrivalQueue<int>::Clock;

TEST(ArrivalQueue, GivesValuesInOrder) {
  ArrivalQueue<int> queue;
  std::jthread sender([&] {
    for (int i = 0; i < 100; ++i) queue.put(i);
  });
  for (int i = 0; i < 100; ++i) EXPECT_EQ(queue.take({}, Clock::time_point::max()), i);
}

TEST(ArrivalQueue, IsEmptyAtTheDeadline) {
  ArrivalQueue<int> queue;
  EXPECT_EQ(queue.take({}, Clock::now()), std::nullopt);
}

TEST(ArrivalQueue, WakesWhoWaitsWhenStopIsRequested) {
  ArrivalQueue<int> queue;
  std::stop_source stop;
  std::jthread person([&] { stop.request_stop(); });
  EXPECT_EQ(queue.take(stop.get_token(), Clock::time_point::max()), std::nullopt);
}

TEST(ArrivalQueue, DropsAndCountsTheOldestWhenNobodyTakes) {
  ArrivalQueue<int> queue(2);
  for (int i = 0; i < 5; ++i) queue.put(i);
  EXPECT_EQ(queue.dropped(), 3u);
  EXPECT_EQ(queue.take({}, Clock::now()), 3);
  EXPECT_EQ(queue.take({}, Clock::now()), 4);
}

}  // namespace
}  // namespace tandem
