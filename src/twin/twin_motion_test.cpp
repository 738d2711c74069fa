// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "twin/twin_motion.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <vector>

namespace tandem {
namespace {

constexpr double pi = std::numbers::pi;

double off(const Pose2& a, const Pose2& b) {
  return std::hypot(a.translation.x - b.translation.x, a.translation.y - b.translation.y);
}
double turned(const Pose2& a, const Pose2& b) {
  return std::abs(std::remainder(a.yaw - b.yaw, 2 * pi));
}

// A twin in a world that is stepped at 100 Hz, and a tracker of 50 Hz without flaws.
class Lab {
 public:
  explicit Lab(const TwinConfig& config, const Pose2& start = {}) : twin(config, start) {}

  // Lets time pass while the real robot moves like this.
  const TwinState& drive(const PlanarTwist& velocity, Duration lasts, bool is_seen = true) {
    for (const SimTime end = now + lasts; now < end;) {
      now += 10ms;
      robot = moved(robot, velocity, 0.01);
      if (is_seen && now.count() % 20'000'000 == 0) poses.push_back({"r", now, robot});
      step();
    }
    return twin.state();
  }
  void step() {
    const Pose2 before = twin.state().world_from_robot;
    const TwinState& state = twin.update(poses, now, 10ms);
    if (!state.has_jumped)
      largest_step = std::max(largest_step, off(before, state.world_from_robot));
    poses.clear();
  }

