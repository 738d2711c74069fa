// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
//
// Faults in the loop: when they act, what they do to twins, wheels and sensors, and that the same
// ones do the same.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "simulation/simulation.h"
#include "simulation/test_scenarios.h"

namespace tandem {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

Fault fault(const FaultWords& words) {
  const Result<Fault> read = read_fault(words);
  EXPECT_TRUE(read) << read.error();
  return read ? *read : Fault{};
}

// Emaros alone: a real robot that drives 0.2 m/s and is seen at 62.5 Hz, or a simulated one.
class Faulty {
 public:
  explicit Faulty(RobotMode mode, const std::string& faults = "[]")
      : interest_(std::make_shared<SensorInterest>()),
        lidar_(interest_->want("emaros", "lidar")),
        simulation(load_good("empty", {.overrides = {{"robots.emaros.mode",
                                                      mode == RobotMode::twin ? "twin" : "virtual"},
                                                     {"clock", "zero"},
                                                     {"robots.emaros.commands", "[]"},
                                                     {"faults", faults}}}),
                   {.threads = 1, .interest = interest_}) {}

  EditOutcome inject(const FaultWords& words) { return edit(InjectFault{fault(words)}); }
  EditOutcome edit(Edit what) {
    frame = simulation.edit({.edits = {{std::move(what)}}});
    note_events();
    return frame.outcomes.at(0);
  }

  const Frame& run(Duration lasts) {
    for (const SimTime end = simulation.time() + lasts; simulation.time() < end;) {
      Inputs inputs;
      const double time_s = seconds(simulation.time());
      inputs.commands.push_back({"emaros", {0.2, 0}});
      if (count_++ % 2 == 0 && !is_unseen)
        inputs.poses.push_back({"emaros", simulation.time(), {{0.2 * time_s, 0}, 0}});
      frame = simulation.step(std::move(inputs));
      note_events();
      for (const auto& reading : frame.readings)
        if (reading->sensor->name == "lidar") ++scans;
    }
    return frame;
  }
  const RobotState& robot() const { return frame.robots.at(0); }
  const TwinState& twin() const { return robot().twin->state; }
  double x() const { return robot().world_from_base.translation.x; }

 private:
  void note_events() {
    for (const WorldEvent& event : frame.events) events.push_back(event.name);
  }
  int count_ = 0;
  std::shared_ptr<SensorInterest> interest_;
  SensorInterest::Claim lidar_;

