// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tools/bandwidth.h"

#include <gtest/gtest.h>

namespace tandem {
namespace {

TEST(Bandwidth, IsWhatCameSinceTheOldestMessage) {
  Bandwidth bandwidth(100);
  bandwidth.add(10s, 1000);
  EXPECT_FALSE(bandwidth.summary(11s));
  bandwidth.add(11s, 3000);

  const BandwidthSummary summary = bandwidth.summary(12s).value();
  EXPECT_DOUBLE_EQ(summary.bytes_per_second, 2000);  // 4000 bytes in 2 s
  EXPECT_DOUBLE_EQ(summary.mean_bytes, 2000);
  EXPECT_EQ(summary.min_bytes, 1000u);
  EXPECT_EQ(summary.max_bytes, 3000u);
  EXPECT_EQ(summary.count, 2u);
}

TEST(Bandwidth, FallsWhenNothingComesAnyMore) {
  Bandwidth bandwidth(100);
  bandwidth.add(0s, 50);
  bandwidth.add(1s, 50);
  EXPECT_DOUBLE_EQ(bandwidth.summary(100s)->bytes_per_second, 1);
}

TEST(Bandwidth, ForgetsWhatLeftTheWindow) {
  Bandwidth bandwidth(2);
  bandwidth.add(0s, 1'000'000);
  bandwidth.add(1s, 10);
  bandwidth.add(2s, 10);
  EXPECT_DOUBLE_EQ(bandwidth.summary(2s)->bytes_per_second, 20);
  EXPECT_EQ(bandwidth.summary(2s)->max_bytes, 10u);
}

TEST(Bandwidth, IsReadInTheUnitThatFits) {
  EXPECT_EQ(to_bytes_text(999), "999 B");
  EXPECT_EQ(to_bytes_text(1500), "1.50 KB");
  EXPECT_EQ(to_bytes_text(27.6e6), "27.60 MB");
  EXPECT_EQ(to_bytes_text(1.25e9), "1.25 GB");
}

}  // namespace
}  // namespace tandem
