// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <numbers>
#include <tuple>
#include <vector>

#include "plant/pose_tracker.h"
#include "plant/robot_base.h"
#include "twin/twin_motion.h"

namespace tandem {
namespace {

constexpr double degree = std::numbers::pi / 180;

// Figure-eights of one lobe each way, with a stop after every lobe.
Twist2 figure_eight(SimTime now) {
  constexpr double lobe_s = 2 * std::numbers::pi, stop_s = 1.5;
  const double t = seconds(now);
  const double in_lobe = std::fmod(t, lobe_s + stop_s);
  if (in_lobe > lobe_s) return {};
  const bool is_left = static_cast<int>(t / (lobe_s + stop_s)) % 2 == 0;
  return {0.5, is_left ? 1.0 : -1.0};
}

// A list of errors, and what is usually said of one.
class Errors {
 public:
  void add(double error) { all_.push_back(std::abs(error)); }
  double rms() const {
    double sum = 0;
    for (const double e : all_) sum += e * e;
    return std::sqrt(sum / static_cast<double>(all_.size()));
  }
  double p95() const {
    std::vector<double> sorted = all_;
    std::ranges::sort(sorted);
    return sorted[sorted.size() * 95 / 100];
  }
  double max() const { return *std::ranges::max_element(all_); }

 private:
  std::vector<double> all_;
};

struct Outcome {
  Errors position;
  Errors yaw;
  double fastest_mps = 0;  // of the twin from frame to frame
  TwinState last;
};

// What the twin hears beyond poses.
struct Hints {
  bool commands = false;
  bool gyro = false;
};

// A gyroscope of a hobby robot: 100 Hz, 10 ms late, biased by half a degree a second, noisy.
class Gyro {
 public:
  void look(double yaw_rate, SimTime now) {
    if (now.count() % 10'000'000 == 0)
      under_way_.push_back({now, yaw_rate + 0.5 * degree + random_.normal(0, 0.005)});
  }
  void tell(TwinMotion& twin, SimTime now) {
    while (!under_way_.empty() && under_way_.front().first <= now - 10ms) {
      twin.hear(InertialReading{"r", under_way_.front().first, under_way_.front().second}, now);
      under_way_.pop_front();
    }
  }

