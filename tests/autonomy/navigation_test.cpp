// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "messages/nav2_msgs_srv.h"
#include "navigation_world.h"

namespace tandem {
namespace {

using namespace nav2_msgs::action;
using PlanCodes = ComputePathToPose::Result;
using FollowCodes = FollowPath::Result;
using testing::IsEmpty;

// Two rooms of 4 by 3 m with a gap of 0.8 m in the wall between them.
constexpr const char* two_rooms = R"(name: rooms
world: {generate: arena, size_x_m: 4, size_y_m: 3, wall_height_m: 0.5}
robots:
  - {name: emaros, model: emaros, pose: {x: -1.2, y: -0.8}, localization: ideal}
map: {resolution_m: 0.05}
spawn:
  wall: {count: 10, area: {x: 0, y: -0.38, size_x_m: 0.2, size_y_m: 2.2}, object: {shape: box, size_m: [0.2, 0.2, 0.5], mass_kg: 100}}
)";

TEST(Navigation, GoesToAPoseInAnotherRoom) {
  for (const bool is_twin : {false, true}) {
    NavigationWorld world(two_rooms, {.is_twin = is_twin});
    const auto outcome = world.navigate_to({{1.2, -0.8}, 1.5});
    ASSERT_TRUE(outcome);
    EXPECT_EQ(outcome->status, GoalStatus::succeeded) << outcome->result.error_msg;
    EXPECT_EQ(outcome->result.error_code, 0);
    EXPECT_LT(world.distance_to({1.2, -0.8}), 0.08);
    EXPECT_NEAR(world.place().yaw, 1.5, 0.15);
    EXPECT_THAT(world.touched(), IsEmpty());
    world.run(1s);
    EXPECT_EQ(world.robot().command.linear, 0);
  }
}

TEST(Navigation, TheSameGoalGivesTheSameBits) {
  const auto hash_of_a_drive = [] {
    NavigationWorld world(two_rooms);
    world.navigate_to({{-0.6, 0.9}, 0}, 20s);
    return world.frame().state_hash;
  };
  EXPECT_EQ(hash_of_a_drive(), hash_of_a_drive());
}

TEST(Navigation, WithoutAMapItGoesInTheFrameOfItsOdometry) {
  NavigationWorld world(R"(name: rooms
world: {generate: arena, size_x_m: 6, size_y_m: 6, wall_height_m: 0.5}
robots:
  - {name: emaros, model: emaros}
spawn:
  wall: {count: 5, area: {x: 1, size_x_m: 0.2, size_y_m: 1.1}, object: {shape: box, size_m: [0.2, 0.2, 0.5], mass_kg: 100}}
)");
  const auto outcome =
      world.outcome_of(world.goals(), {.pose = NavigationWorld::pose({{2, 0}, 0}, "emaros/odom")});
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->status, GoalStatus::succeeded) << outcome->result.error_msg;
  EXPECT_LT(world.distance_to({2, 0}), 0.08);
  EXPECT_THAT(world.touched(), IsEmpty());
}

TEST(Navigation, BadGoalsEndWithACodeAndASentence) {
  NavigationWorld world(two_rooms);
  const auto code_of = [&](const Pose2& goal, const std::string& frame = "map") {
    const auto outcome =
        world.outcome_of(world.goals(), {.pose = NavigationWorld::pose(goal, frame)}, 60s);
    EXPECT_TRUE(outcome);
    if (!outcome) return 0;
    EXPECT_EQ(outcome->status, GoalStatus::aborted);
    EXPECT_FALSE(outcome->result.error_msg.empty());
    return int{outcome->result.error_code};
  };
  world.run(500ms);
  const Pose2 start = world.place();
  EXPECT_EQ(code_of({{std::numeric_limits<double>::quiet_NaN(), 0}}), PlanCodes::GOAL_OUTSIDE_MAP);
  EXPECT_EQ(code_of({{50, 0}}), PlanCodes::GOAL_OUTSIDE_MAP);
  EXPECT_EQ(code_of({{-1.99, 0}}), PlanCodes::GOAL_OCCUPIED);
  EXPECT_EQ(code_of({{1, 0}}, "moon"), PlanCodes::TF_ERROR);
  EXPECT_LT(world.distance_to(start.translation), 0.01);
}

