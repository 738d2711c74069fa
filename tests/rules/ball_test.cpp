// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#include "rule_world.h"

namespace tandem {
namespace {

using ::testing::HasSubstr;

// Robots that stand still at the left and right, looking at each other.
const std::string court = R"(
robots:
  - {name: left, model: emaros, pose: {x: -1.7}}
  - {name: right, model: emaros, pose: {x: 1.7, yaw_deg: 180}}
rules:
  pong: {type: ball, area: {size_x_m: 4, size_y_m: 3}, speed_mps: 1, pause: 1s,
         serve_angle_deg: 0, players: [left, right]}
)";

// Nobody plays, so that nothing but walls is in the way.
std::string closed(const std::string& settings) {
  return "robots: [{name: far, model: emaros, pose: {x: 9}}]\nrules: {pong: {type: ball, "
         "area: {x: 1, y: 2, yaw_deg: 30, size_x_m: 4, size_y_m: 3}, goals: none, pause: 0s, " +
         settings + "}}\n";
}

double unfolded(double path, double half) {
  const double period = 4 * half;
  double at = std::fmod(path + half, period);
  if (at < 0) at += period;
  return (at <= 2 * half ? at : period - at) - half;
}

double number(const RuleValue& value) { return std::get<double>(value); }

TEST(Ball, FollowsTheUnfoldedLineBetweenWallsAtOneSpeed) {
  RuleWorld world(closed("speed_mps: 1.5"));
  world.step();  // served
  ASSERT_EQ(world.frame().events.size(), 1u);
  EXPECT_EQ(world.frame().events[0].name, "serve");
  const Pose2 court_from_world = inverse(Pose2{{1, 2}, 30 * std::acos(-1.0) / 180});
  const auto at = [&] {
    const Vec3 p = world.pose_of("ball").translation;
    EXPECT_NEAR(p.z, 0.05, 1e-9) << "it lies on the floor";
    return court_from_world * Vec2{p.x, p.y};
  };
  EXPECT_NEAR(std::hypot(at().x, at().y), 0, 1e-12) << "a serve begins in the middle";
  world.step();
  const Vec2 first = at();
  EXPECT_NEAR(std::hypot(first.x, first.y), 1.5 * 0.008, 1e-9);
  const Vec2 direction{first.x / 0.012, first.y / 0.012};
  for (int step = 2; step < 5000; ++step) {
    world.step();
    // 60 m: some 25 bounces; the direction is known to 1e-13 / 0.012
    ASSERT_NEAR(at().x, unfolded(direction.x * 0.012 * step, 1.95), 1e-8) << step;
    ASSERT_NEAR(at().y, unfolded(direction.y * 0.012 * step, 1.45), 1e-8) << step;
  }
  EXPECT_EQ(world.status("pong", "speed_mps"), RuleValue(1.5));
}

TEST(Ball, IsHitByPaddlesThatStandStill) {
  RuleWorld world(court);
  EXPECT_EQ(world.status("pong", "in_play"), RuleValue(false));
  world.run(990ms);
  EXPECT_EQ(world.count_events("serve"), 0) << "a second before it is served";
  world.run(20ms);
  EXPECT_EQ(world.count_events("serve"), 1);
  EXPECT_EQ(world.status("pong", "in_play"), RuleValue(true));
  // The faces of the paddles are 0.17 + 0.02 m before their robots, the ball turns 0.05 m earlier:
  // between -1.46 and 1.46 m, first after 1.46 s and then each 2.92 s.
  world.run(1400ms);
  EXPECT_EQ(world.count_events("hit"), 0);
  world.run(100ms);
  EXPECT_EQ(world.count_events("hit"), 1);
  world.run(10s);
  EXPECT_EQ(world.count_events("hit"), 4);
  EXPECT_EQ(number(world.status("pong", "rally")), 4);
  EXPECT_EQ(world.count_events("goal"), 0);
  std::vector<std::string> hitters;
  for (const WorldEvent& event : world.events())
    if (event.name == "hit") hitters.push_back(event.robot);
  EXPECT_NE(hitters.at(0), hitters.at(1));
  EXPECT_EQ(hitters.at(0), hitters.at(2));
}

TEST(Ball, IsServedAgainAfterAGoalWhichCounts) {
  RuleWorld world(court);
  // out of the way
  for (const std::string robot : {"left", "right"})
    world.edit(SetEntityState{robot, Pose{{robot == "left" ? -1.0 : 1.0, 1.2, 0.035}, {}}, {}});
  world.run(3s + 100ms);
  // served at 1 s, 2 m at 1 m/s
  ASSERT_EQ(world.count_events("goal"), 1);
  EXPECT_EQ(number(world.status("pong", "left")) + number(world.status("pong", "right")), 1);
  EXPECT_EQ(world.status("pong", "in_play"), RuleValue(false));
  EXPECT_NEAR(world.pose_of("ball").translation.x, 0, 1e-9);
  world.run(1s);
  EXPECT_EQ(world.count_events("serve"), 2);
  world.run(9s);  // each goal takes a pause of 1 s and 2 m
  EXPECT_EQ(world.count_events("goal"), 4);
  EXPECT_EQ(number(world.status("pong", "left")) + number(world.status("pong", "right")), 4);

  EXPECT_EQ(world.order("score,reset").text, "the score is 0 : 0");
  EXPECT_EQ(number(world.status("pong", "left")) + number(world.status("pong", "right")), 0);
}

TEST(Ball, ThePaddleOfATwinIsWhereItsRobotIs) {
  RuleWorld world(R"(
robots: [{name: r, model: emaros, mode: twin}]
rules: {pong: {type: ball, area: {size_x_m: 4, size_y_m: 3}, auto_serve: false, serve_angle_deg: 0}}
)");
  // it comes from the right, looks to the left, and stands at x = 1 with its paddle at 0.83
  const Pose2 pose{{1, 0.1}, std::acos(-1.0)};
  const auto seen = [&] {
    const SimTime now = world.simulation().time();
    world.step({.poses = {{.robot = "r", .stamp = now, .marker = pose}}});
  };
  for (int i = 0; i < 100; ++i) seen();
  EXPECT_NEAR(world.pose_of("r").translation.x, 1, 1e-6);
  EXPECT_NEAR(world.pose_of("paddle").translation.x, 0.83, 1e-6);
  EXPECT_NEAR(world.pose_of("paddle").translation.y, 0.1, 1e-6);

  // serves until one goes to the right: 0.76 m to where the paddle turns it
  int hits = 0, served = 0;
  double farthest = 0;
  for (; served < 40 && hits == 0; ++served) {
    EXPECT_TRUE(world.order("serve").is_done);
    for (int i = 0; i < 600 && world.status("pong", "in_play") == RuleValue(true); ++i) {
      seen();
      farthest = std::max(farthest, world.pose_of("ball").translation.x);
      for (const WorldEvent& event : world.frame().events) hits += event.name == "hit";
    }
  }
  EXPECT_EQ(hits, 1) << served;
  EXPECT_NEAR(farthest, 0.83 - 0.02 - 0.05, 0.8 * 0.008);
}

TEST(Ball, ThePaddleGoesWithItsRobotWithoutDriftAndPushesNothing) {
  const std::string start = R"(
robots: [{name: r, model: emaros, pose: {x: -1}}]
rules: {)";
  RuleWorld with(start +
                 "pong: {type: ball, area: {size_x_m: 40, size_y_m: 30}, auto_serve: false}}");
  RuleWorld without(start + "}");
  for (int i = 0; i < 3; ++i) {
    with.drive("r", 0.4, i - 1.0, 2s);
    without.drive("r", 0.4, i - 1.0, 2s);
    const Pose robot = with.pose_of("r"), paddle = with.pose_of("paddle");
    const Vec3 seen = inverse(robot) * paddle.translation;
    EXPECT_NEAR(seen.x, 0.17, 1e-5);
    EXPECT_NEAR(seen.y, 0, 1e-5);
  }
  // a gram more in front of 3 kg
  EXPECT_NEAR(with.pose_of("r").translation.x, without.pose_of("r").translation.x, 2e-3);
  EXPECT_NEAR(with.pose_of("r").translation.y, without.pose_of("r").translation.y, 2e-3);
}

TEST(Ball, IsSeenByRangesOnlyWhereItIsAndThePaddleByNone) {
  SimulationOptions wanting;
  wanting.interest = std::make_shared<SensorInterest>();
  const auto range_claim = wanting.interest->want("r", "range_front");
  const auto lidar_claim = wanting.interest->want("r", "lidar");
  // the robot's front range looks along x, 55 mm above the floor
  const std::string yaml = R"(
robots: [{name: r, model: emaros, pose: {x: -0.3}}]
rules: {pong: {type: ball, area: {size_x_m: 4, size_y_m: 3}, auto_serve: false}}
)";
  RuleWorld world(yaml, {}, wanting);
  double range = 0, nearest_of_lidar = 1e9;
  for (int i = 0; i < 40; ++i)
    for (const auto& reading : world.step().readings) {
      if (reading->sensor->name == "range_front")
        if (const auto* measured = std::get_if<RangeReading>(&reading->measurement))
          range = measured->range_m;
      if (const auto* scan = std::get_if<ScanReading>(&reading->measurement))
        for (const float beam : scan->ranges_m)
          if (beam > 0) nearest_of_lidar = std::min(nearest_of_lidar, double{beam});
    }
  // 0.3 m to the middle of the ball, less its radius and what the sensor is before the base; noise
  // of 5 mm. The floor is 0.25 m away, the paddle 0.025 m.
  EXPECT_NEAR(range, 0.3 - 0.125 - 0.05, 0.03);
  EXPECT_GT(nearest_of_lidar, 1) << "the laser plane is above the ball";
}

