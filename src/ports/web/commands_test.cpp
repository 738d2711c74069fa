// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/web/commands.h"

#include <gmock/gmock.h>

#include <future>

#include "simulation/entity_queries.h"
#include "simulation/simulation.h"
#include "simulation/test_scenarios.h"

namespace tandem::web {
namespace {

using nlohmann::json;
using testing::HasSubstr;

// Writes down what it is asked to do.
class FakeNetwork : public Network {
 public:
  const Board& board() const override { return board_; }
  std::vector<ViewableTopic> viewable_topics() const override { return {}; }
  std::shared_ptr<View> view(const std::string&) override { return nullptr; }
  std::vector<TopicRate> rates() const override { return {}; }
  void drive(const std::string& robot, const Twist2& velocity) override {
    asked.push_back(robot + " drives " + std::to_string(velocity.linear));
  }
  void navigate(const std::string& robot, const Pose2& goal) override {
    asked.push_back(robot + " goes to " + std::to_string(goal.translation.x));
  }
  void cancel_navigation(const std::string& robot) override { asked.push_back(robot + " stays"); }
  Navigation navigation(const std::string&) const override { return {}; }
  std::optional<GateView> gate(const std::string&) const override { return {}; }
  std::shared_ptr<const std::vector<MissionView>> missions() const override { return {}; }
  void control_mission(MissionOrder order, OnMissionAnswer on_answer) override {
    asked.push_back(order.robot + ": " + order.command + " " + order.state);
    if (order.state == "nowhere")
      on_answer(Error{"there is no state nowhere"});
    else
      on_answer(std::string("as you wish"));
  }

  bool has_stand_in(const std::string& robot) const override { return robot == stand_in; }

  std::vector<std::string> asked;
  std::string stand_in;

 private:
  Board board_;
};

class CommandDeskTest : public testing::Test {
 protected:
  explicit CommandDeskTest(const std::string& mode = "virtual")
      : CommandDeskTest(load_good("empty", {.overrides = {{"robots.emaros.mode", mode}}})) {}
  explicit CommandDeskTest(std::shared_ptr<const Scenario> scenario)
      : simulation_(std::move(scenario), {.threads = 1}) {
    step();
  }

  std::shared_ptr<const Frame> step() {
    auto frame = std::make_shared<const Frame>(simulation_.step(inbox_.take()));
    latest_.set(frame);
    edits_.settle(*frame);
    return frame;
  }

  // What became of it, at the latest after a step.
  Answer obey(const json& command, bool may_control = true) {
    auto answered = std::make_shared<std::promise<Answer>>();
    std::future<Answer> answer = answered->get_future();
    desk_.obey(command, may_control, [answered](const Answer& a) { answered->set_value(a); });
    for (int i = 0; i < 1000 && answer.wait_for(10ms) != std::future_status::ready; ++i) step();
    return answer.get();
  }