TEST(Navigation, CodesAreThoseOfTheActionThatWasAsked) {
  NavigationWorld world(two_rooms);
  auto through = world.user().action_client<NavigateThroughPoses>("navigate_through_poses");
  auto paths = world.user().action_client<ComputePathThroughPoses>("compute_path_through_poses");
  auto waypoints = world.user().action_client<FollowWaypoints>("follow_waypoints");
  const Pose2 outside{{50, 0}, 0}, in_the_wall{{-1.99, 0}, 0};
  const auto ask = [&](auto& client, const auto& goal) {
    const auto outcome = world.outcome_of(client, goal, 60s);
    EXPECT_TRUE(outcome);
    return outcome ? int{outcome->result.error_code} : -1;
  };
  using Through = ComputePathThroughPoses::Result;
  const auto goal_in = [](const Pose2& pose, const std::string& frame = "map") {
    return std::vector{NavigationWorld::pose(pose, frame)};
  };
  EXPECT_EQ(ask(through, NavigateThroughPoses::Goal{}), Through::NO_VIAPOINTS_GIVEN);
  EXPECT_EQ(ask(through, NavigateThroughPoses::Goal{.poses = goal_in(outside)}),
            Through::GOAL_OUTSIDE_MAP);
  EXPECT_EQ(ask(through, NavigateThroughPoses::Goal{.poses = goal_in(in_the_wall)}),
            Through::GOAL_OCCUPIED);
  EXPECT_EQ(ask(through, NavigateThroughPoses::Goal{.poses = goal_in({}, "moon")}),
            Through::TF_ERROR);
  EXPECT_EQ(ask(paths, ComputePathThroughPoses::Goal{}), Through::NO_VIAPOINTS_GIVEN);
  EXPECT_EQ(ask(paths, ComputePathThroughPoses::Goal{.goals = goal_in({}, "moon")}),
            Through::TF_ERROR);
  EXPECT_EQ(ask(paths, ComputePathThroughPoses::Goal{.goals = goal_in(in_the_wall)}),
            Through::GOAL_OCCUPIED);
  EXPECT_EQ(ask(waypoints, FollowWaypoints::Goal{}), FollowWaypoints::Result::UNKNOWN);
  EXPECT_EQ(ask(waypoints, FollowWaypoints::Goal{.poses = goal_in({}, "moon")}),
            FollowWaypoints::Result::UNKNOWN);
  // what a way point failed with is told beside it
  const auto toured = world.outcome_of(waypoints, {.poses = goal_in(outside)}, 60s);
  ASSERT_TRUE(toured);
  ASSERT_EQ(toured->result.missed_waypoints.size(), 1U);
  EXPECT_EQ(toured->result.missed_waypoints[0].error_code, PlanCodes::GOAL_OUTSIDE_MAP);
}

TEST(Navigation, AGoalThatCannotBeReachedFailsAfterItsRecoveries) {
  NavigationWorld world(R"(name: cell
world: {generate: arena, size_x_m: 4, size_y_m: 3, wall_height_m: 0.5}
robots:
  - {name: emaros, model: emaros, pose: {x: -1.2}, localization: ideal}
map: {}
spawn:
  wall: {count: 13, area: {x: 0, size_x_m: 0.2, size_y_m: 2.9}, object: {shape: box, size_m: [0.2, 0.2, 0.5], mass_kg: 100}}
)");
  const auto outcome = world.navigate_to({{1.2, 0}, 0}, 180s);
  ASSERT_TRUE(outcome);
  EXPECT_EQ(outcome->status, GoalStatus::aborted);
  EXPECT_EQ(outcome->result.error_code, PlanCodes::NO_VALID_PATH) << outcome->result.error_msg;
  EXPECT_THAT(world.touched(), IsEmpty());
}

