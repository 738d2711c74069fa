// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/navigation/collision_monitor.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "autonomy/navigation/motion.h"
#include "base/random.h"

namespace tandem {
namespace {

const Footprint robot = Footprint::round(0.125);
const CollisionMonitorConfig config{.stop_margin_m = 0.025,
                                    .slow_margin_m = 0.08,
                                    .slow_speed_mps = 0.2,
                                    .slow_yaw_rate_radps = 1,
                                    .time_to_collision_s = 0.8};

MonitorVerdict verdict(const Twist2& wanted, const std::vector<Vec2>& points,
                       const Footprint& footprint = robot) {
  std::vector<SeenPoint> standing;
  for (const Vec2 point : points) standing.push_back({point, {}});
  return judge(wanted, standing, footprint, config);
}

TEST(CollisionMonitor, LetsPassWhatTouchesNothing) {
  EXPECT_EQ(verdict({0.4, 0.3}, {}).action, MonitorAction::pass);
  // ahead, farther than it gets in 0.8 s: 0.125 + 0.025 + 0.32
  EXPECT_EQ(verdict({0.4, 0}, {{0.48, 0}}).action, MonitorAction::pass);
  EXPECT_EQ(verdict({0.4, 0}, {{0, 0.16}, {0, -0.16}}).action, MonitorAction::pass);  // beside it
}

TEST(CollisionMonitor, SlowsDownInProportionToTheTimeThatIsLeft) {
  // 0.16 m up to the margin: there in 0.4 s, half of 0.8 s; seen in steps of 0.05 s
  const MonitorVerdict slower = verdict({0.4, 0.2}, {{0.31, 0.001}});
  EXPECT_EQ(slower.action, MonitorAction::approach);
  EXPECT_NEAR(slower.command.linear, 0.2, 0.03);
  EXPECT_NEAR(slower.command.angular, slower.command.linear / 2, 1e-9);  // the same curve
}

TEST(CollisionMonitor, StopsAtTheMarginAndLetsGoAwayFromIt) {
  const std::vector<Vec2> ahead{{0.152, 0}};
  EXPECT_EQ(verdict({0.4, 0}, ahead).action, MonitorAction::stop);
  EXPECT_EQ(verdict({0.4, 0}, ahead).command.linear, 0);
  EXPECT_EQ(verdict({-0.2, 0}, ahead).action, MonitorAction::pass);
  EXPECT_EQ(verdict({0, 1}, ahead).action, MonitorAction::pass);  // a round one may turn
}

TEST(CollisionMonitor, StopsForWhatComesAcrossAndLetsWhoIsInItsWayLeave) {
  // its lane is 0.2 m ahead; it is there when the robot is, unless the robot waits
  const std::vector<SeenPoint> comes{{{0.2, -0.2}, {0, 0.5}}};
  EXPECT_NE(judge({0.3, 0}, comes, robot, config).action, MonitorAction::pass);
  EXPECT_EQ(verdict({0.3, 0}, {{0.2, -0.2}}).action, MonitorAction::pass) << "when it stands";
  const std::vector<SeenPoint> goes{{{0.2, -0.2}, {0, -0.5}}};
  EXPECT_EQ(judge({0.3, 0}, goes, robot, config).action, MonitorAction::pass);
  // it comes from behind and is faster: driving on is better than standing
  const std::vector<SeenPoint> behind{{{-0.2, 0}, {0.5, 0}}};
  EXPECT_EQ(judge({0.3, 0}, behind, robot, config).action, MonitorAction::pass);
  EXPECT_NE(judge({-0.1, 0}, behind, robot, config).action, MonitorAction::pass);
}

TEST(CollisionMonitor, WhoLeavesTheWayOfACartMayPassItsCorner) {
  // it touches who stands after 0.2 s; who drives on comes 3 mm nearer at first, and is gone by
  // then
  const std::vector<SeenPoint> comes{{{0.03, -0.17}, {0, 0.25}}};
  EXPECT_EQ(judge({0.4, 0}, comes, robot, config).action, MonitorAction::pass);
  EXPECT_NE(judge({0.05, 0}, comes, robot, config).action, MonitorAction::pass);
}

TEST(CollisionMonitor, WhoGetsOutOfTheLaneInTimeMayPassBeforeTheWholeCart) {
  // it is 0.24 m wide and touches who stands after 0.88 s; its far corner would pass beside who
  // stands, but not beside who is half way out, and who drives on is out before it comes
  std::vector<SeenPoint> cart;
  for (double x = -0.07; x <= 0.171; x += 0.02) cart.push_back({{x, -0.345}, {0, 0.25}});
  const CollisionMonitorConfig physical{.stop_margin_m = 0.04,
                                        .slow_margin_m = 0.12,
                                        .slow_speed_mps = 0.12,
                                        .slow_yaw_rate_radps = 0.6,
                                        .time_to_collision_s = 1.2};
  EXPECT_EQ(judge({0.3, 0}, cart, robot, physical).action, MonitorAction::pass);
  EXPECT_NE(judge({0.1, 0}, cart, robot, physical).action, MonitorAction::pass);
  // one that is outside stays there
  for (SeenPoint& point : cart) point.at.x += 0.25;
  EXPECT_NE(judge({0.3, 0}, cart, robot, physical).action, MonitorAction::pass);
}

TEST(CollisionMonitor, ALoadInFrontMakesTheFootprintLonger) {
  const Footprint loaded =
      Footprint::polygon({{0.3, 0.1}, {-0.125, 0.125}, {-0.125, -0.125}, {0.3, -0.1}});
  EXPECT_EQ(verdict({0.4, 0}, {{0.29, 0}}, loaded).action, MonitorAction::pass);  // the load itself
  EXPECT_EQ(verdict({0.4, 0}, {{0.32, 0}}, loaded).action, MonitorAction::stop);
  EXPECT_EQ(verdict({0, 1}, {{0.25, 0.13}}, loaded).action,
            MonitorAction::stop);  // turning into it
  EXPECT_EQ(verdict({0, -1}, {{0.25, 0.13}}, loaded).action, MonitorAction::pass);
}

TEST(CollisionMonitor, DrivesSlowlyTowardsThingsBesideIt) {
  // ahead on the left: 6.7 cm off now, and 3 cm when the robot passes it
  const std::vector<Vec2> beside{{0.112, 0.155}};
  const MonitorVerdict slow = verdict({0.4, 0.1}, beside);
  EXPECT_EQ(slow.action, MonitorAction::slow);
  EXPECT_NEAR(slow.command.linear, 0.2, 1e-9);
  EXPECT_NEAR(slow.command.angular, 0.05, 1e-9);                     // the same curve
  EXPECT_NEAR(verdict({0.1, 0}, beside).command.linear, 0.1, 1e-9);  // slow already
}

TEST(CollisionMonitor, GetsUpToTheSlowSpeedAmongThingsBesideIt) {
  // a lane whose walls are 6 cm off on both sides, which come a little nearer, so that it is slow
  // all the way; each command begins with the last one that was sent
  std::vector<Vec2> walls;
  for (double x = -0.5; x <= 3; x += 0.02)
    for (const double side : {1.0, -1.0}) walls.push_back({x, side * (0.185 - 0.004 * x)});
  VelocitySmoother smoother;
  Pose2 at;
  for (int i = 0; i < 100; ++i) {
    std::vector<Vec2> points;
    for (const Vec2 point : walls) points.push_back(inverse(at) * point);
    const MonitorVerdict verdict_now = verdict(smoother.next({0.45, 0}, {}, 0.05), points);
    smoother.set(verdict_now.command);
    at = driven(at, verdict_now.command, 0.05);
  }
  // within a second it is as fast as it may be here, in five it has driven nearly a metre
  EXPECT_NEAR(smoother.last().linear, 0.2, 0.02);
  EXPECT_GT(at.translation.x, 0.9);
}

// A thing on the floor that keeps its velocity, whatever is in its way.
struct Disc {
  Vec2 at, velocity;
  double radius_m = 0.1;

