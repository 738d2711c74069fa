// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/pong/pong_player.h"

#include <gmock/gmock.h>

#include <numbers>

#include "autonomy/behavior/planar.h"
#include "autonomy/navigation/navigator_node.h"
#include "autonomy/perception/perception_node.h"
#include "benchmarks/programs/pong_trial.h"
#include "laboratory/lockstep_world.h"
#include "messages/nav2_msgs_action.h"
#include "messages/tandem_msgs.h"

namespace tandem {
namespace {

TEST(PongPlayer, ReturnsTheBall) {
  const PongTrialResult result = run_pong_trial({.seed = 1}, 22s);
  EXPECT_GE(result.returned, 1);
  EXPECT_EQ(result.conceded, 0);
}

TEST(PongPlayer, ALostCameraEndsStoppedAndSaid) {
  LockstepWorld world("pong");
  std::vector<std::string> rear{"-r", "__node:=perception_rear",
                                "-p", "image_topic:=broken/image_raw",
                                "-r", "perception/select:=perception_rear/select",
                                "-r", "perception/sight:=perception_rear/sight"};
  const PerceptionNode front(world.node_options());
  const PerceptionNode broken(world.node_options(rear));
  const PongPlayer player(world.node_options());
  EXPECT_TRUE(world.run_until(
      [&] { return player.mission().point().status == MissionStatus::failed; }, 10s));
  EXPECT_EQ(player.mission().point().outcome, "camera_lost");
  world.run(1s);
  EXPECT_EQ(world.robot().command.linear, 0);
  EXPECT_EQ(world.robot().command.angular, 0);
}

TEST(PongPlayer, ATwinThatIsNotTrackedAnyMoreStandsAndSaysSo) {
  LockstepWorld world("pong", {.is_twin = true});
  const PerceptionNode front(world.node_options());
  const PerceptionNode rear(world.node_options({"-r", "__node:=perception_rear", "-p",
                                                "image_topic:=camera_rear/image_raw", "-p",
                                                "camera_info_topic:=camera_rear/camera_info", "-r",
                                                "perception/select:=perception_rear/select", "-r",
                                                "perception/sight:=perception_rear/sight"}));
  const PongPlayer player(world.node_options());
  world.run(3s);
  ASSERT_TRUE(player.mission().point().is_running()) << player.mission().point().message;
  world.plant()->set_blind(true);
  // lost after 0.5 s, noticed after another second
  EXPECT_TRUE(world.run_until(
      [&] { return player.mission().point().status == MissionStatus::failed; }, 2s));
  EXPECT_EQ(player.mission().point().outcome, "tracking_lost");
  EXPECT_THAT(player.mission().point().message, testing::HasSubstr("no transform from map"));
  world.run(1s);
  EXPECT_EQ(world.robot().command.linear, 0);
  EXPECT_EQ(world.robot().command.angular, 0);
}

TEST(PongPlayer, WhenItIsStoppedAPersonSteersByGoals) {
  using nav2_msgs::action::NavigateToPose;
  LockstepWorld world("pong");
  const NavigatorNode navigator(world.node_options());
  const PongPlayer player(world.node_options());
  Node person("person", world.node_options());
  auto goals = person.action_client<NavigateToPose>("navigate_to_pose");
  auto control = person.client<tandem_msgs::srv::MissionControl>("mission/control");
  person.start();
  world.run(1s);
  control.call({.command = "stop"}, 1s, [](const auto&) {});
  world.run(1s);
  ASSERT_EQ(player.mission().point().status, MissionStatus::stopped);
  for (const double y : {0.6, -0.5}) {
    std::optional<GoalStatus> ended;
    const auto goal =
        goals.send_goal({.pose = to_pose_stamped({{-1.62, y}, std::numbers::pi / 2}, "map")},
                        {.on_result = [&](const auto& outcome) { ended = outcome->status; }});
    ASSERT_TRUE(world.run_until([&] { return ended.has_value(); }, 60s));
    EXPECT_EQ(*ended, GoalStatus::succeeded);
    EXPECT_NEAR(world.place().translation.y, y, 0.15);
  }
}

TEST(PongPlayer, WithoutPerceptionItSaysSo) {
  LockstepWorld world("pong");
  const PongPlayer player(world.node_options());
  EXPECT_TRUE(world.run_until(
      [&] { return player.mission().point().status == MissionStatus::failed; }, 20s));
  EXPECT_EQ(player.mission().point().outcome, "perception_lost");
}

}  // namespace
}  // namespace tandem
