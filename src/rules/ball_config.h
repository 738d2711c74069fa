// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <numbers>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/bouncing.h"
#include "scenario/fields.h"
#include "scenario/rule_source.h"

namespace tandem {

// A game with a ball, as a file describes it.
struct BallConfig : RuleConfig {
  Area area;
  Court court;
  double speed_mps = 0.8;
  double radius_m = 0.05;
  Color color{1, 0.85f, 0.1f, 1};
  Color left_color{0.1f, 0.55f, 1, 1};
  Color right_color{1, 0.25f, 0.2f, 1};
  bool serves_itself = true;
  Duration pause = 2s;
  Duration patience = 60s;
  double serve_angle = 35 * std::numbers::pi / 180;
  std::vector<std::string> players;  // nobody: all
  double paddle_width_m = 0.5;
  double paddle_thickness_m = 0.04;
  double paddle_height_m = 0.08;
  double paddle_distance_m = 0.17;
  double paddle_direction = 0;  // from the robot's x axis, rad
  std::optional<CourtSide> house;
  double house_speed_mps = 0.4;

  Pose2 robot_from_paddle() const {
    return Pose2{{}, paddle_direction} * Pose2{{paddle_distance_m, 0}, 0};
  }
  Vec2 paddle_half_size() const { return {paddle_thickness_m / 2, paddle_width_m / 2}; }
};

std::vector<std::string_view> ball_keys();
void read_ball(const Fields& fields, const RuleSource& source, BallConfig& config);

}  // namespace tandem
