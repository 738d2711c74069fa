// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/time.h"
#include "benchmarks/programs/trial.h"

namespace tandem {

struct PongTrialResult {
  int returned = 0;  // balls that came to the robot's side and were hit by it
  int conceded = 0;  // and those that were not
  int scored = 0;    // goals against the house
  int longest_rally = 0;
  double simulated_s = 0;
  std::string last_message;  // of the mission

  double share() const {
    return returned + conceded > 0 ? static_cast<double>(returned) / (returned + conceded) : 0;
  }
};

// A robot plays pong against the house for a while.
PongTrialResult run_pong_trial(const TrialOptions& trial, Duration time = 180s);

}  // namespace tandem
