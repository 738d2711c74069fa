// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/navigation_desk.h"

#include <gmock/gmock.h>

#include "messages/time.h"
#include "ports/ros/live_run.h"
#include "ports/ros/test_run.h"

namespace tandem {

void PrintTo(NavigationState state, std::ostream* out) { *out << name_of(state); }

namespace {

using geometry_msgs::msg::PoseStamped;
using nav2_msgs::action::NavigateToPose;
using testing::HasSubstr;

// A navigator that drives where a test wants it to.
class Navigator {
 public:
  explicit Navigator(const std::shared_ptr<Context>& context, const std::string& ns = "/emaros")
      : node_("navigator", {.ns = ns, .context = context}) {
    server_ = node_.action_server<NavigateToPose>(
        "navigate_to_pose",
        {.accept = [this](const auto&) { return accepts; },
         .execute =
             [this](const ServerGoal<NavigateToPose>& goal) {
               // as Nav2 does: a new goal ends the one before
               if (is_single && !goals.empty()) goals.back().abort();
               goals.push_back(goal);
             },
         .allow_cancel = [this](const auto&) { return allows_cancel; },
         .on_canceling = [](ServerGoal<NavigateToPose> goal) { goal.cancel(); }});
  }

  bool accepts = true, allows_cancel = true, is_single = true;
  std::vector<ServerGoal<NavigateToPose>> goals;
  Node& node() { return node_; }

 private:
  Node node_;
  ActionServer<NavigateToPose> server_;
};

class NavigationDeskTest : public testing::Test {
 protected:
  Network& network() { return run_.port.network(); }
  Navigation told() { return network().navigation("emaros"); }
  void step() {
    for (int i = 0; i < 4; ++i) run_.step();
  }

