// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "base/thread_pool.h"

#include <gtest/gtest.h>

#include <numeric>

namespace tandem {
namespace {

TEST(ThreadPool, TakesEveryChunkExactlyOnce) {
  for (const int threads : {1, 2, 4}) {
    ThreadPool pool(threads);
    EXPECT_EQ(pool.thread_count(), threads);
    std::vector<int> visits(1000, 0);
    pool.for_each_chunk(1000, [&](int chunk) { ++visits[static_cast<std::size_t>(chunk)]; });
    EXPECT_EQ(visits, std::vector<int>(1000, 1));
  }
}

TEST(ThreadPool, RangesCoverTheLastPartialOne) {
  ThreadPool pool(2);
  std::vector<int> length_at(3, 0);
  pool.for_each_range(25, 10, [&](int begin, int end) {
    length_at[static_cast<std::size_t>(begin / 10)] = end - begin;
  });
  EXPECT_EQ(length_at, (std::vector<int>{10, 10, 5}));
}

TEST(ThreadPool, NothingToDoIsDoneAtOnce) {
  ThreadPool pool(2);
  int calls = 0;
  pool.for_each_chunk(0, [&](int) { ++calls; });
  pool.for_each_range(0, 8, [&](int, int) { ++calls; });
  EXPECT_EQ(calls, 0);
}

TEST(ThreadPool, LoopsInQuickSuccessionSeeWhatTheOnesBeforeWrote) {
  ThreadPool pool(4);
  std::vector<int> values(64, 0);
  for (int round = 0; round < 2000; ++round) {
    pool.for_each_chunk(8, [&](int chunk) {
      // each chunk reads what another one, on another thread perhaps, wrote the round before
      const auto mine = static_cast<std::size_t>((chunk + round) % 8) * 8;
      for (std::size_t i = mine; i < mine + 8; ++i) ++values[i];
    });
  }
  EXPECT_EQ(std::accumulate(values.begin(), values.end(), 0), 64 * 2000);
  EXPECT_EQ(values.front(), 2000);
}

TEST(ThreadPool, AnIdlePoolEndsWithoutBeingUsed) {
  for (int i = 0; i < 50; ++i) ThreadPool pool(4);
}

}  // namespace
}  // namespace tandem
