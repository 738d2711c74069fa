// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "rules/ball_config.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "rules/order_words.h"
#include "scenario/outlook.h"

namespace tandem {

std::vector<std::string_view> ball_keys() {
  return {"area",
          "speed_mps",
          "radius_m",
          "color",
          "goals",
          "left_color",
          "right_color",
          "auto_serve",
          "pause",
          "patience",
          "serve_angle_deg",
          "players",
          "paddle_width_m",
          "paddle_distance_m",
          "paddle_thickness_m",
          "paddle_height_m",
          "paddle_direction_deg",
          "house",
          "house_speed_mps"};
}

void read_ball(const Fields& fields, const RuleSource& source, BallConfig& config) {
  Findings& findings = fields.findings();
  if (const YamlNode* area = fields.find("area")) {
    config.area = read_area(*area, findings);
  } else if (source.scenario.projection) {
    config.area = source.scenario.projection->floor;
  } else {
    findings.error(fields.place(), "a ball needs a court: 'area', or the floor of 'projection'");
  }
  fields.read("speed_mps", config.speed_mps, {0.01, 20});
  fields.read("radius_m", config.radius_m, {0.005, 1});
  fields.read("color", config.color);
  fields.read("left_color", config.left_color);
  fields.read("right_color", config.right_color);
  fields.read("auto_serve", config.serves_itself);
  fields.read("pause", config.pause, 0s, 1h);
  fields.read("patience", config.patience, 0s, 24h);
  double angle_deg = 35;
  if (fields.read("serve_angle_deg", angle_deg, {0, 80}))
    config.serve_angle = angle_deg * std::numbers::pi / 180;
  fields.read("paddle_width_m", config.paddle_width_m, {0.01, 10});
  fields.read("paddle_thickness_m", config.paddle_thickness_m, {0.005, 1});
  fields.read("paddle_height_m", config.paddle_height_m, {0.005, 2});
  fields.read("paddle_distance_m", config.paddle_distance_m, {0, 10});
  double direction_deg = 0;
  if (fields.read("paddle_direction_deg", direction_deg, {-360, 360}))
    config.paddle_direction = direction_deg * std::numbers::pi / 180;
  constexpr std::array<std::string_view, 3> houses{"none", "left", "right"};
  const std::size_t house = fields.read_choice("house", houses).value_or(0);
  if (house > 0) config.house = house == 1 ? CourtSide::left : CourtSide::right;
  fields.read("house_speed_mps", config.house_speed_mps, {0, 10});

  constexpr std::array<std::string_view, 4> goals{"both", "left", "right", "none"};
  const std::size_t goal = fields.read_choice("goals", goals).value_or(0);
  config.court = {.size_x_m = config.area.size_x_m,
                  .size_y_m = config.area.size_y_m,
                  .has_left_goal = goal == 0 || goal == 1,
                  .has_right_goal = goal == 0 || goal == 2};

  fields.read("players", config.players);
  for (const std::string& player : config.players)
    if (std::ranges::find(source.scenario.robots, player, &RobotConfig::name) ==
        source.scenario.robots.end())
      findings.error(fields.place_of("players"),
                     fmt::format("there is no robot {}", in_quotes(player)));
  const double narrow_m = std::min(config.area.size_x_m, config.area.size_y_m);
  if (narrow_m < 4 * config.radius_m)
    findings.error(fields.place(),
                   fmt::format("a court of {:g} by {:g} m is too small for a ball of {:g} m: it "
                               "has to be twice as wide at least",
                               config.area.size_x_m, config.area.size_y_m, 2 * config.radius_m));
}

}  // namespace tandem
