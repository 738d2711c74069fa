// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "base/mailbox.h"

#include <gtest/gtest.h>

#include <thread>

namespace tandem {
namespace {

TEST(Mailbox, GivesEverythingBackInOrder) {
  Mailbox<int> mailbox;
  mailbox.put(1);
  mailbox.put(2);
  EXPECT_EQ(mailbox.take(), (std::vector{1, 2}));
  EXPECT_TRUE(mailbox.take().empty());
}

TEST(Mailbox, RefusesAndCountsWhatDoesNotFit) {
  Mailbox<int> mailbox(2);
  EXPECT_TRUE(mailbox.put(1));
  EXPECT_TRUE(mailbox.put(2));
  EXPECT_FALSE(mailbox.put(3));
  EXPECT_EQ(mailbox.dropped(), 1u);
  EXPECT_EQ(mailbox.take(), (std::vector{1, 2}));
  EXPECT_TRUE(mailbox.put(4));
}

TEST(Mailbox, LosesNothingBetweenThreads) {
  constexpr int count = 20'000;
  Mailbox<int> mailbox(2 * count);
  std::vector<int> taken;
  {
    std::jthread first([&] {
      for (int i = 0; i < count; ++i) mailbox.put(i);
    });
    std::jthread second([&] {
      for (int i = 0; i < count; ++i) mailbox.put(i);
    });
    while (taken.size() < 2 * count) {
      const std::vector<int> some = mailbox.take();
      taken.insert(taken.end(), some.begin(), some.end());
    }
  }
  long sum = 0;
  for (const int value : taken) sum += value;
  EXPECT_EQ(sum, static_cast<long>(count) * (count - 1));
  EXPECT_EQ(mailbox.dropped(), 0u);
}

}  // namespace
}  // namespace tandem
