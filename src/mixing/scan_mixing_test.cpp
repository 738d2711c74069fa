// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "mixing/scan_mixing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <limits>
#include <numbers>

namespace tandem {
namespace {

constexpr double pi = std::numbers::pi;
constexpr float inf = std::numeric_limits<float>::infinity();

PlanarScan around(int beams, float range, double first = 0) {
  return {.angle_min_rad = first,
          .angle_increment_rad = 2 * pi / beams,
          .range_min_m = 0.1,
          .range_max_m = 10,
          .ranges_m = std::vector<float>(static_cast<std::size_t>(beams), range)};
}

TEST(ScanMixing, TakesTheNearerOfEachBeam) {
  PlanarScan real = around(4, 3), other = around(4, inf);
  other.ranges_m = {1, 5, inf, 2};
  EXPECT_THAT(mixed(real, other).ranges_m, testing::ElementsAre(1, 3, 3, 2));
}

TEST(ScanMixing, WhatOneDoesNotMeasureTheOtherMay) {
  PlanarScan real = around(4, 3), other = around(4, 2);
  real.ranges_m = {std::nanf(""), inf, -inf, 3};
  other.ranges_m = {2, 2, 2, std::nanf("")};
  EXPECT_THAT(mixed(real, other).ranges_m, testing::ElementsAre(2, 2, -inf, 3));
}

TEST(ScanMixing, AFinerVirtualScanLosesNothingThin) {
  // a post in one of 3600 virtual beams is in one of 360 real ones
  const PlanarScan real = around(360, 8);
  for (const int beam : {0, 4, 5, 6, 1234, 3599}) {
    PlanarScan other = around(3600, inf);
    other.ranges_m[static_cast<std::size_t>(beam)] = 1;
    const auto ranges = mixed(real, other).ranges_m;
    EXPECT_GE(std::ranges::count(ranges, 1.0f), 1) << beam;
    EXPECT_LE(std::ranges::count(ranges, 1.0f), 2) << beam;
    EXPECT_EQ(ranges[static_cast<std::size_t>(std::lround(beam / 10.0)) % 360], 1) << beam;
  }
}

TEST(ScanMixing, ACoarserVirtualScanFillsWhatItStandsFor) {
  const PlanarScan real = around(360, 8);
  PlanarScan other = around(36, inf);
  other.ranges_m[3] = 1;  // 30 degrees, and five to each side
  const auto ranges = mixed(real, other).ranges_m;
  for (int i = 0; i < 360; ++i) {
    const bool is_beside = std::abs(i - 30) <= 5;
    EXPECT_EQ(ranges[static_cast<std::size_t>(i)] == 1, is_beside) << i;
  }
}

TEST(ScanMixing, AnglesMayBeginAnywhereAndGoEitherWay) {
  const PlanarScan real = around(360, 8, -pi);  // -180 to 179 degrees
  PlanarScan other = around(360, inf);          // 0 to 359
  other.ranges_m[270] = 1;
  EXPECT_EQ(mixed(real, other).ranges_m[90], 1);  // both are -90 degrees
  other.angle_increment_rad = -other.angle_increment_rad;
  EXPECT_EQ(mixed(real, other).ranges_m[270], 1);  // clockwise it is +90
}

TEST(ScanMixing, WhereTheVirtualLidarDoesNotLookTheRealOneIsAlone) {
  const PlanarScan real = around(360, 8, -pi);
  PlanarScan other{.angle_min_rad = -pi / 4,
                   .angle_increment_rad = pi / 180,
                   .range_min_m = 0.1,
                   .range_max_m = 10,
                   .ranges_m = std::vector<float>(91, 1.0f)};
  const auto ranges = mixed(real, other).ranges_m;
  EXPECT_EQ(std::ranges::count(ranges, 1.0f), 91);
  EXPECT_EQ(ranges[180], 1);
  EXPECT_EQ(ranges[0], 8);
}

TEST(ScanMixing, RangesAreThoseOfTheRealLidar) {
  PlanarScan real = around(4, inf), other = around(4, 1);
  real.range_max_m = 5;
  real.range_min_m = 0.2;
  other.ranges_m = {7, 0.15f, 4, inf};
  EXPECT_THAT(mixed(real, other).ranges_m, testing::ElementsAre(inf, -inf, 4, inf));
}

TEST(ScanMixing, WhatARealLidarDidNotMeasureHidesNothing) {
  // some lidars say 0 for no echo, others more than their range
  PlanarScan real = around(4, 3), other = around(4, 2);
  real.ranges_m = {0, 99, 0, 0.05f};
  other.ranges_m = {2, 2, inf, std::nanf("")};
  EXPECT_THAT(mixed(real, other).ranges_m, testing::ElementsAre(2, 2, inf, 0.05f));
}

TEST(ScanMixing, SingleRangesAreMixedAlike) {
  const auto mix = [](float real_m, float virtual_m) {
    return mixed_range({real_m, 0.1, 4}, virtual_m);
  };
  EXPECT_EQ(mix(2, 1), 1);
  EXPECT_EQ(mix(1, 2), 1);
  EXPECT_EQ(mix(inf, 2), 2);
  EXPECT_EQ(mix(inf, 5), inf);     // the real one would not see so far
  EXPECT_EQ(mix(2, 0.05f), -inf);  // nor so near
  EXPECT_EQ(mix(0, 3), 3);         // no measurement
  EXPECT_EQ(mix(-inf, 3), -inf);
  EXPECT_EQ(mix(2, std::nanf("")), 2);
}

TEST(ScanMixing, ScansWithoutSenseAreNotUsable) {
  EXPECT_TRUE(is_usable(around(4, 3)));
  PlanarScan bad = around(4, 3);
  bad.angle_increment_rad = 0;
  EXPECT_FALSE(is_usable(bad));
  bad = around(4, 3);
  bad.angle_min_rad = std::nan("");
  EXPECT_FALSE(is_usable(bad));
  bad = around(4, 3);
  bad.range_max_m = 0;
  EXPECT_FALSE(is_usable(bad));
  bad = around(4, 3);
  bad.ranges_m.clear();
  EXPECT_FALSE(is_usable(bad));
}

TEST(ScanMixing, AnEmptyPartnerChangesNothing) {
  const PlanarScan real = around(4, 3);
  EXPECT_THAT(mixed(real, {}).ranges_m, testing::ElementsAre(3, 3, 3, 3));
}

TEST(ScanMixer, AStalePartnerIsLeftOutAndCounted) {
  ScanMixer mixer(300ms);
  PlanarScan real = around(4, 3), other = around(4, 1);
  EXPECT_EQ(mixer.mix(real).partner, MixPartner::none);
  other.time = 10s;
  mixer.add_virtual(other);
  real.time = 10s + 200ms;
  EXPECT_EQ(mixer.mix(real).partner, MixPartner::fresh);
  EXPECT_EQ(mixer.mix(real).scan.ranges_m[0], 1);
  EXPECT_EQ(mixer.mix(real).scan.time, real.time);
  real.time = 10s + 400ms;
  EXPECT_EQ(mixer.mix(real).partner, MixPartner::stale);
  EXPECT_EQ(mixer.mix(real).scan.ranges_m[0], 3);
  EXPECT_EQ(mixer.unmixed(), 3);
}

TEST(ScanMixer, OfSeveralPartnersTheNearestInTimeCounts) {
  // the real lidar's scans take 80 ms to get here, while virtual ones go on
  ScanMixer mixer(300ms);
  for (int i = 0; i < 100; ++i) {
    PlanarScan other = around(4, 1 + 0.01f * static_cast<float>(i));
    other.time = i * 20ms;
    mixer.add_virtual(other);
  }
  PlanarScan real = around(4, 9);
  real.time = 95 * 20ms + 7ms;
  EXPECT_FLOAT_EQ(mixer.mix(real).scan.ranges_m[0], 1.95f);
  real.time = 20ms;  // long forgotten
  EXPECT_EQ(mixer.mix(real).partner, MixPartner::stale);
}

TEST(ScanMixer, AWorldThatBeginsAgainHasNoPast) {
  ScanMixer mixer(300ms);
  PlanarScan other = around(4, 1), real = around(4, 3);
  other.time = 10s;
  mixer.add_virtual(other);
  other.time = 1s;
  other.ranges_m.assign(4, 2);
  mixer.add_virtual(other);
  real.time = 1s;
  EXPECT_EQ(mixer.mix(real).scan.ranges_m[0], 2);
}

TEST(ScanMixing, IsQuick) {
  const PlanarScan real = around(360, 8), other = around(3600, 1);
  const auto start = std::chrono::steady_clock::now();
  float sum = 0;
  for (int i = 0; i < 100; ++i) sum += mixed(real, other).ranges_m[7];
  const auto each = (std::chrono::steady_clock::now() - start) / 100;
  EXPECT_EQ(sum, 100);
  EXPECT_LT(each, 1ms);  // 0.1 ms on a machine that has nothing else to do
}

}  // namespace
}  // namespace tandem
