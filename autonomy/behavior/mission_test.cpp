// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/behavior/mission.h"

#include <stdexcept>

#include "autonomy/behavior/test_robot.h"

namespace tandem {
namespace {

using tandem_msgs::msg::MissionState;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using MissionMessage = tandem_msgs::msg::Mission;

// Ends when the test says so.
struct Puppet final : State {
  explicit Puppet(std::vector<std::string> ways) : ways_(std::move(ways)) {}
  std::vector<std::string> outcomes() const override { return ways_; }
  void enter(Blackboard&, SimTime) override {
    ++entered;
    is_inside = true;
  }
  std::optional<Ending> step(Blackboard& blackboard, SimTime) override {
    blackboard.set("steps", ++steps);
    return std::exchange(ending, std::nullopt);
  }
  void leave() override { is_inside = false; }
  std::string message() const override { return says; }

  std::optional<Ending> ending;
  std::string says;
  int entered = 0;
  double steps = 0;
  bool is_inside = false;

 private:
  std::vector<std::string> ways_;
};

class Missions : public TestRobot {
 protected:
  MissionPlan plan() {
    return {.program = "test",
            .successes = {"done"},
            .failures = {"camera_lost"},
            .steps = {{.name = "find", .work = find_, .next = {{"found", "work"}}},
                      {.name = "work",
                       .next = {{"worked", "done"}, {"camera_lost", "camera_lost"}},
                       .inner = {{.name = "take", .work = take_, .next = {{"taken", "use"}}},
                                 {.name = "use",
                                  .work = use_,
                                  .next = {{"used", "worked"}, {"blind", "camera_lost"}}}}}},
            .on_halt = [this] { ++halts_; }};
  }

