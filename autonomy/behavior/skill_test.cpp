// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/behavior/mission.h"
#include "autonomy/behavior/skill_server.h"
#include "autonomy/behavior/skill_state.h"
#include "autonomy/behavior/test_robot.h"

namespace tandem {
namespace {

using nav2_msgs::action::NavigateToPose;
using tandem_msgs::action::PerformSkill;
using testing::ElementsAre;
using testing::HasSubstr;
using MissionMessage = tandem_msgs::msg::Mission;

// Digs until the test says what came of it.
struct Digging final : Skill {
  void start(const Goal& goal, SimTime) override {
    target = goal.target;
    ++started;
    is_at_work = true;
  }
  std::optional<Result> step(SimTime) override { return std::exchange(result, std::nullopt); }
  void stop() override { is_at_work = false; }
  Feedback feedback() const override { return {.message = "digging", .progress = 0.5}; }

  std::optional<Result> result;
  std::string target;
  int started = 0;
  bool is_at_work = false;
};

class Skills : public TestRobot {
 protected:
  MissionPlan plan(Duration timeout = no_timeout) {
    const auto dig = make_skill_state(
        node_, {.skill = "dig",
                .outcomes = {"treasure", "nothing"},
                .goal =
                    [](const Blackboard&) {
                      return Result<PerformSkill::Goal>(PerformSkill::Goal{.target = "gold"});
                    },
                .remember = [](const PerformSkill::Result& result,
                               Blackboard& blackboard) { blackboard.set("found", result.message); },
                .timeout = timeout});
    return {.program = "digger",
            .successes = {"rich"},
            .failures = {"failed"},
            .steps = {{.name = "dig",
                       .work = dig,
                       .next = {{"treasure", "rich"}, {"nothing", "dig"}, {"failed", "failed"}}}}};
  }