 public:
  Simulation simulation;
  Frame frame;
  std::vector<std::string> events;
  int scans = 0;
  bool is_unseen = false;
};

TEST(Faults, BeginAndEndWhenTheyShouldAndTellOfIt) {
  Faulty lab(RobotMode::simulated);
  lab.run(80ms);
  const EditOutcome outcome = lab.inject({{"kind", "motor_stop"}, {"at", "40ms"}, {"for", "80ms"}});
  EXPECT_EQ(outcome.result, EditResult::done);
  EXPECT_EQ(outcome.entity, "motor_stop");
  ASSERT_EQ(lab.frame.faults->size(), 1u);
  EXPECT_FALSE(lab.frame.faults->at(0).is_active);
  EXPECT_EQ(lab.frame.faults->at(0).start, 120ms);
  EXPECT_EQ(lab.frame.faults->at(0).end, 200ms);
  EXPECT_EQ(lab.frame.faults->at(0).fault.robot, "emaros");

  lab.run(40ms);
  EXPECT_THAT(lab.events, IsEmpty());
  lab.run(8ms);
  EXPECT_TRUE(lab.frame.faults->at(0).is_active);
  EXPECT_THAT(lab.events, testing::ElementsAre("fault_began"));
  lab.run(72ms);
  EXPECT_EQ(lab.frame.faults->size(), 1u);
  lab.run(8ms);
  EXPECT_THAT(*lab.frame.faults, IsEmpty());
  EXPECT_THAT(lab.events, testing::ElementsAre("fault_began", "fault_ended"));
}

TEST(Faults, ThatAreOverBeforeTheNextStepActInOne) {
  Faulty lab(RobotMode::simulated);
  // steps are 8 ms: none is between 2001 and 2002 ms
  lab.inject({{"kind", "motor_stop"}, {"at", "2001ms"}, {"for", "1ms"}});
  lab.run(2s);
  EXPECT_THAT(lab.events, IsEmpty());
  lab.run(16ms);
  EXPECT_THAT(lab.events, testing::ElementsAre("fault_began"));
  EXPECT_TRUE(lab.frame.faults->at(0).is_active);
  lab.run(8ms);
  EXPECT_THAT(lab.events, testing::ElementsAre("fault_began", "fault_ended"));
  EXPECT_THAT(*lab.frame.faults, IsEmpty());
}

TEST(Faults, AreClearedByNameOrAllAtOnce) {
  Faulty lab(RobotMode::simulated);
  EXPECT_EQ(lab.inject({{"kind", "motor_stop"}}).entity, "motor_stop");
  EXPECT_EQ(lab.inject({{"kind", "motor_stop"}}).entity, "motor_stop_2");
  EXPECT_EQ(lab.inject({{"kind", "wheel_slip"}, {"name", "ice"}}).entity, "ice");
  EXPECT_THAT(lab.inject({{"kind", "wheel_slip"}, {"name", "ice"}}).reason,
              HasSubstr("there already is a fault 'ice'"));
  lab.run(8ms);
  EXPECT_EQ(lab.edit(ClearFault{"ice"}).result, EditResult::done);
  EXPECT_EQ(lab.events.back(), "fault_ended");
  EXPECT_EQ(lab.edit(ClearFault{"ice"}).reason, "there is no fault 'ice'");
  EXPECT_EQ(lab.frame.faults->size(), 2u);
  EXPECT_EQ(lab.edit(ClearFault{}).result, EditResult::done);
  EXPECT_THAT(*lab.frame.faults, IsEmpty());
}

TEST(Faults, ThatNobodyCanHaveAreRefused) {
  Faulty lab(RobotMode::simulated);
  EXPECT_THAT(lab.inject({{"kind", "latency"}}).reason, HasSubstr("'emaros' is no twin"));
  EXPECT_THAT(lab.inject({{"kind", "motor_stop"}, {"robot", "emaro"}}).reason,
              HasSubstr("there is no robot 'emaro'; did you mean 'emaros'?"));
  EXPECT_THAT(lab.inject({{"kind", "sensor_stuck"}, {"sensor", "lida"}}).reason,
              HasSubstr("'emaros' has no sensor 'lida'"));
  Fault wrong = fault({{"kind", "wheel_slip"}});
  wrong.values[0] = std::nan("");
  EXPECT_THAT(lab.edit(InjectFault{wrong}).reason, HasSubstr("'left_share' must be from 0 to 1"));
  wrong.values.clear();
  EXPECT_EQ(lab.edit(InjectFault{wrong}).result, EditResult::refused);
  for (std::size_t i = 0; i < most_faults; ++i)
    EXPECT_EQ(lab.inject({{"kind", "motor_stop"}}).result, EditResult::done);
  EXPECT_THAT(lab.inject({{"kind", "motor_stop"}}).reason, HasSubstr("100 faults already"));
}

TEST(Faults, StoppedMotorsObeyNobodyUntilTheFaultIsOver) {
  Faulty lab(RobotMode::simulated);
  lab.run(1s);
  EXPECT_NEAR(lab.robot().velocity.linear.x, 0.2, 0.01);
  lab.inject({{"kind", "motor_stop"}, {"for", "1s"}});
  lab.run(500ms);
  EXPECT_NEAR(lab.robot().velocity.linear.x, 0, 0.002);
  EXPECT_EQ(lab.robot().command.linear, 0.2);  // it is still told
  lab.run(1500ms);
  EXPECT_NEAR(lab.robot().velocity.linear.x, 0.2, 0.01);
}

TEST(Faults, WheelsThatSlipCountAWayThatTheRobotDoesNotGo) {
  Faulty lab(RobotMode::simulated);
  lab.inject({{"kind", "wheel_slip"}, {"left_share", "0.5"}, {"right_share", "0.5"}});
  lab.run(1s);
  const double from = lab.x();
  const double believed_from = lab.robot().odometry.odom_from_base.translation.x;
  const double turned_from = lab.robot().joints.positions.at(0);
  lab.run(4s);
  // half of 0.2 m/s, and all of it
  EXPECT_NEAR(lab.x() - from, 0.4, 0.01);
  EXPECT_NEAR(lab.robot().odometry.odom_from_base.translation.x - believed_from, 0.8, 0.015);
  const double radius_m = lab.robot().config->drive.wheel_radius_m;
  EXPECT_NEAR(std::abs(lab.robot().joints.positions.at(0) - turned_from) * radius_m, 0.8, 0.015);
}

TEST(Faults, OneWheelThatSlipsTurnsTheRobot) {
  Faulty lab(RobotMode::simulated);
  lab.inject({{"kind", "wheel_slip"}, {"left_share", "1"}, {"right_share", "0"}});
  lab.run(500ms);
  const double from = lab.robot().world_from_base.rotation.yaw();
  lab.run(1s);
  const DriveConfig& drive = lab.robot().config->drive;
  // only the right wheels move the robot, around the left ones
  const double rate = 0.2 / (drive.track_m * drive.track_multiplier);
  EXPECT_NEAR(std::remainder(lab.robot().world_from_base.rotation.yaw() - from, 2 * M_PI),
              std::remainder(rate, 2 * M_PI), 0.1 * rate);
}

TEST(Faults, ALostTrackerFreezesTheTwinAndItRecovers) {
  Faulty lab(RobotMode::twin);
  lab.run(2s);
  EXPECT_EQ(lab.twin().tracking, TrackingState::tracking);
  lab.inject({{"kind", "tracking_loss"}, {"for", "2s"}});
  lab.run(1s);
  EXPECT_EQ(lab.twin().tracking, TrackingState::lost);
  const double frozen = lab.x();
  lab.run(900ms);
  EXPECT_EQ(lab.x(), frozen);
  const std::uint64_t hits = lab.frame.faults->at(0).hits;
  EXPECT_EQ(hits, (125 + 113) / 2u);  // a pose in every second step of 8 ms
  lab.run(2s);
  EXPECT_EQ(lab.twin().tracking, TrackingState::tracking);
  EXPECT_NEAR(lab.x(), 0.2 * seconds(lab.simulation.time()), 0.01);
}

TEST(Faults, AnAreaHidesTheRobotWhileItIsThere) {
  Faulty lab(RobotMode::twin);
  // from 0.4 m to 0.8 m: the robot is there from 2 s to 4 s
  lab.inject({{"kind", "occlusion"}, {"x_m", "0.6"}, {"size_x_m", "0.4"}});
  lab.run(1900ms);
  EXPECT_EQ(lab.twin().tracking, TrackingState::tracking);
  lab.run(1500ms);
  EXPECT_EQ(lab.twin().tracking, TrackingState::lost);
  lab.run(2s);
  EXPECT_EQ(lab.twin().tracking, TrackingState::tracking);
  EXPECT_NEAR(lab.x(), 0.2 * seconds(lab.simulation.time()), 0.01);
}

TEST(Faults, LatePosesAreLateAndNoneIsLost) {
  Faulty lab(RobotMode::twin);
  lab.run(1s);
  const int before = lab.twin().counts.accepted;
  lab.inject({{"kind", "latency"}, {"delay_s", "0.2"}, {"for", "1s"}});
  lab.run(1s);
  EXPECT_GE(lab.twin().pose_age, 190ms);
  lab.is_unseen = true;
  lab.run(200ms);
  // those that were under way at the end of the fault have arrived too: 62 or 63 of a second
  EXPECT_NEAR(lab.twin().counts.accepted - before, 62.5, 1.5);
  lab.is_unseen = false;
  lab.run(1s);
  EXPECT_LT(lab.twin().pose_age, 40ms);
}

TEST(Faults, OfWhichSeveralMakePosesLateHoldThemBackForTenSecondsAtMost) {
  Faulty lab(RobotMode::twin);
  for (int i = 0; i < 3; ++i) lab.inject({{"kind", "latency"}, {"delay_s", "8"}});
  lab.run(9900ms);
  EXPECT_EQ(lab.twin().counts.accepted, 0);
  lab.run(200ms);
  EXPECT_NEAR(lab.twin().counts.late + lab.twin().counts.accepted, 0.1 * 62.5, 2);
}

TEST(Faults, WhatIsWrongWithPosesIsCountedByTheTwin) {
  const auto counts = [](const FaultWords& words) {
    Faulty lab(RobotMode::twin);
    lab.run(1s);
    EXPECT_EQ(lab.inject(words).reason, "");
    lab.run(2s);
    EXPECT_GT(lab.frame.faults->at(0).hits, 0u);
    return lab.twin().counts;
  };
  EXPECT_GT(counts({{"kind", "duplicate"}, {"share", "1"}}).duplicates, 100);
  EXPECT_GT(counts({{"kind", "reorder"}}).late, 20);
  EXPECT_GT(counts({{"kind", "outliers"}, {"range_m", "20"}}).outliers, 10);
  EXPECT_GT(counts({{"kind", "jitter"}, {"most_s", "0.2"}}).late, 20);
  EXPECT_GT(counts({{"kind", "clock_skew"}, {"offset_s", "30"}}).clock_steps, 0);
  EXPECT_LT(counts({{"kind", "packet_loss"}, {"share", "0.5"}}).accepted, 160);
}

TEST(Faults, ASensorDropsOut) {
  Faulty lab(RobotMode::simulated);
  lab.run(1s);
  const int before = lab.scans;
  EXPECT_GT(before, 5);
  lab.inject({{"kind", "sensor_dropout"}, {"sensor", "lidar"}, {"for", "1s"}});
  lab.run(1s);
  EXPECT_EQ(lab.scans, before);
  lab.run(1s);
  EXPECT_GT(lab.scans, before + 5);
}

TEST(Faults, OfAScenarioComeAgainWithEachEpisode) {
  Faulty lab(RobotMode::simulated,
             "[{kind: motor_stop, at: 500ms, for: 500ms}, {kind: wheel_slip, at: 5s}]");
  lab.run(300ms);
  ASSERT_EQ(lab.frame.faults->size(), 2u);
  lab.run(400ms);
  EXPECT_TRUE(lab.frame.faults->at(0).is_active);
  lab.inject({{"kind", "sensor_stuck"}});
  lab.edit(Reset{});
  // those of the scenario wait anew, others are gone
  ASSERT_EQ(lab.frame.faults->size(), 2u);
  EXPECT_FALSE(lab.frame.faults->at(0).is_active);
  lab.run(700ms);
  EXPECT_TRUE(lab.frame.faults->at(0).is_active);
}

// All faults that a twin can have, one after the other and some at once.
std::vector<std::uint64_t> course_with(std::uint64_t seed) {
  Faulty lab(RobotMode::twin);
  std::vector<std::uint64_t> hashes;
  for (const FaultKindInfo& kind : all_fault_kinds()) {
    FaultWords words{
        {"kind", std::string(kind.name)}, {"for", "300ms"}, {"seed", fmt::format("{}", seed)}};
    if (kind.subject == FaultSubject::process) words.emplace_back("process", "navigator of emaros");
    EXPECT_EQ(lab.inject(words).reason, "") << kind.name;
    lab.run(200ms);
    hashes.push_back(lab.frame.state_hash);
  }
  return hashes;
}

TEST(Faults, WithTheSameSeedAreTheSameBitForBit) {
  EXPECT_EQ(course_with(7), course_with(7));
  EXPECT_NE(course_with(7), course_with(8));
}

// What poses under way say is part of the state, long before any of them arrives.
TEST(Faults, PosesUnderWayAreHashedWithAllTheySay) {
  const auto hash_with = [](const TrackedPose& pose) {
    Faulty lab(RobotMode::twin);
    lab.is_unseen = true;
    lab.inject({{"kind", "latency"}, {"delay_s", "5"}});
    lab.simulation.step({.poses = {pose}});
    return lab.run(8ms).state_hash;
  };
  const TrackedPose pose{"emaros", SimTime{8ms}, {{1, 2}, 0.5}};
  const std::uint64_t hash = hash_with(pose);
  EXPECT_EQ(hash_with(pose), hash);
  TrackedPose other = pose;
  other.marker.yaw = 0.6;
  EXPECT_NE(hash_with(other), hash);
  other = pose;
  other.stamp = 9ms;
  EXPECT_NE(hash_with(other), hash);
  other.stamp.reset();
  EXPECT_NE(hash_with(other), hash);
  // a pose of somebody else is not late, and this one is under way no longer
  other = pose;
  other.robot = "nobody";
  EXPECT_NE(hash_with(other), hash);
}

// A fault that has drawn other numbers will do something else, although nothing shows it yet.
TEST(Faults, WhatTheyWillDrawIsHashed) {
  Faulty drawn(RobotMode::twin), fresh(RobotMode::twin);
  for (Faulty* lab : {&drawn, &fresh}) {
    lab->is_unseen = true;
    lab->inject({{"kind", "packet_loss"}, {"share", "1"}});
  }
  drawn.simulation.step({.poses = {{"emaros", SimTime{}, {}}}});  // is lost
  fresh.simulation.step({});
  EXPECT_NE(drawn.run(8ms).state_hash, fresh.run(8ms).state_hash);
}

TEST(Faults, ThatMakeTooManyPosesLoseSomeAndSaySo) {
  Faulty lab(RobotMode::twin);
  // each doubles what the one before made: 2^30 of one
  for (int i = 0; i < 30; ++i) lab.inject({{"kind", "duplicate"}, {"share", "1"}});
  lab.run(8ms);
  EXPECT_THAT(lab.events, testing::Contains("poses_lost"));
  EXPECT_EQ(lab.twin().counts.duplicates, 9'999);
  lab.inject({{"kind", "packet_loss"}, {"share", "1"}});
  lab.run(900ms);
  EXPECT_EQ(std::ranges::count(lab.events, "poses_lost"), 1);
  lab.run(200ms);
  EXPECT_EQ(std::ranges::count(lab.events, "poses_lost"), 2);  // that it is over, a second later
}

TEST(Faults, PosesOfOneRobotLeaveRoomForThoseOfAnother) {
  Simulation simulation(
      load_good("empty", {.overrides = {{"clock", "zero"},
                                        {"observe", "[]"},
                                        {"robots",
                                         "[{name: a, model: emaros, mode: twin}, {name: "
                                         "b, model: emaros, mode: twin, pose: {x: 2}}]"}}}),
      {.threads = 1});
  std::vector<EditRequest> doubling;
  for (int i = 0; i < 30; ++i)
    doubling.push_back(
        {InjectFault{fault({{"kind", "duplicate"}, {"robot", "a"}, {"share", "1"}})}});
  simulation.edit({.edits = std::move(doubling)});
  Frame frame;
  for (int i = 0; i < 5; ++i) {
    const SimTime now = simulation.time();
    frame = simulation.step({.poses = {{"a", now, {}}, {"b", now, {{2, 0}, 0}}}});
  }
  EXPECT_EQ(frame.robots.at(0).twin->state.counts.accepted, 5);
  EXPECT_EQ(frame.robots.at(1).twin->state.counts.accepted, 5);
}

TEST(Faults, WhoIsNotLateDoesNotWaitBehindThoseWhoAre) {
  Faulty lab(RobotMode::twin);
  lab.inject({{"kind", "latency"}, {"delay_s", "10"}});
  for (int i = 0; i < 14; ++i) lab.inject({{"kind", "duplicate"}, {"share", "1"}});
  lab.run(200ms);  // 13 poses, of each at most 10,000
  EXPECT_THAT(lab.events, testing::Contains("poses_lost"));
  EXPECT_EQ(lab.twin().counts.accepted, 0);
  lab.edit(ClearFault{});
  lab.run(100ms);
  EXPECT_GT(lab.twin().counts.accepted, 4);
}

TEST(Faults, ThatAreOverLeaveNoTraceInTheHash) {
  Faulty with(RobotMode::simulated), without(RobotMode::simulated);
  with.inject({{"kind", "sensor_garbage"}, {"for", "200ms"}});
  with.run(100ms);
  without.run(100ms);
  EXPECT_NE(with.frame.state_hash, without.frame.state_hash);  // a fault is part of the state
  with.run(200ms);
  without.run(200ms);
  EXPECT_EQ(with.frame.state_hash, without.frame.state_hash);
}

}  // namespace
}  // namespace tandem
