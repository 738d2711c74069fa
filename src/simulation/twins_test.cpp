// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>

#include "simulation/simulation.h"
#include "simulation/test_scenarios.h"

namespace tandem {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr double pi = std::numbers::pi;

RobotConfig round_robot(const std::string& name, RobotMode mode, double x = 0, double y = 0) {
  RobotConfig robot;
  robot.name = name;
  robot.mode = mode;
  robot.model = one_link_model("disc", Cylinder{0.15, 0.3}, 5);
  robot.world_from_robot.translation = {x, y, 0.151};
  return robot;
}

// A real robot that goes where a function says, seen by a perfect tracker at 50 Hz.
class Lab {
 public:
  explicit Lab(const std::function<void(Scenario&)>& furnish = {}, TwinConfig twin = {}) {
    auto scenario = bare_floor();
    scenario->robots.push_back(round_robot("r", RobotMode::twin));
    scenario->robots[0].twin = twin;
    if (furnish) furnish(*scenario);
    simulation.emplace(std::move(scenario));
  }

  const Frame& run(Duration lasts, const std::function<Pose2(double)>& path) {
    const SimTime begin = simulation->time();
    while (simulation->time() < begin + lasts) {
      const SimTime now = simulation->time();
      Inputs inputs = std::move(next);
      next = {};
      if (now.count() % 20'000'000 == 0)
        inputs.poses.push_back({"r", now, path(seconds(now - begin))});
      frame = simulation->step(std::move(inputs));
      for (const auto& look : each_step) look();
    }
    return frame;
  }
  const RobotState& robot(std::size_t i = 0) const { return frame.robots[i]; }
  Vec3 place_of(const std::string& name) const {
    const World& world = simulation->world();
    return world.world_from(*world.find(name)).translation;
  }
  Vec3 velocity_of(const std::string& name) const {
    const World& world = simulation->world();
    return world.physics().velocity(world.find(name)->bodies[0]).linear;
  }
  BodyId body_of(const std::string& name) const {
    return simulation->world().find(name)->bodies[0];
  }

