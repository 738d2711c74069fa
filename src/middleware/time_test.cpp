// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "messages/time.h"

#include <gmock/gmock.h>

#include <atomic>
#include <chrono>
#include <optional>

#include "messages/rcl_interfaces.h"
#include "messages/rosgraph_msgs.h"
#include "middleware/dds_context.h"
#include "middleware/dds_testing.h"
#include "middleware/parameter_client.h"
#include "middleware/test_network.h"

namespace tandem {

namespace {

using rosgraph_msgs::msg::Clock;
using testing::ElementsAre;
using testing::HasSubstr;

class Time : public OverNetworks {};
OVER_ALL_NETWORKS(Time);

// Nodes that take their time from a clock which the test sets.
class SimulatedTime : public testing::Test {
 protected:
  NodeOptions options(bool use_sim_time) {
    return {.context = context_, .use_sim_time = use_sim_time};
  }
  void set_time(SimTime time) {
    clock_.publish({.clock = to_message_time(time)});
    ASSERT_TRUE(testing_dds::eventually([&] { return node_.now() == time; }));
  }
  void SetUp() override {
    ASSERT_TRUE(testing_dds::eventually([&] { return clock_.subscriber_count() == 1; }));
  }

  std::shared_ptr<Context> context_ = dds_context(testing_dds::loopback());
  Node simulator_{"simulator", options(false)};
  Node node_{"node", options(true)};
  Publisher<Clock> clock_ = simulator_.publisher<Clock>("/clock", qos::clock);
};

}  // namespace

TEST_P(Time, TimersComeAgainAndAgain) {
  Node node("node", options());
  Seen<SimTime> calls;
  const SimTime begin = node.now();
  auto timer = node.timer(10ms, [&] { calls.add(node.now()); });
  ASSERT_TRUE(run_until([&] { return calls.count() >= 3; }));
  timer.close();
  const auto all = calls.all();
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_GE(all[i] - begin, static_cast<int>(i + 1) * 10ms - 1ms);  // two clocks, one second
  const std::size_t count = all.size();
  const SimTime later = node.now() + 30ms;
  ASSERT_TRUE(run_until([&] { return node.now() > later; }));
  EXPECT_EQ(calls.count(), count);
}

TEST_P(Time, ATimerMayEndItselfInsideOfItsCallback) {
  Node node("node", options());
  std::atomic<int> calls = 0;
  std::optional<Timer> timer;
  node.post([&] {  // on the node's thread, as the timer's callback
    timer.emplace(node.timer(1ms, [&] {
      timer.reset();
      ++calls;
    }));
  });
  ASSERT_TRUE(run_until([&] { return calls == 1; }));
  const SimTime later = node.now() + 20ms;
  ASSERT_TRUE(run_until([&] { return node.now() > later; }));
  EXPECT_EQ(calls, 1);
}

TEST_P(Time, ATimerThatIsRestartedWaitsAWholePeriodAgain) {
  Node node("node", options());
  Seen<SimTime> calls;
  auto timer = node.timer(40ms, [&] { calls.add(node.now()); });
  const SimTime half = node.now() + 20ms;
  ASSERT_TRUE(run_until([&] { return node.now() >= half; }));
  const SimTime restarted = node.now();
  timer.restart();
  ASSERT_TRUE(run_until([&] { return calls.count() == 1; }));
  EXPECT_GE(calls.all()[0] - restarted, 39ms);
}

TEST_P(Time, LogsGoToRosout) {
  NodeOptions in_lab = options();
  in_lab.ns = "/lab";
  Node node("tandem", in_lab);
  node.log(LogLevel::warning, "early words");  // latecomers hear them, too
  Node listener("listener", options());
  Seen<rcl_interfaces::msg::Log> heard;
  auto log = listener.subscribe<rcl_interfaces::msg::Log>("/rosout", qos::rosout,
                                                          [&](const rcl_interfaces::msg::Log& it) {
                                                            if (it.name == "lab.tandem")
                                                              heard.add(it);
                                                          });
  ASSERT_TRUE(run_until([&] { return heard.count() == 1; }));
  node.log(LogLevel::debug, "not asked for");
  node.log(LogLevel::error, "late words");
  ASSERT_TRUE(run_until([&] { return heard.count() == 2; }));
  const auto all = heard.all();
  EXPECT_EQ(all[0].msg, "early words");
  EXPECT_EQ(all[0].level, rcl_interfaces::msg::Log::WARN);
  EXPECT_THAT(all[0].file, HasSubstr("time_test.cpp"));
  EXPECT_GT(all[0].line, 0u);
  EXPECT_GT(to_time(all[0].stamp), SimTime::zero());
  EXPECT_EQ(all[1].msg, "late words");
  EXPECT_EQ(all[1].level, rcl_interfaces::msg::Log::ERROR);
}

TEST_P(Time, TheLevelOfTheLogIsAskedForByArguments) {
  NodeOptions verbose = options();
  verbose.arguments = {"--log-level", "error", "--log-level", "tandem:=debug"};
  Node node("tandem", verbose);
  Node listener("listener", options());
  Seen<std::string> heard;
  auto log = listener.subscribe<rcl_interfaces::msg::Log>("/rosout", qos::rosout,
                                                          [&](const rcl_interfaces::msg::Log& it) {
                                                            if (it.name == "tandem")
                                                              heard.add(it.msg);
                                                          });
  node.log(LogLevel::debug, "details");
  ASSERT_TRUE(run_until([&] { return heard.count() == 1; }));
  EXPECT_THAT(heard.all(), ElementsAre("details"));
}

TEST(TimeInLockstep, CannotBeTakenFromTheSystem) {
  const auto network = make_test_network("lockstep");
  Node node("node", {.context = network->context()});
  EXPECT_EQ(node.parameters().set({"use_sim_time", false}),
            "parameter use_sim_time was refused: in lockstep all time is simulated");
  EXPECT_EQ(node.now(), 100s);
}

TEST_F(SimulatedTime, TimeIsWhatTheClockSays) {
  EXPECT_EQ(node_.now(), SimTime::zero());  // nobody has said anything yet
  set_time(1000s);
  set_time(1000s + 8ms);
  EXPECT_GT(simulator_.now(), 1'600'000'000s);  // this one looks at the wall
}

TEST_F(SimulatedTime, TimersFollowIt) {
  Seen<SimTime> calls;
  auto timer = node_.timer(10ms, [&] { calls.add(node_.now()); });
  set_time(1000s);  // the first time says nothing about how long the timer has waited
  set_time(1000s + 9ms);
  EXPECT_EQ(calls.count(), 0u);
  set_time(1000s + 10ms);
  ASSERT_TRUE(testing_dds::eventually([&] { return calls.count() == 1; }));
  // a leap is one call, and the rhythm stays
  set_time(1000s + 55ms);
  ASSERT_TRUE(testing_dds::eventually([&] { return calls.count() == 2; }));
  set_time(1000s + 60ms);
  ASSERT_TRUE(testing_dds::eventually([&] { return calls.count() == 3; }));
  EXPECT_THAT(calls.all(), ElementsAre(1000s + 10ms, 1000s + 55ms, 1000s + 60ms));
}

TEST_F(SimulatedTime, TimersGoOnWhenTimeJumpsBack) {
  Seen<SimTime> calls;
  auto timer = node_.timer(10ms, [&] { calls.add(node_.now()); });
  set_time(1000s);
  set_time(1000s + 10ms);
  ASSERT_TRUE(testing_dds::eventually([&] { return calls.count() == 1; }));
  set_time(5s);
  set_time(5s + 10ms);
  ASSERT_TRUE(testing_dds::eventually([&] { return calls.count() == 2; }));
  EXPECT_EQ(calls.all()[1], 5s + 10ms);
}

TEST_F(SimulatedTime, AStandingClockDoesNotStopTimeLimits) {
  set_time(1000s);
  auto client = node_.client<rcl_interfaces::srv::GetParameters>("/nobody/get_parameters");
  Seen<std::string> errors;
  client.call({}, 20ms, [&](const auto& answer) { errors.add(answer.error()); });
  EXPECT_TRUE(testing_dds::eventually([&] { return errors.count() == 1; }));
}

TEST_F(SimulatedTime, CanBeSwitchedWhileRunning) {
  Seen<SimTime> calls;
  auto timer = node_.timer(10ms, [&] { calls.add(node_.now()); });
  set_time(1000s);
  ParameterClient remote(simulator_, "/node");
  ASSERT_EQ(remote.set({{"use_sim_time", false}}, 10s)->at(0), "");
  EXPECT_GT(node_.now(), 1'600'000'000s);
  ASSERT_TRUE(testing_dds::eventually([&] { return calls.count() >= 2; }));
  EXPECT_GT(calls.all()[0], 1'600'000'000s);
  ASSERT_EQ(remote.set({{"use_sim_time", true}}, 10s)->at(0), "");
  ASSERT_TRUE(testing_dds::eventually([&] { return clock_.subscriber_count() == 1; }));
  set_time(2000s);
}

}  // namespace tandem
