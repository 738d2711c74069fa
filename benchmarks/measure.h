// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "scenario/scenario.h"

namespace tandem {

// CPU seconds of this process so far, all threads together. Unlike wall time it does not count
// what other programs on the machine do.
double cpu_seconds();

double wall_seconds();

// How a program went that ran on its own.
struct ChildRun {
  bool is_ok = false;
  double wall_s = 0;
  double cpu_s = 0;
  double peak_memory_mb = 0;
  double readings = 0;  // of its sensors
};

// Runs a shipped scenario in a process of its own, headless and as fast as possible, and waits for
// its end. `cache_folder` keeps its caches apart from those of the user; empty leaves them as they
// are.
ChildRun run_tandem(const std::string& scenario, const std::string& duration,
                    const std::string& cache_folder = "",
                    const std::vector<std::string>& more_arguments = {});

// The file of a scenario that came with Tandem, whatever else of that name lies about.
std::string shipped(const std::string& scenario);

// Null when it cannot be loaded; the reasons are on standard error.
std::shared_ptr<const Scenario> load_shipped(const std::string& scenario,
                                             const ScenarioOptions& options = {});

}  // namespace tandem
