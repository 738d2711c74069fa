// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "missions/waypoint_driver.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace tandem {

Twist2 WaypointDriver::drive(const Pose2& world_from_robot) {
  constexpr double gain_per_s = 1.5, most_radps = 1.0;
  constexpr double narrow_rad = 0.6;  // beyond it turns on the spot
  const auto away = [&] { return points_[next_] - world_from_robot.translation; };
  const auto distance = [](Vec2 v) { return std::hypot(v.x, v.y); };
  while (!is_there() && distance(away()) <= tolerance_m_) ++next_;
  if (is_there()) return {};
  const double off =
      std::remainder(std::atan2(away().y, away().x) - world_from_robot.yaw, 2 * std::numbers::pi);
  const double turn = std::clamp(gain_per_s * off, -most_radps, most_radps);
  const double ahead = std::abs(off) > narrow_rad ? 0 : speed_mps_ * std::cos(off);
  // at the last point it arrives with no haste
  const bool is_last = next_ + 1 == points_.size();
  return {is_last ? std::min(ahead, std::max(0.1, distance(away()))) : ahead, turn};
}

}  // namespace tandem
