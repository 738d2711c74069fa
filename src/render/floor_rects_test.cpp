// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "render/floor_rects.h"

#include <gtest/gtest.h>

#include <random>

namespace tandem {
namespace {

TEST(DirtyPixels, AreFewRectanglesThatCoverAllAndDoNotOverlap) {
  std::mt19937 random(3);
  const auto number = [&](int most) {
    return static_cast<int>(random() % static_cast<unsigned>(most));
  };
  for (int round = 0; round < 50; ++round) {
    DirtyPixels dirty;
    dirty.start(200, 100);
    std::vector<FloorRect> added;
    for (int i = 0; i < 3 * round; ++i) {
      const int x = number(260) - 30, y = number(160) - 30;
      added.push_back({x, y, x + number(12), y + number(12)});
      dirty.add(added.back());
    }
    ASSERT_LE(dirty.rects().size(), DirtyPixels::most);
    for (std::size_t i = 0; i < dirty.rects().size(); ++i)
      for (std::size_t j = 0; j < i; ++j) EXPECT_FALSE(overlap(dirty.rects()[i], dirty.rects()[j]));
    for (const FloorRect& rect : added) {
      const FloorRect seen = common(rect, {0, 0, 200, 100});
      if (seen.is_empty()) continue;
      bool is_covered = false;
      for (const FloorRect& one : dirty.rects()) is_covered |= united(one, seen) == one;
      EXPECT_TRUE(is_covered);
    }
  }
}

}  // namespace
}  // namespace tandem
