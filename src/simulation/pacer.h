// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <deque>
#include <utility>

#include "base/time.h"
#include "base/wall_time.h"

namespace tandem {

// Says when the next step may start, so that simulated time keeps pace with the wall clock. When
// steps take too long the simulation catches up, but by no more than `max_catch_up`: what is lost
// beyond that is lost, and time slips instead of bursting.
class Pacer {
 public:
  static constexpr double as_fast_as_possible = 0;

  Pacer(double speed, Duration max_catch_up, WallTime now);

  // Also forgets any lag: for changes of speed, pauses and single steps.
  void restart(double speed, WallTime now);

  // Accounts for one step and returns when the one after it should start.
  WallTime next_start(Duration step, WallTime now);

  double speed() const { return speed_; }
  WallTime due() const { return due_; }  // when the next step should start
  // Simulated over wall time in the last second or so.
  double real_time_factor() const;
  Duration slipped() const { return slipped_; }  // wall time, in all

 private:
  double speed_;
  Duration max_catch_up_;
  WallTime due_;
  Duration simulated_{};
  Duration slipped_{};
  std::deque<std::pair<WallTime, Duration>> recent_;
};

}  // namespace tandem