  double gap_m(Vec2 robot_at) const {
    return std::hypot(at.x - robot_at.x, at.y - robot_at.y) - radius_m - robot.inscribed_m();
  }
};

// A robot that wants something else every half second, and the collision monitor between that and
// its motors: scans ten times a second, commands twenty times, which take effect 50 ms later and as
// fast as its wheels accelerate.
class Scene {
 public:
  Scene(std::uint64_t seed, int discs, double fastest_mps) : random_(seed, "scene") {
    while (static_cast<int>(discs_.size()) < discs) {
      const double direction = random_.uniform(-std::numbers::pi, std::numbers::pi);
      const double speed = random_.uniform(0, fastest_mps);
      const Disc disc{{random_.uniform(-1.5, 1.5), random_.uniform(-1.5, 1.5)},
                      {speed * std::cos(direction), speed * std::sin(direction)},
                      random_.uniform(0.03, 0.2)};
      if (disc.gap_m({}) > 0.3) discs_.push_back(disc);
    }
  }

  // How fast the robot drives at the first disc that touches it; below zero when it leaves, nothing
  // when none does.
  std::optional<double> first_touch_mps() {
    constexpr int steps = 1000;  // of 10 ms
    for (int step = 0; step < steps; ++step) {
      if (step % 10 == 0) scan();
      if (step % 50 == 0) wanted_ = {random_.uniform(-0.2, 0.45), random_.uniform(-2, 2)};
      if (step % 5 == 0) command(0.01 * (step % 10));
      velocity_ = approached(velocity_, at_motors_, wheels, 0.01);
      robot_ = driven(robot_, velocity_, 0.01);
      for (Disc& disc : discs_) {
        disc.at = disc.at + 0.01 * disc.velocity;
        if (disc.gap_m(robot_.translation) > 0) continue;
        const Vec2 towards = disc.at - robot_.translation;
        const Vec2 ahead{std::cos(robot_.yaw), std::sin(robot_.yaw)};
        return velocity_.linear * dot(ahead, towards) / std::hypot(towards.x, towards.y);
      }
    }
    return {};
  }

