// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "ports/ros/run_parameters.h"

#include <fmt/format.h>

#include <optional>
#include <string>

namespace tandem {

namespace {

constexpr double slowest = 0.001, fastest = 1000;

// while keep_up() sets a parameter, which is no wish of anybody
thread_local bool is_following = false;

std::optional<std::string> why_no_speed(double speed, const RunControl& control) {
  if (speed != Pacer::as_fast_as_possible && speed < slowest)
    return fmt::format("speed is 0 for as fast as possible, or from {} to {}", slowest, fastest);
  if (!is_following && speed != 1 && control.status().has_wall_clock)
    return "time goes as the wall clock does here, which has speed 1";
  return std::nullopt;
}

void set_paused(RunControl& control, bool is_paused) {
  if (is_paused)
    control.pause();  // also when it is: that ends steps
  else if (control.status().is_paused)
    control.resume();
}

}  // namespace

RunParameters::RunParameters(Node& node, RunControl& control)
    : control_(control),
      speed_(node.parameter(
          "speed", control.status().speed,
          {.description = "simulated over wall time; 0: as fast as possible",
           .range = {.low = 0, .high = fastest},
           .on_change = [&control](const double& speed) { return why_no_speed(speed, control); },
           .after_change =
               [&control](const double& speed) {
                 if (!is_following) control.set_speed(speed);
               }})),
      paused_(node.parameter("paused", control.status().is_paused,
                             {.description = "whether the simulation stands still",
                              .after_change = [&control](const bool& paused) {
                                if (!is_following) set_paused(control, paused);
                              }})) {
  control.set_speed(speed_.value());
  set_paused(control, paused_.value());
}

void RunParameters::keep_up() {
  const RunControl::Status status = control_.status();
  is_following = true;
  if (speed_.value() != status.speed) speed_.set(status.speed);
  if (paused_.value() != status.is_paused) paused_.set(status.is_paused);
  is_following = false;
}

}  // namespace tandem
