// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "autonomy/behavior/approach.h"
#include "autonomy/behavior/robot_command.h"
#include "autonomy/behavior/skill_server.h"
#include "autonomy/behavior/spiral_search.h"
#include "autonomy/behavior/test_floor.h"
#include "autonomy/behavior/test_robot.h"

namespace tandem {
namespace {

using tandem_msgs::action::PerformSkill;
using tandem_msgs::msg::Sight;
using testing::ElementsAre;
using testing::HasSubstr;

// A robot with its skills, and a red box at a place that it sees from 1 m away, if it lies before
// it.
class SharedSkills : public TestRobot {
 protected:
  void perform(const std::string& skill, const PerformSkill::Goal& goal = {}) {
    client_ = person_.action_client<PerformSkill>(skill);
    result_.reset();
    goal_ = client_.send_goal(goal, {.on_result = [this](const auto& outcome) {
                                ASSERT_TRUE(outcome) << outcome.error();
                                result_ = outcome->result;
                              }});
  }
  bool has_result() const { return result_.has_value(); }

  Sight see() const {
    const Vec2 in_base = inverse(floor_.map_from_base) * box_;
    Sight sight;
    sight.found = distance(in_base, {}) < 1 && in_base.x > 0.15;
    if (sight.found)
      sight.sightings.push_back(
          {.label = "red_box", .has_position = true, .position = {in_base.x, in_base.y, 0}});
    return sight;
  }

