// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "simulation/run_control.h"

namespace tandem {

void RunControl::pause() {
  const std::lock_guard lock(mutex_);
  status_.is_paused = true;
  changed_.notify_all();
}

void RunControl::resume() {
  const std::lock_guard lock(mutex_);
  status_.is_paused = false;
  single_steps_ = 0;
  is_restart_ = true;
  changed_.notify_all();
}

void RunControl::step_once() {
  const std::lock_guard lock(mutex_);
  if (!status_.is_paused) return;
  ++single_steps_;
  changed_.notify_all();
}

void RunControl::set_speed(double speed) {
  const std::lock_guard lock(mutex_);
  if (speed == status_.speed) return;
  status_.speed = speed;
  is_restart_ = true;
  changed_.notify_all();
}

RunControl::Status RunControl::status() const {
  const std::lock_guard lock(mutex_);
  return status_;
}

RunControl::Permission RunControl::wait_for_permission(std::stop_token stop) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, stop, [&] { return !status_.is_paused || single_steps_ > 0; });
  Permission permission{!stop.stop_requested(), is_restart_, status_.speed};
  if (status_.is_paused && single_steps_ > 0) {
    --single_steps_;
    permission.is_restart = true;
  }
  is_restart_ = false;
  return permission;
}

void RunControl::sleep_until(WallTime when, std::stop_token stop) {
  std::unique_lock lock(mutex_);
  changed_.wait_until(lock, stop, when, [&] { return status_.is_paused || is_restart_; });
}

void RunControl::report(SimTime time, double real_time_factor) {
  const std::lock_guard lock(mutex_);
  status_.time = time;
  status_.real_time_factor = real_time_factor;
}

}  // namespace tandem
