// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/pong/goalkeeping.h"

#include <algorithm>
#include <cmath>

namespace tandem {

namespace {

constexpr double coming_mps = 0.1;     // slower it does not come
constexpr double turn_gain = 3.0;      // 1/s
constexpr double side_gain = 8.0;      // rad/s for each metre beside the line and m/s
constexpr double near_enough = 0.015;  // m

}  // namespace

double wanted_place(const BallTrack& track, SimTime now, const CourtSides& sides,
                    const GoalkeepingConfig& config) {
  const double low = sides.low_x + config.rail_distance_m;
  const double high = sides.high_x - config.rail_distance_m;
  const double middle = (sides.low_x + sides.high_x) / 2;
  const auto place = [&]() -> double {
    const auto seen = track.seen();
    if (!seen || now - *seen > config.memory) return middle;
    const auto flight = track.flight();
    if (!flight) return track.last_place()->x;
    const CourtSides for_ball{sides.low_x + config.ball_radius_m,
                              sides.high_x - config.ball_radius_m};
    const double touch_y = config.paddle_distance_m + config.ball_radius_m;
    const Vec2 ball = flight->at(now);
    if (flight->velocity.y > -coming_mps) return mirrored(ball.x, for_ball);
    const double time_s = std::max(0.0, (ball.y - touch_y) / -flight->velocity.y);
    return mirrored(ball.x + time_s * flight->velocity.x, for_ball);
  }();
  return low < high ? std::clamp(place, low, high) : middle;
}

double wanted_speed(double to_go_m, const GoalkeepingConfig& config) {
  const double distance = std::abs(to_go_m);
  if (distance < near_enough) return 0;
  // braking within the way that is left, with something in reserve
  const double speed = std::sqrt(2 * 0.7 * config.acceleration_mps2 * distance);
  return std::copysign(std::min(speed, config.max_speed_mps), to_go_m);
}

Twist2 along_line(const Pose2& off, double speed_mps) {
  return {speed_mps, -turn_gain * off.yaw - side_gain * off.translation.y * speed_mps};
}

}  // namespace tandem
