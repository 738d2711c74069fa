// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <mutex>
#include <stop_token>

#include "simulation/pacer.h"

namespace tandem {

// Pauses, steps and paces a run from any thread.
class RunControl {
 public:
  void pause();
  void resume();
  void step_once();  // one step while paused
  void set_speed(double speed);

  struct Status {
    bool is_paused = false;
    double speed = 1;
    double real_time_factor = 0;
    SimTime time{};
  };
  Status status() const;

  // For the loop: waits while paused, at most until `stop`. True when the next step may run;
  // `is_restart` tells that the pacing must start anew after a pause or a change of speed.
  struct Permission {
    bool may_step = false;
    bool is_restart = false;
    double speed = 1;
  };
  Permission wait_for_permission(std::stop_token stop);
  // For the loop: sleeps until then, unless a pause, a new speed or `stop` comes first.
  void sleep_until(WallTime when, std::stop_token stop);
  void report(SimTime time, double real_time_factor);

 private:
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  Status status_;
  int single_steps_ = 0;
  bool is_restart_ = false;
};

}  // namespace tandem
