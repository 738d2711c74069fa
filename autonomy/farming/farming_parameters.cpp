// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/farming/farming_parameters.h"

namespace tandem {

DeclaredFarmingConfig::DeclaredFarmingConfig(Node& node) {
  FarmingConfig& config = *this;
  const auto number = [&](const std::string& name, double& field, double low, double high,
                          const std::string& description) {
    field = node.parameter(name, field,
                           {.description = description,
                            .range = {low, high},
                            .after_change = [&field](double it) { field = it; }})
                .value();
  };
  config.tools =
      node.parameter("tools", config.tools,
                     {.description = "Tools in the order of their use.", .is_read_only = true})
          .value();
  for (const std::string& name : config.tools) {
    FarmTool& tool = config.tool_settings[name];
    number(name + ".width_m", tool.shape.width_m, 0.05, 2, "Of the part that works.");
    number(name + ".near_m", tool.shape.near_m, 0, 2,
           "From the robot's middle to the rear end of the part that works.");
    number(name + ".far_m", tool.shape.far_m, 0.05, 3, "And to its front end.");
    number(name + ".wait_s", tool.wait_s, 0, 86400,
           "Time that crops need between the tool before and this one.");
  }
  number("robot_radius_m", config.robot_radius_m, 0.05, 1, "Of the robot without a tool.");
  number("field.ratio", config.field_ratio, 0.1, 1,
         "Share of land in the picture of a robot that is on the field, or about to be.");
  number("field.onto_m", config.onto_field_m, 0, 2, "How far it drives onto the field then.");
  number("search.spacing_m", config.spacing_m, 0.2, 5, "Between two turns of a search.");
  number("search.radius_m", config.radius_m, 0.5, 50, "Where a search ends.");
  number("edge.speed_mps", config.follow_edge.speed_mps, 0.02, 1, "Along the edge.");
  number("edge.proportional", config.follow_edge.pid.proportional, 0, 50,
         "Gain of the PID controller, in rad/s for each metre beside the edge.");
  number("edge.integral", config.follow_edge.pid.integral, 0, 50, "Its integral part, 1/s.");
  number("edge.derivative", config.follow_edge.pid.derivative, 0, 50, "Its derivative part, s.");
  number("edge.look_ahead_m", config.follow_edge.look_ahead_m, 0.02, 1,
         "How far before the robot the distance from the edge is steered to nothing.");
  number("edge.trusted_m", config.follow_edge.trusted_m, 0.2, 3,
         "What is seen of an edge farther away is not taken for the outline.");
  number("edge.corner_distance_m", config.follow_edge.outline.corner_distance_m, 0.01, 5,
         "A corner so near to a known one is the same.");
  number("equipment.range_m", config.equipment_range_m, 0.3, 5,
         "Farther away the place of a tool is uncertain: the robot drives nearer and looks again.");
  number("equipment.before_m", config.before_tool_m, 0.2, 3,
         "So far before a tool the robot turns to it.");
  number("equipment.hitch_m", config.hitch_m, 0.05, 1,
         "From the robot's middle to the tool's plate when it is attached.");
  number("equipment.back_off_m", config.back_off_m, 0.05, 2,
         "How far the robot backs off from a rack.");
  number("coverage.overlap_m", config.coverage.overlap_m, 0, 0.5, "Of two neighbouring swaths.");
  number("coverage.beyond_m", config.coverage.beyond_m, 0, 0.5,
         "So far over the edges of the field the tool works.");
  number("coverage.speed_mps", config.work.speed_mps, 0.02, 1, "With a tool that works.");
  config.drive_to_edge.speed_mps = config.follow_edge.speed_mps;
  config.drive_to_edge.robot_radius_m = config.adjust_to_edge.robot_radius_m =
      config.follow_edge.robot_radius_m = config.work.robot_radius_m = config.robot_radius_m;
}

}  // namespace tandem