TEST(Ball, IsServedOtherwiseInAnotherEpisodeAndTheSameInARepeatedOne) {
  const std::string open = R"(
robots: [{name: r, model: emaros, pose: {y: 1.2}}]
rules: {pong: {type: ball, area: {size_x_m: 4, size_y_m: 3}, pause: 0s}}
)";
  RuleWorld world(open);
  world.step();  // as there is one with each reset
  const auto after_a_second = [&] {
    world.run(1s);
    return world.pose_of("ball").translation;
  };
  const Vec3 first = after_a_second();
  world.edit(Reset{});
  const Vec3 again = after_a_second();
  EXPECT_EQ(first, again);
  world.edit(Reset{ResetScope::next_episode});
  const Vec3 next = after_a_second();
  EXPECT_NE(first.y, next.y);

  RuleWorld other(open), third(open);
  other.run(5s);
  third.run(5s);
  EXPECT_EQ(other.frame().state_hash, third.frame().state_hash);
}

TEST(Ball, OrdersThatMakeNoSenseAreRefused) {
  RuleWorld world(court);
  EXPECT_TRUE(world.order("serve").is_done) << "nobody has to wait";
  EXPECT_EQ(world.order("serve").text, "the ball is in play");
  EXPECT_THAT(world.order("serve,now").text, HasSubstr("at most 0 words"));
  EXPECT_THAT(world.order("score,double").text, HasSubstr("by nothing, or by 'reset'"));
  EXPECT_THAT(world.order("score,reset,now").text, HasSubstr("at most 1 word"));
  EXPECT_EQ(world.order("score").text, "the score is 0 : 0");
}