  Simulation simulation_;
  Inbox inbox_;
  RunControl control_;
  WorldLoader loader_{{.threads = 1}};
  EditDesk edits_{inbox_};
  LatestFrame latest_;
  FakeNetwork network_;
  CommandDesk desk_{{inbox_, control_, loader_}, &network_, edits_, latest_};
};

TEST_F(CommandDeskTest, ASimulatedRobotIsDrivenHere) {
  EXPECT_TRUE(
      obey({{"do", "drive"}, {"robot", "emaros"}, {"linear_mps", 0.4}, {"angular_radps", 0}})
          .is_done);
  EXPECT_THAT(network_.asked, testing::IsEmpty());
  EXPECT_DOUBLE_EQ(step()->robots.front().command.linear, 0.4);
}

TEST_F(CommandDeskTest, FaultsAreListedInjectedAndCleared) {
  const Answer kinds = obey({{"do", "fault_kinds"}}, false);  // for who may only look, too
  ASSERT_EQ(kinds.data["kinds"].size(), all_fault_kinds().size());
  EXPECT_EQ(kinds.data["kinds"][6]["name"], "latency");
  EXPECT_EQ(kinds.data["kinds"][6]["parameters"][0]["name"], "delay_s");
  EXPECT_TRUE(kinds.data["processes"].empty());

  const json slip{{"do", "fault"},
                  {"words", {{"kind", "wheel_slip"}, {"left_share", 0.25}, {"for", "5s"}}}};
  EXPECT_THAT(obey(slip, false).reason, HasSubstr("may only look"));
  const Answer injected = obey(slip);
  EXPECT_TRUE(injected.is_done) << injected.reason;
  EXPECT_EQ(injected.data["name"], "wheel_slip");
  EXPECT_EQ(latest_.get()->faults->at(0).fault.value("left_share"), 0.25);
  const json clear{{"do", "clear_fault"}, {"name", ""}};
  EXPECT_THAT(obey(clear, false).reason, HasSubstr("may only look"));
  EXPECT_TRUE(obey(clear).is_done);
  EXPECT_TRUE(latest_.get()->faults->empty());
}

TEST_F(CommandDeskTest, FaultsThatCannotBeAreRefusedWithASentence) {
  const auto why = [&](const json& words) {
    return obey({{"do", "fault"}, {"words", words}}).reason;
  };
  EXPECT_THAT(why(json::array()), HasSubstr("'words' takes texts and numbers by name"));
  EXPECT_THAT(why({{"kind", {1, 2}}}), HasSubstr("'kind' takes a text or a number"));
  EXPECT_THAT(why({{"kind", "latancy"}}), HasSubstr("did you mean 'latency'?"));
  EXPECT_THAT(why({{"kind", "latency"}}), HasSubstr("'emaros' is no twin"));
  EXPECT_EQ(why({{"kind", "process_kill"}, {"process", "plant"}}),
            "no process belongs to this run");
  EXPECT_THAT(obey({{"do", "clear_fault"}, {"name", "none"}}).reason,
              HasSubstr("there is no fault 'none'"));
}

TEST_F(CommandDeskTest, ARecordingIsGoneThroughButNotChanged) {
  EXPECT_THAT(obey({{"do", "jump"}, {"time_s", 3}}).reason, HasSubstr("only a replay can jump"));
  control_.allow_jumps({2s, 9s});
  EXPECT_TRUE(obey({{"do", "jump"}, {"time_s", 3.5}}).is_done);
  EXPECT_EQ(control_.wait_for_turn({}).jump.time, SimTime(3500ms));
  EXPECT_TRUE(obey({{"do", "jump"}, {"frames", -1}}).is_done);
  EXPECT_EQ(control_.wait_for_turn({}).jump.frames, -1);
  EXPECT_TRUE(obey({{"do", "reset"}}).is_done);
  EXPECT_EQ(control_.wait_for_turn({}).jump.time, SimTime(2s));
  EXPECT_TRUE(obey({{"do", "pause"}}).is_done);
  EXPECT_THAT(obey({{"do", "jump"}, {"frames", 0.5}}).reason, HasSubstr("a whole number"));
  EXPECT_FALSE(obey({{"do", "jump"}, {"time_s", 3}}, false).is_done) << "who may only look";

  for (const json& change : std::vector<json>{
           {{"do", "drive"}, {"robot", "emaros"}, {"linear_mps", 0.4}, {"angular_radps", 0}},
           {{"do", "next_episode"}},
           {{"do", "fault"}, {"words", {{"kind", "motor_stop"}}}},
           {{"do", "load"}, {"scenario", "push"}}})
    EXPECT_THAT(obey(change).reason, HasSubstr("what happened cannot be changed"));
}

class TwinCommandTest : public CommandDeskTest {
 protected:
  TwinCommandTest() : CommandDeskTest("twin") {}
};

TEST_F(TwinCommandTest, ARealRobotIsDrivenOverTheNetwork) {
  EXPECT_TRUE(
      obey({{"do", "drive"}, {"robot", "emaros"}, {"linear_mps", 0.5}, {"angular_radps", 0}})
          .is_done);
  EXPECT_THAT(network_.asked, testing::ElementsAre("emaros drives 0.500000"));
  EXPECT_THAT(inbox_.take().commands, testing::IsEmpty()) << "it comes back as its robot hears it";
}

TEST_F(TwinCommandTest, WheelsOfARealRobotFailOnlyInAStandIn) {
  const json stop{{"do", "fault"}, {"words", {{"kind", "motor_stop"}}}};
  EXPECT_THAT(obey(stop).reason, HasSubstr("whose wheels nobody here can touch"));
  network_.stand_in = "emaros";
  EXPECT_TRUE(obey(stop).is_done);
}

TEST_F(TwinCommandTest, CanBePausedAndBecomeVirtual) {
  EXPECT_TRUE(obey({{"do", "pause_twin"}, {"robot", "emaros"}, {"paused", true}}).is_done);
  EXPECT_TRUE(latest_.get()->robots.front().twin->state.is_paused);
  EXPECT_TRUE(obey({{"do", "mode"}, {"robot", "emaros"}, {"mode", "virtual"}}).is_done);
  EXPECT_FALSE(latest_.get()->robots.front().twin);
}

TEST_F(CommandDeskTest, ARobotIsPlacedOnItsWheels) {
  for (int i = 0; i < 100; ++i) step();
  const Answer answer =
      obey({{"do", "spawn"}, {"thing", "emaros"}, {"pose", {1, 1, 0, 0, 0, 0, 1}}});
  ASSERT_TRUE(answer.is_done) << answer.reason;
  const auto robots = latest_.get()->robots;
  ASSERT_EQ(robots.size(), 2u);
  // as high as the one that stands there, at once
  EXPECT_NEAR(robots[1].world_from_base.translation.z, robots[0].world_from_base.translation.z,
              1e-3);
}

TEST_F(CommandDeskTest, GoalsGoToTheNavigator) {
  EXPECT_TRUE(
      obey({{"do", "goal"}, {"robot", "emaros"}, {"x", 1.5}, {"y", 0}, {"yaw", 0}}).is_done);
  EXPECT_TRUE(obey({{"do", "cancel_goal"}, {"robot", "emaros"}}).is_done);
  EXPECT_THAT(network_.asked, testing::ElementsAre("emaros goes to 1.500000", "emaros stays"));
}

TEST_F(CommandDeskTest, WhoMayOnlyLookGetsTheCatalog) {
  const Answer catalog = obey({{"do", "catalog"}}, false);
  EXPECT_TRUE(catalog.is_done);
  EXPECT_THAT(catalog.data.dump(), HasSubstr("\"push\""));
  EXPECT_THAT(catalog.data.dump(), HasSubstr("\"carton\""));
  const Answer pause = obey({{"do", "pause"}}, false);
  EXPECT_FALSE(pause.is_done);
  EXPECT_FALSE(control_.status().is_paused);
}

TEST_F(CommandDeskTest, RobotsAndTheWorldAreTold) {
  const Answer track = obey({{"do", "tell"}, {"robot", "emaros"}, {"words", "paint, on"}});
  EXPECT_TRUE(track.is_done) << track.reason;
  EXPECT_EQ(track.data["robot"], "emaros");
  EXPECT_EQ(track.data["text"], "emaros leaves a track");
  EXPECT_TRUE(obey({{"do", "tell"}, {"words", "reset"}}).is_done);
  const Answer unknown = obey({{"do", "tell"}, {"words", "fly"}});
  EXPECT_FALSE(unknown.is_done);
  EXPECT_THAT(unknown.reason, HasSubstr("'fly' is nothing that can be done here"));
  const Answer endless = obey({{"do", "tell"}, {"words", std::string(5000, 'x')}});
  EXPECT_THAT(endless.reason, HasSubstr("has 5000"));
  EXPECT_FALSE(obey({{"do", "tell"}}).is_done);
  EXPECT_FALSE(obey({{"do", "tell"}, {"words", "reset"}}, false).is_done);
}

TEST_F(CommandDeskTest, TheNextEpisodeIsAnotherOne) {
  EXPECT_TRUE(obey({{"do", "next_episode"}}).is_done);
  EXPECT_EQ(latest_.get()->episode, 1u);
  EXPECT_TRUE(obey({{"do", "reset"}}).is_done);
  EXPECT_EQ(latest_.get()->episode, 1u);
}

TEST_F(CommandDeskTest, ProgramsOfRobotsAreStoppedAndBeginAnew) {
  const auto mission = [](const std::string& command, const std::string& state) {
    return json{{"do", "mission"}, {"robot", "emaros"}, {"command", command}, {"state", state}};
  };
  EXPECT_EQ(obey(mission("stop", "")).data["text"], "as you wish");
  EXPECT_TRUE(obey(mission("restart", "work/plough")).is_done);
  EXPECT_EQ(obey(mission("restart", "nowhere")).reason, "there is no state nowhere");
  EXPECT_THAT(network_.asked, testing::ElementsAre("emaros: stop ", "emaros: restart work/plough",
                                                   "emaros: restart nowhere"));
  EXPECT_THAT(obey(mission("fly", "")).reason, HasSubstr("stop, resume or restart"));
  EXPECT_FALSE(obey(mission("stop", ""), false).is_done);
  EXPECT_EQ(network_.asked.size(), 3u);
}

TEST_F(CommandDeskTest, ThingsAreNamedAnewWhenTheirNameIsTaken) {
  const json spawn{{"do", "spawn"}, {"thing", "carton"}, {"pose", {1, 1, 0.5, 0, 0, 0, 1}}};
  EXPECT_EQ(obey(spawn).data["name"], "carton");
  const std::string second = obey(spawn).data["name"];
  EXPECT_NE(second, "carton");
  EXPECT_TRUE(latest_.get()->entities->find(second));
}

TEST_F(CommandDeskTest, ThingsStandOnThePlaceWhereTheyArePutThoughTheirOriginIsTheirMiddle) {
  obey({{"do", "spawn"}, {"thing", "carton"}, {"pose", {1, 1, 0, 0, 0, 0, 1}}});
  const Entity carton = *latest_.get()->entities->find("carton");
  for (int i = 0; i < 60; ++i) step();

  // a cube of 0.4 m; half in the floor it would have been pushed out, and aside
  const Vec3 at = state_of(*latest_.get(), carton).world_from_entity.translation;
  EXPECT_NEAR(at.x, 1, 1e-3);
  EXPECT_NEAR(at.y, 1, 1e-3);
  EXPECT_NEAR(at.z, 0.2, 2e-3);
}

// A floor, and a scenario with a type of its own: a cube of 0.2 m whose origin is its middle.
class CommandDeskWithCatalog : public CommandDeskTest {
 protected:
  CommandDeskWithCatalog() : CommandDeskTest(scenario()) {}

