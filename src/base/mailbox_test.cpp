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

TEST(Mailbox, AStreamKeepsItsNewestInOrder) {
  Mailbox<int> mailbox(3, WhenFull::drop_oldest);
  for (int i = 1; i <= 7; ++i) EXPECT_TRUE(mailbox.put(i));
  EXPECT_EQ(mailbox.dropped(), 4u);
  EXPECT_EQ(mailbox.take(), (std::vector{5, 6, 7}));
  mailbox.put(8);
  EXPECT_EQ(mailbox.take(), (std::vector{8}));
}

TEST(Mailbox, TellsItsListenerOfEachValueItTook) {
  int told = 0;
  Mailbox<int> mailbox(2);
  mailbox.on_put([&] { ++told; });
  for (int i = 0; i < 3; ++i) mailbox.put(i);
  EXPECT_EQ(told, 2);  // one was refused
  mailbox.on_put({});
  mailbox.take();
  mailbox.put(0);
  EXPECT_EQ(told, 2);
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
