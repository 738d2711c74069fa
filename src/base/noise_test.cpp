// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "base/noise.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tandem {
namespace {

TEST(Noise, ASampleIsTheSameHoweverItIsAskedFor) {
  const Noise noise(7, "robot/lidar"), again(7, "robot/lidar");
  const double expected = noise.measurement(5).normal(3);
  for (std::uint64_t i = 0; i < 100; ++i) again.measurement(i).normal(i);
  EXPECT_EQ(again.measurement(5).normal(3), expected);
  EXPECT_NE(noise.measurement(6).normal(3), expected);
  EXPECT_NE(noise.measurement(5).normal(4), expected);
  EXPECT_NE(Noise(8, "robot/lidar").measurement(5).normal(3), expected);
  EXPECT_NE(Noise(7, "robot/imu").measurement(5).normal(3), expected);
}

TEST(Noise, IsNormal) {
  const Noise noise(1, "test");
  constexpr int count = 1'000'000;
  double sum = 0, squares = 0, fourth = 0;
  int beyond_3 = 0, beyond_4 = 0;
  for (int m = 0; m < 1000; ++m) {
    const Noise::Samples samples = noise.measurement(static_cast<std::uint64_t>(m));
    for (std::uint64_t i = 0; i < 1000; ++i) {
      const double x = samples.normal(i);
      sum += x;
      squares += x * x;
      fourth += x * x * x * x;
      beyond_3 += std::abs(x) > 3;
      beyond_4 += std::abs(x) > 4;
    }
  }
  // within five standard errors
  EXPECT_NEAR(sum / count, 0, 0.005);
  EXPECT_NEAR(squares / count, 1, 0.0071);
  EXPECT_NEAR(fourth / count, 3, 0.05);
  EXPECT_NEAR(beyond_3, 2700, 260);
  EXPECT_NEAR(beyond_4, 63, 40);
}

TEST(Noise, NeighboursAreNotCorrelated) {
  const Noise noise(1, "test");
  double along = 0, across = 0;
  constexpr int count = 200'000;
  for (std::uint64_t i = 0; i < count; ++i) {
    along += noise.measurement(0).normal(i) * noise.measurement(0).normal(i + 1);
    across += noise.measurement(i).normal(0) * noise.measurement(i + 1).normal(0);
  }
  EXPECT_NEAR(along / count, 0, 0.0112);  // five standard errors
  EXPECT_NEAR(across / count, 0, 0.0112);
}

TEST(Noise, QuantilesInvertTheDistribution) {
  for (const double x : {-6.0, -3.0, -1.0, -0.1, 0.0, 0.5, 2.0, 4.0})
    EXPECT_NEAR(normal_quantile(0.5 * std::erfc(-x / std::sqrt(2.0))), x, 1e-9);
}

}  // namespace
}  // namespace tandem