  static std::shared_ptr<const Scenario> scenario() {
    auto scenario = bare_floor();
    scenario->catalog.push_back({"cube", "", one_link_model("cube", Box{{0.2, 0.2, 0.2}}, 1)});
    return scenario;
  }
};

TEST_F(CommandDeskWithCatalog, ThingsOfTheScenarioStandOnThePlaceTooWhereTheyArePut) {
  obey({{"do", "spawn"}, {"thing", "cube"}, {"pose", {1, 1, 0, 0, 0, 0, 1}}});
  const Entity cube = *latest_.get()->entities->find("cube");
  for (int i = 0; i < 60; ++i) step();

  const Vec3 at = state_of(*latest_.get(), cube).world_from_entity.translation;
  EXPECT_NEAR(at.x, 1, 1e-3);
  EXPECT_NEAR(at.y, 1, 1e-3);
  EXPECT_NEAR(at.z, 0.1, 2e-3);
}

TEST_F(CommandDeskTest, WhatCannotBeReadIsASentence) {
  EXPECT_THAT(obey({{"do", 3}}).reason, HasSubstr("'do' takes a text"));
  EXPECT_THAT(obey(json::object()).reason, HasSubstr("'do' is missing"));
  EXPECT_THAT(obey({{"do", "hold"}, {"entity", "emaros"}, {"pose", "here"}}).reason,
              HasSubstr("a list of 7 numbers"));
}

}  // namespace
}  // namespace tandem::web
