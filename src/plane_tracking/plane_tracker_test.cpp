// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "plane_tracking/plane_tracker.h"

#include <gmock/gmock.h>

#include "plane_tracking/test_poster.h"

namespace tandem {
namespace {

using testing::HasSubstr;

double off_m(const PlaneSight& sight, const Pose2& truth) {
  const Vec2 off = sight.room_from_robot->translation - truth.translation;
  return std::hypot(off.x, off.y);
}

TEST(PlaneTracker, KnowsWhereTheRobotIsToACentimetre) {
  PlaneTracker tracker(scene::poster_tracker());
  double worst_m = 0, worst_rad = 0;
  for (int i = 0; i < 24; ++i) {
    const Pose2 truth = scene::on_the_way(0.12 * i);
    const auto& sight =
        tracker.look(scene::seen_from(truth, {.seed = std::uint64_t(i + 1)}), i * 100ms);
    ASSERT_TRUE(sight.room_from_robot) << i << " " << sight.why;
    EXPECT_EQ(sight.state, i == 0 ? PlaneState::found : PlaneState::tracked);
    worst_m = std::max(worst_m, off_m(sight, truth));
    worst_rad = std::max(worst_rad, std::abs(sight.room_from_robot->yaw - truth.yaw));
  }
  EXPECT_LT(worst_m, 0.008);
  EXPECT_LT(worst_rad, 0.01);
  EXPECT_EQ(tracker.searches(), 1U);
}

TEST(PlaneTracker, FindsThePlaneAgainAfterItWasLost) {
  PlaneTracker tracker(scene::poster_tracker());
  const Pose2 first{{0.8, 0.2}, -0.05}, away{{0.8, 0.2}, 2}, second{{0.3, -0.4}, 0.2};
  EXPECT_EQ(tracker.look(scene::seen_from(first), 0ms).state, PlaneState::found);
  EXPECT_EQ(tracker.look(scene::seen_from(first), 33ms).state, PlaneState::tracked);
  for (int i = 2; i < 5; ++i) {
    const auto& lost = tracker.look(scene::seen_from(away), i * 33ms);
    EXPECT_EQ(lost.state, PlaneState::unseen);
    EXPECT_FALSE(lost.room_from_robot);
  }
  const auto& sight = tracker.look(scene::seen_from(second), 200ms);
  ASSERT_EQ(sight.state, PlaneState::found);
  EXPECT_LT(off_m(sight, second), 0.012);
}

TEST(PlaneTracker, FindsItFromNearFarAndAside) {
  for (const Pose2& truth : {Pose2{{1.9, 0}, 0}, Pose2{{0, 0.3}, -0.1}, Pose2{{1.4, 1.3}, -0.7},
                             Pose2{{1.2, -1.0}, 0.5}}) {
    PlaneTracker tracker(scene::poster_tracker());
    const auto& sight = tracker.look(scene::seen_from(truth), 0ms);
    ASSERT_EQ(sight.state, PlaneState::found) << truth.translation.x << " " << truth.translation.y;
    EXPECT_LT(off_m(sight, truth), 0.012) << truth.translation.x << " " << truth.translation.y;
  }
}

TEST(PlaneTracker, WhatIsHiddenInPartIsStillFollowed) {
  PlaneTracker tracker(scene::poster_tracker());
  const Pose2 truth{{1, 0.1}, 0};
  EXPECT_TRUE(tracker.look(scene::seen_from(truth), 0ms).room_from_robot);
  const auto& sight = tracker.look(scene::seen_from(truth, {.hidden = 0.45}), 33ms);
  ASSERT_TRUE(sight.room_from_robot);
  EXPECT_LT(off_m(sight, truth), 0.012);
  EXPECT_FALSE(tracker.look(scene::seen_from(truth, {.hidden = 1}), 66ms).room_from_robot);
}

TEST(PlaneTracker, TakesNothingElseForThePlane) {
  PlaneTracker tracker(scene::poster_tracker());
  const Pose2 truth{{1, 0.1}, 0};
  EXPECT_EQ(tracker.look(scene::seen_from(truth, {.has_poster = false}), 0ms).state,
            PlaneState::unseen);
  EXPECT_EQ(tracker.look(scene::seen_from(truth, {.poster_seed = 5}), 33ms).state,
            PlaneState::unseen);
  GreyImage noise{640, 480, {}};
  for (std::uint64_t i = 0; i < 640 * 480; ++i)
    noise.pixels.push_back(
        static_cast<std::uint8_t>(std::clamp(128 + 60 * scene::noise_at(3, i), 0.0, 255.0)));
  EXPECT_EQ(tracker.look(noise, 66ms).state, PlaneState::unseen);
  EXPECT_EQ(tracker.look(GreyImage{640, 480, std::vector<std::uint8_t>(640 * 480, 90)}, 99ms).state,
            PlaneState::unseen);
  EXPECT_EQ(tracker.look(GreyImage{}, 120ms).state, PlaneState::unseen);
}

TEST(PlaneTracker, ARobotThatWouldNotStandOnTheFloorIsImplausible) {
  PlaneTrackerConfig config = scene::poster_tracker();
  config.robot_from_camera.translation.z -= 0.1;  // somebody moved the camera
  PlaneTracker tracker(config);
  const auto& sight = tracker.look(scene::seen_from({{1, 0.1}, 0}), 0ms);
  EXPECT_EQ(sight.state, PlaneState::implausible);
  EXPECT_FALSE(sight.room_from_robot);
  EXPECT_THAT(sight.why, HasSubstr("mm off the floor"));
}

TEST(PlaneTarget, ItsCornersAreThoseOfARectangleOfThePicturesShape) {
  auto corners = scene::poster_corners();
  const auto target = plane_of_corners(scene::poster_picture(), corners);
  ASSERT_TRUE(target);
  EXPECT_NEAR(target->width_m, 0.84, 1e-9);
  EXPECT_NEAR(target->height_m, 0.63, 1e-9);
  EXPECT_NEAR(length(target->room_from_plane * Vec3{-0.42, -0.315, 0} - corners[0]), 0, 1e-9);
  corners[0].y += 0.1;
  EXPECT_THAT(plane_of_corners(scene::poster_picture(), corners).error(),
              HasSubstr("not those of a rectangle"));
  corners = scene::poster_corners();
  for (Vec3& corner : corners) corner.z *= 0.5;
  EXPECT_THAT(plane_of_corners(scene::poster_picture(), corners).error(),
              HasSubstr("times as wide as it is high"));
  EXPECT_FALSE(plane_of_corners(scene::poster_picture(), {}));
  EXPECT_FALSE(plane_of_corners({}, scene::poster_corners()));
}

}  // namespace
}  // namespace tandem
