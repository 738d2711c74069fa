// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/mission_desk.h"

#include <gmock/gmock.h>

#include "ports/ros/test_run.h"
#include "simulation/test_scenarios.h"

namespace tandem {
namespace {

using tandem_msgs::msg::Mission;
using tandem_msgs::srv::MissionControl;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

// A program that does what it is told, unless it is a state that it has not.
class FarmProgram {
 public:
  explicit FarmProgram(const std::shared_ptr<Context>& context)
      : node_("farming", {.ns = "/emaros", .context = context}),
        topic_(node_.publisher<Mission>("mission", qos::latched)),
        control_(node_.serve<MissionControl>(
            "mission/control", [this](const MissionControl::Request& request) {
              asked.push_back(request.command + " " + request.state);
              const bool is_known = request.state != "nowhere";
              return MissionControl::Response{.success = is_known,
                                              .message = is_known ? "done" : "no such state"};
            })) {}

  void tell(const std::string& active, std::uint8_t status = Mission::RUNNING) {
    Mission mission;
    mission.program = "farming";
    mission.status = status;
    mission.active = active;
    mission.states = {{"work/plough", {"done"}, {"work/seed"}}, {"work/seed", {"done"}, {"done"}}};
    mission.blackboard = {{"corners", "4"}};
    topic_.publish(mission);
  }

  std::vector<std::string> asked;

 private:
  Node node_;
  Publisher<Mission> topic_;
  Server control_;
};

class MissionDeskTest : public testing::Test {
 protected:
  Network& network() { return run_.port.network(); }
  void step() {
    for (int i = 0; i < 4; ++i) run_.step();
  }
  // What the program says.
  Result<std::string> control(const MissionOrder& order) {
    std::optional<Result<std::string>> said;
    network().control_mission(order, [&](const Result<std::string>& answer) { said = answer; });
    for (int i = 0; i < 1000 && !said; ++i) run_.step();
    return said.value_or(Error{"nothing"});
  }

  TestRun run_{load_good("empty")};
};

TEST_F(MissionDeskTest, WhatProgramsSayIsThereForPeople) {
  run_.step();
  EXPECT_THAT(*network().missions(), IsEmpty());
  FarmProgram program(run_.context());
  program.tell("work/plough");
  step();
  const auto before = network().missions();
  ASSERT_THAT(*before, SizeIs(1));
  EXPECT_EQ(before->front().robot, "emaros");
  EXPECT_EQ(before->front().program, "farming");
  EXPECT_EQ(before->front().active, "work/plough");
  ASSERT_THAT(before->front().states, SizeIs(2));
  EXPECT_THAT(before->front().states[0].next, ElementsAre("work/seed"));
  EXPECT_THAT(before->front().blackboard, ElementsAre(std::pair("corners", "4")));

  // the list is another one when something changed, and only then
  step();
  EXPECT_EQ(network().missions(), before);
  program.tell("work/seed", Mission::STOPPED);
  step();
  EXPECT_NE(network().missions(), before);
  EXPECT_EQ(network().missions()->front().active, "work/seed");
  EXPECT_EQ(network().missions()->front().status, ProgramStatus::stopped);
}

TEST_F(MissionDeskTest, OfAProgramThatIsGoneTheLastIsKept) {
  run_.step();
  {
    FarmProgram program(run_.context());
    program.tell("work/seed", Mission::SUCCEEDED);
    step();
    EXPECT_TRUE(network().missions()->front().has_program);
  }
  step();
  ASSERT_THAT(*network().missions(), SizeIs(1));
  EXPECT_FALSE(network().missions()->front().has_program);
  EXPECT_EQ(network().missions()->front().status, ProgramStatus::succeeded);
}

TEST_F(MissionDeskTest, ProgramsAreToldAndSayWhatBecameOfIt) {
  FarmProgram program(run_.context());
  run_.step();
  EXPECT_EQ(*control({"emaros", "stop", ""}), "done");
  EXPECT_EQ(*control({"emaros", "restart", "work/seed"}), "done");
  EXPECT_THAT(program.asked, ElementsAre("stop ", "restart work/seed"));
  EXPECT_EQ(control({"emaros", "restart", "nowhere"}).error(), "no such state");
  EXPECT_THAT(control({"jackal", "stop", ""}).error(), HasSubstr("there is no jackal"));
}

TEST_F(MissionDeskTest, WhereNobodyAnswersThatIsSaid) {
  run_.step();
  EXPECT_THAT(control({"emaros", "stop", ""}).error(),
              HasSubstr("the program of emaros does not answer"));
}

}  // namespace
}  // namespace tandem
