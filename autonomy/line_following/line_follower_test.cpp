// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
//
// The whole program with a robot that does what it is told and eyes that see what is drawn.
#include "autonomy/line_following/line_follower.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <numbers>

#include "autonomy/behavior/test_floor.h"
#include "autonomy/behavior/test_robot.h"
#include "autonomy/line_following/test_line.h"
#include "messages/sensor_msgs.h"
#include "test_places.h"

namespace tandem {
namespace {

using testing::HasSubstr;
using MissionMessage = tandem_msgs::msg::Mission;

constexpr double pi = std::numbers::pi;

class LineFollowing : public TestRobot {
 protected:
  tandem_msgs::msg::Sight see() const {
    tandem_msgs::msg::Sight sight;
    for (const Vec2 place : line_.seen_from(floor_.map_from_base))
      sight.curve.push_back({place.x, place.y, -0.035});
    sight.found = sight.curve.size() >= 2;
    return sight;
  }
  bool is_in(const std::string& state) const {
    return mission_.status == MissionMessage::RUNNING && mission_.active == state;
  }
  bool reaches(const std::string& state, Duration limit = 60s) {
    return run_until([&] { return is_in(state); }, limit);
  }
  bool fails(Duration limit = 60s) {
    return run_until([&] { return mission_.status == MissionMessage::FAILED; }, limit);
  }
  double beside() const { return line_.distance_to(floor_.map_from_base.translation); }
  void expect_standing() {
    run(100ms);
    EXPECT_EQ(floor_.command.linear, 0);
    EXPECT_EQ(floor_.command.angular, 0);
  }

