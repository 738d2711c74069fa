// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/pose2.h"

namespace tandem {

// How fast a robot may go and how quickly it gets there.
struct MotionLimits {
  double max_speed_mps = 0.45;
  double min_speed_mps = 0;  // below zero: it may drive backwards
  double max_yaw_rate_radps = 2;
  double acceleration_mps2 = 0.8;
  double yaw_acceleration_radps2 = 5;
};

// Within half a turn of zero.
inline double wrapped(double angle) { return std::remainder(angle, 2 * std::numbers::pi); }

// Where a robot is after driving an arc for some time.
inline Pose2 driven(const Pose2& from, const Twist2& velocity, double time_s) {
  const double turn = velocity.angular * time_s;
  const double middle = from.yaw + turn / 2;
  // a chord in the middle's direction; exact to a part in a thousand for turns up to 0.15 rad
  return {from.translation + velocity.linear * time_s * Vec2{std::cos(middle), std::sin(middle)},
          from.yaw + turn};
}

// The velocity after some time on the way to a wanted one, each part on its own.
inline Twist2 approached(const Twist2& from, const Twist2& wanted, const MotionLimits& limits,
                         double time_s) {
  const double dv = limits.acceleration_mps2 * time_s, dw = limits.yaw_acceleration_radps2 * time_s;
  return {from.linear + std::clamp(wanted.linear - from.linear, -dv, dv),
          from.angular + std::clamp(wanted.angular - from.angular, -dw, dw)};
}

// Turns by an angle on the spot: as fast as it may, and slow enough to stop in time.
inline Twist2 turning(double angle, const MotionLimits& limits) {
  constexpr double caution = 0.5;   // of the deceleration, because commands take effect late
  constexpr double slowest = 0.15;  // rad/s; motors do not turn slower
  const double rate =
      std::min(limits.max_yaw_rate_radps,
               std::sqrt(2 * caution * limits.yaw_acceleration_radps2 * std::abs(angle)) / 1.5);
  return {0, std::copysign(std::max(rate, slowest), angle)};
}

// What is sent to the motors after the last command: no jump, and the same curve where possible.
class VelocitySmoother {
 public:
  Twist2 next(const Twist2& wanted, const MotionLimits& limits, double time_s) {
    const double dv = limits.acceleration_mps2 * time_s;
    const double dw = limits.yaw_acceleration_radps2 * time_s;
    const double v = wanted.linear - last_.linear, w = wanted.angular - last_.angular;
    // the part that is farther from what it may do says how far both go
    const double share = std::min({1.0, std::abs(v) > dv ? dv / std::abs(v) : 1.0,
                                   std::abs(w) > dw ? dw / std::abs(w) : 1.0});
    last_ = {last_.linear + share * v, last_.angular + share * w};
    return last_;
  }
  // The same for who has no time to keep the curve: turning does not wait for braking.
  Twist2 next_at_once(const Twist2& wanted, const MotionLimits& limits, double time_s) {
    last_ = approached(last_, wanted, limits, time_s);
    return last_;
  }
  // What was really sent, or done.
  void set(const Twist2& velocity) { last_ = velocity; }
  const Twist2& last() const { return last_; }

 private:
  Twist2 last_;
};

}  // namespace tandem