TEST(Navigation, ARobotThatIsNotRoundIsAsWideAsItIs) {
  // a gap of 0.6 m between two walls
  const auto outcome_with = [](const std::string& setting) {
    NavigationWorld world(R"(name: gap
world: {generate: arena, size_x_m: 4, size_y_m: 3, wall_height_m: 0.5}
robots:
  - {name: emaros, model: emaros, pose: {x: -1.2}, localization: ideal}
map: {}
spawn:
  north: {count: 5, area: {x: 0, y: 0.85, size_x_m: 0.2, size_y_m: 1.1}, object: {shape: box, size_m: [0.2, 0.2, 0.5], mass_kg: 100}}
  south: {count: 5, area: {x: 0, y: -0.85, size_x_m: 0.2, size_y_m: 1.1}, object: {shape: box, size_m: [0.2, 0.2, 0.5], mass_kg: 100}}
)",
                          {}, {"-p", "recovery.retries:=0", "-p", setting});
    const auto outcome = world.navigate_to({{1.2, 0}, 0}, 60s);
    EXPECT_TRUE(outcome);
    EXPECT_THAT(world.touched(), IsEmpty());
    return outcome ? int{outcome->result.error_code} : -1;
  };
  // a Jackal has 0.51 by 0.43 m, and turns in a circle of 0.67 m
  EXPECT_EQ(outcome_with("robot_radius_m:=0.333"), PlanCodes::NO_VALID_PATH);
  EXPECT_EQ(outcome_with("footprint:=\"[[0.255, 0.215], [-0.255, 0.215], [-0.255, -0.215], "
                         "[0.255, -0.215]]\""),
            0);
  // a round robot of 0.25 m goes through, one that is as short but 0.7 m wide does not
  EXPECT_EQ(outcome_with("robot_radius_m:=0.125"), 0);
  EXPECT_NE(outcome_with("footprint:=\"[[0.125, 0.35], [-0.125, 0.35], [-0.125, -0.35], "
                         "[0.125, -0.35]]\""),
            0);
}

TEST(Navigation, ABoxThatIsDroppedInTheWayIsAvoided) {
  NavigationWorld world(R"(name: room
world: {generate: arena, size_x_m: 4, size_y_m: 3, wall_height_m: 0.5}
robots:
  - {name: emaros, model: emaros, pose: {x: -1.5}, localization: ideal}
map: {}
spawn:
  crate: {area: {x: 1.7, y: 1.2, size_x_m: 0.32, size_y_m: 0.32}, object: {shape: box, size_m: [0.3, 0.3, 0.4], mass_kg: 5}}
)");
  std::optional<GoalStatus> status;
  world.goals().send_goal({.pose = NavigationWorld::pose({{1.5, 0}, 0})},
                          {.on_result = [&](const auto& result) { status = result->status; }});
  ASSERT_TRUE(world.run_until([&] { return world.place().translation.x > -0.8; }, 20s));
  world.inbox().edits.put(
      {.edit = SetEntityState{.name = "crate_1", .world_from_entity = Pose{{0, 0, 0.21}, {}}}});
  ASSERT_TRUE(world.run_until([&] { return status.has_value(); }, 60s));
  EXPECT_EQ(*status, GoalStatus::succeeded);
  EXPECT_LT(world.distance_to({1.5, 0}), 0.08);
  EXPECT_THAT(world.touched(), IsEmpty());
}

TEST(Navigation, CancelAndANewGoalTakeEffectAtOnce) {
  NavigationWorld world(two_rooms);
  std::vector<GoalStatus> ends;
  const auto send = [&](const Pose2& goal) {
    return world.goals().send_goal(
        {.pose = NavigationWorld::pose(goal)},
        {.on_result = [&](const auto& result) { ends.push_back(result->status); }});
  };
  send({{1.2, -0.8}, 0});
  world.run(3s);
  const ClientGoal second = send({{-1.2, 0.9}, 0});  // takes the place of the first
  world.run(2s);
  EXPECT_EQ(ends, std::vector{GoalStatus::aborted});
  second.cancel();
  world.run(500ms);
  EXPECT_EQ(ends, (std::vector{GoalStatus::aborted, GoalStatus::canceled}));
  const Pose2 stopped = world.place();
  world.run(1s);
  EXPECT_LT(world.distance_to(stopped.translation), 0.01);
}

TEST(Navigation, TheTopicGoalPoseIsAGoal) {
  NavigationWorld world(two_rooms);
  auto topic = world.user().publisher<geometry_msgs::msg::PoseStamped>("goal_pose");
  world.run(500ms);
  topic.publish(NavigationWorld::pose({{-0.6, 0.6}, 0}));
  EXPECT_TRUE(world.run_until([&] { return world.distance_to({-0.6, 0.6}) < 0.06; }, 30s));
}

