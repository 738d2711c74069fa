// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "plant/sensor_trouble.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

Fault fault(const FaultWords& words) {
  const Result<Fault> read = read_fault(words);
  EXPECT_TRUE(read) << read.error();
  return read ? *read : Fault{};
}

TEST(SensorTrouble, ADroppedSensorIsSilentAndOthersAreNot) {
  SensorTrouble trouble(1);
  const Fault dropout = fault({{"kind", "sensor_dropout"}, {"name", "gone"}, {"sensor", "lidar"}});
  trouble.set({&dropout, 1});
  std::vector<double> numbers{1, 2};
  EXPECT_FALSE(trouble.disturb("lidar", numbers));
  EXPECT_TRUE(trouble.disturb("imu", numbers));
  EXPECT_EQ(numbers, (std::vector<double>{1, 2}));

  const auto ended = trouble.set({});
  ASSERT_EQ(ended.size(), 1u);
  EXPECT_EQ(ended[0].fault, "gone");
  EXPECT_EQ(ended[0].hits, 1u);
  EXPECT_TRUE(trouble.disturb("lidar", numbers));
}

TEST(SensorTrouble, AStuckSensorRepeatsItselfEachSensorItsOwn) {
  SensorTrouble trouble(1);
  const Fault stuck = fault({{"kind", "sensor_stuck"}, {"name", "same"}});
  trouble.set({&stuck, 1});
  for (const double now : {1.0, 2.0, 3.0}) {
    std::vector<double> lidar{now}, imu{10 * now};
    EXPECT_TRUE(trouble.disturb("lidar", lidar));
    EXPECT_TRUE(trouble.disturb("imu", imu));
    EXPECT_EQ(lidar[0], 1);
    EXPECT_EQ(imu[0], 10);
    // that somebody says so again changes nothing
    trouble.set({&stuck, 1});
  }
}

TEST(SensorTrouble, AShareOfTheNumbersIsNonsenseAndTheSameEveryTime) {
  const Fault garbage =
      fault({{"kind", "sensor_garbage"}, {"name", "bad"}, {"share", "0.2"}, {"seed", "3"}});
  const auto spoilt = [&](std::uint64_t seed) {
    SensorTrouble trouble(seed);
    trouble.set({&garbage, 1});
    std::vector<double> numbers(10'000, 2.5);
    EXPECT_TRUE(trouble.disturb("lidar", numbers));
    return std::ranges::count_if(numbers, [](double number) { return number != 2.5; });
  };
  // a fifth of 10,000, whose deviation is 40
  EXPECT_NEAR(static_cast<double>(spoilt(1)), 2000, 160);
  EXPECT_EQ(spoilt(1), spoilt(2));  // the fault's own seed counts
}

TEST(SensorTrouble, FaultsOfOtherThingsAreNoneOfItsBusiness) {
  SensorTrouble trouble(1);
  const Fault slip = fault({{"kind", "wheel_slip"}, {"name", "ice"}});
  trouble.set({&slip, 1});
  EXPECT_TRUE(trouble.is_empty());
}

}  // namespace
}  // namespace tandem
