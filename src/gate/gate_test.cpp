// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "gate/gate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/random.h"

namespace tandem {
namespace {

// Everybody whom a gate listens to, in time of a monotonic clock. Each can be silenced.
class World {
 public:
  explicit World(const GateConfig& config = {}) : gate(config) {}

  // Looks every 5 ms, as the process does.
  void run(Duration lasts) {
    for (const SimTime end = now + lasts; now < end;) {
      now += 5ms;
      if (has_simulator && now.count() % 10'000'000 == 0) gate.simulator(now + 1h, now);
      if (has_pose && now.count() % 30'000'000 == 0) {
        if (!is_stuck) stamp = now;
        gate.pose(stamp - 7h, pose, now);
      }
      if (has_twin && now.count() % 100'000'000 == 0) gate.twin(is_twin_following, now);
      if (has_command && now.count() % 50'000'000 == 0)
        if (const auto sent = gate.command({0.5, 0.1}, now)) send(*sent);
      if (const auto sent = gate.tick(now)) send(*sent);
    }
  }
  void send(const Twist2& velocity) {
    if (velocity.linear == 0 && velocity.angular == 0) {
      if (!first_zero) first_zero = now;
      ++zeros;
    } else {
      first_zero.reset();
      ++passed;
    }
  }
  // From a loss to the first zero.
  Duration until_zero(Duration at_most) {
    const SimTime from = now;
    first_zero.reset();
    zeros = passed = 0;
    while (!first_zero && now - from < at_most) run(5ms);
    return first_zero ? *first_zero - from : Duration::max();
  }

