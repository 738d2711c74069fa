// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/pong/pong_player.h"

#include <gtest/gtest.h>

#include "autonomy/perception/perception_node.h"
#include "benchmarks/programs/pong_trial.h"
#include "laboratory/lockstep_world.h"

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

TEST(PongPlayer, WithoutPerceptionItSaysSo) {
  LockstepWorld world("pong");
  const PongPlayer player(world.node_options());
  EXPECT_TRUE(world.run_until(
      [&] { return player.mission().point().status == MissionStatus::failed; }, 20s));
  EXPECT_EQ(player.mission().point().outcome, "perception_lost");
}

}  // namespace
}  // namespace tandem
