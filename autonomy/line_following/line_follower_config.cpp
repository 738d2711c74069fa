// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/line_following/line_follower_config.h"

#include <string>

namespace tandem {

namespace {

struct NumberParameter {
  std::string name;
  double& field;
  double low, high;
  std::string description;
  bool is_fixed = false;
};

}  // namespace

LineFollowerParameters::LineFollowerParameters(Node& node,
                                               const std::function<void()>& after_change) {
  LineSearchConfig& search = config_.search;
  LineAlignmentConfig& alignment = config_.alignment;
  LineSteeringConfig& steering = config_.steering;
  const NumberParameter parameters[] = {
      {"min_length_m", config_.min_length_m, 0.04, 1, "What is shorter is a spot, and no line."},
      {"blind_m", config_.trail.blind_m, 0, 2,
       "From the robot's middle: from there on its camera sees the floor."},
      {"stop_at_m", config_.stop_at_m, 0, 0.18,
       "Before what range/front, _left and _right see; 0: whatever they see."},
      {"search.turn_radps", search.turn_radps, 0.1, 2, "How fast it turns to look around."},
      {"search.spacing_m", search.spacing_m, 0.2, 3, "Between two turns of the spiral.", true},
      {"search.radius_m", search.radius_m, 0.5, 50, "Where the spiral ends.", true},
      {"search.clearance_m", search.clearance_m, 0.1, 2,
       "From the robot's middle to what the map knows to be occupied.", true},
      {"align.speed_mps", alignment.speed_mps, 0.05, 1, "On the way to the line."},
      {"align.turn_radps", alignment.turn_radps, 0.1, 3, "How fast it turns to the line."},
      {"follow.speed_mps", steering.speed_mps, 0.05, 1, "Along the line, where it is straight."},
      {"follow.max_turn_radps", steering.max_turn_radps, 0.2, 3,
       "Bends are driven slowly enough for it."},
      {"follow.lateral_gain", steering.lateral_gain, 0, 500,
       "P: bend of the way (1/m) for each metre beside the line."},
      {"follow.integral_gain", steering.integral_gain, 0, 500,
       "I: for each metre beside it that lasts a second."},
      {"follow.heading_gain", steering.heading_gain, 0, 100,
       "D: for each radian across it, which is how fast the distance changes."},
  };
  for (const NumberParameter& it : parameters)
    it.field = node.parameter(it.name, it.field,
                              {.description = it.description,
                               .range = {it.low, it.high},
                               .is_read_only = it.is_fixed,
                               .after_change =
                                   [&field = it.field, after_change](double value) {
                                     field = value;
                                     after_change();
                                   }})
                   .value();
}

}  // namespace tandem
