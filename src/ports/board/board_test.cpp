// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/board/board.h"

#include <gtest/gtest.h>

#include <thread>

namespace tandem {
namespace {

TEST(Board, ShowsTheLatestOfEachEntry) {
  Board board;
  board.begin({{.label = "CPU"}, {.label = "RAM"}});
  board.update(1, [](Observation& ram) { ram.text = "7"; });
  board.update(1, [](Observation& ram) { ram.text = "8"; });

  ASSERT_EQ(board.read().size(), 2u);
  EXPECT_EQ(board.read()[0].text, "");
  EXPECT_EQ(board.read()[1].text, "8");
  EXPECT_EQ(board.version(), 3u);
}

TEST(Board, WhatIsOverIsNotUpdated) {
  Board board;
  board.begin({{.label = "CPU"}});
  board.begin({});
  board.update(0, [](Observation&) { FAIL(); });
  EXPECT_TRUE(board.read().empty());
}

TEST(Board, IsForManyThreads) {
  Board board;
  board.begin({{}});
  {
    std::vector<std::jthread> writers;
    for (int i = 0; i < 4; ++i)
      writers.emplace_back([&] {
        for (int k = 0; k < 1000; ++k) {
          board.update(0, [](Observation& entry) { ++entry.count; });
          EXPECT_GE(board.read()[0].count, 1u);
        }
      });
  }
  EXPECT_EQ(board.read()[0].count, 4000u);
}

}  // namespace
}  // namespace tandem