 private:
  Random random_{1, "gyro"};
  std::deque<std::pair<SimTime, double>> under_way_;
};

// Two minutes of a robot, its tracker, and a twin that is asked for 125 times a second.
Outcome follow(const PoseTrackerConfig& tracker_config, const TwinConfig& twin_config,
               Hints hints = {},
               const BaseConfig& base_config = {.left_gain = 0.99, .right_gain = 1.01}) {
  RobotBase base(base_config, 1);
  PoseTracker tracker(tracker_config, 1);
  TwinMotion twin(twin_config, {});
  Gyro gyro;
  Outcome outcome;
  Pose2 last;
  SimTime now{};
  for (int i = 0; now < 120s; ++i) {
    now += 1ms;
    if (i % 50 == 0) {
      base.command(figure_eight(now), now);
      if (hints.commands) twin.hear(figure_eight(now), now);
    }
    base.step(now, 1ms);
    tracker.look(base.room_from_robot(), now);
    gyro.look(base.velocity().angular, now);
    if (i % 8 != 7) continue;
    std::vector<TrackedPose> poses;
    for (const SeenPose& seen : tracker.take(now))
      poses.push_back({"r", seen.stamp, seen.room_from_marker});
    if (hints.gyro) gyro.tell(twin, now);
    const TwinState& state = twin.update(poses, now, 8ms);
    if (now > 1s) {
      const Vec2 off = state.world_from_robot.translation - base.room_from_robot().translation;
      outcome.position.add(std::hypot(off.x, off.y));
      outcome.yaw.add(std::remainder(state.world_from_robot.yaw - base.room_from_robot().yaw,
                                     2 * std::numbers::pi));
      const Vec2 step = state.world_from_robot.translation - last.translation;
      outcome.fastest_mps = std::max(outcome.fastest_mps, std::hypot(step.x, step.y) / 0.008);
    }
    last = state.world_from_robot;
  }
  outcome.last = twin.state();
  testing::Test::RecordProperty("position_rms_m", std::to_string(outcome.position.rms()));
  testing::Test::RecordProperty("position_p95_m", std::to_string(outcome.position.p95()));
  testing::Test::RecordProperty("yaw_rms_deg", std::to_string(outcome.yaw.rms() / degree));
  testing::Test::RecordProperty("yaw_p95_deg", std::to_string(outcome.yaw.p95() / degree));
  return outcome;
}

TEST(TwinAccuracy, Within12MillimetresAt30HzAnd30MillisecondsOfLatency) {
  const Outcome outcome = follow({.rate_hz = 30, .latency = 30ms}, {});
  EXPECT_LT(outcome.position.rms(), 0.012);
  EXPECT_LT(outcome.position.p95(), 0.012);
  EXPECT_LT(outcome.yaw.p95(), 2 * degree);
}

TEST(TwinAccuracy, Within5CentimetresAnd2DegreesAt10HzAnd100MillisecondsOfLatency) {
  const Outcome outcome = follow({.rate_hz = 10, .latency = 100ms}, {}, {.commands = true});
  EXPECT_LT(outcome.position.rms(), 0.05);
  EXPECT_LT(outcome.position.p95(), 0.05);
  EXPECT_LT(outcome.yaw.rms(), 2 * degree);
  EXPECT_LT(outcome.yaw.p95(), 2 * degree);
}

TEST(TwinAccuracy, AGyroscopeIsAsGoodAsCommandsForHeadings) {
  const Outcome outcome = follow({.rate_hz = 10, .latency = 100ms}, {}, {.gyro = true});
  EXPECT_LT(outcome.position.rms(), 0.05);
  EXPECT_LT(outcome.position.p95(), 0.05);
  EXPECT_LT(outcome.yaw.rms(), 1 * degree);
  EXPECT_LT(outcome.yaw.p95(), 2 * degree);
}

TEST(TwinAccuracy, CommandsAndAGyroscopeAreBest) {
  const Outcome outcome =
      follow({.rate_hz = 10, .latency = 100ms}, {}, {.commands = true, .gyro = true});
  EXPECT_LT(outcome.position.p95(), 0.02);
  EXPECT_LT(outcome.yaw.p95(), 1.5 * degree);
}

// Constant velocity cannot know of a stop before it is seen; headings show it most.
TEST(TwinAccuracy, WithoutAnySuchHintOnlyStopsAreOff) {
  const Outcome outcome = follow({.rate_hz = 10, .latency = 100ms}, {});
  EXPECT_LT(outcome.position.p95(), 0.03);
  EXPECT_LT(outcome.yaw.rms(), 2 * degree);
  EXPECT_LT(outcome.yaw.p95(), 4.5 * degree);
}

// What is left for who goes by the rate between the last two poses, even without any noise and with
// nothing known of what comes: the moments after a turn begins or ends.
TEST(TwinAccuracy, TheRateBetweenTwoPosesDoesNotTellHeadingsWithin2Degrees) {
  RobotBase base({.left_gain = 0.99, .right_gain = 1.01}, 1);
  PoseTracker tracker({.rate_hz = 10,
                       .latency = 100ms,
                       .jitter = Duration{},
                       .position_noise_m = 0,
                       .yaw_noise_rad = 0},
                      1);
  std::deque<SeenPose> seen;
  Errors yaw;
  SimTime now{};
  for (int i = 0; now < 120s; ++i) {
    now += 1ms;
    if (i % 50 == 0) base.command(figure_eight(now), now);
    base.step(now, 1ms);
    tracker.look(base.room_from_robot(), now);
    for (const SeenPose& pose : tracker.take(now)) seen.push_back(pose);
    if (seen.size() > 2) seen.pop_front();
    if (i % 8 != 7 || now < 1s) continue;
    const auto& [before, last] = std::tie(seen[0], seen[1]);
    const double turned = std::remainder(last.room_from_marker.yaw - before.room_from_marker.yaw,
                                         2 * std::numbers::pi);
    const double rate = turned / seconds(last.stamp - before.stamp);
    yaw.add(std::remainder(
        last.room_from_marker.yaw + rate * seconds(now - last.stamp) - base.room_from_robot().yaw,
        2 * std::numbers::pi));
  }
  RecordProperty("yaw_p95_deg", std::to_string(yaw.p95() / degree));
  EXPECT_GT(yaw.p95(), 2 * degree);
  EXPECT_LT(yaw.p95(), 3 * degree);
}

TEST(TwinAccuracy, AFaultyTrackerCostsMillimetres) {
  // with so much jitter every sixth pose comes after one that is newer
  const Outcome outcome = follow({.rate_hz = 30,
                                  .latency = 50ms,
                                  .jitter = 20ms,
                                  .loss_share = 0.1,
                                  .duplicate_share = 0.1,
                                  .outlier_share = 0.05},
                                 {});
  EXPECT_LT(outcome.position.p95(), 0.02);
  EXPECT_LT(outcome.yaw.p95(), 3 * degree);
  EXPECT_LT(outcome.fastest_mps, 1.5);  // of a robot that drives 0.5: no visible jump
  EXPECT_EQ(outcome.last.tracking, TrackingState::tracking);
  EXPECT_GT(outcome.last.counts.late, 300);
  EXPECT_GT(outcome.last.counts.duplicates, 200);
  EXPECT_GT(outcome.last.counts.outliers, 100);
  EXPECT_EQ(outcome.last.counts.relocated, 0);
}

}  // namespace
}  // namespace tandem