TEST(Ball, WithoutAServeOfItsOwnWaitsForOne) {
  RuleWorld world(closed("auto_serve: false"));
  world.run(5s);
  EXPECT_EQ(world.count_events("serve"), 0);
  EXPECT_TRUE(world.order("serve").is_done);
  EXPECT_EQ(world.count_events("serve"), 1);
  const Vec3 from = world.pose_of("ball").translation;
  world.run(496ms);
  EXPECT_NEAR(length(world.pose_of("ball").translation - from), 0.8 * 0.496, 1e-6);
}

TEST(Ball, ThatNobodyReachesIsServedAnew) {
  // 0.01 m/s: 200 s to a goal
  RuleWorld world(R"(
robots: [{name: r, model: emaros, pose: {y: 1.2}}]
rules: {pong: {type: ball, area: {size_x_m: 4, size_y_m: 3}, speed_mps: 0.01, pause: 0s, patience: 2s}}
)");
  world.run(7s);
  EXPECT_EQ(world.count_events("stalled"), 3);
  EXPECT_EQ(world.count_events("serve"), 4);
}

TEST(Ball, GoesOnWhenItOrAPlayerIsTakenAwayAndWhenOneBecomesATwin) {
  RuleWorld world(court);
  world.run(1500ms);
  EXPECT_EQ(world.edit(RemoveEntity{"ball"}).result, EditResult::done);
  world.run(100ms);
  EXPECT_TRUE(world.has("ball"));
  EXPECT_EQ(world.edit(RemoveEntity{"left"}).result, EditResult::done);
  world.run(100ms);
  int paddles = 0;
  for (const Entity& entity : world.simulation().world().entities())
    paddles += entity.model->name == "paddle";
  EXPECT_EQ(paddles, 1);
  EXPECT_EQ(world.edit(SetRobotMode{"right", RobotMode::twin}).result, EditResult::done);
  world.run(5s);
  paddles = 0;
  for (const Entity& entity : world.simulation().world().entities())
    paddles += entity.model->name == "paddle";
  EXPECT_EQ(paddles, 1);
}

