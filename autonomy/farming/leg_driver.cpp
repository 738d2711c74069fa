// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "autonomy/farming/leg_driver.h"

#include <fmt/format.h>

#include <utility>

namespace tandem {

namespace {

constexpr Duration place_timeout = 1s;
constexpr Duration patience = 5s;  // somebody who crosses the field is gone by then

}  // namespace

LegDriver::LegDriver(Node& node, const Whereabouts& whereabouts, const WayGuard& guard)
    : whereabouts_(whereabouts), guard_(guard), wheels_(node) {}

void LegDriver::begin(const std::vector<Leg>& legs, std::vector<Vec2> outline,
                      const LegLimits& limits, SimTime now) {
  legs_.assign(legs.begin(), legs.end());
  outline_ = std::move(outline);
  limits_ = limits;
  known_at_ = clear_at_ = now;
}

std::optional<Ending> LegDriver::step(SimTime now) {
  const auto robot = whereabouts_.global_from_base();
  if (!robot) {
    wheels_.stop();
    if (now - known_at_ < place_timeout) return std::nullopt;
    return Ending{"tracking_lost",
                  fmt::format("nobody knows where the robot is: {}", robot.error())};
  }
  known_at_ = now;
  while (!legs_.empty()) {
    const auto twist = drive_leg(legs_.front(), *robot, limits_);
    if (!twist) {
      legs_.pop_front();
      continue;
    }
    if (guard_.is_clear(outline_, *twist)) {
      clear_at_ = now;
      wheels_.drive(*twist);
      return std::nullopt;
    }
    wheels_.stop();
    if (now - clear_at_ < patience) return std::nullopt;
    return Ending{"blocked",
                  fmt::format("something has been in the way for {} s at ({:.2f}, {:.2f})",
                              seconds(patience), robot->translation.x, robot->translation.y)};
  }
  wheels_.stop();
  return Ending{"done", ""};
}

void LegDriver::stop() {
  legs_.clear();
  wheels_.stop();
}

}  // namespace tandem
