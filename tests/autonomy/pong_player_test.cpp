// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/pong/pong_player.h"

#include <gmock/gmock.h>

#include <numbers>

#include "autonomy/behavior/planar.h"
#include "autonomy/navigation/navigator_node.h"
#include "autonomy/perception/perception_node.h"
#include "benchmarks/programs/pong_trial.h"
#include "cable.h"
#include "laboratory/lockstep_world.h"
#include "messages/nav2_msgs_action.h"
#include "messages/sensor_msgs.h"
#include "messages/tandem_msgs.h"

namespace tandem {
namespace {

TEST(PongPlayer, ReturnsTheBall) {
  const PongTrialResult result = run_pong_trial({.seed = 1}, 22s);
  EXPECT_GE(result.returned, 1);
  EXPECT_EQ(result.conceded, 0);
}

// That looks at another topic than the camera's.
std::vector<std::string> rear_eye(const std::string& image_topic) {
  return {"-r", "__node:=perception_rear",
          "-p", "image_topic:=" + image_topic,
          "-p", "camera_info_topic:=camera_rear/camera_info",
          "-r", "perception/select:=perception_rear/select",
          "-r", "perception/sight:=perception_rear/sight"};
}

// Who has not driven yet cannot be seen to stop.
void run_until_it_drives(LockstepWorld& world, const PongPlayer& player) {
  const Vec2 from = world.place().translation;
  const auto has_driven = [&] { return distance(world.place().translation, from) > 0.1; };
  ASSERT_TRUE(world.run_until(has_driven, 60s)) << player.mission().point().message;
  ASSERT_TRUE(player.mission().point().is_running());
}

void expect_failure(LockstepWorld& world, const PongPlayer& player, const std::string& outcome,
                    Duration within) {
  const MissionPoint& point = player.mission().point();
  EXPECT_TRUE(world.run_until([&] { return point.status == MissionStatus::failed; }, within));
  EXPECT_EQ(point.outcome, outcome) << point.message;
  world.run(1s);
  EXPECT_EQ(world.robot().command.linear, 0);
  EXPECT_EQ(world.robot().command.angular, 0);
  const Pose2 stood = world.place();
  world.run(1s);
  EXPECT_LT(distance(world.place().translation, stood.translation), 0.005);
  EXPECT_LT(std::abs(wrap_angle(world.place().yaw - stood.yaw)), 0.01);
}

TEST(PongPlayer, ALostCameraEndsStoppedAndSaid) {
  LockstepWorld world("pong");
  Node node("cable", world.node_options());
  Cable<sensor_msgs::msg::CompressedImage> cable(node, "camera_rear/image_raw/compressed",
                                                 "relayed/image_raw/compressed", qos::image);
  node.start();
  const PerceptionNode front(world.node_options());
  const PerceptionNode rear(world.node_options(rear_eye("relayed/image_raw")));
  const PongPlayer player(world.node_options());
  run_until_it_drives(world, player);
  cable.is_cut = true;
  expect_failure(world, player, "camera_lost", 2s);
}

TEST(PongPlayer, ALostLidarEndsStoppedAndSaid) {
  LockstepWorld world("pong");
  Node node("cable", world.node_options());
  Cable<sensor_msgs::msg::LaserScan> cable(node, "scan", "relayed_scan", qos::sensor);
  node.start();
  const PerceptionNode front(world.node_options());
  const PerceptionNode rear(world.node_options(rear_eye("camera_rear/image_raw")));
  const PongPlayer player(world.node_options({"-r", "scan:=relayed_scan"}));
  run_until_it_drives(world, player);
  cable.is_cut = true;
  expect_failure(world, player, "lidar_lost", 2s);
}

TEST(PongPlayer, ATwinThatIsNotTrackedAnyMoreStandsAndSaysSo) {
  LockstepWorld world("pong", {.is_twin = true});
  const PerceptionNode front(world.node_options());
  const PerceptionNode rear(world.node_options(rear_eye("camera_rear/image_raw")));
  const PongPlayer player(world.node_options());
  run_until_it_drives(world, player);
  world.plant()->set_blind(true);
  // lost after 0.5 s, noticed after another second
  expect_failure(world, player, "tracking_lost", 2s);
  EXPECT_THAT(player.mission().point().message, testing::HasSubstr("no transform from map"));
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
  std::optional<PerceptionNode> front(std::in_place, world.node_options());
  const PerceptionNode rear(world.node_options(rear_eye("camera_rear/image_raw")));
  const PongPlayer player(world.node_options());
  run_until_it_drives(world, player);
  front.reset();
  expect_failure(world, player, "perception_lost", 2s);
}

TEST(PongPlayer, WithoutPerceptionFromTheBeginningItSaysSo) {
  LockstepWorld world("pong");
  const PongPlayer player(world.node_options());
  expect_failure(world, player, "perception_lost", 20s);
}

}  // namespace
}  // namespace tandem