  TwinMotion twin;
  Pose2 robot;
  SimTime now{};
  std::vector<TrackedPose> poses;
  double largest_step = 0;
};

TEST(TwinMotion, StandsAtItsStartUntilTheRobotIsSeen) {
  Lab lab({}, {{3, 2}, 1});
  lab.drive({}, 1s, false);
  EXPECT_EQ(lab.twin.state().tracking, TrackingState::waiting);
  EXPECT_EQ(off(lab.twin.state().world_from_robot, {{3, 2}, 1}), 0);
}

TEST(TwinMotion, TheRoomLiesInTheWorldWhereItWasPut) {
  Lab lab({.world_from_room = {{10, 20}, pi / 2}, .scale = 2});
  lab.robot = {{1, 0}, 0};
  const TwinState& state = lab.drive({}, 1s);
  EXPECT_NEAR(state.world_from_robot.translation.x, 10, 1e-9);
  EXPECT_NEAR(state.world_from_robot.translation.y, 22, 1e-9);
  EXPECT_NEAR(state.world_from_robot.yaw, pi / 2, 1e-9);
  // its first pose puts it there; later ones move it
  lab.drive({{0.3, 0}, 0}, 1s);
  EXPECT_NEAR(state.velocity.linear.x, 0.6, 0.01);
}

TEST(TwinMotion, TheTrackedAreaLiesInTheWorldWhereTheRoomDoes) {
  // 4 by 3 m around (1, 0) of a room that is turned by a quarter and twice as large in the world
  const Area area{{{1, 0}, 0}, 4, 3};
  Lab lab({.world_from_room = {{10, 20}, pi / 2}, .scale = 2, .area = area});
  const std::optional<Area>& there = lab.twin.state().area;
  ASSERT_TRUE(there);
  EXPECT_LT(off(there->world_from_center, {{10, 22}, 0}), 1e-9);
  EXPECT_NEAR(there->world_from_center.yaw, pi / 2, 1e-9);
  EXPECT_EQ(there->size_x_m, 8);
  EXPECT_EQ(there->size_y_m, 6);

  // where the room is found by the robot, nobody knows it before
  Lab found({.origin = TwinOrigin::start, .area = area}, {{100, 50}, pi / 2});
  EXPECT_FALSE(found.twin.state().area);
  found.robot = {{0.7, -0.4}, 0};
  found.drive({}, 100ms);
  ASSERT_TRUE(found.twin.state().area);
  // the middle is 0.3 m before the robot, and 0.4 m to its left
  EXPECT_LT(off(found.twin.state().area->world_from_center, {{99.6, 50.3}, 0}), 1e-9);
  EXPECT_FALSE(Lab({}).twin.state().area);
}

TEST(TwinMotion, OffsetsAreTakenAtTheStart) {
  // D_k = R (P_k - P_0) + D_0
  Lab lab({.origin = TwinOrigin::start}, {{100, 50}, pi / 2});
  lab.robot = {{0.7, -0.4}, 0.3};
  lab.drive({}, 100ms);
  EXPECT_LT(off(lab.twin.state().world_from_robot, {{100, 50}, 0}), 1e-9);
  lab.drive({{0.5, 0}, 0}, 2s);
  lab.drive({}, 500ms);
  EXPECT_NEAR(lab.twin.state().world_from_robot.translation.x, 100, 1e-3);
  EXPECT_NEAR(lab.twin.state().world_from_robot.translation.y, 51, 1e-3);
}

TEST(TwinMotion, APausedTwinGoesOnExactlyFromWhereItStood) {
  Lab lab({.origin = TwinOrigin::start}, {{5, 5}, 0});
  lab.drive({{0.5, 0}, 0.4}, 3s);
  lab.twin.pause();
  const Pose2 stood = lab.twin.state().world_from_robot;
  const Pose2 robot_then = lab.robot;
  // a person turns it round and drives it back
  lab.drive({{0.3, 0}, -1.5}, 2s);
  lab.drive({{0.3, 0}, 0}, 2s);
  EXPECT_TRUE(lab.twin.state().is_paused);
  EXPECT_EQ(off(lab.twin.state().world_from_robot, stood), 0);
  EXPECT_EQ(lab.twin.state().velocity.linear.x, 0);
  EXPECT_LT(off(lab.twin.state().room_from_robot, lab.robot), 0.01);  // it is still watched
  lab.drive({}, 500ms);
  EXPECT_GT(off(robot_then, lab.robot), 0.1);

  lab.twin.resume();
  lab.drive({}, 20ms);
  EXPECT_FALSE(lab.twin.state().is_paused);
  EXPECT_EQ(off(lab.twin.state().world_from_robot, stood), 0);
  EXPECT_LT(turned(lab.twin.state().world_from_robot, stood), 1e-12);
  lab.drive({}, 1s);
  EXPECT_LT(off(lab.twin.state().world_from_robot, stood), 1e-3);
  // and drives on along its own heading
  lab.drive({{0.5, 0}, 0}, 1s);
  lab.drive({}, 500ms);
  EXPECT_LT(off(lab.twin.state().world_from_robot, stood * Pose2{{0.5, 0}, 0}), 2e-3);
}

TEST(TwinMotion, ATwinResumesWithTheFirstPoseWhenTrackingIsLost) {
  Lab lab({});
  lab.drive({{0.3, 0}, 0}, 1s);
  lab.twin.pause();
  lab.drive({}, 2s, false);
  const Pose2 stood = lab.twin.state().world_from_robot;
  lab.twin.resume();
  lab.drive({}, 1s, false);
  EXPECT_TRUE(lab.twin.state().is_paused);
  lab.robot = {{-1, -1}, 2};
  lab.drive({}, 20ms);
  EXPECT_FALSE(lab.twin.state().is_paused);
  EXPECT_EQ(lab.twin.state().tracking, TrackingState::tracking);
  EXPECT_EQ(off(lab.twin.state().world_from_robot, stood), 0);
}

TEST(TwinMotion, TheMarkerNeedNotBeInTheMiddle) {
  Lab lab({.robot_from_marker = {{0.1, 0.02}, pi / 2}});
  lab.poses.push_back({"r", 10ms, {{1.1, 1.02}, pi / 2}});
  lab.now = 10ms;
  lab.step();
  EXPECT_NEAR(lab.twin.state().world_from_robot.translation.x, 1, 1e-12);
  EXPECT_NEAR(lab.twin.state().world_from_robot.translation.y, 1, 1e-12);
  EXPECT_NEAR(lab.twin.state().world_from_robot.yaw, 0, 1e-12);
}

TEST(TwinMotion, PixelsBecomeMetresOfTheMarkersPlane) {
  auto camera = std::make_shared<CameraCalibration>();
  camera->lens = LensConfig{.fx_px = 600, .fy_px = 600, .cx_px = 640, .cy_px = 360};
  camera->room_from_camera = Pose{{0, 0, 3}, Quat::from_rpy(pi, 0, 0)};
  Lab lab({.units = PoseUnits::pixels, .camera = camera, .marker_height_m = 0.2});
  lab.now = 10ms;
  // 2.8 m below the camera 1 m is 600 / 2.8 pixels; y is down in the image
  lab.poses.push_back({"r", 10ms, {{640 + 600 / 2.8, 360 - 300 / 2.8}, -0.25}});
  lab.step();
  EXPECT_NEAR(lab.twin.state().world_from_robot.translation.x, 1, 1e-6);
  EXPECT_NEAR(lab.twin.state().world_from_robot.translation.y, 0.5, 1e-6);
  EXPECT_NEAR(lab.twin.state().world_from_robot.yaw, 0.25, 1e-6);
}

TEST(TwinMotion, LossIsNoticedInStagesAndEndsWithTheFirstPose) {
  Lab lab({.timeout = 500ms, .max_prediction = 250ms});
  lab.drive({{0.5, 0}, 0}, 2s);
  EXPECT_EQ(lab.twin.state().tracking, TrackingState::tracking);
  lab.drive({{0.5, 0}, 0}, 100ms, false);
  EXPECT_EQ(lab.twin.state().tracking, TrackingState::degraded);
  EXPECT_LT(off(lab.twin.state().world_from_robot, lab.robot), 0.005);  // predicted meanwhile
  lab.drive({{0.5, 0}, 0}, 390ms, false);
  EXPECT_EQ(lab.twin.state().tracking, TrackingState::degraded);
  lab.drive({{0.5, 0}, 0}, 20ms, false);
  EXPECT_EQ(lab.twin.state().tracking, TrackingState::lost);
  const Pose2 frozen = lab.twin.state().world_from_robot;
  lab.drive({{0.5, 0}, 0}, 200ms, false);
  EXPECT_EQ(off(lab.twin.state().world_from_robot, frozen), 0);
  EXPECT_EQ(lab.twin.state().velocity.linear.x, 0);

  lab.largest_step = 0;
  lab.drive({}, 20ms);
  EXPECT_EQ(lab.twin.state().tracking, TrackingState::tracking);
  lab.drive({}, 500ms);
  EXPECT_LT(off(lab.twin.state().world_from_robot, lab.robot), 1e-3);
  EXPECT_LE(lab.largest_step, 1.5 * 0.01 + 1e-9);  // a robot's own top speed, never a leap
}

TEST(TwinMotion, TheTimeoutIsOfSilenceAndOfLateness) {
  const auto tracking_after = [](Duration lateness, Duration silence) {
    Lab lab({.stamps = StampSource::shared, .timeout = 300ms});
    for (lab.now = 10s; lab.now < 12s; lab.now += 20ms) {
      lab.poses.push_back({"r", lab.now - lateness, lab.robot});
      lab.step();
    }
    lab.now += silence - 20ms;
    lab.step();
    return lab.twin.state().tracking;
  };
  // a pose that was 200 ms old when it came is still the last one for 300 ms
  EXPECT_EQ(tracking_after(200ms, 290ms), TrackingState::degraded);
  EXPECT_EQ(tracking_after(200ms, 310ms), TrackingState::lost);
  // but poses that are older than that tell nothing about now, however many come
  EXPECT_EQ(tracking_after(310ms, 20ms), TrackingState::lost);
}

TEST(TwinMotion, AStreamThatRepeatsItselfIsNoSignOfLife) {
  Lab lab({});
  lab.drive({}, 1s);
  const TrackedPose stuck{"r", lab.now, lab.robot};
  for (const SimTime end = lab.now + 600ms; lab.now < end;) {
    lab.now += 10ms;
    lab.poses.push_back(stuck);
    lab.step();
  }
  EXPECT_EQ(lab.twin.state().tracking, TrackingState::lost);
  EXPECT_GT(lab.twin.state().counts.duplicates, 50);
}

TEST(TwinMotion, LateDataDoesNotMakeItJump) {
  Lab lab({});
  // the robot stops while poses stay away, and 200 ms later they come all at once
  lab.drive({{0.5, 0}, 0}, 2s);
  std::vector<TrackedPose> held;
  for (int i = 0; i < 20; ++i) {
    lab.now += 10ms;
    if (i % 2 == 1) held.push_back({"r", lab.now, lab.robot});
    lab.step();
  }
  EXPECT_GT(off(lab.twin.state().world_from_robot, lab.robot), 0.08);
  lab.largest_step = 0;
  lab.poses = held;
  lab.now += 10ms;
  lab.step();
  lab.drive({}, 500ms);
  EXPECT_LT(off(lab.twin.state().world_from_robot, lab.robot), 1e-3);
  EXPECT_LE(lab.largest_step, 1.5 * 0.01 + 1e-9);
}

TEST(TwinMotion, ARobotThatWasCarriedFarIsPutThereAtOnce) {
  Lab lab({});
  lab.drive({}, 1s);
  lab.robot = {{3, 0}, 0};
  lab.drive({}, 110ms);
  EXPECT_EQ(lab.twin.state().world_from_robot.translation.x, 0);
  lab.drive({}, 60ms);
  EXPECT_NEAR(lab.twin.state().world_from_robot.translation.x, 3, 1e-9);
  EXPECT_EQ(lab.twin.state().counts.relocated, 1);
}

TEST(TwinMotion, WhatIsNoPoseIsCounted) {
  Lab lab({.area = Area{.size_x_m = 2, .size_y_m = 2}});
  lab.now = 10ms;
  lab.poses.push_back({"r", 10ms, {{std::nan(""), 0}, 0}});
  lab.poses.push_back({"r", 10ms, {{0, 0}, std::numeric_limits<double>::infinity()}});
  lab.poses.push_back({"r", 10ms, {{1e300, 0}, 0}});
  lab.step();
  EXPECT_EQ(lab.twin.state().counts.unusable, 3);
  EXPECT_EQ(lab.twin.state().tracking, TrackingState::waiting);
}

TEST(TwinMotion, FreezesAndIsLostWhileItsRobotIsOutsideOfTheTrackedArea) {
  Lab lab({.area = Area{.size_x_m = 2, .size_y_m = 2}});
  lab.drive({{0.5, 0}, 0}, 1900ms);
  EXPECT_EQ(lab.twin.state().tracking, TrackingState::tracking);
  const TwinState& state = lab.drive({{0.5, 0}, 0}, 200ms);
  EXPECT_EQ(state.tracking, TrackingState::lost);
  EXPECT_FALSE(state.is_inside);
  EXPECT_EQ(state.velocity.linear.x, 0);
  const Pose2 frozen = state.world_from_robot;
  EXPECT_NEAR(frozen.translation.x, 1, 0.02);
  lab.drive({{0.5, 0}, 0}, 200ms);
  EXPECT_EQ(off(lab.twin.state().world_from_robot, frozen), 0);
  EXPECT_GE(lab.twin.state().counts.outside, 15);
  // back inside it goes on, without a leap
  lab.drive({{-0.5, 0}, 0}, 1s);
  EXPECT_EQ(state.tracking, TrackingState::tracking);
  EXPECT_TRUE(state.is_inside);
  EXPECT_LT(off(state.world_from_robot, lab.robot), 1e-3);
  EXPECT_FALSE(state.has_jumped);
}

TEST(TwinMotion, ARobotThatBeginsOutsideIsTakenForItsStartWhereItComesIn) {
  Lab lab({.origin = TwinOrigin::start, .area = Area{.size_x_m = 2, .size_y_m = 2}}, {{5, 5}, 0});
  lab.robot = {{1.5, 0}, pi};
  lab.drive({{0.5, 0}, 0}, 500ms);
  EXPECT_EQ(lab.twin.state().tracking, TrackingState::lost);
  EXPECT_EQ(off(lab.twin.state().world_from_robot, {{5, 5}, 0}), 0);
  lab.drive({{0.5, 0}, 0}, 1500ms);
  // it came in at x = 1 and is now at 0.5
  EXPECT_NEAR(lab.twin.state().world_from_robot.translation.x, 5.5, 0.02);
}

TEST(TwinMotion, PosesThatAgreeOnNothingAreALoss) {
  Lab lab({.timeout = 300ms});
  lab.drive({}, 1s);
  for (int i = 0; i < 200; ++i) {
    lab.now += 20ms;
    lab.poses.push_back({"r", lab.now, {{i % 3 - 1.0, i % 5 - 2.0}, i % 7 - 3.0}});
    lab.step();
    if (i > 20) {
      EXPECT_EQ(lab.twin.state().tracking, TrackingState::lost) << i;
    }
    EXPECT_LT(off(lab.twin.state().world_from_robot, {}), 0.01);
  }
  // four that agree for 100 ms are the robot again
  lab.robot = {{1, 1}, 0};
  lab.drive({}, 160ms);
  EXPECT_EQ(lab.twin.state().tracking, TrackingState::tracking);
  EXPECT_LT(off(lab.twin.state().world_from_robot, lab.robot), 1e-3);
}

TEST(TwinMotion, ATrackerThatStartsAgainIsFollowedAtOnce) {
  Lab lab({.latency = 20ms});
  lab.now = 1000s;
  lab.drive({}, 1s);
  // its clock begins at zero
  for (int i = 0; i < 10; ++i) {
    lab.now += 20ms;
    lab.poses.push_back({"r", 20ms * i, lab.robot});
    lab.step();
  }
  EXPECT_EQ(lab.twin.state().tracking, TrackingState::tracking);
  EXPECT_EQ(lab.twin.state().counts.clock_steps, 1);
  EXPECT_EQ(lab.twin.state().counts.accepted, 60);
}

}  // namespace
}  // namespace tandem
