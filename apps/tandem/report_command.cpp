// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>

#include "base/log.h"
#include "command.h"
#include "commands.h"
#include "counted.h"
#include "reports/write_reports.h"

namespace tandem {

namespace {

struct Options {
  std::vector<std::string> results;
  std::string html = "report";
  std::string compare;
  std::string title;
};

// What people know a folder or a file by.
std::string name_of_place(const std::string& written) {
  const std::filesystem::path place = std::filesystem::path(written).lexically_normal();
  const std::filesystem::path name = place.has_filename() ? place : place.parent_path();
  return name.stem().string();
}

void report(const Options& options) {
  const auto results =
      value_or_fail(read_results({options.results.begin(), options.results.end()}));
  ReportOptions report_options{
      .title = options.title.empty() ? name_of_place(options.results.back()) : options.title};
  if (!options.compare.empty()) {
    report_options.before = value_or_fail(read_results({options.compare}));
    report_options.before_title = name_of_place(options.compare);
  }
  const WrittenReports written =
      value_or_fail(write_reports(results, options.html, report_options));
  log(LogLevel::info,
      fmt::format("{} in {}", counted(written.runs, "run"), written.index.string()));
  if (!written.comparison.empty())
    log(LogLevel::info, fmt::format("compared in {}", written.comparison.string()));
}

}  // namespace

void add_report_command(CLI::App& app) {
  Command command = Command(app).add("report", "Make pages of results that tandem test wrote");
  const auto options = std::make_shared<Options>();
  command.argument("RESULTS", options->results, "Files of results, or folders of them");
  command.text("--html", options->html, "The folder that the pages go to, otherwise report");
  command.text(
      "--compare", options->compare,
      "Results of a campaign before this one, a file or a folder, to see what became of it");
  command.text("--title", options->title, "Of the page; otherwise the name of the last RESULTS");
  command.on_run([options] { report(*options); });
}

}  // namespace tandem