  TestLine line_;
  TestFloor floor_{options()};
  std::unique_ptr<TestNavigator> navigator_ = std::make_unique<TestNavigator>(options(), floor_);
  std::unique_ptr<TestPerception> perception_ =
      std::make_unique<TestPerception>(options(), [this] { return see(); });
  std::unique_ptr<LineFollower> follower_ = std::make_unique<LineFollower>(options());
};

TEST_F(LineFollowing, FindsALineStepsOntoItAndFollowsIt) {
  line_ = TestLine::straight({0.6, -2}, pi / 2, 4);
  ASSERT_TRUE(reaches("align_to_line"));
  ASSERT_TRUE(reaches("follow_line"));
  EXPECT_LT(beside(), 0.04);
  const Vec2 from = floor_.map_from_base.translation;
  run(4s);
  EXPECT_LT(beside(), 0.015);
  EXPECT_GT(distance(from, floor_.map_from_base.translation), 0.8);  // 0.25 m/s
  EXPECT_THAT(mission_.message, HasSubstr("m along the line"));
}

TEST_F(LineFollowing, DrivesASpiralToALineThatIsFarAway) {
  line_ = TestLine::straight({3, -2}, pi / 2, 4);
  ASSERT_TRUE(reaches("follow_line", 120s));
  EXPECT_GT(navigator_->goals.size(), 2U);
  EXPECT_LT(beside(), 0.04);
}

TEST_F(LineFollowing, AClosedLineIsFollowedOnAndOn) {
  line_ = TestLine::arc({{0.5, 0}, 0}, 0.4, 2 * pi);
  ASSERT_TRUE(reaches("follow_line"));
  run(2s);
  for (int i = 0; i < 300; ++i) {
    run(100ms);
    ASSERT_TRUE(is_in("follow_line"));
    ASSERT_LT(beside(), 0.02) << i;
  }
}

TEST_F(LineFollowing, AtTheEndOfALineItTurnsRoundAndFollowsItBack) {
  line_ = TestLine::straight({0.4, 0}, 0, 1.5);
  ASSERT_TRUE(reaches("follow_line"));
  ASSERT_TRUE(reaches("find_line"));
  EXPECT_NEAR(floor_.map_from_base.translation.x, 1.9, 0.05);
  EXPECT_THAT(mission_.message, HasSubstr("the line ends after"));
  ASSERT_TRUE(reaches("follow_line", 20s));
  EXPECT_TRUE(navigator_->goals.empty()) << "without a search";
  ASSERT_TRUE(reaches("find_line"));
  EXPECT_NEAR(floor_.map_from_base.translation.x, 0.4, 0.05);
}

TEST_F(LineFollowing, AnErasedLineIsLeftAndANewOneFound) {
  line_ = TestLine::straight({0.4, 0}, 0, 10);
  ASSERT_TRUE(reaches("follow_line"));
  run(2s);
  line_ = {};
  const Vec2 erased = floor_.map_from_base.translation;
  ASSERT_TRUE(reaches("find_line", 3s));
  // what was below the robot and before its camera, it may have driven
  EXPECT_LT(distance(erased, floor_.map_from_base.translation), 0.35);
  line_ = TestLine::straight({erased.x - 1, erased.y + 1.5}, 0, 2);
  ASSERT_TRUE(reaches("follow_line", 120s));
  EXPECT_LT(beside(), 0.04);
}

TEST_F(LineFollowing, WithoutAnyLineItSearchesOn) {
  run(400s);
  EXPECT_TRUE(is_in("find_line"));
  EXPECT_GT(navigator_->goals.size(), 30U);
}

TEST_F(LineFollowing, WithoutPicturesItStandsAndSaysSo) {
  line_ = TestLine::straight({0.4, 0}, 0, 10);
  for (const std::string state : {"find_line", "align_to_line", "follow_line"}) {
    SCOPED_TRACE(state);
    floor_.map_from_base = {};
    ASSERT_TRUE(control("restart", state).success);
    ASSERT_TRUE(reaches(state));
    run(150ms);
    perception_->has_camera = false;
    ASSERT_TRUE(fails(3s));
    EXPECT_EQ(mission_.active, state);
    EXPECT_EQ(mission_.outcome, "camera_lost");
    EXPECT_THAT(mission_.message, HasSubstr("no picture for 1 s"));
    expect_standing();
    perception_->has_camera = true;
    ASSERT_TRUE(control("resume").success);
    ASSERT_TRUE(reaches("follow_line"));
    run(1s);
    EXPECT_TRUE(is_in("follow_line"));
  }
}

TEST_F(LineFollowing, WithoutPerceptionItStandsAndSaysSo) {
  line_ = TestLine::straight({0.4, 0}, 0, 10);
  ASSERT_TRUE(reaches("follow_line"));
  run(1s);
  perception_.reset();
  ASSERT_TRUE(fails(3s));
  EXPECT_EQ(mission_.outcome, "perception_lost");
  EXPECT_THAT(mission_.message, HasSubstr("nobody publishes /r/perception/sight"));
  expect_standing();
}

TEST_F(LineFollowing, WithoutANavigatorItStandsAndSaysSo) {
  ASSERT_TRUE(run_until([&] { return navigator_->goals.size() == 2; }));
  navigator_.reset();
  ASSERT_TRUE(fails());
  EXPECT_EQ(mission_.outcome, "navigator_lost");
  EXPECT_THAT(mission_.message, HasSubstr("navigate_to_pose"));
  expect_standing();
}

TEST_F(LineFollowing, WithoutOdometryItStandsAndSaysSo) {
  line_ = TestLine::straight({0.4, 0}, 0, 10);
  for (const std::string state : {"find_line", "align_to_line", "follow_line"}) {
    SCOPED_TRACE(state);
    floor_.map_from_base = {{}, state == "find_line" ? pi : 0};
    ASSERT_TRUE(control("restart", state).success);
    ASSERT_TRUE(reaches(state));
    run(150ms);
    floor_.has_odometry = false;
    ASSERT_TRUE(fails(3s));
    EXPECT_EQ(mission_.outcome, "odometry_lost");
    EXPECT_THAT(mission_.message, HasSubstr("nothing was heard on /r/odom for 1 s"));
    expect_standing();
    floor_.has_odometry = true;
    run(100ms);
  }
}

TEST_F(LineFollowing, ARobotThatIsNotTrackedAnyMoreStandsAndSaysSo) {
  line_ = TestLine::straight({0.4, 0}, 0, 10);
  for (const std::string state : {"find_line", "align_to_line", "follow_line"}) {
    SCOPED_TRACE(state);
    floor_.map_from_base = {{}, state == "find_line" ? pi : 0};
    ASSERT_TRUE(control("restart", state).success);
    ASSERT_TRUE(reaches(state));
    run(150ms);
    floor_.is_tracked = false;
    ASSERT_TRUE(fails(3s));
    EXPECT_EQ(mission_.outcome, "tracking_lost");
    EXPECT_THAT(mission_.message, HasSubstr("no transform from map to r/base_link"));
    expect_standing();
    floor_.is_tracked = true;
    run(100ms);
  }
}

TEST_F(LineFollowing, ARobotThatIsOnlyJustStartingIsWaitedFor) {
  line_ = TestLine::straight({0.4, 0}, 0, 10);
  floor_.has_odometry = false;
  run(5s);
  EXPECT_TRUE(is_in("find_line"));
  floor_.has_odometry = true;
  EXPECT_TRUE(reaches("follow_line"));
}

TEST_F(LineFollowing, ARobotThatNeverStartsIsNot) {
  floor_.has_odometry = false;
  EXPECT_FALSE(fails(9s));
  ASSERT_TRUE(fails(3s));
  EXPECT_EQ(mission_.outcome, "odometry_lost");
}

TEST_F(LineFollowing, ARobotThatIsHeldStandsAndSaysSo) {
  line_ = TestLine::straight({0.4, 0}, 0, 10);
  ASSERT_TRUE(reaches("follow_line"));
  run(1s);
  const Pose2 held = floor_.map_from_base;
  ASSERT_TRUE(run_until(
      [&] {
        floor_.map_from_base = held;
        return mission_.status == MissionMessage::FAILED;
      },
      4s));
  EXPECT_EQ(mission_.outcome, "robot_stuck");
  EXPECT_THAT(mission_.message, HasSubstr("has not moved for 2 s"));
  expect_standing();
}

TEST_F(LineFollowing, BeforeWhatStandsOnTheLineItWaits) {
  auto ranges = person_.publisher<sensor_msgs::msg::Range>("range/front", qos::sensor);
  line_ = TestLine::straight({0.4, 0}, 0, 10);
  ASSERT_TRUE(reaches("follow_line"));
  run(1s);
  const Vec2 from = floor_.map_from_base.translation;
  for (int i = 0; i < 40; ++i) {
    ranges.publish({.range = 0.05F});
    run(100ms);
  }
  EXPECT_LT(distance(from, floor_.map_from_base.translation), 0.02);
  EXPECT_TRUE(is_in("follow_line"));
  EXPECT_THAT(mission_.message, HasSubstr("something stands on the line"));
  ranges.publish({.range = 0.3F});
  run(2s);
  EXPECT_GT(distance(from, floor_.map_from_base.translation), 0.3);
}

TEST_F(LineFollowing, WhatStandsOnTheFloorAndLooksLikeALineIsLeft) {
  auto ranges = person_.publisher<sensor_msgs::msg::Range>("range/front", qos::sensor);
  line_ = TestLine::straight({0.8, -0.2}, pi / 2, 0.4);
  ASSERT_TRUE(reaches("align_to_line"));
  ASSERT_TRUE(run_until([&] {
    const double away = 0.8 - floor_.map_from_base.translation.x - 0.125;
    ranges.publish({.range = static_cast<float>(away)});
    return is_in("find_line");
  }));
  EXPECT_THAT(mission_.message, HasSubstr("something stands between the robot and the line"));
  run(5s);
  EXPECT_TRUE(is_in("find_line")) << "it is in sight, and looked for elsewhere";
  ASSERT_TRUE(control("restart").success);
  EXPECT_TRUE(reaches("align_to_line", 10s)) << "who restarts it may have taken it away";
}

TEST_F(LineFollowing, CanBeStoppedResumedAndRestartedAnywhere) {
  line_ = TestLine::straight({0.4, 0}, 0, 10);
  for (const std::string state : {"find_line", "align_to_line", "follow_line"}) {
    SCOPED_TRACE(state);
    floor_.map_from_base = {};
    ASSERT_TRUE(control("restart", state).success);
    run(250ms);
    ASSERT_TRUE(control("stop").success);
    expect_standing();
    const std::string stopped_in = mission_.active;
    EXPECT_EQ(mission_.status, MissionMessage::STOPPED);
    EXPECT_EQ(perception_->processor, "") << "nobody looks";
    const Vec2 stood = floor_.map_from_base.translation;
    run(2s);
    EXPECT_EQ(distance(stood, floor_.map_from_base.translation), 0);
    ASSERT_TRUE(control("resume").success);
    EXPECT_EQ(mission_.active, stopped_in);
    ASSERT_TRUE(reaches("follow_line"));
    run(1s);
    EXPECT_TRUE(is_in("follow_line"));
  }
  ASSERT_TRUE(control("restart").success);
  run(10ms);
  EXPECT_TRUE(is_in("find_line"));
}

TEST_F(LineFollowing, ChangedGainsCountAtOnce) {
  line_ = TestLine::straight({0.4, 0}, 0, 10);
  ASSERT_TRUE(reaches("follow_line"));
  run(2s);
  EXPECT_NEAR(floor_.command.linear, 0.25, 0.01);
  ASSERT_EQ(follower_->node().parameters().set({"follow.speed_mps", 0.1}), std::nullopt);
  run(200ms);
  EXPECT_NEAR(floor_.command.linear, 0.1, 0.01);
}

TEST_F(LineFollowing, ParametersAreOnThePageWithTheirDefaults) {
  std::ifstream file(source_folder() / "docs/programs.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  ParameterStore& parameters = follower_->node().parameters();
  for (const std::string& name : parameters.names()) {
    if (name == "use_sim_time") continue;
    const std::string row = fmt::format("| `{}` | {} | {}", name, to_string(*parameters.find(name)),
                                        parameters.describe(name)->description);
    EXPECT_NE(page.find(row), std::string::npos) << row;
  }
}

}  // namespace
}  // namespace tandem
