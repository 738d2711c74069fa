// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "lockstep_lab.h"
#include "messages/std_srvs.h"

namespace tandem {
namespace {

// A real room of 4 by 3 m with a post in it, and a virtual corridor of 45 m ahead.
constexpr const char* corridor = R"(name: corridor
clock: zero
world: {generate: arena, size_x_m: 90, size_y_m: 4}
tracking: {area: {x: 0, y: 0, size_x_m: 4, size_y_m: 3}}
robots:
  - name: r
    model: emaros
    mode: twin
    twin: {origin: start}
    guard: {free_m: 1.2, turn_radps: 1}
)";
constexpr double half_x = 2, half_y = 1.5, robot_radius = 0.15;

// An autonomy that knows only the corridor, and what is noted of robot and twin on the way.
class Loop : public LockstepLab {
 public:
  Loop() : LockstepLab(corridor, {{{-1.2, 0.9}, 0.15}}) {
    looked = [this] { note(); };
  }

  // By the twin's odometry, which is all that the autonomy sees.
  void follow_corridor() {
    steered = [this](const Twist2& wanted) {
      if (!frame) return wanted;
      const Pose& pose = twin().world_from_base;
      const double turn = std::clamp(-2 * pose.rotation.yaw() - pose.translation.y, -0.5, 0.5);
      return Twist2{wanted.linear, wanted.angular + turn};
    };
  }
  double twin_x() const { return twin().world_from_base.translation.x; }
  bool is_paused() const { return twin().twin->state.is_paused; }
  double told() const { return told_->linear.x; }

  double least_room = 100;  // between the robot and the walls and the post, in metres
  double twin_motion = 0;   // while it was paused
  double largest_jump = 0;  // of the twin in one step
  bool has_turned_paused = false;
  std::vector<GuardState> states;

 private:
  void note() {
    if (guard() && (states.empty() || states.back() != guard()->state()))
      states.push_back(guard()->state());
    if (truth.header.frame_id.empty()) return;
    const Vec2 at = true_place();
    least_room = std::min({least_room, half_x - std::abs(at.x) - robot_radius,
                           half_y - std::abs(at.y) - robot_radius,
                           std::hypot(at.x + 1.2, at.y - 0.9) - 0.15 - robot_radius});
    const Vec3 here = twin().world_from_base.translation;
    const double moved = length(here - last_);
    if (was_paused_ && is_paused()) {
      twin_motion = std::max(twin_motion, moved);
      has_turned_paused = has_turned_paused || std::abs(truth.twist.twist.angular.z) > 0.5;
    }
    if (has_last_) largest_jump = std::max(largest_jump, moved);
    was_paused_ = is_paused();
    last_ = here;
    has_last_ = true;
  }

