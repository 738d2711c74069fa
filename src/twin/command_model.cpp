// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "twin/command_model.h"

#include <algorithm>
#include <cmath>

namespace tandem {

namespace {

constexpr Duration remembered = 2s;
constexpr std::size_t most_remembered = 512;
constexpr Duration fresh = 500ms;  // commands older than this say nothing
constexpr Duration part = 5ms;     // of a prediction, in which the velocity counts as constant

}  // namespace

void CommandModel::add(const Twist2& command, SimTime time) {
  if (!std::isfinite(command.linear) || !std::isfinite(command.angular)) return;
  if (!heard_.empty() && time < heard_.back().time) return;
  heard_.push_back({time, command});
  while (heard_.size() > most_remembered || time - heard_.front().time > remembered)
    heard_.pop_front();
}

bool CommandModel::speaks_of(SimTime time) const {
  return !heard_.empty() && time - heard_.back().time < fresh;
}

Twist2 CommandModel::obeyed_at(SimTime time) const {
  const auto next = std::ranges::upper_bound(heard_, time - response_.delay, {}, &Heard::time);
  return next == heard_.begin() ? heard_.front().velocity : std::prev(next)->velocity;
}

MotionEstimate CommandModel::driven(MotionEstimate motion, SimTime from, SimTime to) const {
  if (to <= from || heard_.empty())
    return {moved(motion.room_from_robot, motion.velocity, seconds(to - from)), motion.velocity};
  while (from < to) {
    const Duration dt = std::min<Duration>(part, to - from);
    const double h = seconds(dt);
    const double share = 1 - std::exp(-h / std::max(1e-3, seconds(response_.lag)));
    const Twist2 told = obeyed_at(from + dt / 2);
    const auto change = [&](double now, double then, double acceleration) {
      return std::clamp(share * (then - now), -acceleration * h, acceleration * h);
    };
    PlanarTwist next = motion.velocity;
    next.linear.x += change(next.linear.x, told.linear, response_.acceleration_mps2);
    next.angular += change(next.angular, told.angular, response_.yaw_acceleration_radps2);
    const PlanarTwist middle{0.5 * (motion.velocity.linear + next.linear),
                             (motion.velocity.angular + next.angular) / 2};
    motion = {moved(motion.room_from_robot, middle, h), next};
    from += dt;
  }
  return motion;
}

}  // namespace tandem
