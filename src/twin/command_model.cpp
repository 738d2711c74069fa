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

namespace {

// Goes on in small parts: `next_velocity` tells how fast at the end of each.
template <class NextVelocity>
MotionEstimate integrated(MotionEstimate motion, SimTime from, SimTime to,
                          const NextVelocity& next_velocity) {
  while (from < to) {
    const Duration dt = std::min<Duration>(part, to - from);
    const PlanarTwist next = next_velocity(motion.velocity, from, dt);
    const PlanarTwist middle{0.5 * (motion.velocity.linear + next.linear),
                             (motion.velocity.angular + next.angular) / 2};
    motion = {moved(motion.room_from_robot, middle, seconds(dt)), next};
    from += dt;
  }
  return motion;
}

}  // namespace

MotionEstimate CommandModel::driven(const MotionEstimate& motion, SimTime from, SimTime to,
                                    const TurnRecord& turns) const {
  if (to <= from || heard_.empty()) return carried_on(motion, from, to, turns);
  const bool has_gyro = turns.covers(from, to);
  return integrated(motion, from, to, [&](const PlanarTwist& now, SimTime begin, Duration length) {
    const double h = seconds(length);
    const double share = 1 - std::exp(-h / std::max(1e-3, seconds(response_.lag)));
    const Twist2 told = obeyed_at(begin + length / 2);
    const auto change = [&](double is, double wanted, double acceleration) {
      return std::clamp(share * (wanted - is), -acceleration * h, acceleration * h);
    };
    PlanarTwist next = now;
    next.linear.x += change(now.linear.x, told.linear, response_.acceleration_mps2);
    if (has_gyro && begin + length <= turns.newest()) {
      next.angular += turns.rate_at(begin + length) - turns.rate_at(begin);
    } else {
      next.angular += change(now.angular, told.angular, response_.yaw_acceleration_radps2);
    }
    return next;
  });
}

MotionEstimate carried_on(MotionEstimate motion, SimTime from, SimTime to,
                          const TurnRecord& turns) {
  if (to <= from || !turns.covers(from, to))
    return {moved(motion.room_from_robot, motion.velocity, seconds(to - from)), motion.velocity};
  return integrated(motion, from, to, [&](PlanarTwist now, SimTime begin, Duration length) {
    now.angular += turns.rate_at(begin + length) - turns.rate_at(begin);
    return now;
  });
}

}  // namespace tandem
