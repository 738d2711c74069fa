// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "world/shared_table.h"

#include <gtest/gtest.h>

namespace tandem {
namespace {

TEST(SharedTable, ACopyKeepsWhatItSawWhileTheTableGoesOn) {
  PoseTable table;
  table.set(0, {{1, 0, 0}, {}});
  table.set(300, {{3, 0, 0}, {}});
  const PoseTable copy = table.share();

  table.set(0, {{2, 0, 0}, {}});

  EXPECT_EQ(copy[0].translation.x, 1);
  EXPECT_EQ(table[0].translation.x, 2);
  EXPECT_EQ(copy[300].translation.x, 3);
}

TEST(SharedTable, PartsThatDidNotChangeAreShared) {
  PoseTable table;
  table.set(0, {});
  table.set(1000, {});
  const PoseTable before = table.share();
  table.set(0, {{1, 0, 0}, {}});
  const PoseTable after = table.share();

  EXPECT_EQ(&before[1000], &after[1000]);
  EXPECT_NE(&before[0], &after[0]);
}

TEST(SharedTable, DifferencesAreWhatChangedSince) {
  PoseTable table;
  table.set(0, {});
  table.set(1, {});
  table.set(200, {});
  const PoseTable before = table.share();
  table.set(1, {{1, 0, 0}, {}});
  table.set(0, {});  // as it was
  table.set(201, {{2, 0, 0}, {}});

  std::vector<std::size_t> different;
  table.for_each_difference(before,
                            [&](std::size_t index, const Pose&) { different.push_back(index); });
  EXPECT_EQ(different, (std::vector<std::size_t>{1, 201}));
}

TEST(SharedTable, GrowsToTheLargestIndex) {
  PoseTable table;
  EXPECT_EQ(table.size(), 0u);
  table.set(127, {});
  table.set(128, {});
  EXPECT_EQ(table.size(), 129u);
  EXPECT_EQ(table[5], Pose{});
}

}  // namespace
}  // namespace tandem