  Node robot_{"robot", options()};
  Node node_{"mission", options()};
  Digging digging_;
};

}  // namespace

TEST_F(Skills, ArePerformedAndTheirOutcomeIsTheStates) {
  SkillServer server(robot_, "dig", digging_);
  Mission mission(node_, plan());
  mission.start();
  run(200ms);
  EXPECT_TRUE(digging_.is_at_work);
  EXPECT_EQ(digging_.target, "gold");
  EXPECT_EQ(mission_.message, "dig: digging");
  digging_.result = {.outcome = "nothing", .message = "only stones"};
  run(200ms);
  EXPECT_EQ(mission_.outcome, "nothing");
  EXPECT_EQ(digging_.started, 2) << "again, as the table says";
  digging_.result = {.outcome = "treasure", .message = "a crown"};
  run(200ms);
  EXPECT_FALSE(digging_.is_at_work);
  EXPECT_EQ(mission_.status, MissionMessage::SUCCEEDED);
  EXPECT_EQ(mission.blackboard().find<std::string>("found"), "a crown");
}

TEST_F(Skills, EndWithTheStateThatWantedThem) {
  SkillServer server(robot_, "dig", digging_);
  Mission mission(node_, plan());
  mission.start();
  run(200ms);
  control("stop");
  run(50ms);
  EXPECT_FALSE(digging_.is_at_work);
  EXPECT_FALSE(server.is_busy());
  digging_.result = {.outcome = "treasure"};
  run(200ms);
  EXPECT_EQ(mission_.status, MissionMessage::STOPPED) << "what came late does not count";
}

TEST_F(Skills, ThatNobodyServesFailWithASentenceThatNamesThem) {
  Mission mission(node_, plan());
  mission.start();
  run(11s);
  EXPECT_EQ(mission_.status, MissionMessage::FAILED);
  EXPECT_THAT(mission_.message, HasSubstr("/r/dig"));
  EXPECT_THAT(mission_.message, HasSubstr("no server within 10 s"));
}

TEST_F(Skills, WhoseServerGoesFailWithASentenceThatNamesThem) {
  auto server = std::make_unique<SkillServer>(robot_, "dig", digging_);
  Mission mission(node_, plan());
  mission.start();
  run(200ms);
  ASSERT_TRUE(server->is_busy());
  server.reset();
  EXPECT_FALSE(digging_.is_at_work);
  run(2s);
  EXPECT_EQ(mission_.status, MissionMessage::FAILED);
  EXPECT_THAT(mission_.message, HasSubstr("dig"));
}

TEST_F(Skills, ThatTakeTooLongFailAndAreCanceled) {
  SkillServer server(robot_, "dig", digging_);
  Mission mission(node_, plan(3s));
  mission.start();
  run(4s);
  EXPECT_EQ(mission_.status, MissionMessage::FAILED);
  EXPECT_THAT(mission_.message, HasSubstr("dig: no result within 3"));
  EXPECT_FALSE(digging_.is_at_work);
}

TEST_F(Skills, AnOutcomeThatTheMissionDoesNotKnowIsAFailureWithItsName) {
  SkillServer server(robot_, "dig", digging_);
  Mission mission(node_, plan());
  mission.start();
  run(200ms);
  digging_.result = {.outcome = "oil", .message = "black and sticky"};
  run(200ms);
  EXPECT_EQ(mission_.status, MissionMessage::FAILED);
  EXPECT_THAT(mission_.message, HasSubstr("ended with 'oil', which this mission does not know"));
}

TEST_F(Skills, ANewGoalTakesThePlaceOfTheOneBefore) {
  SkillServer server(robot_, "dig", digging_);
  auto client = person_.action_client<PerformSkill>("dig");
  std::vector<std::string> ends;
  const auto send = [&](const std::string& target) {
    client.send_goal({.target = target},
                     {.on_result = [&ends, target](const Result<Outcome<PerformSkill>>& outcome) {
                       ends.push_back(target + " " + std::string(to_string(outcome->status)) +
                                      ": " + outcome->result.message);
                     }});
  };
  send("gold");
  run(100ms);
  send("iron");
  run(100ms);
  EXPECT_EQ(digging_.target, "iron");
  EXPECT_THAT(ends, ElementsAre("gold aborted: another goal took its place"));
  digging_.result = {.outcome = "camera_lost", .message = "it is dark"};
  run(100ms);
  EXPECT_THAT(ends.back(), "iron aborted: it is dark");
  EXPECT_FALSE(digging_.is_at_work);
}

TEST_F(Skills, ADriveArrivesOrSaysWhyNot) {
  std::vector<ServerGoal<NavigateToPose>> goals;
  auto navigator = robot_.action_server<NavigateToPose>(
      "navigate_to_pose",
      {.execute = [&](ServerGoal<NavigateToPose> goal) { goals.push_back(std::move(goal)); }});
  const auto drive = make_drive_state(node_, [](const Blackboard&) {
    geometry_msgs::msg::PoseStamped pose;
    pose.pose.position.x = 2;
    return Result<geometry_msgs::msg::PoseStamped>(pose);
  });
  Mission mission(node_, {.program = "driver",
                          .successes = {"there"},
                          .failures = {"failed"},
                          .steps = {{.name = "drive",
                                     .work = drive,
                                     .next = {{"arrived", "there"}, {"failed", "failed"}}}}});
  mission.start();
  run(100ms);
  ASSERT_EQ(goals.size(), 1U);
  EXPECT_EQ(goals[0].goal().pose.pose.position.x, 2);
  goals[0].abort({.error_code = 208, .error_msg = "no way there"});
  run(100ms);
  EXPECT_EQ(mission_.status, MissionMessage::FAILED);
  EXPECT_THAT(mission_.message, HasSubstr("no way there (error 208)"));
  control("restart");
  run(100ms);
  ASSERT_EQ(goals.size(), 2U);
  goals[1].succeed();
  run(100ms);
  EXPECT_EQ(mission_.status, MissionMessage::SUCCEEDED);
}

}  // namespace tandem
