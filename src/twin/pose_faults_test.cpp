// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "twin/pose_faults.h"

#include <gtest/gtest.h>

#include <cmath>

namespace tandem {
namespace {

// A thousand poses of a robot that drives 1 cm from one to the next, and of another one beside it.
class PoseFaults : public testing::Test {
 protected:
  PoseFaults() {
    for (int i = 0; i < count; ++i) {
      const SimTime stamp = i * 20ms;
      poses.push_back({{"r", stamp, {{0.01 * i, 0}, 0}}, {}});
      poses.push_back({{"other", stamp, {{0, 0}, 0}}, {}});
    }
    twin.update(std::vector<TrackedPose>{{"r", 0s, {}}}, 0s, 10ms);
  }

  void disturb(const FaultWords& words, Duration since = 0s) {
    const Result<Fault> fault = read_fault(words);
    ASSERT_TRUE(fault) << fault.error();
    Random random(fault->seed, "fault/test");
    tandem::disturb(poses, *fault, twin, since, random, hits);
    others = 0;
    for (const PoseUnderWay& pose : poses) {
      if (pose.pose.robot == "r") {
        own.push_back(pose);
        continue;
      }
      ++others;
      EXPECT_EQ(pose.delay, 0s);  // whoever is not meant is left alone
    }
    EXPECT_EQ(others, count);
  }
  std::size_t late() const {
    std::size_t sum = 0;
    for (const PoseUnderWay& pose : own) sum += pose.delay > 0s ? 1 : 0;
    return sum;
  }

  static constexpr int count = 1000;
  // three deviations of how many of a thousand are drawn: 3 * sqrt(1000 p (1 - p)) <= 47.5
  static constexpr double chance = 48;
  TwinMotion twin{{}, {}};
  std::vector<PoseUnderWay> poses, own;
  std::uint64_t hits = 0;
  int others = 0;
};

TEST_F(PoseFaults, LostOnesNeverArrive) {
  disturb({{"kind", "tracking_loss"}, {"robot", "r"}});
  EXPECT_TRUE(own.empty());
  EXPECT_EQ(hits, 1000u);
}

TEST_F(PoseFaults, AnAreaHidesWhoIsInIt) {
  // from x = 2 to x = 3, its ends included: 101 poses
  disturb({{"kind", "occlusion"},
           {"robot", "r"},
           {"x_m", "2.5"},
           {"size_x_m", "1.000001"},
           {"size_y_m", "0.1"}});
  EXPECT_EQ(hits, 101u);
  EXPECT_EQ(own.size(), 899u);
}

TEST_F(PoseFaults, ATurnedAreaHidesWhatItCovers) {
  // 1 m by 0.1 m, turned by 90 degrees: 0.1 m of the robot's way
  disturb({{"kind", "occlusion"},
           {"robot", "r"},
           {"x_m", "2.5"},
           {"size_x_m", "1"},
           {"size_y_m", "0.100001"},
           {"yaw_deg", "90"}});
  EXPECT_EQ(hits, 11u);
}

TEST_F(PoseFaults, PacketsAreLostByChanceAndTheSameOnesEachTime) {
  disturb({{"kind", "packet_loss"}, {"robot", "r"}, {"share", "0.3"}, {"seed", "5"}});
  EXPECT_NEAR(static_cast<double>(hits), 300, chance);
  EXPECT_EQ(own.size() + hits, 1000u);
  const std::uint64_t first = hits;
  const std::vector<PoseUnderWay> left = own;
  poses.clear();
  own.clear();
  hits = 0;
  for (int i = 0; i < count; ++i) {
    poses.push_back({{"r", i * 20ms, {{0.01 * i, 0}, 0}}, {}});
    poses.push_back({{"other", {}, {}}, {}});
  }
  disturb({{"kind", "packet_loss"}, {"robot", "r"}, {"share", "0.3"}, {"seed", "5"}});
  EXPECT_EQ(hits, first);
  ASSERT_EQ(own.size(), left.size());
  for (std::size_t i = 0; i < own.size(); ++i) EXPECT_EQ(own[i].pose.stamp, left[i].pose.stamp);
}

TEST_F(PoseFaults, AClockIsOffAndDrifts) {
  disturb({{"kind", "clock_skew"}, {"robot", "r"}, {"offset_s", "0.5"}, {"drift_ppm", "100"}}, 10s);
  EXPECT_EQ(hits, 1000u);
  for (int i = 0; i < count; ++i) EXPECT_EQ(own[i].pose.stamp, i * 20ms + 500ms + 1ms);
}

TEST_F(PoseFaults, APoseWithoutAStampHasNoClock) {
  poses = {{{"r", {}, {}}, {}}};
  const Result<Fault> fault = read_fault({{"kind", "clock_skew"}, {"robot", "r"}});
  Random random(1, "x");
  tandem::disturb(poses, *fault, twin, 0s, random, hits);
  EXPECT_EQ(hits, 0u);
  EXPECT_FALSE(poses.at(0).pose.stamp);
}

TEST_F(PoseFaults, OutliersAreElsewhereButNotFurtherThanTheyMay) {
  disturb({{"kind", "outliers"}, {"robot", "r"}, {"share", "0.5"}, {"range_m", "2"}});
  EXPECT_NEAR(static_cast<double>(hits), 500, chance);
  double farthest = 0;
  for (int i = 0; i < count; ++i) {
    const Vec2 off = own[i].pose.marker.translation - Vec2{0.01 * i, 0};
    farthest = std::max({farthest, std::abs(off.x), std::abs(off.y)});
  }
  EXPECT_LE(farthest, 2);
  EXPECT_GT(farthest, 1.9);
}

TEST_F(PoseFaults, SomeComeTwice) {
  disturb({{"kind", "duplicate"}, {"robot", "r"}, {"share", "0.5"}, {"delay_s", "0.05"}});
  EXPECT_EQ(own.size(), 1000 + hits);
  EXPECT_NEAR(static_cast<double>(hits), 500, chance);
  EXPECT_EQ(late(), hits);  // the second ones
}

TEST_F(PoseFaults, LatencyIsTheSameForAll) {
  disturb({{"kind", "latency"}, {"robot", "r"}, {"delay_s", "0.25"}});
  for (const PoseUnderWay& pose : own) EXPECT_EQ(pose.delay, 250ms);
}

TEST_F(PoseFaults, JitterIsAnotherForEach) {
  disturb({{"kind", "jitter"}, {"robot", "r"}, {"most_s", "0.1"}});
  double sum_s = 0;
  for (const PoseUnderWay& pose : own) {
    EXPECT_LT(pose.delay, 100ms);
    sum_s += seconds(pose.delay);
  }
  // the mean of a uniform time, and three deviations of that of a thousand
  EXPECT_NEAR(sum_s / count, 0.05, 3 * 0.1 / std::sqrt(12.0 * count));
}

TEST_F(PoseFaults, SomeAreOvertaken) {
  disturb({{"kind", "reorder"}, {"robot", "r"}, {"share", "0.3"}, {"delay_s", "0.1"}});
  EXPECT_EQ(own.size(), 1000u);
  EXPECT_EQ(late(), hits);
  EXPECT_NEAR(static_cast<double>(hits), 300, chance);
}

}  // namespace
}  // namespace tandem
