// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <vector>

#include "base/time.h"
#include "missions/mission_script.h"
#include "results/run_result.h"

namespace tandem {

// One run of a campaign.
struct MissionJob {
  std::filesystem::path mission;
  std::string name;  // of the mission
  std::string scenario;
  RobotMode mode = RobotMode::simulated;
  std::uint64_t seed = 1;
  std::vector<std::string> settings;  // of its scenario, as --set takes them
  std::vector<std::string> programs;  // that run in it: "navigator of emaros"

  std::string title() const;
  // The file of its result, below the folder of a campaign: the same on every machine.
  std::filesystem::path result_file() const;
};

// Which runs are recorded, and kept.
enum class RecordRuns { none, failed, all };

struct MissionJobsOptions {
  std::filesystem::path results;  // the folder
  int jobs = 1;                   // at once
  RecordRuns record = RecordRuns::none;
  bool has_pictures = false;       // drawn beside the results
  Duration give_up_after = 10min;  // wall time of one run
  bool is_loud = false;            // shows what programs say
};

// Who watches a campaign.
struct CampaignListener {
  std::function<void(const RunResult&)> on_result;  // of each run, as it ends
  std::function<void()> on_wait;                    // many times a second meanwhile
};

// Runs each job in a process of its own, so that one that crashes is a verdict and disturbs nobody.
// The results are in the order of the jobs. Whatever ends the campaign, every job has a result from
// the beginning: that it has not begun, then that it was interrupted, then its own.
std::vector<RunResult> run_jobs(const std::vector<MissionJob>& jobs,
                                const MissionJobsOptions& options, const std::stop_token& stop,
                                const CampaignListener& listener);

}  // namespace tandem