 private:
  static constexpr MotionLimits wheels{.acceleration_mps2 = 1, .yaw_acceleration_radps2 = 8};

  void scan() {
    constexpr int points = 24;
    seen_.clear();
    for (const Disc& disc : discs_)
      for (int i = 0; i < points; ++i) {
        const double angle = 2 * std::numbers::pi * i / points;
        seen_.push_back(
            {disc.at + disc.radius_m * Vec2{std::cos(angle), std::sin(angle)}, disc.velocity});
      }
  }
  void command(double scan_age_s) {
    const Pose2 base = inverse(robot_);
    std::vector<SeenPoint> points = later(seen_, scan_age_s);
    for (SeenPoint& point : points) point = {base * point.at, Pose2{{}, base.yaw} * point.velocity};
    const Twist2 smooth = smoother_.next(wanted_, {}, 0.05);
    at_motors_ = sent_;
    sent_ = judge(smooth, points, robot, config).command;
    smoother_.set(sent_);
  }

  Random random_;
  std::vector<Disc> discs_;
  Pose2 robot_;
  Twist2 wanted_, velocity_, sent_, at_motors_;
  VelocitySmoother smoother_;
  std::vector<SeenPoint> seen_;
};

TEST(CollisionMonitor, NobodyEverDrivesIntoWhatStands) {
  for (std::uint64_t seed = 1; seed <= 200; ++seed)
    EXPECT_FALSE(Scene(seed, 12, 0).first_touch_mps()) << "scene " << seed;
}

TEST(CollisionMonitor, WhoIsTouchedByWhatMovesDoesNotDriveAtIt) {
  int touches = 0;
  for (std::uint64_t seed = 1; seed <= 400; ++seed)
    if (const auto speed = Scene(seed, 8, 0.5).first_touch_mps()) {
      ++touches;
      EXPECT_LE(*speed, 0.02) << "scene " << seed;
    }
  EXPECT_GT(touches, 20) << "scenes in which nothing happens prove nothing";
}

}  // namespace
}  // namespace tandem
