// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "lockstep_lab.h"
#include "messages/time.h"
#include "plane_tracking/test_poster.h"
#include "ports/tracking/plane_node.h"

namespace tandem {
namespace {

constexpr double degree = std::numbers::pi / 180;

// A robot without a marker, whose tracker is its own camera: it looks at a poster five times a
// second as long as nobody stands before it, and its wheels tell how it goes on.
class PosterLab : public LockstepLab {
 public:
  PosterLab()
      : LockstepLab(
            "name: room\nclock: zero\n"
            "robots: [{name: r, model: emaros, mode: twin, pose: {x: 0.6}}]\n") {
    plant()->set_blind(true);
    looked = [this] { take_picture(); };
  }

  double turned_off() const {
    const auto& q = truth.pose.pose.orientation;
    return std::abs(
        std::remainder(twin().world_from_base.rotation.yaw() - Quat{q.w, q.x, q.y, q.z}.yaw(),
                       2 * std::numbers::pi));
  }
  TrackingState tracking() const { return twin().twin->state.tracking; }

  bool is_hidden = false;

 private:
  static PlaneSetup setup() {
    const PlaneTrackerConfig config = scene::poster_tracker();
    return {.source = {},
            .camera = std::make_shared<const CameraCalibration>(
                CameraCalibration{.lens = config.lens, .width_px = 640, .height_px = 480}),
            .tracker = config,
            .robot = "r",
            .topic = "/r/tracked_pose",
            .odometry_topic = "/r/hardware/odom",
            .drift = {}};
  }

  void take_picture() {
    const SimTime stamp = to_time(truth.header.stamp);
    if (stamp < next_) return;
    next_ = stamp + 200ms;
    const auto& [at, q] = truth.pose.pose;
    const Pose2 robot{{at.x, at.y}, Quat{q.w, q.x, q.y, q.z}.yaw()};
    eyes_.look(scene::seen_from(robot, {.seed = ++pictures_, .has_poster = !is_hidden}), stamp,
               "eye");
  }

  PlaneNode eyes_{setup(), {.context = context()}};
  SimTime next_{};
  std::uint64_t pictures_ = 0;
};

TEST(TwinByAPoster, DriftsWithItsWheelsAndIsPutRightByWhatItsCameraSees) {
  PosterLab lab;
  lab.run(2s, Twist2{});
  EXPECT_EQ(lab.tracking(), TrackingState::tracking);
  EXPECT_LT(lab.off(), 0.012);
  lab.run(2s, Twist2{0.15, 0});
  EXPECT_GT(lab.true_place().x, 0.8);
  EXPECT_LT(lab.off(), 0.012);

  // once around without a sight: two of a hundred parts of a turn are lost to the wheels
  lab.is_hidden = true;
  lab.run(9s, Twist2{0.1, 0.7});
  lab.run(500ms, Twist2{});
  EXPECT_EQ(lab.tracking(), TrackingState::tracking);
  EXPECT_EQ(lab.gate(), GateState::open);
  EXPECT_GT(lab.turned_off(), 3 * degree);

  lab.is_hidden = false;
  lab.run(1500ms, Twist2{});
  EXPECT_EQ(lab.tracking(), TrackingState::tracking);
  EXPECT_LT(lab.off(), 0.012);
  EXPECT_LT(lab.turned_off(), 1 * degree);

  // for longer than ten seconds wheels alone are not believed
  lab.is_hidden = true;
  lab.run(9s, Twist2{0.1, 0.7});
  EXPECT_GT(lab.true_speed(), 0.05);
  lab.run(3s, Twist2{0.1, 0.7});
  EXPECT_EQ(lab.tracking(), TrackingState::lost);
  EXPECT_NEAR(lab.true_speed(), 0, 0.005);
}

}  // namespace
}  // namespace tandem
