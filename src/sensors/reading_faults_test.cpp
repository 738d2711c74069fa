// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "sensors/reading_faults.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tandem {
namespace {

std::shared_ptr<const SensorInfo> sensor(const std::string& owner, const std::string& name) {
  auto info = std::make_shared<SensorInfo>();
  info->owner = owner;
  info->name = name;
  return info;
}

// The scans of one sensor: all beams of the i-th are i metres long.
class ReadingFaults : public testing::Test {
 protected:
  static constexpr int beams = 1000;

  Readings scans(int first, int last, const std::string& name = "lidar",
                 const std::string& owner = "r") {
    Readings readings;
    const auto info = sensor(owner, name);
    for (int i = first; i <= last; ++i)
      readings.push_back(std::make_shared<const Reading>(
          Reading{info, i * 100ms, static_cast<std::uint64_t>(i),
                  ScanReading{.ranges_m = std::vector<float>(beams, static_cast<float>(i))}}));
    return readings;
  }
  static const ScanReading& scan(const Readings& readings, std::size_t i) {
    return std::get<ScanReading>(readings.at(i)->measurement);
  }
  std::uint64_t disturb(Readings& readings, const FaultWords& words, std::uint64_t seed = 1) {
    Result<Fault> fault = read_fault(words);
    EXPECT_TRUE(fault) << fault.error();
    Fault meant = *fault;
    meant.robot = "r";
    return tandem::disturb(readings, meant, seed, stuck);
  }

  StuckReadings stuck;
};

TEST_F(ReadingFaults, DroppedOnesDoNotCome) {
  Readings readings = scans(1, 10);
  EXPECT_EQ(disturb(readings, {{"kind", "sensor_dropout"}}), 10u);
  EXPECT_TRUE(readings.empty());
}

TEST_F(ReadingFaults, OnlyTheSensorThatIsMeantFails) {
  Readings readings = scans(1, 5, "front");
  for (auto& reading : scans(1, 5, "rear")) readings.push_back(reading);
  for (auto& reading : scans(1, 5, "front", "other")) readings.push_back(reading);
  EXPECT_EQ(disturb(readings, {{"kind", "sensor_dropout"}, {"sensor", "front"}}), 5u);
  EXPECT_EQ(readings.size(), 10u);
}

TEST_F(ReadingFaults, AShareIsDroppedWhoeverElseIsHeard) {
  Readings all = scans(1, 1000);
  const std::uint64_t dropped = disturb(all, {{"kind", "sensor_dropout"}, {"share", "0.3"}});
  EXPECT_NEAR(static_cast<double>(dropped), 300, 3 * std::sqrt(1000 * 0.3 * 0.7));
  // of those from the 501st on, the same ones are left when nobody heard the others
  Readings later = scans(501, 1000);
  disturb(later, {{"kind", "sensor_dropout"}, {"share", "0.3"}});
  std::erase_if(all, [](const auto& reading) { return reading->index <= 500; });
  ASSERT_EQ(all.size(), later.size());
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(all[i]->index, later[i]->index);
}

TEST_F(ReadingFaults, AStuckSensorRepeatsItselfWithNewStamps) {
  Readings readings = scans(3, 5);
  EXPECT_EQ(disturb(readings, {{"kind", "sensor_stuck"}}), 3u);
  Readings more = scans(6, 6);
  disturb(more, {{"kind", "sensor_stuck"}});
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(scan(readings, i).ranges_m[0], 3);
  EXPECT_EQ(scan(more, 0).ranges_m[0], 3);
  EXPECT_EQ(more[0]->stamp, 600ms);
  EXPECT_EQ(more[0]->index, 6u);
}

TEST_F(ReadingFaults, GarbageIsAShareOfTheNumbersAndTheSameEachTime) {
  Readings readings = scans(1, 1), again = scans(1, 1), other = scans(1, 1);
  EXPECT_EQ(disturb(readings, {{"kind", "sensor_garbage"}, {"share", "0.2"}}), 1u);
  disturb(again, {{"kind", "sensor_garbage"}, {"share", "0.2"}});
  disturb(other, {{"kind", "sensor_garbage"}, {"share", "0.2"}}, 2);
  int spoilt = 0, nan = 0, differ = 0;
  for (int i = 0; i < beams; ++i) {
    const auto beam = static_cast<std::size_t>(i);
    const float range = scan(readings, 0).ranges_m[beam];
    spoilt += range != 1 ? 1 : 0;
    nan += std::isnan(range) ? 1 : 0;
    EXPECT_TRUE(range == scan(again, 0).ranges_m[beam] ||
                (std::isnan(range) && std::isnan(scan(again, 0).ranges_m[beam])));
    differ += range != scan(other, 0).ranges_m[beam] ? 1 : 0;
  }
  EXPECT_NEAR(spoilt, 200, 3 * std::sqrt(1000 * 0.2 * 0.8));
  EXPECT_NEAR(nan, 40, 3 * std::sqrt(1000 * 0.04 * 0.96));  // one kind of nonsense of five
  EXPECT_GT(differ, 0);
}

// Every kind of measurement can be spoilt, and none of the sizes that others rely on changes.
TEST_F(ReadingFaults, GarbageKeepsTheShapeOfEveryKindOfMeasurement) {
  CameraReading camera;
  camera.image = {.width = 4,
                  .height = 2,
                  .rgb = std::vector<std::uint8_t>(24, 7),
                  .depth_m = std::vector<float>(8, 1),
                  .labels = std::vector<std::uint8_t>(8, 1)};
  const std::vector<Measurement> kinds{ImuReading{},
                                       EncoderReading{{"a"}, {5}, {1}, {1}},
                                       ContactReading{{{.other = "box"}}},
                                       BatteryReading{},
                                       PoseReading{},
                                       FixReading{},
                                       ScanReading{.ranges_m = {1, 2}},
                                       CloudReading{.width = 1, .points = {{1, 2, 3}}},
                                       RangeReading{},
                                       camera,
                                       StereoReading{camera, camera}};
  static_assert(std::variant_size_v<Measurement> == 11);
  for (const Measurement& kind : kinds) {
    Readings readings{std::make_shared<const Reading>(Reading{sensor("r", "s"), 1s, 1, kind})};
    EXPECT_EQ(disturb(readings, {{"kind", "sensor_garbage"}, {"share", "1"}}), 1u);
    EXPECT_EQ(readings.at(0)->measurement.index(), kind.index());
    if (const auto* picture = std::get_if<CameraReading>(&readings[0]->measurement)) {
      EXPECT_EQ(picture->image.rgb.size(), 24u);
      EXPECT_NE(picture->image.rgb, camera.image.rgb);
      EXPECT_EQ(picture->image.depth_m.size(), 8u);
    }
    const auto* cloud = std::get_if<CloudReading>(&readings[0]->measurement);
    EXPECT_FALSE(cloud && cloud->is_dense);
  }
}

}  // namespace
}  // namespace tandem
