// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/fault_services.h"

#include <gmock/gmock.h>

#include <functional>

#include "messages/time.h"
#include "ports/ros/test_run.h"

namespace tandem {
namespace {

using tandem_msgs::msg::Faults;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
namespace srv = tandem_msgs::srv;

// A run, and a node in its network that asks it things.
class FaultServicesTest : public testing::Test {
 protected:
  explicit FaultServicesTest(const std::string& mode = "virtual")
      : run_(load_good("empty", {.overrides = {{"robots.emaros.mode", mode}, {"clock", "zero"}}})),
        asker_("asker", {.context = run_.context()}),
        faults_(asker_.subscribe<Faults>("/tandem/faults", qos::latched,
                                         [this](const Faults& now) { told_.push_back(now); })) {
    for (int i = 0; i < 5; ++i) run_.step();
  }

  template <Service S>
  typename S::Response ask(const std::string& service, const typename S::Request& request = {}) {
    Client<S> client = asker_.client<S>(service);
    std::optional<typename S::Response> answer;
    run_.step();
    client.call(request, 10s, [&](const Result<typename S::Response>& response) {
      EXPECT_TRUE(response) << response.error();
      if (response) answer = *response;
    });
    for (int i = 0; i < 100 && !answer; ++i) run_.step();
    EXPECT_TRUE(answer) << service << " does not answer";
    return answer.value_or(typename S::Response{});
  }
  srv::InjectFault::Response inject(const srv::InjectFault::Request& request) {
    return ask<srv::InjectFault>("/tandem/inject_fault", request);
  }
  srv::ListFaults::Response list() { return ask<srv::ListFaults>("/tandem/list_faults"); }

  TestRun run_;
  Node asker_;
  std::vector<Faults> told_;
  Subscription faults_;
};

TEST_F(FaultServicesTest, InjectListAndClear) {
  const auto answer = inject({.kind = "wheel_slip",
                              .name = "ice",
                              .values = {{"left_share", "0.25"}},
                              .duration = to_message_duration(5s),
                              .seed = 7});
  EXPECT_TRUE(answer.success) << answer.message;
  EXPECT_EQ(answer.name, "ice");
  EXPECT_EQ(answer.message, "ice: wheel_slip of emaros, left_share 0.25, right_share 0.5");
  run_.step();
  const auto listed = list();
  ASSERT_EQ(listed.faults.size(), 1u);
  const tandem_msgs::msg::Fault& fault = listed.faults[0];
  EXPECT_EQ(fault.name, "ice");
  EXPECT_EQ(fault.kind, "wheel_slip");
  EXPECT_EQ(fault.robot, "emaros");
  EXPECT_EQ(fault.seed, 7u);
  EXPECT_TRUE(fault.active);
  EXPECT_EQ(to_time(fault.end) - to_time(fault.start), 5s);
  EXPECT_EQ(fault.values.at(0).key, "left_share");
  EXPECT_EQ(fault.values.at(0).value, "0.25");
  EXPECT_THAT(listed.processes, IsEmpty());

  EXPECT_TRUE(ask<srv::ClearFault>("/tandem/clear_fault", {.name = "ice"}).success);
  EXPECT_THAT(list().faults, IsEmpty());
  const auto again = ask<srv::ClearFault>("/tandem/clear_fault", {.name = "ice"});
  EXPECT_FALSE(again.success);
  EXPECT_EQ(again.message, "there is no fault 'ice'");
}

TEST_F(FaultServicesTest, AllAreClearedByThatWordOrByNone) {
  for (const char* name : {"all", ""}) {
    EXPECT_TRUE(inject({.kind = "motor_stop"}).success);
    const auto cleared = ask<srv::ClearFault>("/tandem/clear_fault", {.name = name});
    EXPECT_TRUE(cleared.success) << cleared.message;
    EXPECT_THAT(list().faults, IsEmpty());
  }
}

TEST_F(FaultServicesTest, RefuseWithASentence) {
  EXPECT_THAT(inject({.kind = "latancy"}).message, HasSubstr("did you mean 'latency'?"));
  EXPECT_THAT(inject({.kind = "latency"}).message, HasSubstr("'emaros' is no twin"));
  EXPECT_THAT(inject({.kind = "wheel_slip", .values = {{"left_share", "2"}}}).message,
              HasSubstr("'left_share' expects a number from 0 to 1, is '2'"));
  EXPECT_THAT(inject({.kind = "motor_stop", .duration = to_message_duration(-1s)}).message,
              HasSubstr("'for' expects a time"));
  EXPECT_THAT(inject({.kind = "process_kill", .process = "gate"}).message,
              HasSubstr("no process belongs to this run"));
  EXPECT_THAT(list().faults, IsEmpty());
}

TEST_F(FaultServicesTest, WhatComesBeginsAndGoesIsToldAtOnce) {
  ASSERT_FALSE(told_.empty());
  EXPECT_THAT(told_.back().faults, IsEmpty());
  told_.clear();
  inject({.kind = "motor_stop",
          .delay = to_message_duration(200ms),
          .duration = to_message_duration(200ms)});
  run_.step_for(1s);
  // it is there, it begins, it is gone
  ASSERT_EQ(told_.size(), 3u);
  EXPECT_FALSE(told_[0].faults.at(0).active);
  EXPECT_TRUE(told_[1].faults.at(0).active);
  EXPECT_EQ(to_time(told_[1].stamp) - to_time(told_[1].faults[0].start), 8ms);  // after its step
  EXPECT_THAT(told_[2].faults, IsEmpty());
}

class TwinFaultServicesTest : public FaultServicesTest {
 protected:
  TwinFaultServicesTest() : FaultServicesTest("twin") {}
};

TEST_F(TwinFaultServicesTest, WheelsOfARealRobotFailOnlyInAStandIn) {
  EXPECT_THAT(inject({.kind = "motor_stop"}).message, HasSubstr("nobody here can touch"));
  Node stand_in("emaros_plant", {.context = run_.context()});
  const Subscription hears =
      stand_in.subscribe<Faults>("/tandem/faults", qos::latched, [](const Faults&) {});
  run_.step_for(50ms);
  EXPECT_TRUE(inject({.kind = "motor_stop"}).success);
}

TEST_F(TwinFaultServicesTest, OfPosesAreTheTwins) {
  const auto answer = inject({.kind = "tracking_loss", .robot = "emaros"});
  EXPECT_TRUE(answer.success) << answer.message;
  EXPECT_EQ(answer.message, "tracking_loss: tracking_loss of emaros");
}

}  // namespace
}  // namespace tandem
