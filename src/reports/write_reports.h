// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "results/run_result.h"

namespace tandem {

// A result and the folder that its pictures lie in.
struct StoredResult {
  RunResult result;
  std::filesystem::path folder;
};

struct ReportOptions {
  std::string title = "Campaign";
  // Another campaign from before, to compare with; empty: none.
  std::vector<StoredResult> before;
  std::string before_title = "before";
};

// What was written.
struct WrittenReports {
  std::filesystem::path index;       // the page of the campaign, or of the only run
  std::filesystem::path comparison;  // empty: there is nothing to compare with
  std::size_t runs = 0;
};

// Makes the folder and puts a page into it for each run, one for all of them (index.html), and one
// that compares them with the campaign before (comparison.html). Every page stands for itself:
// pictures are inside, and nothing is asked of anybody. The same results make the same pages.
Result<WrittenReports> write_reports(const std::vector<StoredResult>& results,
                                     const std::filesystem::path& folder,
                                     const ReportOptions& options = {});

// All results in files and folders, those in folders by name.
// What a file says of a run. One that cannot be read is a run that nobody can judge, and a
// recording that a killed run never came to is not named.
StoredResult read_stored(const std::filesystem::path& file);
Result<std::vector<StoredResult>> read_results(const std::vector<std::filesystem::path>& places);

}  // namespace tandem
