// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "tracking/marker_tracker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "calibration/plane_view.h"
#include "tracking/test_scene.h"

namespace tandem {
namespace {

constexpr double degree = std::numbers::pi / 180;
constexpr Duration frame = 33'333'333ns;

MarkerTracker tracker_of(const std::vector<int>& ids, double size_m = 0.3) {
  MarkerTrackerConfig config{.dictionary = find_dictionary("4x4_50"),
                             .camera = scene::small_camera()};
  for (const int id : ids)
    config.markers.push_back({.id = id, .place = {.size_m = size_m, .height_m = 0.15}});
  auto tracker = MarkerTracker::make(config);
  EXPECT_TRUE(tracker) << tracker.error();
  return *std::move(tracker);
}

scene::PaintedMarker marker_at(double x, double y, double yaw, int id = 7) {
  return {.room_from_marker = scene::level(x, y, 0.15, yaw), .size_m = 0.3, .id = id};
}

GreyImage picture_of(const std::vector<scene::PaintedMarker>& markers, std::uint64_t seed = 1) {
  return scene::take({.width = 960, .height = 600, .seed = seed}, scene::small_camera(), markers);
}

TEST(MarkerTracker, FollowsRobotsWithOneLookAtTheWholePicture) {
  MarkerTracker tracker = tracker_of({7, 3});
  for (int i = 0; i < 12; ++i) {
    // one drives at 1.5 m/s, the other turns at 3 rad/s
    const double t = i * seconds(frame);
    const auto& sights = tracker.look(
        picture_of({marker_at(-0.4 + 1.5 * t, 0.2, 0.1), marker_at(0.9, -0.7, 3 * t, 3)}),
        i * frame);
    ASSERT_EQ(sights.size(), 2U);
    ASSERT_EQ(sights[0].state, MarkerState::seen) << i;
    ASSERT_EQ(sights[1].state, MarkerState::seen) << i;
    EXPECT_NEAR(sights[0].pose->room_from_marker.translation.x, -0.4 + 1.5 * t, 0.002);
    EXPECT_NEAR(sights[1].pose->room_from_marker.yaw, 3 * t, 0.5 * degree);
  }
  EXPECT_EQ(tracker.counts().full_searches, 1U);
}

TEST(MarkerTracker, FindsAMarkerAgainThatWasGone) {
  MarkerTracker tracker = tracker_of({7});
  EXPECT_EQ(tracker.look(picture_of({marker_at(0, 0, 0)}), 0s)[0].state, MarkerState::seen);
  int pictures = 0;
  const GreyImage without = picture_of({});
  for (; pictures < 7; ++pictures) {
    const MarkerSight& sight = tracker.look(without, (1 + pictures) * frame)[0];
    EXPECT_EQ(sight.state, MarkerState::unseen);
    EXPECT_FALSE(sight.pose);
  }
  // somewhere else: at the latest in the third picture
  const GreyImage back = picture_of({marker_at(1.1, 0.8, 2)});
  int until_seen = 0;
  do {
    tracker.look(back, (1 + pictures++) * frame);
    ++until_seen;
  } while (until_seen < 10 && tracker.look(back, pictures * frame)[0].state != MarkerState::seen);
  EXPECT_LE(until_seen, 3);
}

TEST(MarkerTracker, AMarkerThatIsThereTwiceHasNoPose) {
  MarkerTracker tracker = tracker_of({7});
  const GreyImage two = picture_of({marker_at(0, 0, 0), marker_at(1, 0.6, 1)});
  for (int i = 0; i < 5; ++i) {
    const MarkerSight& sight = tracker.look(two, i * frame)[0];
    EXPECT_EQ(sight.state, MarkerState::doubled);
    EXPECT_FALSE(sight.pose);
  }
  const GreyImage one = picture_of({marker_at(1, 0.6, 1)});
  for (int i = 5; i < 8; ++i) tracker.look(one, i * frame);
  EXPECT_EQ(tracker.look(one, 8 * frame)[0].state, MarkerState::seen);
}

// The whole picture is looked at with half of its pixels: a small marker at the edge, where the
// lens makes it smaller still, is read near its last place alone, and another one in the middle is
// read in both.
TEST(MarkerTracker, AnotherOneInTheWholePictureIsNotTakenForTheOneThatIsStillThere) {
  double size_m = 0.16;
  const auto small = [&](double x, double y) {
    scene::PaintedMarker marker = marker_at(x, y, 0.4);
    marker.size_m = size_m;
    return marker;
  };
  const auto picture = [](const std::vector<scene::PaintedMarker>& markers) {
    return scene::take({.width = 960, .height = 600, .blur_px = 0.6}, scene::small_camera(),
                       markers);
  };
  const MarkerFinder finder(
      {.dictionary = find_dictionary("4x4_50"), .lens = scene::small_camera().lens});
  const auto view = PlaneView::make(scene::small_camera(), 0.15);
  const Vec2 there = *view->pixel_of({-1.6, 1.1});
  const auto sees_edge = [&](const std::vector<FoundMarker>& found) {
    return std::ranges::any_of(found, [&](const FoundMarker& one) {
      return std::hypot(one.corners_px[0].x - there.x, one.corners_px[0].y - there.y) < 40;
    });
  };
  const PixelBox near{static_cast<int>(there.x) - 45, static_cast<int>(there.y) - 45, 90, 90};
  GreyImage two;
  do {
    size_m -= 0.004;
    two = picture({small(-1.6, 1.1), small(0.1, -0.1)});
  } while (size_m > 0.04 && sees_edge(finder.find(two)));
  ASSERT_FALSE(sees_edge(finder.find(two))) << size_m;
  ASSERT_FALSE(finder.find(two).empty()) << size_m;
  ASSERT_TRUE(sees_edge(finder.find(two, near))) << size_m;

  MarkerTrackerConfig config{.dictionary = find_dictionary("4x4_50"),
                             .camera = scene::small_camera(),
                             .markers = {{.id = 7, .place = {.size_m = size_m, .height_m = 0.15}}},
                             .full_search_every = 3};
  MarkerTracker tracker = *MarkerTracker::make(config);
  // it came from where it is seen better
  const std::vector<Vec2> way{{-1.0, 0.7}, {-1.15, 0.8}, {-1.3, 0.9}, {-1.45, 1.0}, {-1.6, 1.1}};
  int i = 0;
  for (const Vec2 at : way) {
    const auto sight = tracker.look(picture({small(at.x, at.y)}), i * frame)[0];
    ASSERT_EQ(sight.state, MarkerState::seen) << i;
    ++i;
  }
  std::vector<MarkerState> states;
  for (; i < 12; ++i) {
    const MarkerSight& sight = tracker.look(two, i * frame)[0];
    if (sight.pose) {
      EXPECT_NEAR(sight.pose->room_from_marker.translation.x, -1.6, 0.02);
    }
    states.push_back(sight.state);
  }
  EXPECT_THAT(states, testing::Contains(MarkerState::doubled));
  EXPECT_EQ(states.back(), MarkerState::doubled);
  // until there is one again
  const GreyImage alone = picture({small(-1.6, 1.1)});
  for (; i < 20; ++i) tracker.look(alone, i * frame);
  EXPECT_EQ(tracker.look(alone, i * frame)[0].state, MarkerState::seen);
}

TEST(MarkerTracker, TiltAndHeightAreSmoothedOverTimeAndPlaceAndHeadingAreNot) {
  MarkerTracker tracker = tracker_of({7});
  scene::PaintedMarker level = marker_at(0.9, -0.6, 0.3), leaning = marker_at(0.9, -0.5, 0.4);
  leaning.room_from_marker.rotation = Quat::from_rpy(0, -6 * degree, 0.4);
  const auto tilt = [](const MarkerSight& sight) {
    const Vec3 up = sight.pose->room_from_marker_6d->rotation * Vec3{0, 0, 1};
    return std::acos(std::min(1.0, up.z));
  };
  // each by itself, as it is seen by who knows nothing of the past
  MarkerTracker other = tracker_of({7});
  const MarkerSight before = tracker.look(picture_of({level}), 0s)[0];
  const MarkerSight after = other.look(picture_of({leaning}), 0s)[0];
  ASSERT_TRUE(before.pose && after.pose);
  const double from = tilt(before), to = tilt(after);
  ASSERT_GT(to - from, 3 * degree);

  // 1 - exp(-t / 0.5 s) of the way after t
  double last = from;
  for (int i = 1; i <= 45; ++i) {
    const MarkerSight& sight = tracker.look(picture_of({leaning}), i * frame)[0];
    ASSERT_TRUE(sight.pose);
    EXPECT_NEAR(sight.pose->room_from_marker.translation.y, -0.5, 0.003);
    EXPECT_NEAR(sight.pose->room_from_marker.yaw, 0.4, 1 * degree);
    EXPECT_NEAR(sight.pose->room_from_marker_6d->translation.y, -0.5, 0.003);
    const double share = 1 - std::exp(-seconds(i * frame) / 0.5);
    EXPECT_NEAR(tilt(sight), from + share * (to - from), 0.15 * (to - from)) << i;
    EXPECT_GE(tilt(sight), last - 0.1 * degree) << i;
    last = tilt(sight);
  }
  EXPECT_NEAR(last, to, 0.06 * (to - from));
}

TEST(MarkerTracker, AMarkerOfAnotherSizeIsNotTheRobots) {
  MarkerTracker tracker = tracker_of({7}, 0.24);
  const MarkerSight& sight = tracker.look(picture_of({marker_at(0.4, 0.3, 1)}), 0s)[0];
  EXPECT_EQ(sight.state, MarkerState::implausible);
  EXPECT_FALSE(sight.pose);
  EXPECT_THAT(sight.why, testing::StartsWith("its side measures "));
  EXPECT_THAT(sight.why, testing::EndsWith("above the floor, and should 240.0: another size or "
                                           "another height"));

  // a poster that shows the robot's marker larger does not stop the robot
  MarkerTracker beside = tracker_of({7});
  scene::PaintedMarker poster = marker_at(-0.8, -0.5, 0.3);
  poster.size_m = 0.5;
  const MarkerSight& seen = beside.look(picture_of({marker_at(0.8, 0.5, 1), poster}), 0s)[0];
  ASSERT_EQ(seen.state, MarkerState::seen);
  EXPECT_NEAR(seen.pose->room_from_marker.translation.x, 0.8, 0.002);
}

TEST(MarkerTracker, AMarkerOnItsSideIsNotLevel) {
  MarkerTracker tracker = tracker_of({7});
  scene::PaintedMarker fallen = marker_at(0.9, 0, 0);
  // away from the camera; one that leans towards it by twice the angle it is seen at looks level
  fallen.room_from_marker.rotation = Quat::from_rpy(0, 35 * degree, 0);
  const MarkerSight& sight = tracker.look(picture_of({fallen}), 0s)[0];
  EXPECT_NE(sight.state, MarkerState::seen);
  EXPECT_FALSE(sight.pose);
}

TEST(MarkerTracker, PixelsAndMetresAgree) {
  MarkerTracker tracker = tracker_of({7});
  const MarkerSight& sight = tracker.look(picture_of({marker_at(1.3, -0.9, 2.5)}), 0s)[0];
  ASSERT_EQ(sight.state, MarkerState::seen);
  const auto view = PlaneView::make(scene::small_camera(), 0.15);
  const auto room = view->pose_in_room(sight.pose->in_pixels);
  ASSERT_TRUE(room);
  EXPECT_NEAR(room->translation.x, sight.pose->room_from_marker.translation.x, 1e-6);
  EXPECT_NEAR(room->translation.y, sight.pose->room_from_marker.translation.y, 1e-6);
  EXPECT_NEAR(std::remainder(room->yaw - sight.pose->room_from_marker.yaw, 2 * std::numbers::pi), 0,
              1e-3);
}

TEST(MarkerTracker, ARobotThatTiltsIsNotTurnedOverTheLineOfSight) {
  MarkerTracker tracker = tracker_of({7});
  scene::PaintedMarker marker = marker_at(1.2, 0.8, 0);
  const Quat tilted = Quat::from_rpy(3 * degree, -4 * degree, 0.6);
  marker.room_from_marker.rotation = tilted;
  // the other pose with the same corners would be tilted by more than 50 degrees
  for (int i = 0; i < 3; ++i) {
    const MarkerSight& sight =
        tracker.look(picture_of({marker}, std::uint64_t(i + 1)), i * frame)[0];
    ASSERT_EQ(sight.state, MarkerState::seen) << sight.why;
    ASSERT_TRUE(sight.pose->room_from_marker_6d);
    const Pose& pose = *sight.pose->room_from_marker_6d;
    const Vec3 up = pose.rotation * Vec3{0, 0, 1}, true_up = tilted * Vec3{0, 0, 1};
    EXPECT_GT(dot(up, true_up), std::cos(2 * degree));
    EXPECT_NEAR(pose.translation.x, 1.2, 0.004);
    EXPECT_NEAR(pose.translation.y, 0.8, 0.004);
    EXPECT_NEAR(pose.translation.z, 0.15, 0.02);
  }
}

TEST(MarkerTracker, SaysWhatCannotBeTracked) {
  MarkerTrackerConfig config{.dictionary = find_dictionary("4x4_50"),
                             .camera = scene::small_camera(),
                             .markers = {{.id = 50}}};
  EXPECT_EQ(MarkerTracker::make(config).error(), "4x4_50 has the markers 0 to 49, no 50");
  config.markers = {{.id = 1, .place = {.height_m = 3}}};
  EXPECT_EQ(MarkerTracker::make(config).error(), "the camera must be above the marker");
}

}  // namespace
}  // namespace tandem