  std::optional<Simulation> simulation;
  Inputs next;
  Frame frame;
  std::vector<std::function<void()>> each_step;
};

Pose2 still(double) { return {}; }
std::function<Pose2(double)> straight(double speed, Pose2 from = {}) {
  return [=](double t) { return from * Pose2{{speed * t, 0}, 0}; };
}

void add_box(Scenario& scenario, const std::string& name, const Vec3& at, const Vec3& size,
             double mass) {
  scenario.world.models.push_back({name, one_link_model(name, Box{size}, mass), {at, {}}});
}
void add_wall(Scenario& scenario, const std::string& name, const Vec3& at, const Vec3& size) {
  scenario.world.models.push_back({name, one_link_model(name, Box{size}, 0, true), {at, {}}});
}

TEST(Twins, StandWhereTheRobotIsNowAndTellItAsOdometry) {
  Lab lab;
  lab.run(4s, straight(0.5));
  // the frame shows the end of its step
  EXPECT_NEAR(lab.robot().world_from_base.translation.x, 0.5 * 4, 0.005);
  EXPECT_NEAR(lab.robot().velocity.linear.x, 0.5, 0.01);
  EXPECT_NEAR(lab.robot().odometry.odom_from_base.translation.x, 2, 0.005);
  EXPECT_NEAR(lab.robot().odometry.velocity.linear, 0.5, 0.01);
  ASSERT_TRUE(lab.robot().twin);
  EXPECT_EQ(lab.robot().twin->state.tracking, TrackingState::tracking);
  EXPECT_THAT(lab.robot().twin->touching, IsEmpty());  // the floor is no obstacle
}

TEST(Twins, PushAnythingAndAreMovedByNothing) {
  Lab lab([](Scenario& scenario) {
    add_box(scenario, "block", {0.6, 0, 0.25}, {0.4, 0.4, 0.5}, 2000);
    add_box(scenario, "missile", {0, 3, 0.2}, {0.2, 0.2, 0.2}, 50);
  });
  lab.run(100ms, still);
  lab.next.edits.push_back({SetEntityState{.name = "missile", .velocity = Twist{{0, -6, 0}, {}}}});
  lab.run(1s, still);
  EXPECT_EQ(lab.robot().world_from_base.translation.x, 0);
  EXPECT_EQ(lab.robot().world_from_base.translation.y, 0);
  lab.run(4s, straight(0.3));
  EXPECT_NEAR(lab.robot().world_from_base.translation.x, 1.2, 0.005);
  EXPECT_NEAR(lab.place_of("block").x, 1.2 + 0.15 + 0.2, 0.01);
  EXPECT_THAT(lab.robot().twin->touching, ElementsAre(lab.body_of("block")));
}

TEST(Twins, DoNotLeapOverThinThingsHoweverFastTheyAre) {
  // a small room in a large world: 1 m/s become 20 m/s, 20 cm a step
  Lab lab(
      [](Scenario& scenario) {
        add_box(scenario, "plate", {3, 0, 0.2}, {0.02, 0.4, 0.4}, 1);
      },
      {.scale = 20});
  lab.run(100ms, still);
  double least_lead = 1e9;
  lab.each_step.push_back([&] {
    const double x = lab.robot().world_from_base.translation.x;
    if (x > 2.9) least_lead = std::min(least_lead, lab.place_of("plate").x - x);
  });
  lab.run(300ms, straight(1));
  EXPECT_GT(lab.robot().world_from_base.translation.x, 4);
  EXPECT_GT(least_lead, 0.1);
}

TEST(Twins, MayOverlapWhatCannotGetAwayAndSaySo) {
  Lab lab([](Scenario& scenario) {
    add_box(scenario, "box", {0.3, 0.02, 0.1}, {0.2, 0.2, 0.2}, 1);
    add_wall(scenario, "wall", {0.6, 0, 0.5}, {0.2, 2, 1});
  });
  lab.run(100ms, still);
  double fastest = 0, deepest = 0, highest = 0;
  lab.each_step.push_back([&] {
    // what is pressed upwards may tip over and fall as fast as it likes
    const double z = lab.place_of("box").z;
    highest = std::max(highest, z);
    const double fall = 2 * 9.81 * (highest - z);
    const Vec3 v = lab.velocity_of("box");
    fastest = std::max(fastest, std::sqrt(std::max(0.0, v.x * v.x + v.y * v.y - fall)));
    deepest = std::max(deepest, lab.robot().twin->overlap_m);
  });
  lab.run(2s, straight(0.2));
  EXPECT_GT(deepest, 0.05);
  EXPECT_LE(fastest, 0.2 + 0.1);
  EXPECT_THAT(lab.robot().twin->touching, testing::Contains(lab.body_of("box")));
  // and when the robot goes back, it is let out gently
  fastest = 0;
  lab.run(3s, straight(-0.2, {{0.4, 0}, 0}));
  EXPECT_LE(fastest, 0.2 + 0.1);
  EXPECT_EQ(lab.robot().twin->overlap_m, 0);
}

TEST(Twins, ReportTheWallsAndTwinsTheyAreIn) {
  Lab lab([](Scenario& scenario) {
    add_wall(scenario, "wall", {1, 0, 0.5}, {0.1, 2, 1});
    scenario.robots.push_back(round_robot("other", RobotMode::twin, 0, 1));
  });
  lab.run(1s, straight(0.5));
  EXPECT_THAT(lab.robot().twin->touching, IsEmpty());
  lab.run(1s, straight(0.5, {{0.5, 0}, 0}));
  EXPECT_NEAR(lab.robot().world_from_base.translation.x, 1, 0.01);  // no wall holds it
  EXPECT_THAT(lab.robot().twin->touching, ElementsAre(lab.body_of("wall")));
  lab.run(3s, [](double t) { return Pose2{{1 - std::min(1.0, 0.5 * t), 0}, 0}; });
  EXPECT_THAT(lab.robot().twin->touching, IsEmpty());
  lab.run(3s, [](double t) { return Pose2{{0, std::min(0.9, 0.5 * t)}, 0}; });
  EXPECT_THAT(lab.robot().twin->touching, ElementsAre(lab.body_of("other")));
  EXPECT_THAT(lab.robot(1).twin->touching, ElementsAre(lab.body_of("r")));
}

TEST(Twins, FreezeWhereTheyAreWhenTheirRobotIsLost) {
  Lab lab;
  lab.run(2s, straight(0.5));
  Frame frame;
  const auto wait = [&](Duration lasts) {
    for (const SimTime end = lab.simulation->time() + lasts; lab.simulation->time() < end;)
      frame = lab.simulation->step({});
  };
  wait(480ms);
  EXPECT_EQ(frame.robots[0].twin->state.tracking, TrackingState::degraded);
  wait(30ms);
  EXPECT_EQ(frame.robots[0].twin->state.tracking, TrackingState::lost);
  const Pose frozen = frame.robots[0].world_from_base;
  wait(1s);
  EXPECT_EQ(frame.robots[0].world_from_base, frozen);
  EXPECT_EQ(frame.robots[0].velocity.linear.x, 0);
}

TEST(Twins, StayWhilePausedAndGoOnFromThere) {
  Lab lab;
  lab.run(2s, straight(0.5));
  lab.next.edits.push_back({PauseTwin{"r"}});
  lab.run(20ms, straight(0.5, {{1, 0}, 0}));
  const Pose stood = lab.robot().world_from_base;
  lab.run(2s, straight(-0.4, {{1, 0}, 1}));
  EXPECT_TRUE(lab.robot().twin->state.is_paused);
  EXPECT_EQ(lab.robot().world_from_base, stood);

  const Pose2 left_at{{0.3, -0.5}, 1};
  lab.run(1s, [&](double) { return left_at; });
  lab.next.edits.push_back({PauseTwin{"r", false}});
  lab.run(20ms, [&](double) { return left_at; });
  EXPECT_FALSE(lab.robot().twin->state.is_paused);
  EXPECT_EQ(lab.robot().world_from_base.translation, stood.translation);
  lab.run(1s, straight(0.5, left_at));
  lab.run(1s, [&](double) { return left_at * Pose2{{0.5, 0}, 0}; });
  EXPECT_NEAR(lab.robot().world_from_base.translation.x, stood.translation.x + 0.5, 0.005);
  EXPECT_NEAR(lab.robot().world_from_base.translation.y, stood.translation.y, 0.005);
}

TEST(Twins, BecomeSimulatedAndBack) {
  auto scenario = std::make_shared<Scenario>(*shipped("empty"));
  scenario->clock = ClockType::zero;
  Simulation simulation(scenario);
  Frame frame;
  const auto drive = [&](double speed, Duration lasts) {
    for (const SimTime end = simulation.time() + lasts; simulation.time() < end;)
      frame = simulation.step({.commands = {{"emaros", {.linear = speed}}}});
  };
  drive(0.3, 2s);
  drive(0, 1s);
  const Pose there = frame.robots[0].world_from_base;
  const Pose2 odom = frame.robots[0].odometry.odom_from_base;
  ASSERT_GT(odom.translation.x, 0.4);

  // the real robot stands where the simulated one did
  frame = simulation.step({.edits = {{SetRobotMode{"emaros", RobotMode::twin}}}});
  EXPECT_EQ(frame.outcomes[0].result, EditResult::done);
  ASSERT_TRUE(frame.robots[0].twin);
  EXPECT_EQ(frame.robots[0].twin->state.tracking, TrackingState::waiting);
  EXPECT_LT(length(frame.robots[0].world_from_base.translation - there.translation), 1e-4);
  EXPECT_NEAR(frame.robots[0].odometry.odom_from_base.translation.x, odom.translation.x, 1e-4);
  const Pose2 seen{{there.translation.x, there.translation.y}, there.rotation.yaw()};
  for (int i = 0; i < 250; ++i)
    frame = simulation.step(
        {.poses = {{"emaros", simulation.time(), seen * Pose2{{0.002 * i, 0}, 0}}}});
  EXPECT_NEAR(frame.robots[0].odometry.odom_from_base.translation.x, odom.translation.x + 0.5,
              0.01);
  EXPECT_FALSE(frame.robots[0].joints.names.empty());
  EXPECT_GT(frame.robots[0].joints.positions[0], 1);  // wheels roll as the robot does
  for (int i = 0; i < 100; ++i)
    frame = simulation.step({.poses = {{"emaros", simulation.time(), seen * Pose2{{0.5, 0}, 0}}}});

  frame = simulation.step({.edits = {{SetRobotMode{"emaros", RobotMode::simulated}}}});
  EXPECT_FALSE(frame.robots[0].twin);
  drive(0.3, 2s);
  drive(0, 500ms);
  EXPECT_GT(frame.robots[0].odometry.odom_from_base.translation.x, odom.translation.x + 0.5 + 0.4);

  EXPECT_EQ(
      simulation.step({.edits = {{SetRobotMode{"nobody", RobotMode::twin}}}}).outcomes[0].reason,
      "there is no 'nobody' in the world");
  EXPECT_EQ(simulation.step({.edits = {{PauseTwin{"emaros"}}}}).outcomes[0].reason,
            "'emaros' is not the twin of a real robot");
  // a reset brings the scenario back as it was
  simulation.step({.edits = {{SetRobotMode{"emaros", RobotMode::twin}}}});
  EXPECT_TRUE(simulation.step({.edits = {{Reset{ResetScope::state}}}}).robots[0].twin);
  EXPECT_FALSE(simulation.step({.edits = {{Reset{}}}}).robots[0].twin);
}

TEST(Twins, JoinAndLeaveWhileTheWorldRuns) {
  Lab lab;
  lab.run(100ms, still);
  lab.next.edits.push_back({Spawn{.what = round_robot("late", RobotMode::twin, 2, 2)}});
  lab.next.poses.push_back({"late", lab.simulation->time(), {{2, 2}, 0}});
  lab.run(20ms, still);
  ASSERT_EQ(lab.frame.robots.size(), 2u);
  EXPECT_EQ(lab.robot(1).twin->state.tracking, TrackingState::tracking);
  lab.next.edits.push_back({RemoveEntity{"late"}});
  lab.run(10ms, still);
  EXPECT_EQ(lab.frame.outcomes[0].reason,
            "'late' is the twin of a real robot that is seen; it can go when its tracking is lost");
  lab.run(1s, still);
  lab.next.edits.push_back({RemoveEntity{"late"}});
  lab.run(10ms, still);
  EXPECT_EQ(lab.frame.outcomes[0].result, EditResult::done);
  EXPECT_EQ(lab.frame.robots.size(), 1u);
}

TEST(Twins, StandOnTheGroundOfTheWorld) {
  // a ramp that rises by 0.2 in 1, from x = 1 on
  Lab lab([](Scenario& scenario) {
    const double slope = std::atan(0.2);
    scenario.world.models.push_back(
        {"ramp",
         one_link_model("ramp", Box{{6, 4, 1}}, 0, true),
         {Vec3{1, 0, 0} + Quat::from_rpy(0, -slope, 0) * Vec3{3, 0, -0.5},
          Quat::from_rpy(0, -slope, 0)}});
    add_box(scenario, "box", {0.6, 0, 0.05}, {0.1, 0.1, 0.1}, 0.5);
  });
  lab.run(500ms, still);
  EXPECT_NEAR(lab.robot().world_from_base.translation.z, 0.151, 1e-3);
  lab.run(6s, straight(0.5));
  const Pose& pose = lab.robot().world_from_base;
  EXPECT_NEAR(pose.translation.x, 3, 0.01);
  EXPECT_NEAR(pose.translation.z, 0.151 + 0.2 * 2, 0.01);
  EXPECT_NEAR((pose.rotation * Vec3{1, 0, 0}).z, std::sin(std::atan(0.2)), 0.01);
  EXPECT_THAT(lab.robot().twin->touching, testing::Not(testing::Contains(lab.body_of("ramp"))));
}

TEST(Twins, AndSimulatedRobotsPushEachOther) {
  Lab lab([](Scenario& scenario) {
    scenario.robots.push_back(round_robot("virtual", RobotMode::simulated, 1, 0));
  });
  lab.run(3s, straight(0.4));
  EXPECT_NEAR(lab.robot(1).world_from_base.translation.x, 1.2 + 0.3, 0.02);
}

// A dynamic twin, whose 5 kg are pushed by what the robot is known to have: 10 N for each.
TwinConfig dynamic(double snap_distance_m = 0.5) {
  return {.is_dynamic = true, .snap_distance_m = snap_distance_m};
}

TEST(DynamicTwins, AreWhereTheirRobotIsWhileNothingResists) {
  Lab lab({}, dynamic());
  lab.run(4s, [](double t) {  // on a circle of 1 m at 0.5 m/s
    return Pose2{{std::sin(0.5 * t), 1 - std::cos(0.5 * t)}, 0.5 * t};
  });
  EXPECT_NEAR(lab.robot().world_from_base.translation.x, std::sin(2), 0.03);
  EXPECT_NEAR(lab.robot().world_from_base.translation.y, 1 - std::cos(2), 0.03);
  EXPECT_NEAR(lab.robot().world_from_base.rotation.yaw(), 2, 0.05);
  EXPECT_LT(lab.robot().twin->off_m, 0.03);
  EXPECT_EQ(lab.robot().twin->snaps, 0);
  EXPECT_THAT(lab.robot().twin->touching, IsEmpty());
  EXPECT_NEAR(lab.robot().velocity.linear.x, 0.5 * std::cos(2), 0.05);
  EXPECT_NEAR(lab.robot().odometry.odom_from_base.translation.x, std::sin(2), 0.03);
}

TEST(DynamicTwins, PushWhatTheirForceCanPush) {
  // 1 kg takes 5 N to slide, a tonne 5 kN; the twin has 50
  for (const double mass_kg : {1.0, 1000.0}) {
    Lab lab(
        [&](Scenario& scenario) {
          add_box(scenario, "block", {0.6, 0, 0.25}, {0.4, 0.4, 0.5}, mass_kg);
        },
        dynamic(5));
    lab.run(4s, straight(0.3));
    const double front_m = lab.robot().world_from_base.translation.x + 0.15;
    if (mass_kg == 1) {
      EXPECT_NEAR(lab.robot().world_from_base.translation.x, 1.2, 0.05);
      EXPECT_NEAR(lab.place_of("block").x, front_m + 0.2, 0.03);
    } else {
      EXPECT_NEAR(lab.place_of("block").x, 0.6, 0.01);
      EXPECT_NEAR(front_m, 0.4, 0.03);
      EXPECT_NEAR(lab.robot().twin->off_m, 1.2 - 0.25, 0.05);
    }
    EXPECT_THAT(lab.robot().twin->touching, ElementsAre(lab.body_of("block")));
  }
}

TEST(DynamicTwins, ArePutWhereTheirRobotIsWhenTheyAreTooFarOff) {
  Lab lab(
      [](Scenario& scenario) {
        add_wall(scenario, "wall", {0.6, 0, 0.5}, {0.05, 4, 1});
      },
      dynamic(0.5));
  double farthest = 0;
  lab.each_step.push_back([&] { farthest = std::max(farthest, lab.robot().twin->off_m); });
  lab.run(4s, straight(0.4));
  EXPECT_EQ(lab.robot().twin->snaps, 1);
  EXPECT_NEAR(farthest, 0.5, 0.01);
  EXPECT_NEAR(lab.robot().world_from_base.translation.x, 1.6, 0.03);
  EXPECT_NEAR(lab.robot().world_from_base.translation.z, 0.151, 0.01);
}

TEST(DynamicTwins, ComeBackFromWhatPushesThemAway) {
  Lab lab(
      [](Scenario& scenario) {
        add_box(scenario, "missile", {0, 2, 0.2}, {0.2, 0.2, 0.2}, 5);
      },
      dynamic(5));
  lab.run(200ms, still);
  lab.next.edits.push_back({SetEntityState{.name = "missile", .velocity = Twist{{0, -6, 0}, {}}}});
  double farthest = 0;
  lab.each_step.push_back([&] { farthest = std::max(farthest, lab.robot().twin->off_m); });
  lab.run(1s, still);
  EXPECT_GT(farthest, 0.05);
  lab.next.edits.push_back({RemoveEntity{"missile"}});
  lab.run(5s, still);
  // not nearer than the threshold, and where the push is as strong as the floor's friction:
  // 4 / s (off - 1 cm) = 0.8 g 10 ms
  EXPECT_LT(lab.robot().twin->off_m, 0.01 + 0.8 * 9.81 * 0.01 / 4 + 0.003);
  EXPECT_EQ(lab.robot().twin->snaps, 0);
}

TEST(DynamicTwins, WithADriveFollowOnTheirWheels) {
  auto scenario = std::make_shared<Scenario>(*shipped("empty"));
  scenario->robots[0] = *with_mode(scenario->robots[0], RobotMode::twin, {});
  scenario->robots[0].twin.is_dynamic = true;
  scenario->clock = ClockType::zero;
  Simulation simulation(scenario);
  Frame frame;
  double farthest = 0;
  while (simulation.time() < 8s) {
    const double t = seconds(simulation.time());
    Inputs inputs;
    if (t > 0.5)  // on a circle of 0.6 m at 0.3 m/s
      inputs.poses.push_back(
          {scenario->robots[0].name,
           simulation.time(),
           {{0.6 * std::sin(0.5 * (t - 0.5)), 0.6 - 0.6 * std::cos(0.5 * (t - 0.5))},
            std::remainder(0.5 * (t - 0.5), 2 * pi)}});
    frame = simulation.step(std::move(inputs));
    if (t > 3) farthest = std::max(farthest, frame.robots[0].twin->off_m);
  }
  EXPECT_LT(farthest, 0.03);
  EXPECT_LE(frame.robots[0].twin->snaps, 1);  // at the first pose
  // its wheels turn: 8 s at 0.3 m/s
  const JointStates& joints = frame.robots[0].joints;
  ASSERT_FALSE(joints.positions.empty());
  EXPECT_GT(std::abs(joints.velocities[0]), 1);
}

TEST(Twins, TheSameInputsGiveTheSameWorld) {
  const auto digest = [] {
    Lab lab([](Scenario& scenario) {
      for (int i = 0; i < 5; ++i)
        add_box(scenario, "b" + std::to_string(i), {0.5 + 0.2 * i, 0.05 * i, 0.1},
                {0.15, 0.15, 0.2}, 1);
    });
    lab.run(3s, [](double t) { return Pose2{{0.4 * t, 0.1 * std::sin(t)}, 0.2 * t}; });
    return lab.frame.state_hash;
  };
  EXPECT_EQ(digest(), digest());
}

}  // namespace
}  // namespace tandem
