// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/line_following/line_steering.h"

#include <algorithm>
#include <cmath>

namespace tandem {

namespace {

constexpr double most_lateral_m = 0.1;     // beside the line, of what is answered
constexpr double most_integral_1pm = 0.5;  // of bend
constexpr double turn_only_rad = 1.0;      // beyond it, it turns on the spot
constexpr double stopping_1ps = 1.5;       // m/s for each metre of the line that is known
constexpr double turn_share = 0.7;         // of the turning that bends may use; the rest corrects

}  // namespace

LineSteering::LineSteering(const LineSteeringConfig& config)
    : config_(config),
      pid_({.proportional = config.lateral_gain,
            .integral = config.integral_gain,
            .max_integral = most_integral_1pm}) {}

Twist2 LineSteering::steer(const LinePosition& position, Duration since_last) {
  const double heading = position.heading_rad;
  const double lateral = std::clamp(position.lateral_m, -most_lateral_m, most_lateral_m);
  const double bend = position.curvature_1pm + pid_.update(lateral, since_last) +
                      config_.heading_gain * std::sin(heading);
  double speed = config_.speed_mps;
  // slower in narrow bends, across the line, and before its end
  speed = std::min(speed, turn_share * config_.max_turn_radps /
                              std::max(1e-3, std::abs(position.curvature_1pm)));
  speed = std::min(speed, std::max(config_.min_speed_mps, stopping_1ps * position.ahead_m));
  speed *= std::max(0.0, std::cos(heading));
  if (std::abs(heading) > turn_only_rad) return {0, std::copysign(config_.max_turn_radps, heading)};
  return {speed, std::clamp(std::max(speed, config_.min_speed_mps) * bend, -config_.max_turn_radps,
                            config_.max_turn_radps)};
}

}  // namespace tandem