TEST(Ball, AHouseThatIsFastEnoughMissesNothingAndASlowOneDoes) {
  const auto played = [](const std::string& speed) {
    RuleWorld world(R"(
robots: [{name: r, model: emaros, pose: {x: 9}}]
rules: {pong: {type: ball, area: {size_x_m: 4, size_y_m: 3}, goals: right, speed_mps: 1, pause: 0s,
               house: right, house_speed_mps: )" +
                    speed + "}}");
    world.run(40s);
    // between the left wall and the house's face: 1.95 + 1.83 m there and back
    EXPECT_EQ(world.pose_of("house").translation.x, 1.9);
    return std::pair(world.count_events("goal"), world.count_events("hit"));
  };
  const auto [no_goals, hits] = played("1");
  EXPECT_EQ(no_goals, 0);
  EXPECT_GE(hits, 4);  // 40 m at 35 degrees from straight at most, 7.56 m a round
  EXPECT_LE(hits, 6);
  EXPECT_GT(played("0").first, 2);
}

TEST(Ball, APaddleAtTheSideIsHitThere) {
  RuleWorld world(R"(
robots: [{name: r, model: emaros, pose: {x: -1.5, yaw_deg: 90}}]
rules: {pong: {type: ball, area: {size_x_m: 4, size_y_m: 3}, goals: left, serve_angle_deg: 0,
               paddle_direction_deg: -90, paddle_distance_m: 0.2, pause: 0s, speed_mps: 1}}
)");
  world.run(8s);
  // between -1.5 + 0.2 + 0.02 + 0.05 and 1.95 m: 6.36 m a round, and the first hit after 1.23 m, or
  // after 1.95 + 3.18 m
  EXPECT_EQ(world.count_events("hit"), world.events().at(0).text.ends_with("left") ? 2 : 1);
  EXPECT_NEAR(world.pose_of("paddle").translation.x, -1.3, 1e-3);
  EXPECT_NEAR(world.pose_of("paddle").translation.y, 0, 1e-3);
}

TEST(Ball, SettingsAreChecked) {
  const auto found = [](const std::string& settings) {
    return findings_of("robots: [{name: r, model: emaros}]\nrules: {b: {type: ball, " + settings +
                       "}}");
  };
  const std::string area = "area: {size_x_m: 4, size_y_m: 3}, ";
  EXPECT_EQ(found(area + "speed_mps: 2"), "");
  EXPECT_THAT(found("speed_mps: 2"), HasSubstr("a ball needs a court"));
  EXPECT_THAT(found(area + "speed_mps: 0"), HasSubstr("'speed_mps' must"));
  EXPECT_THAT(found(area + "speed_mps: .inf"), HasSubstr("'speed_mps'"));
  EXPECT_THAT(found(area + "sped_mps: 1"), HasSubstr("did you mean 'speed_mps'?"));
  EXPECT_THAT(found(area + "goals: top"), HasSubstr("'goals'"));
  EXPECT_THAT(found(area + "players: [nobody]"), HasSubstr("there is no robot 'nobody'"));
  EXPECT_THAT(found(area + "radius_m: 0.9"), HasSubstr("too small for a ball of 1.8 m"));
  EXPECT_THAT(found(area + "pause: -1s"), HasSubstr("'pause'"));
  EXPECT_THAT(found(area + "serve_angle_deg: 90"), HasSubstr("'serve_angle_deg'"));
  EXPECT_THAT(found("area: 4"), HasSubstr("expected a map"));
}

}  // namespace
}  // namespace tandem
