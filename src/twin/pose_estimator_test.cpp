// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "twin/pose_estimator.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"

namespace tandem {
namespace {

// On a circle of 0.5 m at 0.5 m/s: 1 rad/s.
Pose2 on_circle(SimTime time) {
  const double t = seconds(time);
  return {{0.5 * std::sin(t), 0.5 - 0.5 * std::cos(t)}, std::remainder(t, 2 * std::acos(-1.0))};
}

double off(const Pose2& a, const Pose2& b) {
  return std::hypot(a.translation.x - b.translation.x, a.translation.y - b.translation.y);
}

void drive(PoseEstimator& estimator, SimTime from, SimTime to, Duration period = 33ms) {
  for (SimTime t = from; t < to; t += period) estimator.add({t, on_circle(t)});
}

TEST(PoseEstimator, FindsVelocityAndPredictsAlongTheArc) {
  PoseEstimator estimator({});
  drive(estimator, 0s, 5s);
  const MotionEstimate now = estimator.at(estimator.newest());
  EXPECT_NEAR(now.velocity.linear.x, 0.5, 0.01);
  EXPECT_NEAR(now.velocity.linear.y, 0, 0.01);
  EXPECT_NEAR(now.velocity.angular, 1, 0.02);
  // 200 ms later it has turned by 0.2 rad; a straight line would be 1 cm off
  const SimTime later = estimator.newest() + 200ms;
  EXPECT_LT(off(estimator.at(later).room_from_robot, on_circle(later)), 0.003);
}

TEST(PoseEstimator, AnyRateFrom5To240HzWillDo) {
  for (const int rate : {5, 10, 30, 60, 120, 240}) {
    PoseEstimator estimator({});
    drive(estimator, 0s, 5s, Duration(1s) / rate);
    const SimTime then = estimator.newest() + 50ms;
    EXPECT_LT(off(estimator.at(then).room_from_robot, on_circle(then)), 0.01) << rate;
    EXPECT_NEAR(seconds(estimator.period()), 1.0 / rate, 1e-4) << rate;
  }
}

TEST(PoseEstimator, PredictionEndsWhereItWasToldTo) {
  PoseEstimator estimator({.max_prediction = 100ms});
  drive(estimator, 0s, 5s);
  const MotionEstimate soon = estimator.at(estimator.newest() + 100ms);
  const MotionEstimate late = estimator.at(estimator.newest() + 10s);
  EXPECT_EQ(off(soon.room_from_robot, late.room_from_robot), 0);
  EXPECT_EQ(late.velocity.linear.x, 0);
  EXPECT_EQ(late.velocity.angular, 0);
}

TEST(PoseEstimator, OrderDoesNotMatter) {
  PoseEstimator in_order({}), shuffled({});
  drive(in_order, 0s, 2s);
  std::vector<PoseSample> samples;
  for (SimTime t{}; t < 2s; t += 33ms) samples.push_back({t, on_circle(t)});
  for (std::size_t i = 1; i + 1 < samples.size(); i += 2) std::swap(samples[i], samples[i + 1]);
  int late = 0;
  for (const PoseSample& sample : samples)
    if (shuffled.add(sample) == SampleVerdict::late) ++late;
  EXPECT_EQ(late, 30);
  const SimTime then = 2s;
  EXPECT_LT(off(in_order.at(then).room_from_robot, shuffled.at(then).room_from_robot), 1e-6);
}

TEST(PoseEstimator, WhatIsKnownAlreadyOrForgottenIsNotCountedAgain) {
  PoseEstimator estimator({});
  drive(estimator, 0s, 3s);
  const MotionEstimate before = estimator.at(3s);
  EXPECT_EQ(estimator.add({estimator.newest(), {{9, 9}, 0}}), SampleVerdict::duplicate);
  EXPECT_EQ(estimator.add({100ms, on_circle(100ms)}), SampleVerdict::too_old);
  EXPECT_EQ(off(before.room_from_robot, estimator.at(3s).room_from_robot), 0);
}

TEST(PoseEstimator, NoRobotDrivesLikeAnOutlier) {
  PoseEstimator estimator({});
  drive(estimator, 0s, 3s);
  const SimTime t = estimator.newest() + 33ms;
  Pose2 aside = on_circle(t);
  aside.translation.x += 0.1;
  EXPECT_EQ(estimator.add({t, aside}), SampleVerdict::outlier);
  Pose2 flipped = on_circle(t);
  flipped.yaw += 3;
  EXPECT_EQ(estimator.add({t, flipped}), SampleVerdict::outlier);
  EXPECT_EQ(estimator.add({t, on_circle(t)}), SampleVerdict::accepted);
}

TEST(PoseEstimator, OneOutlierInFiveHarmsNothing) {
  PoseEstimator estimator({});
  Random random(3, "outliers");
  int outliers = 0;
  for (SimTime t{}; t < 20s; t += 33ms) {
    PoseSample sample{t, on_circle(t)};
    if (t > 1s && random.below(5) == 0)
      sample.room_from_robot.translation = {random.uniform(-2, 2), random.uniform(-2, 2)};
    if (estimator.add(sample) == SampleVerdict::outlier) ++outliers;
    if (t > 1s) {
      EXPECT_LT(off(estimator.at(t).room_from_robot, on_circle(t)), 0.02);
    }
  }
  EXPECT_GT(outliers, 80);
}

TEST(PoseEstimator, ACarriedRobotIsFoundAgain) {
  PoseEstimator estimator({});
  drive(estimator, 0s, 3s);
  SimTime t = estimator.newest();
  const Pose2 elsewhere{{3, -2}, 1};
  int rejected = 0;
  SampleVerdict verdict{};
  do {
    t += 33ms;
    verdict = estimator.add({t, elsewhere});
    if (verdict == SampleVerdict::outlier) ++rejected;
  } while (verdict == SampleVerdict::outlier && rejected < 100);
  EXPECT_EQ(verdict, SampleVerdict::relocated);
  EXPECT_EQ(rejected, 4);  // 100 ms of agreement at 30 Hz
  EXPECT_LT(off(estimator.at(t).room_from_robot, elsewhere), 1e-9);
}

TEST(PoseEstimator, AHardStopIsNoOutlier) {
  PoseEstimator estimator({});
  drive(estimator, 0s, 3s);
  const Pose2 there = estimator.at(estimator.newest()).room_from_robot;
  for (SimTime t = estimator.newest() + 33ms; t < 4s; t += 33ms)
    EXPECT_TRUE(is_accepted(estimator.add({t, there})));
  EXPECT_NEAR(estimator.at(4s).velocity.linear.x, 0, 0.01);
}

// It pushes against a real wall: told to drive, but standing.
TEST(PoseEstimator, ARobotThatDoesNotObeyIsNotPredictedByItsCommands) {
  PoseEstimator estimator({});
  for (SimTime t{}; t < 10s; t += 20ms) {
    estimator.hear({0.5, 0}, t);
    if (t.count() % 100'000'000 == 0) estimator.add({t, {}});
  }
  EXPECT_LT(off(estimator.at(estimator.newest() + 200ms).room_from_robot, {}), 0.01);
}

// How far off the speed of a robot is, RMS, whose motors brake at 4 s and obey nobody while it is
// told to drive on: from half a second on after it stands, by an estimator that hears that or not.
double speed_of_one_that_stands(double speed_mps, bool is_told) {
  const auto way_at = [&](double t) {  // with 1 m/s2 from 1 s on
    const double driven_s = std::clamp(t - 1, 0.0, speed_mps),
                 braked_s = std::clamp(t - 4, 0.0, speed_mps);
    return driven_s * driven_s / 2 + speed_mps * std::max(0.0, std::min(t, 4.0) - 1 - speed_mps) +
           speed_mps * braked_s - braked_s * braked_s / 2;
  };
  double sum = 0;
  int count = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    PoseEstimator estimator({});
    Random random(seed, "tracker");
    for (SimTime t{}; t < 7s; t += 10ms) {
      if (is_told && t >= 970ms && t.count() % 50'000'000 == 0) estimator.hear({speed_mps, 0}, t);
      if (t.count() % 30'000'000 != 0) continue;
      const Vec2 noise{random.normal(0, 0.002), random.normal(0, 0.002)};
      estimator.add({t, {Vec2{way_at(seconds(t)), 0} + noise, 0}});
      if (seconds(t) < 4.5 + speed_mps) continue;
      const double off = estimator.at(t + 60ms).velocity.linear.x;
      sum += off * off, ++count;
    }
  }
  return std::sqrt(sum / count);
}

TEST(PoseEstimator, CommandsAreNotBelievedWhenTheMotorsHaveStopped) {
  for (const double speed_mps : {0.2, 0.5})
    EXPECT_LT(speed_of_one_that_stands(speed_mps, true),
              1.1 * speed_of_one_that_stands(speed_mps, false))
        << speed_mps;
}

TEST(PoseEstimator, CommandsTellOfTheNextMoment) {
  // at rest until told to go: 0.2 s after the command poses have not shown any of it yet
  PoseEstimator estimator({.response = {.delay = 0ms, .lag = 1ms, .acceleration_mps2 = 100}});
  const auto pose_at = [](SimTime t) {  // to and fro, so that it is seen to obey
    const double in_cycle = std::fmod(seconds(t), 2);
    return Pose2{{0.5 * (in_cycle < 1 ? in_cycle : 2 - in_cycle), 0}, 0};
  };
  for (SimTime t{}; t < 10s; t += 20ms) {
    estimator.hear({std::fmod(seconds(t), 2) < 1 ? 0.5 : -0.5, 0}, t);
    const SimTime seen = t - 200ms;
    if (seen >= 0s && seen.count() % 100'000'000 == 0) estimator.add({seen, pose_at(seen)});
  }
  // the last turn was 0.18 s before
  for (SimTime t = 10s; t < 10180ms; t += 20ms) estimator.hear({0.5, 0}, t);
  EXPECT_EQ(estimator.newest(), 9700ms);
  EXPECT_LT(off(estimator.at(9900ms).room_from_robot, pose_at(9900ms)), 0.02);
}

}  // namespace
}  // namespace tandem