  std::shared_ptr<const geometry_msgs::msg::Twist> told_ =
      hear<geometry_msgs::msg::Twist>("/r/hardware/cmd_vel");
  Vec3 last_;
  bool has_last_ = false, was_paused_ = false;
};

TEST(GuardInTheLoop, ASmallRoomExploresALongCorridor) {
  Loop loop;
  loop.follow_corridor();
  loop.run(90s, Twist2{0.4, 0});
  // more than twice as long as the room
  EXPECT_GT(loop.twin_x(), 10);
  EXPECT_GE(loop.guard()->stops(), 3);
  // nothing real was touched, and a part of the margin of 0.1 m was left
  EXPECT_GT(loop.least_room, 0.03);
  // the twin stood while the robot turned, and went on from there
  EXPECT_TRUE(loop.has_turned_paused);
  EXPECT_LT(loop.twin_motion, 1e-6);
  EXPECT_LT(loop.largest_jump, 0.02);
  // it kept to the corridor
  EXPECT_LT(std::abs(loop.twin().world_from_base.translation.y), 0.5);
  EXPECT_TRUE(std::ranges::count(loop.states, GuardState::turning) >= 3);
  EXPECT_EQ(std::ranges::count(loop.states, GuardState::stuck), 0);
}

EditRequest fault_of(const FaultWords& words) { return {InjectFault{*read_fault(words)}}; }

TEST(GuardInTheLoop, WithoutARealScanTheRobotStandsUntilItIsBack) {
  for (const FaultWords& words :
       {FaultWords{{"kind", "sensor_dropout"}, {"sensor", "lidar"}, {"for", "2s"}},
        // of five kinds of nonsense two are distances: a lidar of whose beams most are none is
        // broken
        FaultWords{{"kind", "sensor_garbage"}, {"share", "1"}, {"for", "2s"}}}) {
    Loop loop;
    loop.run(1s, Twist2{0.2, 0});
    ASSERT_GT(loop.true_speed(), 0.15);
    loop.inbox().edits.put(fault_of(words));
    // its scan_timeout of 0.3 s, and 0.2 s to brake from 0.2 m/s with 1 m/s2
    loop.run(1s, Twist2{0.2, 0});
    EXPECT_EQ(loop.guard()->state(), GuardState::no_scan) << words[0].second;
    EXPECT_NEAR(loop.true_speed(), 0, 0.01) << words[0].second;
    loop.run(2s, Twist2{0.2, 0});
    EXPECT_EQ(loop.guard()->state(), GuardState::passing) << words[0].second;
    EXPECT_GT(loop.true_speed(), 0.15) << words[0].second;
  }
}

TEST(GuardInTheLoop, TheRealWheelsCountNothingWhileTheirEncodersAreStuck) {
  Loop loop;
  const auto odometry = loop.hear<nav_msgs::msg::Odometry>("/r/hardware/odom");
  loop.run(1s, Twist2{0.2, 0});
  loop.inbox().edits.put(fault_of({{"kind", "sensor_stuck"}, {"sensor", "encoders"}}));
  loop.run(200ms, Twist2{0.2, 0});
  const double counted = odometry->pose.pose.position.x, place = loop.true_place().x;
  loop.run(1s, Twist2{0.2, 0});
  EXPECT_EQ(odometry->pose.pose.position.x, counted);
  EXPECT_NEAR(loop.true_place().x - place, 0.2, 0.02);
}

TEST(GuardInTheLoop, ItGoesOnWithTheVelocityItHad) {
  Loop loop;
  // the autonomy says something once before the stop, and nothing more after it
  loop.run(200ms, std::nullopt);
  while (loop.guard()->state() != GuardState::stopping) loop.run(50ms, Twist2{0.4, 0});
  while (loop.guard()->state() != GuardState::resuming) loop.run(8ms, std::nullopt);
  while (loop.guard()->state() != GuardState::passing) loop.run(8ms, std::nullopt);
  loop.run(40ms, std::nullopt);
  EXPECT_EQ(loop.told(), 0.4);
  // and the gate stops what nobody wants any more
  loop.run(3s, std::nullopt);
  EXPECT_EQ(loop.told(), 0);
  EXPECT_NEAR(loop.true_speed(), 0, 0.01);
}

TEST(GuardInTheLoop, ATwinThatSomebodyElseResumesIsPausedAgain) {
  Loop loop;
  loop.run(200ms, std::nullopt);
  while (loop.guard()->state() != GuardState::turning) loop.run(8ms, Twist2{0.4, 0});
  loop.run(100ms, std::nullopt);
  ASSERT_TRUE(loop.is_paused());
  auto resume = loop.autonomy().client<std_srvs::srv::Trigger>("/r/twin/resume");
  resume.call({}, 1s, [](const auto& answer) { EXPECT_TRUE(answer && answer->success); });
  // the simulator tells within 100 ms, and is asked at once
  loop.run(300ms, std::nullopt);
  EXPECT_TRUE(loop.is_paused());
  EXPECT_EQ(loop.guard()->state(), GuardState::stopping);
  loop.run(1s, std::nullopt);
  EXPECT_EQ(loop.guard()->state(), GuardState::turning);
}

TEST(GuardInTheLoop, WithoutItsGuardTheRobotStandsStill) {
  Loop loop;
  loop.run(2s, Twist2{0.3, 0});
  EXPECT_GT(loop.true_speed(), 0.2);
  loop.guard().reset();
  // what the autonomy says goes nowhere
  loop.run(2s, Twist2{0.3, 0});
  EXPECT_EQ(loop.told(), 0);
  EXPECT_NEAR(loop.true_speed(), 0, 0.01);
}

}  // namespace
}  // namespace tandem