TEST(Navigation, OtherActionsOfNav2AreThere) {
  NavigationWorld world(two_rooms);
  Node& user = world.user();
  auto paths = user.action_client<ComputePathToPose>("compute_path_to_pose");
  auto following = user.action_client<FollowPath>("follow_path");
  auto through = user.action_client<NavigateThroughPoses>("navigate_through_poses");
  auto waypoints = user.action_client<FollowWaypoints>("follow_waypoints");
  auto spin = user.action_client<nav2_msgs::action::Spin>("spin");
  auto backup = user.action_client<nav2_msgs::action::BackUp>("backup");
  auto wait = user.action_client<nav2_msgs::action::Wait>("wait");
  world.run(500ms);

  const auto path = world.outcome_of(paths, {.goal = NavigationWorld::pose({{-0.6, 0.6}, 0})}, 5s);
  ASSERT_TRUE(path && path->status == GoalStatus::succeeded);
  // 0.6 m east and 1.4 m north
  ASSERT_GT(path->result.path.poses.size(), 20u);
  const auto followed = world.outcome_of(following, {.path = path->result.path}, 30s);
  ASSERT_TRUE(followed && followed->status == GoalStatus::succeeded);
  EXPECT_LT(world.distance_to({-0.6, 0.6}), 0.08);

  const double yaw = world.place().yaw;
  const auto turned = world.outcome_of(spin, {.target_yaw = 1.0F}, 10s);
  ASSERT_TRUE(turned && turned->status == GoalStatus::succeeded);
  EXPECT_NEAR(world.place().yaw, yaw + 1, 0.15);

  const Vec2 before = world.place().translation;
  const auto backed = world.outcome_of(backup, {.target = {.x = 0.2}, .speed = 0.1F}, 10s);
  ASSERT_TRUE(backed && backed->status == GoalStatus::succeeded) << backed->result.error_msg;
  EXPECT_NEAR(world.distance_to(before), 0.2, 0.05);

  const SimTime begin = world.now();
  const auto waited = world.outcome_of(wait, {.time = {.sec = 2}}, 10s);
  ASSERT_TRUE(waited && waited->status == GoalStatus::succeeded);
  EXPECT_NEAR(seconds(world.now() - begin), 2, 0.2);

  const std::vector poses{NavigationWorld::pose({{-1.2, 0.8}, 0}),
                          NavigationWorld::pose({{-1.2, -0.8}, 0})};
  const auto passed = world.outcome_of(through, {.poses = poses}, 60s);
  ASSERT_TRUE(passed && passed->status == GoalStatus::succeeded) << passed->result.error_msg;
  EXPECT_LT(world.distance_to({-1.2, -0.8}), 0.08);

  const auto toured = world.outcome_of(
      waypoints, {.poses = {poses[0], NavigationWorld::pose({{9, 9}}), poses[1]}}, 60s);
  ASSERT_TRUE(toured && toured->status == GoalStatus::succeeded);
  ASSERT_EQ(toured->result.missed_waypoints.size(), 1u);
  EXPECT_EQ(toured->result.missed_waypoints[0].index, 1u);
  EXPECT_THAT(world.touched(), IsEmpty());
}

TEST(Navigation, CostmapsPlanAndFeedbackAreTold) {
  NavigationWorld world(two_rooms);
  nav_msgs::msg::OccupancyGrid global, local;
  nav_msgs::msg::Path plan, local_plan;
  const auto hear = [&]<class M>(const std::string& topic, M& into) {
    return world.user().subscribe<M>(topic, qos::reliable, [&into](const M& it) { into = it; });
  };
  const std::vector<Subscription> ears = [&] {
    std::vector<Subscription> all;
    all.push_back(hear("global_costmap/costmap", global));
    all.push_back(hear("local_costmap/costmap", local));
    all.push_back(hear("plan", plan));
    all.push_back(hear("local_plan", local_plan));
    return all;
  }();
  NavigateToPose::Feedback feedback;
  world.goals().send_goal({.pose = NavigationWorld::pose({{1.2, -0.8}, 0})},
                          {.on_feedback = [&](const auto& it) { feedback = it; }});
  world.run(4s);
  EXPECT_EQ(global.header.frame_id, "map");
  EXPECT_EQ(global.data.size(), std::size_t{global.info.width} * global.info.height);
  EXPECT_THAT(global.data, testing::Contains(100));
  EXPECT_NEAR(static_cast<float>(local.info.width) * local.info.resolution, 3, 0.03);
  EXPECT_GT(plan.poses.size(), 20u);
  EXPECT_GT(local_plan.poses.size(), 5u);
  EXPECT_EQ(feedback.current_pose.header.frame_id, "map");
  EXPECT_GT(feedback.distance_remaining, 1);
}

}  // namespace
}  // namespace tandem
