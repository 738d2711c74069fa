// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/behavior/guarded_state.h"

#include "autonomy/behavior/test_floor.h"
#include "autonomy/behavior/test_robot.h"

namespace tandem {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

struct Endless final : State {
  std::vector<std::string> outcomes() const override { return {"done"}; }
  void enter(Blackboard&, SimTime) override {}
  std::optional<Ending> step(Blackboard&, SimTime) override { return std::nullopt; }
  void leave() override { ++left; }
  int left = 0;
};

class GuardedStates : public TestRobot {
 protected:
  std::optional<Ending> ending_after(Duration time) {
    std::optional<Ending> ending;
    run_until(
        [&] {
          if (!ending) ending = state_.step(blackboard_, now_);
          return ending.has_value();
        },
        time);
    return ending;
  }

  TestFloor floor_{options()};
  Node node_{"program", options()};
  Whereabouts whereabouts_{node_};
  Blackboard blackboard_;
  std::shared_ptr<Endless> inner_ = std::make_shared<Endless>();
  std::vector<std::string> calls_;
  GuardedState state_{
      inner_,
      whereabouts_,
      5s,
      {.on_enter = [this](Blackboard&, SimTime) { calls_.emplace_back("enter"); },
       .on_end = [this](const Ending& ending, Blackboard&) { calls_.push_back(ending.outcome); },
       .on_leave = [this] { calls_.emplace_back("leave"); }}};
};

}  // namespace

TEST_F(GuardedStates, ARobotThatDrivesIsLeftAlone) {
  run(100ms);
  state_.enter(blackboard_, now_);
  floor_.command = {0.02, 0};  // 0.1 m in five seconds
  EXPECT_FALSE(ending_after(20s));
  state_.leave();
  EXPECT_EQ(inner_->left, 1);
  EXPECT_THAT(calls_, ElementsAre("enter", "leave"));
}

TEST_F(GuardedStates, ARobotThatDoesNotMoveIsStuck) {
  run(100ms);
  state_.enter(blackboard_, now_);
  const SimTime begin = now_;
  const auto ending = ending_after(20s);
  ASSERT_TRUE(ending);
  EXPECT_EQ(ending->outcome, "robot_stuck");
  EXPECT_THAT(ending->message, HasSubstr("has not moved for 5 s"));
  EXPECT_NEAR(seconds(now_ - begin), 5, 0.03);
  EXPECT_THAT(calls_, ElementsAre("enter", "robot_stuck"));
  EXPECT_THAT(state_.outcomes(),
              ElementsAre("done", "odometry_lost", "tracking_lost", "robot_stuck"));
}

TEST_F(GuardedStates, ARobotWithoutOdometryIsLostSooner) {
  run(100ms);
  state_.enter(blackboard_, now_);
  floor_.command = {0.1, 0};
  EXPECT_FALSE(ending_after(1s));
  floor_.has_odometry = false;
  const SimTime begin = now_;
  const auto ending = ending_after(20s);
  ASSERT_TRUE(ending);
  EXPECT_EQ(ending->outcome, "odometry_lost");
  EXPECT_THAT(ending->message, HasSubstr("/r/odom"));
  EXPECT_NEAR(seconds(now_ - begin), 1, 0.05);
}

TEST_F(GuardedStates, ARobotWhosePlaceIsNotToldAnyMoreIsNotTracked) {
  run(100ms);
  state_.enter(blackboard_, now_);
  floor_.command = {0.1, 0};
  EXPECT_FALSE(ending_after(1s));
  floor_.is_tracked = false;
  const SimTime begin = now_;
  const auto ending = ending_after(20s);
  ASSERT_TRUE(ending);
  EXPECT_EQ(ending->outcome, "tracking_lost");
  EXPECT_THAT(ending->message, HasSubstr("from map to r/base_link"));
  EXPECT_NEAR(seconds(now_ - begin), 1, 0.05);
  // entered anew it says so again, however long ago that was
  run(30s);
  state_.enter(blackboard_, now_);
  floor_.command = {0.1, 0};
  EXPECT_EQ(ending_after(5s).value_or(Ending{}).outcome, "tracking_lost");
}

TEST_F(GuardedStates, ARobotThatNobodyEverPlacedOnAMapLacksNothing) {
  floor_.is_tracked = false;
  floor_.command = {0.1, 0};
  run(100ms);
  state_.enter(blackboard_, now_);
  EXPECT_FALSE(ending_after(20s));
}

}  // namespace tandem