  std::shared_ptr<Puppet> find_ = std::make_shared<Puppet>(std::vector<std::string>{"found"});
  std::shared_ptr<Puppet> take_ = std::make_shared<Puppet>(std::vector<std::string>{"taken"});
  std::shared_ptr<Puppet> use_ =
      std::make_shared<Puppet>(std::vector<std::string>{"used", "blind"});
  int halts_ = 0;
  Node node_{"test", options()};
};

}  // namespace

TEST_F(Missions, GoThroughTheirStatesAndSaySo) {
  Mission mission(node_, plan());
  mission.start();
  run(100ms);
  EXPECT_EQ(mission_.program, "test");
  EXPECT_EQ(mission_.status, MissionMessage::RUNNING);
  EXPECT_EQ(mission_.active, "find");
  ASSERT_EQ(mission_.states.size(), 4U);
  EXPECT_THAT(mission_.states[0].next, ElementsAre("work"));
  EXPECT_EQ(mission_.states[3].path, "work/use");
  EXPECT_THAT(mission_.states[3].outcomes, ElementsAre("used", "blind"));
  EXPECT_THAT(mission_.states[3].next, ElementsAre("done", "camera_lost"))
      << "where it goes in the end";
  ASSERT_EQ(mission_.blackboard.size(), 1U);
  EXPECT_EQ(mission_.blackboard[0].key, "steps");

  find_->ending = {"found", "there it is"};
  run(50ms);
  EXPECT_EQ(mission_.active, "work/take");
  EXPECT_EQ(mission_.outcome, "found");
  EXPECT_EQ(mission_.message, "there it is");
  EXPECT_FALSE(find_->is_inside);
  EXPECT_TRUE(take_->is_inside);
  take_->ending = {"taken", ""};
  run(50ms);
  use_->ending = {"used", "all of it"};
  run(50ms);
  EXPECT_EQ(mission_.status, MissionMessage::SUCCEEDED);
  EXPECT_EQ(mission_.outcome, "done");
  EXPECT_EQ(mission_.active, "work/use");
  EXPECT_FALSE(use_->is_inside);
  EXPECT_EQ(halts_, 1);
}

TEST_F(Missions, TellOnlyWhatIsNew) {
  Mission mission(node_, plan());
  mission.start();
  run(100ms);
  find_->steps = 5;  // on the blackboard, where it counts up
  const int before = mission_messages_;
  run(100ms);
  EXPECT_EQ(mission_messages_, before + 2) << "two steps, and what they wrote";
  mission.stop();
  run(1s);
  const int after = mission_messages_;
  run(1s);
  EXPECT_EQ(mission_messages_, after);
}

TEST_F(Missions, WhatAStateSaysIsTold) {
  Mission mission(node_, plan());
  mission.start();
  find_->says = "looking around";
  run(100ms);
  EXPECT_EQ(mission_.message, "looking around");
}

TEST_F(Missions, AreStoppedWithTheRobotStandingAndResumed) {
  Mission mission(node_, plan());
  mission.start();
  find_->ending = {"found", ""};
  run(100ms);
  EXPECT_TRUE(commands_.empty()) << "wheels belong to the states while they work";
  EXPECT_TRUE(control("stop").success);
  EXPECT_FALSE(take_->is_inside);
  run(2s);
  EXPECT_EQ(mission_.status, MissionMessage::STOPPED);
  EXPECT_EQ(mission_.active, "work/take");
  EXPECT_EQ(halts_, 1);
  // at once, and every 50 ms for half a second: somebody else may drive it by hand then
  EXPECT_GE(commands_.size(), 10U);
  EXPECT_LE(commands_.size(), 12U);
  EXPECT_EQ(commands_.back().linear.x, 0);

  EXPECT_TRUE(control("resume").success);
  run(50ms);
  EXPECT_EQ(mission_.status, MissionMessage::RUNNING);
  EXPECT_EQ(mission_.active, "work/take");
  EXPECT_EQ(take_->entered, 2);
}

TEST_F(Missions, AreRestartedAtAnyState) {
  Mission mission(node_, plan());
  mission.start();
  run(100ms);
  EXPECT_TRUE(control("restart", "work/use").success);
  run(50ms);
  EXPECT_FALSE(find_->is_inside);
  EXPECT_EQ(mission_.active, "work/use");
  EXPECT_TRUE(control("restart", "work").success);
  run(50ms);
  EXPECT_EQ(mission_.active, "work/take");
  EXPECT_TRUE(control("restart").success);
  run(50ms);
  EXPECT_EQ(mission_.active, "find");
}

TEST_F(Missions, SayWhyTheyDoNotObey) {
  Mission mission(node_, plan());
  mission.start();
  run(50ms);
  EXPECT_THAT(control("resume").message, HasSubstr("it is running"));
  EXPECT_THAT(control("restart", "fly").message, HasSubstr("no state 'fly'"));
  EXPECT_THAT(control("dance").message, HasSubstr("not stop, resume or restart"));
  EXPECT_EQ(find_->entered, 1) << "and go on";
}

TEST_F(Missions, EndInANamedFailureWithTheRobotStanding) {
  Mission mission(node_, plan());
  mission.start();
  run(50ms);
  mission.restart("work/use");
  use_->ending = {"blind", "no picture for 1 s"};
  run(100ms);
  EXPECT_EQ(mission_.status, MissionMessage::FAILED);
  EXPECT_EQ(mission_.outcome, "camera_lost");
  EXPECT_EQ(mission_.message, "no picture for 1 s");
  ASSERT_TRUE(last_command());
  EXPECT_EQ(last_command()->linear.x, 0);
  EXPECT_TRUE(control("resume").success) << "once the camera is back";
}

TEST_F(Missions, ThatGoLeaveTheRobotStanding) {
  {
    Mission mission(node_, plan());
    mission.start();
    run(50ms);
  }
  EXPECT_FALSE(find_->is_inside);
  run(50ms);
  ASSERT_TRUE(last_command());
  EXPECT_EQ(last_command()->linear.x, 0);
}

TEST_F(Missions, WithATableThatHasHolesAreRefused) {
  MissionPlan wrong = plan();
  wrong.steps[1].inner[1].next.pop_back();
  EXPECT_THAT([&] { Mission mission(node_, wrong); },
              testing::ThrowsMessage<std::invalid_argument>(
                  HasSubstr("'blind' of 'work/use' leads nowhere")));
}

}  // namespace tandem
