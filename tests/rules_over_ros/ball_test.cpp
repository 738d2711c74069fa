// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "rule_lab.h"

namespace tandem {
namespace {

class BallGames : public RulesOverRos {};
INSTANTIATE_TEST_SUITE_P(, BallGames, testing::Bool(), name_of_mode);

// The robot keeps the left goal with a paddle before it; balls come straight.
const std::string court = R"(
robots: [{name: emaros, model: emaros, pose: {x: -1.6}}]
rules:
  pong: {type: ball, area: {size_x_m: 4, size_y_m: 3}, speed_mps: 1, auto_serve: false, serve_angle_deg: 0}
)";

bool is_yellow(int r, int g, int b) { return r > 100 && g > 80 && b < g / 2; }

// Serves until the ball has come to the left, and is out of play again.
void play_to_the_left(RuleLab& lab) {
  const auto in_play = [&] { return lab.status("pong", "in_play") == "true"; };
  for (int serves = 0; serves < 40; ++serves) {
    lab.forget_events();
    lab.expect_done("serve");
    EXPECT_TRUE(in_play());
    for (int i = 0; i < 60 && in_play(); ++i) lab.run(100ms);
    ASSERT_EQ(lab.count("goal"), 1);
    const bool is_left = lab.count("hit") > 0 || RuleLab::number_of(*lab.heard("goal"), "x_m") < 0;
    if (is_left) return;
  }
  FAIL() << "no ball came to the left";
}

TEST_P(BallGames, APaddleReturnsTheBallAndTheOtherGoalCounts) {
  RuleLab lab(court, options());
  // 0.1 m across at 1.6 m, less 0.13 m to the camera: 12 pixels of 185 a metre
  EXPECT_GT(count_pixels(lab.look<Image>("camera_front/image_raw"), is_yellow), 50);
  ASSERT_NO_FATAL_FAILURE(play_to_the_left(lab));
  EXPECT_EQ(lab.count("serve"), 1);
  ASSERT_EQ(lab.count("hit"), 1);
  const Event& hit = *lab.heard("hit");
  EXPECT_EQ(hit.robot, "emaros");
  // the paddle's face is 0.17 + 0.02 m before the robot
  EXPECT_NEAR(RuleLab::number_of(hit, "x_m"), -1.6 + 0.19, 0.01);
  EXPECT_GT(RuleLab::number_of(*lab.heard("goal"), "x_m"), 1.9) << "it flew to the other side";
  EXPECT_GE(lab.number("pong", "left"), 1);
  EXPECT_EQ(lab.number("pong", "right"), 0);
  EXPECT_EQ(lab.number("pong", "longest_rally"), 1);
}

TEST_P(BallGames, WhoDrivesOutOfTheWayConcedesAGoal) {
  RuleLab lab(court, options());
  lab.drive(0, 0.8, 2s);
  lab.drive(0.4, 0, 2500ms);
  ASSERT_GT(lab.place().y, 0.5);
  ASSERT_NO_FATAL_FAILURE(play_to_the_left(lab));
  EXPECT_EQ(lab.count("hit"), 0);
  EXPECT_EQ(lab.number("pong", "right"), 1);

  lab.expect_done("score,reset");
  EXPECT_EQ(lab.number("pong", "left") + lab.number("pong", "right"), 0);
}

TEST_P(BallGames, WhatCannotBeDoneIsRefused) {
  RuleLab lab(court, options());
  lab.expect_done("serve");
  lab.expect_refused("serve", "in play");
  lab.expect_refused("score,double", "reset");
  lab.expect_refused("serve,left", "");
}

}  // namespace
}  // namespace tandem
