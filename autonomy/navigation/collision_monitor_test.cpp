// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/navigation/collision_monitor.h"

#include <gtest/gtest.h>

namespace tandem {
namespace {

const Footprint robot = Footprint::round(0.125);
const CollisionMonitorConfig config{
    .stop_margin_m = 0.025, .slow_margin_m = 0.08, .slow_ratio = 0.5, .time_to_collision_s = 0.8};

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
  // 5 cm off, and nearer at each step, but not within the margin in 0.8 s
  const MonitorVerdict slow = verdict({0.03, 0}, {{0.2, 0.0}});
  EXPECT_EQ(slow.action, MonitorAction::slow);
  EXPECT_NEAR(slow.command.linear, 0.015, 1e-9);
}

}  // namespace
}  // namespace tandem
