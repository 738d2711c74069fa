// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "geometry/pose2.h"
#include "scenario/scenario.h"

namespace tandem {

// Moves one velocity towards another no faster than a robot may accelerate.
class VelocityRamp {
 public:
  explicit VelocityRamp(const DriveConfig& config) : config_(config) {}

  Twist2 advance(Twist2 wanted, double dt) {
    const double v = std::clamp(wanted.linear, -config_.max_speed_mps, config_.max_speed_mps);
    const double w =
        std::clamp(wanted.angular, -config_.max_yaw_rate_radps, config_.max_yaw_rate_radps);
    const double dv = config_.max_acceleration_mps2 * dt;
    const double dw = config_.max_yaw_acceleration_radps2 * dt;
    current_.linear += std::clamp(v - current_.linear, -dv, dv);
    current_.angular += std::clamp(w - current_.angular, -dw, dw);
    return current_;
  }

  // Keeps the ramp near what the robot really does, so that a robot that was held does not leap
  // forward when it comes free.
  void stay_near(Twist2 measured, double linear_slack, double angular_slack) {
    current_.linear =
        std::clamp(current_.linear, measured.linear - linear_slack, measured.linear + linear_slack);
    current_.angular = std::clamp(current_.angular, measured.angular - angular_slack,
                                  measured.angular + angular_slack);
  }

  void restart(Twist2 from) { current_ = from; }

  Twist2 current() const { return current_; }

 private:
  DriveConfig config_;
  Twist2 current_;
};

}  // namespace tandem