  TestRun run_{load_good("empty")};
};

TEST_F(NavigationDeskTest, AGoalIsDrivenToWithFeedback) {
  Navigator navigator(run_.context());
  run_.step();
  EXPECT_EQ(told().state, NavigationState::none);
  network().navigate("emaros", {{1.5, -2}, 0.5});
  EXPECT_EQ(told().state, NavigationState::asking);
  step();
  EXPECT_EQ(told().state, NavigationState::driving);
  ASSERT_EQ(navigator.goals.size(), 1u);
  const PoseStamped& goal = navigator.goals[0].goal().pose;
  EXPECT_EQ(goal.header.frame_id, "map");
  EXPECT_GT(to_time(goal.header.stamp), 0s);
  EXPECT_NEAR(goal.pose.position.x, 1.5, 1e-12);
  EXPECT_NEAR(goal.pose.position.y, -2, 1e-12);
  EXPECT_NEAR(goal.pose.orientation.z, std::sin(0.25), 1e-12);

  navigator.goals[0].feedback({.distance_remaining = 1.25F});
  step();
  EXPECT_EQ(told().distance_m, 1.25);
  EXPECT_NEAR(told().goal->translation.x, 1.5, 1e-12);
  navigator.goals[0].succeed();
  step();
  EXPECT_EQ(told().state, NavigationState::arrived);
  EXPECT_EQ(told().distance_m, 0);
}

TEST_F(NavigationDeskTest, WithoutANavigatorThatIsSaidAfterASecond) {
  run_.step();
  network().navigate("emaros", {{1, 0}, 0});
  run_.step_for(900ms);
  EXPECT_EQ(told().state, NavigationState::asking);
  run_.step_for(150ms);
  EXPECT_EQ(told().state, NavigationState::no_navigator);
  EXPECT_EQ(told().text, "nobody answers to /emaros/navigate_to_pose");

  // one that comes later hears of the next goal, not of this one
  Navigator navigator(run_.context());
  step();
  EXPECT_TRUE(navigator.goals.empty());
  network().navigate("emaros", {{1, 0}, 0});
  step();
  EXPECT_EQ(told().state, NavigationState::driving);
}

TEST_F(NavigationDeskTest, GoalsAreOnTheTopicToo) {
  Node program("program", {.context = run_.context()});
  std::vector<PoseStamped> heard;
  const auto goals = program.subscribe<PoseStamped>("/emaros/goal_pose", qos::reliable,
                                                    [&](const auto& it) { heard.push_back(it); });
  run_.step();
  network().navigate("emaros", {{3, 4}, 0});
  run_.step_for(1100ms);
  ASSERT_EQ(heard.size(), 1u);
  EXPECT_EQ(heard[0].header.frame_id, "map");
  EXPECT_EQ(heard[0].pose.position.y, 4);
  EXPECT_EQ(told().state, NavigationState::no_navigator);
  EXPECT_THAT(told().text, HasSubstr("published on goal_pose"));
}

TEST_F(NavigationDeskTest, AGoalCanBeCancelled) {
  Navigator navigator(run_.context());
  run_.step();
  network().navigate("emaros", {{1, 0}, 0});
  step();
  network().cancel_navigation("emaros");
  step();
  EXPECT_EQ(told().state, NavigationState::cancelled);
  EXPECT_FALSE(navigator.goals[0].is_active());

  navigator.allows_cancel = false;
  network().navigate("emaros", {{1, 0}, 0});
  step();
  network().cancel_navigation("emaros");
  step();
  EXPECT_EQ(told().state, NavigationState::driving);
  EXPECT_THAT(told().text, HasSubstr("does not cancel"));
  // and again, of one that changed its mind
  navigator.allows_cancel = true;
  network().cancel_navigation("emaros");
  step();
  EXPECT_EQ(told().state, NavigationState::cancelled);

  // nobody was asked yet
  network().navigate("emaros", {{2, 0}, 0});
  network().cancel_navigation("emaros");
  step();
  EXPECT_EQ(told().state, NavigationState::cancelled);
  EXPECT_EQ(navigator.goals.size(), 2u);
}

TEST_F(NavigationDeskTest, ANewGoalTakesThePlaceOfTheOldOne) {
  Navigator navigator(run_.context());
  run_.step();
  network().navigate("emaros", {{1, 0}, 0});
  step();
  network().navigate("emaros", {{2, 0}, 0});
  step();
  ASSERT_EQ(navigator.goals.size(), 2u);
  EXPECT_FALSE(navigator.goals[0].is_active());
  EXPECT_EQ(told().state, NavigationState::driving);
  EXPECT_EQ(told().goal->translation.x, 2);
  run_.step_for(2s);
  EXPECT_TRUE(navigator.goals[1].is_active());
}

TEST_F(NavigationDeskTest, ANavigatorThatDrivesSeveralGoalsIsToldToEndTheOld) {
  Navigator navigator(run_.context());
  navigator.is_single = false;
  run_.step();
  network().navigate("emaros", {{1, 0}, 0});
  step();
  network().navigate("emaros", {{2, 0}, 0});
  run_.step_for(1200ms);
  ASSERT_EQ(navigator.goals.size(), 2u);
  EXPECT_FALSE(navigator.goals[0].is_active());
  EXPECT_TRUE(navigator.goals[1].is_active());
  EXPECT_EQ(told().state, NavigationState::driving);

  // one that is refused leaves no old one behind
  navigator.accepts = false;
  network().navigate("emaros", {{3, 0}, 0});
  step();
  EXPECT_EQ(told().state, NavigationState::failed);
  EXPECT_THAT(told().text, HasSubstr("rejected"));
  EXPECT_FALSE(navigator.goals[1].is_active());
}

TEST_F(NavigationDeskTest, WhyItFailedIsTold) {
  Navigator navigator(run_.context());
  run_.step();
  network().navigate("emaros", {{1, 0}, 0});
  step();
  navigator.goals[0].abort({.error_code = 9000, .error_msg = "the way is blocked"});
  step();
  EXPECT_EQ(told().state, NavigationState::failed);
  EXPECT_EQ(told().text, "the way is blocked");
  EXPECT_EQ(navigator.goals.size(), 1u);
}

TEST_F(NavigationDeskTest, ANavigatorThatHearsTheTopicTooIsAskedOnceMore) {
  Navigator navigator(run_.context());
  // Nav2 sends itself a goal, which ends the one that came before
  const auto goals = navigator.node().subscribe<PoseStamped>("/emaros/goal_pose", qos::reliable,
                                                             [&](const auto&) {});
  run_.step();
  network().navigate("emaros", {{1, 0}, 0});
  step();
  ASSERT_EQ(navigator.goals.size(), 1u);
  navigator.goals[0].abort();
  step();
  EXPECT_EQ(told().state, NavigationState::driving);
  ASSERT_EQ(navigator.goals.size(), 2u);
  EXPECT_EQ(navigator.goals[1].goal().pose.pose.position.x, 1);
  navigator.goals[1].abort();
  step();
  EXPECT_EQ(told().state, NavigationState::failed);
  EXPECT_EQ(navigator.goals.size(), 2u);
}

TEST_F(NavigationDeskTest, OnlyRobotsThatAreThereAreSentSomewhere) {
  run_.step();
  network().navigate("nobody", {{1, 0}, 0});
  network().navigate("emaros", {{NAN, 0}, 0});
  network().cancel_navigation("nobody");
  step();
  EXPECT_EQ(network().navigation("nobody").state, NavigationState::none);
  EXPECT_EQ(told().state, NavigationState::none);
}

TEST_F(NavigationDeskTest, NothingIsInTheNetworkBeforeTheFirstGoal) {
  const auto count = [&] {
    int found = 0;
    for (const EndpointInfo& endpoint : run_.context()->transport().graph().endpoints)
      found += endpoint.topic.find("navigate_to_pose") != std::string::npos ||
               endpoint.topic == "/emaros/goal_pose";
    return found;
  };
  step();
  EXPECT_EQ(count(), 0);
  network().navigate("emaros", {{1, 0}, 0});
  step();
  EXPECT_GT(count(), 0);
}

TEST(NavigationOverDds, ANavigatorThatDiesFailsWithASentence) {
  LiveRun run("empty");
  std::optional<Navigator> navigator(outside_context());
  Network& network = run.port.network();
  const auto state = [&] { return network.navigation("emaros").state; };
  ASSERT_TRUE(eventually([&] {
    if (state() == NavigationState::none || state() == NavigationState::no_navigator)
      network.navigate("emaros", {{1, 0}, 0});
    return state() == NavigationState::driving;
  }));
  // what it says last comes in time: it ends its goals as it goes
  navigator.reset();
  ASSERT_TRUE(eventually([&] { return state() == NavigationState::failed; }));
  EXPECT_NE(network.navigation("emaros").text, "");

  network.navigate("emaros", {{1, 0}, 0});
  ASSERT_TRUE(eventually([&] { return state() == NavigationState::no_navigator; }));
}

TEST(NavigationOverDds, AnotherWorldEndsTheWayToOldGoals) {
  LiveRun run("empty");
  Navigator navigator(outside_context());
  Network& network = run.port.network();
  const auto state = [&] { return network.navigation("emaros").state; };
  ASSERT_TRUE(eventually([&] {
    if (state() == NavigationState::none || state() == NavigationState::no_navigator)
      network.navigate("emaros", {{1, 0}, 0});
    return state() == NavigationState::driving;
  }));
  const ServerGoal<NavigateToPose> goal = navigator.goals.back();
  run.call<simulation_interfaces::srv::LoadWorld>("/load_world", {.uri = "arena"});
  EXPECT_TRUE(eventually([&] { return !goal.is_active(); }));
  EXPECT_EQ(state(), NavigationState::none);
}

}  // namespace
}  // namespace tandem
