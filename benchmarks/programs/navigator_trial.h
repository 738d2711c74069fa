// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/histogram.h"
#include "benchmarks/programs/trial.h"

namespace tandem {

struct NavigatorTrialOptions {
  TrialOptions trial;
  int goals = 10;
  // Boxes stand one by one and are lower than the lidar looks, instead of in stacks of two. The
  // distance sensors near the floor have gaps of 20° between them, in which a box may be until it
  // is touched.
  bool has_low_goods = false;
};

struct NavigatorTrialResult {
  int goals = 0;
  int reached = 0;                      // the navigator said so, and it is true
  int collisions = 0;                   // that the robot is to blame for
  int bumps = 0;                        // when something ran into it
  int boxes_dropped = 0;                // before it, on its way
  DurationHistogram planning, control;  // CPU time
  double simulated_s = 0;
  std::vector<std::string> misses;  // what went wrong where, as sentences
};

// Sends a navigator to random places in the warehouse, one after the other, that have a way to
// them. A cart that stops for nobody goes to and fro, two people walk about, and with every fourth
// goal somebody drops a box before the robot.
NavigatorTrialResult run_navigator_trial(const NavigatorTrialOptions& options);

}  // namespace tandem