  Gate gate;
  SimTime now = 1s;
  SimTime stamp{};
  std::optional<Pose2> pose = Pose2{};
  bool has_simulator = true, has_pose = true, has_command = true, is_stuck = false;
  bool has_twin = false, is_twin_following = true;  // not all simulators tell
  std::optional<SimTime> first_zero;
  int zeros = 0, passed = 0;
};

World driving(const GateConfig& config = {}) {
  World world(config);
  world.run(1s);
  EXPECT_EQ(world.gate.state(), GateState::open) << world.gate.text(world.now);
  return world;
}

TEST(Gate, IsClosedUntilEverybodyIsThere) {
  World world;
  world.has_simulator = world.has_pose = world.has_command = false;
  world.run(100ms);
  EXPECT_EQ(world.gate.state(), GateState::no_simulator);
  EXPECT_EQ(world.zeros, 2);  // at once and every 50 ms
  world.has_simulator = true;
  world.run(100ms);
  EXPECT_EQ(world.gate.state(), GateState::no_pose);
  world.has_pose = true;
  world.run(100ms);
  EXPECT_EQ(world.gate.state(), GateState::waiting_for_command);
  world.has_command = true;
  world.run(100ms);
  EXPECT_EQ(world.gate.state(), GateState::open);
  EXPECT_GT(world.passed, 0);
}

TEST(Gate, PassesCommandsUnchangedAndAtOnce) {
  World world = driving();
  const auto sent = world.gate.command({-0.25, 1.5}, world.now);
  ASSERT_TRUE(sent);
  EXPECT_EQ(sent->linear, -0.25);
  EXPECT_EQ(sent->angular, 1.5);
  EXPECT_FALSE(world.gate.tick(world.now));  // and adds nothing of its own
}

// The promise: threshold + 20 ms.
TEST(Gate, EveryLossStopsTheRobotInTime) {
  const GateConfig config{
      .simulator_timeout = 200ms, .pose_timeout = 300ms, .command_timeout = 400ms};
  {
    World world = driving(config);
    world.has_simulator = false;
    EXPECT_LE(world.until_zero(2s), 200ms + 20ms);
    EXPECT_EQ(world.gate.state(), GateState::simulator_silent);
  }
  {
    World world = driving(config);
    world.has_pose = false;
    EXPECT_LE(world.until_zero(2s), 300ms + 20ms);
    EXPECT_EQ(world.gate.state(), GateState::pose_silent);
  }
  {
    World world = driving(config);
    world.is_stuck = true;
    EXPECT_LE(world.until_zero(2s), 300ms + 20ms);
    EXPECT_EQ(world.gate.state(), GateState::pose_stuck);
  }
  {
    World world = driving(config);
    world.has_command = false;
    EXPECT_LE(world.until_zero(2s), 400ms + 20ms);
    EXPECT_EQ(world.gate.state(), GateState::command_silent);
  }
  for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
    World world = driving(config);
    world.pose = Pose2{{bad, 0}, 0};
    EXPECT_LE(world.until_zero(2s), 30ms + 20ms);  // with the next pose
    EXPECT_EQ(world.gate.state(), GateState::pose_invalid);
  }
  {
    World world = driving(config);
    world.pose.reset();  // pixels that see no floor
    EXPECT_LE(world.until_zero(2s), 50ms);
    EXPECT_EQ(world.gate.state(), GateState::pose_invalid);
  }
}

TEST(Gate, TheTrackedAreaIsNotLeft) {
  GateConfig config;
  config.area = Area{.world_from_center = {{1, 0}, 0}, .size_x_m = 2, .size_y_m = 1};
  World world = driving(config);
  world.pose = Pose2{{1.9, 0.4}, 3};
  world.run(200ms);
  EXPECT_EQ(world.gate.state(), GateState::open);
  world.pose = Pose2{{2.1, 0}, 0};
  EXPECT_LE(world.until_zero(1s), 50ms);
  EXPECT_EQ(world.gate.state(), GateState::outside);
}

TEST(Gate, WhatTheSimulatorHasLostIsNotDriven) {
  // poses come and look well, but the simulator cannot use them: they are old, or agree on nothing
  World world = driving();
  world.has_twin = true;
  world.run(1s);
  EXPECT_EQ(world.gate.state(), GateState::open);
  world.is_twin_following = false;
  EXPECT_LE(world.until_zero(1s), 100ms);  // with the next word of it
  EXPECT_EQ(world.gate.state(), GateState::twin_lost);
  world.is_twin_following = true;
  world.has_command = false;
  world.run(200ms);
  EXPECT_EQ(world.gate.state(), GateState::waiting_for_command);
}

TEST(Gate, ARobotThatIsNoTwinAnyMoreIsNotDriven) {
  World world = driving({.twin_timeout = 600ms});
  world.has_twin = true;
  world.run(1s);
  EXPECT_EQ(world.gate.state(), GateState::open);
  world.has_twin = false;
  EXPECT_LE(world.until_zero(2s), 600ms + 20ms);
  EXPECT_EQ(world.gate.state(), GateState::no_twin);
}

TEST(Gate, SendsZeroAtASteadyRateWhileClosed) {
  World world = driving();
  world.has_pose = false;
  world.run(400ms);
  world.zeros = world.passed = 0;
  world.run(10s);
  EXPECT_EQ(world.zeros, 200);  // 20 Hz
  EXPECT_EQ(world.passed, 0);
}

TEST(Gate, OpensOnlyForACommandThatIsNewerThanTheRecovery) {
  World world = driving();
  world.has_pose = false;
  world.run(1s);
  world.has_command = false;
  world.run(1s);
  // a command from before the recovery stays void, however fresh
  EXPECT_FALSE(world.gate.command({0.5, 0}, world.now));
  world.has_pose = true;
  world.run(100ms);
  EXPECT_EQ(world.gate.state(), GateState::waiting_for_command);
  world.passed = 0;
  world.run(5s);
  EXPECT_EQ(world.passed, 0);
  world.has_command = true;
  world.run(60ms);
  EXPECT_EQ(world.gate.state(), GateState::open);
  EXPECT_GT(world.passed, 0);
}

TEST(Gate, ARepeatedOldStampDoesNotOpenIt) {
  World world = driving();
  world.has_pose = false;
  world.run(1s);
  world.has_pose = world.is_stuck = true;
  world.run(5s);
  EXPECT_EQ(world.gate.state(), GateState::pose_stuck);
}

TEST(Gate, ATrackerWhoseClockWasSetIsHeardAgain) {
  World world = driving();
  world.has_pose = false;
  world.run(1s);
  SimTime stamp = 10ms;  // years before the last
  for (int i = 0; i < 10; ++i, stamp += 30ms) {
    world.run(30ms);
    world.gate.pose(stamp, Pose2{}, world.now);
  }
  world.run(60ms);
  EXPECT_EQ(world.gate.state(), GateState::open);
}

TEST(Gate, AStopHoldsUntilItIsTakenBackAndACommandComes) {
  World world = driving();
  world.gate.stop(true);
  EXPECT_LE(world.until_zero(1s), 5ms);
  world.run(2s);
  EXPECT_EQ(world.gate.state(), GateState::stopped);
  world.gate.stop(false);
  world.has_command = false;
  world.run(1s);
  EXPECT_EQ(world.gate.state(), GateState::waiting_for_command);
}

TEST(Gate, CommandsThatAreNoNumbersAreNotPassedAndNoSignOfLife) {
  World world = driving();
  world.has_command = false;
  for (int i = 0; i < 20; ++i) {
    world.run(50ms);
    EXPECT_FALSE(world.gate.command({std::nan(""), 0}, world.now));
  }
  EXPECT_EQ(world.gate.state(), GateState::command_silent);
}

// Arrivals of a stream: a period, and each late by its own normally distributed delay.
std::vector<SimTime> arrivals(Duration period, Duration deviation, Duration until, Random& random) {
  std::vector<SimTime> times;
  for (SimTime t{}; t < until; t += period) {
    const double late = std::abs(random.normal(0, seconds(deviation)));
    times.push_back(t + Duration(static_cast<Duration::rep>(1e9 * late)));
  }
  std::ranges::sort(times);
  return times;
}

TEST(Gate, GivesNoFalseAlarmInAnHourOfJitter) {
  // poses at 30, 10 and 60 Hz whose deviation makes 3 sigma a whole period
  for (const Duration period : {Duration(1s) / 30, Duration(100ms), Duration(1s) / 60}) {
    Gate gate({.simulator_timeout = 250ms, .pose_timeout = 250ms, .command_timeout = 500ms});
    Random random(7, "hour");
    const Duration hour = 1h;
    const auto poses = arrivals(period, period / 3, hour, random);
    const auto beats = arrivals(20ms, 7ms, hour, random);
    const auto commands = arrivals(50ms, 17ms, hour, random);
    std::size_t p = 0, b = 0, c = 0;
    SimTime now{};
    while (now < hour) {
      now += 5ms;
      for (; b < beats.size() && beats[b] <= now; ++b) gate.simulator(beats[b], beats[b]);
      for (; p < poses.size() && poses[p] <= now; ++p) gate.pose(poses[p], Pose2{}, poses[p]);
      for (; c < commands.size() && commands[c] <= now; ++c) gate.command({0.3, 0}, commands[c]);
      gate.tick(now);
    }
    EXPECT_EQ(gate.closings(), 0) << seconds(period);
    EXPECT_EQ(gate.state(), GateState::open);
  }
}

TEST(Gate, SaysWhyInASentence) {
  World world = driving();
  EXPECT_EQ(world.gate.text(world.now), "open");
  world.has_pose = false;
  world.run(500ms);
  EXPECT_EQ(world.gate.text(world.now).substr(0, 23), "closed: no pose for 0.5");
}

}  // namespace
}  // namespace tandem
