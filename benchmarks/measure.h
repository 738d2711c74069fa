// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scenario/scenario.h"

namespace tandem {

// CPU seconds of this process so far, all threads together. Unlike wall time it does not count
// what other programs on the machine do.
double cpu_seconds();

double wall_seconds();

// How many programs wanted a processor in the last minute; below zero when nobody knows.
double machine_load();

// How a program went that ran on its own.
struct ChildRun {
  bool is_ok = false;
  double wall_s = 0;
  double cpu_s = 0;
  double real_time_factor = 0;
  double peak_memory_mb = 0;
  double readings = 0;  // of its sensors
};

struct ChildOptions {
  std::string cache_folder;       // keeps its caches apart from those of the user; empty: theirs
  std::optional<int> ros_domain;  // of this machine alone; nothing: as the user has it
  std::vector<std::string> speed{"--speed", "max"};
  std::vector<std::string> more_arguments;
};

// Runs a shipped scenario in a process of its own, headless, and waits for its end. What it uses
// includes the processes that it starts.
ChildRun run_tandem(const std::string& scenario, const std::string& duration,
                    const ChildOptions& options = {});

// The file of a scenario that came with Tandem, whatever else of that name lies about.
std::string shipped(const std::string& scenario);

// Null when it cannot be loaded; the reasons are on standard error.
std::shared_ptr<const Scenario> load_shipped(const std::string& scenario,
                                             const ScenarioOptions& options = {});

}  // namespace tandem
