// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>
#include <vector>

#include "base/time.h"
#include "benchmarks/programs/trial.h"

namespace tandem {

struct LogisticsTrialOptions {
  TrialOptions trial;
  // Of red, green, blue and yellow boxes.
  std::vector<int> boxes{1, 1, 1, 1};
  int obstacles = 2;  // dropped into the robot's way
  Duration limit = 1800s;
};

struct LogisticsTrialResult {
  int boxes = 0;
  int delivered = 0;     // as the zones say
  bool is_over = false;  // the mission has ended within the limit
  std::string outcome;   // of the mission
  std::string message;
  int zone_searches = 0;
  int known_zones_searched = 0;   // searches for a zone that a box had been brought to before
  std::set<std::string> touched;  // by the robot or its load, besides boxes that it took
  int obstacles = 0;              // that were to be dropped, and those that were
  int obstacles_dropped = 0;
  double simulated_s = 0;
  double wall_s = 0, cpu_s = 0;
};

// A whole mission in the shipped warehouse: a robot somewhere in its free middle, boxes and zones
// where the episode has them, and a person who drops things into the robot's planned way.
LogisticsTrialResult run_logistics_trial(const LogisticsTrialOptions& options);

}  // namespace tandem