  Vec2 box_{1.5, 1.2};
  TestFloor floor_{options()};
  std::optional<TestNavigator> navigator_{std::in_place, options(), floor_};
  std::optional<TestPerception> perception_{std::in_place, options(), [this] { return see(); }};
  Node node_{"program", options()};
  Whereabouts whereabouts_{node_};
  Sights sights_{node_};
  SpiralSearch search_{node_,
                       whereabouts_,
                       sights_,
                       {.processor = "box", .find = [](const Sight& sight) -> std::optional<Vec2> {
                          if (!sight.found) return std::nullopt;
                          const auto& at = sight.sightings[0].position;
                          return Vec2{at.x, at.y};
                        }}};
  SkillServer search_server_{node_, "find_box", search_};
  SpiralSearch turning_search_{node_,
                               whereabouts_,
                               sights_,
                               {.processor = "box",
                                .find = [](const Sight& sight) -> std::optional<Vec2> {
                                  if (!sight.found) return std::nullopt;
                                  const auto& at = sight.sightings[0].position;
                                  return Vec2{at.x, at.y};
                                },
                                .look_around_every_m = 1.5}};
  SkillServer turning_search_server_{node_, "look_around", turning_search_};
  Approach approach_{node_, whereabouts_, sights_, {.processor = "box"}};
  SkillServer approach_server_{node_, "approach_box", approach_};
  ActionClient<PerformSkill> client_;
  ClientGoal goal_;
  std::optional<PerformSkill::Result> result_;
};

}  // namespace

TEST_F(SharedSkills, ASearchEndsAsSoonAsItIsSeen) {
  perform("find_box", {.target = "red_box"});
  ASSERT_TRUE(run_until([&] { return has_result(); }));
  EXPECT_EQ(result_->outcome, "found");
  ASSERT_EQ(result_->poses.size(), 1U);
  EXPECT_EQ(result_->poses[0].header.frame_id, "map");
  EXPECT_NEAR(result_->poses[0].pose.position.x, 1.5, 0.01);
  EXPECT_NEAR(result_->poses[0].pose.position.y, 1.2, 0.01);
  EXPECT_EQ(perception_->processor, "box");
  EXPECT_THAT(perception_->labels, ElementsAre("red_box"));
  EXPECT_EQ(navigator_->canceled, 1);
  EXPECT_LT(distance(floor_.map_from_base.translation, box_), 1.0);
}

TEST_F(SharedSkills, ASearchSkipsWhatCannotBeReached) {
  navigator_->is_reachable = [](Vec2 place) { return place.y > -0.5; };
  perform("find_box");
  ASSERT_TRUE(run_until([&] { return has_result(); }));
  EXPECT_EQ(result_->outcome, "found");
  EXPECT_TRUE(std::ranges::any_of(navigator_->goals, [](Vec2 goal) { return goal.y < -0.5; }));
}

TEST_F(SharedSkills, ASearchKeepsToTheMap) {
  nav_msgs::msg::OccupancyGrid map;
  map.header.frame_id = "map";
  map.info.resolution = 0.1F;
  map.info.width = map.info.height = 60;
  map.info.origin.position = {.x = -3, .y = -3};
  map.info.origin.orientation.w = 1;
  for (int cell = 0; cell < 3600; ++cell)
    map.data.push_back(static_cast<std::int8_t>(cell % 60 < 25 ? 100 : 0));  // free: x > -0.5
  auto maps = person_.publisher<nav_msgs::msg::OccupancyGrid>("/map", qos::latched);
  maps.publish(map);
  box_ = {50, 50};
  perform("find_box");
  ASSERT_TRUE(run_until([&] { return has_result(); }, 600s));
  EXPECT_EQ(result_->outcome, "not_found");
  EXPECT_GT(navigator_->goals.size(), 10U);
  for (const Vec2 goal : navigator_->goals) EXPECT_GE(goal.x, -0.25);
}

TEST_F(SharedSkills, ASearchNeedNotDriveToWhatItSees) {
  const auto goals_of_a_search = [this](const std::string& skill) {
    navigator_->goals.clear();
    floor_.map_from_base = {};
    perform(skill, {.poses = {to_pose_stamped({}, "map")}});
    EXPECT_TRUE(run_until([&] { return has_result(); }, 600s));
    EXPECT_EQ(result_->outcome, "not_found") << result_->message;
    return navigator_->goals.size();
  };
  SpiralSearch glancing{
      node_,
      whereabouts_,
      sights_,
      {.processor = "box", .find = [](const Sight&) { return std::nullopt; }, .seen_within_m = 3}};
  const SkillServer server{node_, "glance", glancing};
  box_ = {50, 50};
  const std::size_t all = goals_of_a_search("find_box");
  // its first turn around the middle shows it all that is within 3 of the 4 m: 9/16 of the floor
  EXPECT_LE(goals_of_a_search("glance"), all * 7 / 16 + 10);
}

TEST_F(SharedSkills, ASearchThatLooksAroundFindsWhatIsBehindItWithoutDriving) {
  box_ = {-0.6, 0.1};
  perform("look_around");
  ASSERT_TRUE(run_until([&] { return has_result(); }));
  EXPECT_EQ(result_->outcome, "found");
  EXPECT_NEAR(result_->poses[0].pose.position.x, -0.6, 0.05);
  EXPECT_TRUE(navigator_->goals.empty());
}

TEST_F(SharedSkills, ASearchLooksAroundAgainAsFarAwayAsItWasTold) {
  box_ = {50, 50};
  perform("look_around");
  ASSERT_TRUE(run_until([&] { return has_result(); }, 600s));
  EXPECT_EQ(result_->outcome, "not_found");
  ASSERT_GT(navigator_->turns.size(), 5U);
  EXPECT_EQ(distance(navigator_->turns[0], {}), 0);
  for (std::size_t i = 1; i < navigator_->turns.size(); ++i) {
    // way points are 0.8 m apart
    EXPECT_GE(distance(navigator_->turns[i], navigator_->turns[i - 1]), 1.5);
    EXPECT_LE(distance(navigator_->turns[i], navigator_->turns[i - 1]), 1.5 + 0.8);
  }
}

TEST_F(SharedSkills, ASearchWithoutRoomToTurnSeesWhatItPasses) {
  navigator_->has_room_to_turn = false;
  perform("look_around");
  ASSERT_TRUE(run_until([&] { return has_result(); }));
  EXPECT_EQ(result_->outcome, "found");
  EXPECT_FALSE(navigator_->turns.empty());
  EXPECT_FALSE(navigator_->goals.empty());
}

TEST_F(SharedSkills, ASearchLeavesWhatComesLastForTheEnd) {
  SpiralSearch careful{node_,
                       whereabouts_,
                       sights_,
                       {.processor = "box",
                        .find = [](const Sight&) { return std::nullopt; },
                        .radius_m = 2,
                        .comes_last = [](Vec2 place) { return place.x < 0; }}};
  const SkillServer server{node_, "search_carefully", careful};
  perform("search_carefully");
  ASSERT_TRUE(run_until([&] { return has_result(); }, 600s));
  const auto is_last = [](Vec2 goal) { return goal.x < 0; };
  EXPECT_TRUE(std::ranges::is_partitioned(navigator_->goals, std::not_fn(is_last)));
  EXPECT_GT(std::ranges::count_if(navigator_->goals, is_last), 3);
  EXPECT_GT(std::ranges::count_if(navigator_->goals, std::not_fn(is_last)), 3);
}

TEST_F(SharedSkills, ASearchWithoutAnyWaySaysSo) {
  navigator_->is_reachable = [](Vec2) { return false; };
  perform("find_box");
  ASSERT_TRUE(run_until([&] { return has_result(); }, 600s));
  EXPECT_EQ(result_->outcome, "failed");
  EXPECT_THAT(result_->message, HasSubstr("there is no way to it"));
}

TEST_F(SharedSkills, ASearchOfARobotWhosePlaceIsNotKnownHasNotLookedEverywhere) {
  navigator_->is_reachable = [this](Vec2) { return navigator_->goals.size() < 3; };
  navigator_->refusal = nav2_msgs::action::FollowPath::Result::TF_ERROR;
  box_ = {50, 50};
  perform("find_box");
  ASSERT_TRUE(run_until([&] { return has_result(); }));
  EXPECT_EQ(result_->outcome, "tracking_lost");
  EXPECT_EQ(navigator_->goals.size(), 3U) << "others would fare no better";
}

TEST_F(SharedSkills, ASearchWaitsForANavigatorThatDoesNotKnowItsPlaceYet) {
  const SimTime begin = now_;
  navigator_->is_reachable = [&](Vec2) { return now_ - begin > 4s; };
  navigator_->refusal = nav2_msgs::action::FollowPath::Result::TF_ERROR;
  perform("find_box");
  ASSERT_TRUE(run_until([&] { return has_result(); }));
  EXPECT_EQ(result_->outcome, "found") << result_->message;
}

TEST_F(SharedSkills, ASearchWhoseNavigatorNeverKnowsItsPlaceEnds) {
  const SimTime begin = now_;
  navigator_->is_reachable = [](Vec2) { return false; };
  navigator_->refusal = nav2_msgs::action::FollowPath::Result::TF_ERROR;
  perform("find_box");
  ASSERT_TRUE(run_until([&] { return has_result(); }));
  EXPECT_EQ(result_->outcome, "tracking_lost");
  EXPECT_GT(now_ - begin, 10s);
  EXPECT_LT(now_ - begin, 12s);
}

TEST_F(SharedSkills, ASearchWithoutANavigatorNamesIt) {
  navigator_.reset();
  perform("find_box");
  ASSERT_TRUE(run_until([&] { return has_result(); }));
  EXPECT_EQ(result_->outcome, "navigator_lost");
  EXPECT_THAT(result_->message, HasSubstr("/r/navigate_to_pose"));
}

TEST_F(SharedSkills, ASearchWhoseNavigatorGoesNamesIt) {
  perform("find_box");
  run(500ms);
  ASSERT_EQ(navigator_->goals.size(), 1U);
  navigator_.reset();
  ASSERT_TRUE(run_until([&] { return has_result(); }));
  EXPECT_EQ(result_->outcome, "navigator_lost");
}

TEST_F(SharedSkills, ASearchWhoseGoalSomebodyReplacesLeavesTheRobotToThem) {
  perform("find_box");
  run(500ms);
  ASSERT_EQ(navigator_->goals.size(), 1U);
  auto others = person_.action_client<nav2_msgs::action::NavigateToPose>("navigate_to_pose");
  std::optional<GoalStatus> theirs;
  others.send_goal({.pose = to_pose_stamped({{-1, -1}, 0}, "map")},
                   {.on_result = [&](const auto& result) { theirs = result->status; }});
  ASSERT_TRUE(run_until([&] { return has_result(); }, 1s));
  EXPECT_EQ(result_->outcome, "preempted");
  EXPECT_THAT(result_->message, HasSubstr("another goal took its place"));
  EXPECT_EQ(navigator_->goals.size(), 2U) << "the search sends no other";
  ASSERT_TRUE(run_until([&] { return theirs.has_value(); }, 10s));
  EXPECT_EQ(*theirs, GoalStatus::succeeded);
}

TEST_F(SharedSkills, ASearchWhoseGoalSomebodyCancelsEnds) {
  perform("find_box");
  run(500ms);
  auto others = person_.action_client<nav2_msgs::action::NavigateToPose>("navigate_to_pose");
  others.cancel_all();
  ASSERT_TRUE(run_until([&] { return has_result(); }, 1s));
  EXPECT_EQ(result_->outcome, "preempted");
  EXPECT_EQ(navigator_->goals.size(), 1U);
}

TEST_F(SharedSkills, ASearchWithoutPicturesEnds) {
  perform("find_box");
  run(500ms);
  perception_->has_camera = false;
  ASSERT_TRUE(run_until([&] { return has_result(); }, 3s));
  EXPECT_EQ(result_->outcome, "camera_lost");
  EXPECT_THAT(result_->message, HasSubstr("/r/perception/sight"));
  EXPECT_EQ(navigator_->canceled, 1) << "and the robot stands";
}

TEST_F(SharedSkills, ASearchWithoutPerceptionEnds) {
  perform("find_box");
  run(500ms);
  perception_.reset();
  ASSERT_TRUE(run_until([&] { return has_result(); }, 3s));
  EXPECT_EQ(result_->outcome, "perception_lost");
  perform("find_box");
  ASSERT_TRUE(run_until([&] { return has_result(); }, 20s));
  EXPECT_EQ(result_->outcome, "perception_lost");
  EXPECT_THAT(result_->message, HasSubstr("perception/select"));
}

TEST_F(SharedSkills, ACanceledSearchStopsTheNavigator) {
  perform("find_box");
  run(500ms);
  goal_.cancel();
  run(200ms);
  EXPECT_EQ(navigator_->canceled, 1);
  ASSERT_TRUE(result_);
  EXPECT_EQ(result_->outcome, "canceled");
}

TEST_F(SharedSkills, AnApproachStopsBeforeTheThing) {
  floor_.map_from_base = {{0.8, 0.9}, 0};
  perform("approach_box", {.target = "red_box"});
  ASSERT_TRUE(run_until([&] { return has_result(); }));
  EXPECT_EQ(result_->outcome, "reached") << result_->message;
  EXPECT_NEAR(distance(floor_.map_from_base.translation, box_), 0.2, 0.02);
  run(100ms);
  EXPECT_EQ(floor_.command.linear, 0);
  ASSERT_EQ(result_->poses.size(), 1U);
  EXPECT_NEAR(result_->poses[0].pose.position.x, 1.5, 0.01);
}

TEST_F(SharedSkills, AnApproachGoesByMemoryWhereThePictureEndsAboveTheThing) {
  Approach approach(node_, whereabouts_, sights_, {.processor = "box", .unseen_m = 0.5});
  const SkillServer server(node_, "approach_low_box", approach);
  floor_.map_from_base = {{0.8, 0.9}, 0};
  perform("approach_low_box", {.target = "red_box"});
  const Vec2 place = box_;
  ASSERT_TRUE(
      run_until([&] { return distance(floor_.map_from_base.translation, place) < 0.48; }, 10s));
  box_ = {1.6, 1.4};  // what is seen of it from here on seems to be there
  ASSERT_TRUE(run_until([&] { return has_result(); }));
  EXPECT_EQ(result_->outcome, "reached") << result_->message;
  EXPECT_NEAR(distance(floor_.map_from_base.translation, place), 0.2, 0.02);
}

TEST_F(SharedSkills, AnApproachToWhatIsTakenAwayStops) {
  floor_.map_from_base = {{0.6, 1.0}, 0};
  perform("approach_box", {.target = "red_box"});
  run(300ms);
  EXPECT_NE(floor_.command.angular, 0);
  box_ = {50, 50};
  ASSERT_TRUE(run_until([&] { return has_result(); }, 3s));
  EXPECT_EQ(result_->outcome, "lost");
  run(100ms);
  EXPECT_EQ(floor_.command.linear, 0);
}

TEST_F(SharedSkills, AnApproachWithoutOdometryStops) {
  floor_.map_from_base = {{0.6, 1.0}, 0};
  perform("approach_box", {.target = "red_box"});
  run(300ms);
  floor_.has_odometry = false;
  ASSERT_TRUE(run_until([&] { return has_result(); }, 3s));
  EXPECT_EQ(result_->outcome, "odometry_lost");
  EXPECT_THAT(result_->message, HasSubstr("/r/odom"));
  run(100ms);
  EXPECT_EQ(floor_.command.linear, 0);
}

TEST(DriveTowards, TurnsFirstAndSlowsDownBeforeTheThing) {
  const ApproachLimits limits{.stop_at_m = 0.2, .max_speed_mps = 0.25, .max_turn_radps = 1};
  EXPECT_EQ(drive_towards({0, 1}, limits)->linear, 0);
  EXPECT_EQ(drive_towards({0, 1}, limits)->angular, 1);
  EXPECT_EQ(drive_towards({2, 0}, limits)->linear, 0.25);
  EXPECT_NEAR(drive_towards({0.3, 0}, limits)->linear, 0.1, 1e-12);  // 1/s times 0.1 m
  EXPECT_FALSE(drive_towards({0.2, 0}, limits));
}

TEST_F(SharedSkills, ARobotCommandWaitsUntilSomebodyListens) {
  RobotCommand command(node_, 2s);
  command.send("detach", now_);
  run(100ms);
  std::vector<std::string> heard;
  auto orders = person_.subscribe<std_msgs::msg::String>(
      "robot_command", qos::reliable,
      [&](const std_msgs::msg::String& order) { heard.push_back(order.data); });
  for (int i = 0; i < 3; ++i) {
    EXPECT_FALSE(command.step(now_));
    run(100ms);
  }
  EXPECT_THAT(heard, ElementsAre("detach")) << "once";
}

TEST_F(SharedSkills, ARobotCommandWaitsForItsOwnAnswer) {
  using tandem_msgs::msg::CommandStatus;
  std::vector<std::string> heard;
  auto orders = person_.subscribe<std_msgs::msg::String>(
      "robot_command", qos::reliable,
      [&](const std_msgs::msg::String& order) { heard.push_back(order.data); });
  auto statuses = person_.publisher<CommandStatus>("robot_command/status");
  RobotCommand command(node_, 2s);
  command.send("attach,red_box", now_);
  run(100ms);
  EXPECT_THAT(heard, ElementsAre("attach,red_box"));
  statuses.publish({.command = "detach", .done = true});
  run(100ms);
  EXPECT_FALSE(command.step(now_)) << "somebody else's";
  statuses.publish({.command = "attach,red_box", .done = false, .text = "nothing is near"});
  run(100ms);
  EXPECT_EQ(command.step(now_), (Ending{"refused", "attach,red_box: nothing is near"}));
  command.send("attach,red_box", now_);
  statuses.publish({.command = "attach,red_box", .done = true, .text = "red_box"});
  run(100ms);
  EXPECT_EQ(command.step(now_)->outcome, "done");
  command.send("detach", now_);
  run(3s);
  EXPECT_EQ(command.step(now_)->outcome, "failed");
  EXPECT_THAT(command.step(now_)->message, HasSubstr("/r/robot_command/status within 2 s"));
}

}  // namespace tandem
