// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "run_keys.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <exception>

#include "base/log.h"
#include "command.h"
#include "simulation/pacer.h"

namespace tandem {

namespace {

double slower(const RunControl::Status& status) {
  const bool is_unlimited = status.speed == Pacer::as_fast_as_possible;
  return std::clamp((is_unlimited ? status.real_time_factor : status.speed) / 2, 0.001, 1000.0);
}

double faster(const RunControl::Status& status) {
  if (status.speed == Pacer::as_fast_as_possible) return status.speed;
  return std::min(status.speed * 2, 1000.0);
}

void change_speed(RunControl& control, double speed) {
  if (!control.set_speed(speed))
    log(LogLevel::warning, "time goes as the wall clock does here, which has speed 1");
}

}  // namespace

double parse_speed(const std::string& text) {
  if (text == "max") return Pacer::as_fast_as_possible;
  std::size_t used = 0;
  double speed = 0;
  try {
    speed = std::stod(text, &used);
  } catch (const std::exception&) {
  }
  if (used != text.size() || !std::isfinite(speed) || speed < 0.001 || speed > 1000)
    reject(fmt::format("--speed takes a number from 0.001 to 1000, or max; not '{}'", text));
  return speed;
}

bool obey_run_key(char key, RunControl& control, StopSignals& signals) {
  const RunControl::Status status = control.status();
  switch (key) {
    case ' ':
      status.is_paused ? control.resume() : control.pause();
      return true;
    case '.':
      if (!status.is_paused) control.pause();  // which would cancel steps asked for before
      if (const auto step = control.step(1); !step) log(LogLevel::warning, step.error());
      return true;
    case '+':
      change_speed(control, faster(status));
      return true;
    case '-':
      change_speed(control, slower(status));
      return true;
    case '1':
      change_speed(control, 1);
      return true;
    case 'm':
      change_speed(control, Pacer::as_fast_as_possible);
      return true;
    case 'q':
      signals.request_stop();
      return true;
    default:
      return false;
  }
}

std::jthread show_status(const RunControl& control) {
  if (!isatty(STDERR_FILENO)) return {};
  return std::jthread([&control](std::stop_token stop) {
    while (!stop.stop_requested()) {
      const RunControl::Status status = control.status();
      const std::string speed =
          status.is_paused ? "paused" : fmt::format("real time x {:.2f}", status.real_time_factor);
      fmt::print(stderr, "\r{:10.3f} s   {}\x1b[K", seconds(status.time), speed);
      std::this_thread::sleep_for(100ms);
    }
    fmt::print(stderr, "\n");
  });
}

}  // namespace tandem
