// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "reports/write_reports.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <set>
#include <sstream>

#include "reports/campaign.h"
#include "reports/run_page.h"

namespace tandem {

namespace fs = std::filesystem;

namespace {

constexpr std::uintmax_t largest_picture = 8 << 20;

// Empty when it cannot be had: a report without a picture is better than none. Only pictures beside
// the result are taken: the file may come from anywhere.
std::string read_picture(const fs::path& folder, const std::string& name) {
  const fs::path relative(name);
  const bool is_beside =
      !name.empty() && relative.is_relative() &&
      std::ranges::none_of(relative, [](const fs::path& part) { return part == ".."; });
  if (!is_beside) return {};
  std::error_code failed;
  const std::uintmax_t size = fs::file_size(folder / relative, failed);
  if (failed || size > largest_picture) return {};
  std::ifstream in(folder / relative, std::ios::binary);
  std::string bytes((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  return bytes.starts_with("\xff\xd8") ? bytes : std::string();
}

reports::CampaignRun load(const StoredResult& stored) {
  reports::CampaignRun run{stored.result, {}, {}};
  for (const Picture& picture : stored.result.pictures)
    if (std::string jpeg = read_picture(stored.folder, picture.file); !jpeg.empty())
      run.pictures.push_back({picture, std::move(jpeg)});
  return run;
}

// "drive to goal", twin, 3 -> "drive_to_goal-twin-3.html"
std::string page_name(const RunResult& result, std::set<std::string>& taken) {
  std::string name;
  for (const char c : fmt::format("{}-{}-{}", result.mission, result.mode, result.seed))
    name += std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' ? c : '_';
  if (name.size() > 120) name.resize(120);
  std::string free = name + ".html";
  for (int i = 2; !taken.insert(free).second; ++i) free = fmt::format("{}-{}.html", name, i);
  return free;
}

std::optional<Error> write(const fs::path& file, const std::string& text) {
  std::ofstream out(file, std::ios::binary);
  out << text;
  out.close();
  if (!out) return Error{fmt::format("cannot write {}", file.string())};
  return std::nullopt;
}

std::vector<reports::CampaignRun> load_all(const std::vector<StoredResult>& results) {
  std::vector<reports::CampaignRun> runs;
  for (const StoredResult& stored : results) runs.push_back(load(stored));
  return runs;
}

}  // namespace

Result<WrittenReports> write_reports(const std::vector<StoredResult>& results,
                                     const fs::path& folder, const ReportOptions& options) {
  if (results.empty()) return Error{"there is no result to report on"};
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed)
    return Error{fmt::format("cannot make the folder {}: {}", folder.string(), failed.message())};
  std::vector<reports::CampaignRun> runs = load_all(results);
  WrittenReports written{folder / "index.html", {}, runs.size()};
  const bool is_campaign = runs.size() > 1;
  std::set<std::string> taken{"index.html", "comparison.html"};
  const std::string comparison_link = options.before.empty() ? "" : "comparison.html";
  for (reports::CampaignRun& run : runs) {
    run.link = is_campaign ? page_name(run.result, taken) : "index.html";
    const std::string html =
        reports::run_page(run.result, run.pictures,
                          is_campaign ? reports::PageLinks{.campaign = "index.html"}
                                      : reports::PageLinks{.comparison = comparison_link});
    if (auto error = write(folder / run.link, html)) return *error;
  }
  if (is_campaign)
    if (auto error =
            write(written.index, reports::campaign_page(runs, options.title, comparison_link)))
      return *error;
  if (!options.before.empty()) {
    written.comparison = folder / "comparison.html";
    const std::string html = reports::comparison_page(load_all(options.before), runs,
                                                      options.before_title, options.title);
    if (auto error = write(written.comparison, html)) return *error;
  }
  return written;
}

StoredResult read_stored(const fs::path& file) {
  auto result = read_result(file);
  StoredResult stored{result ? *std::move(result)
                             : RunResult{.mission = file.stem().string(),
                                         .verdict = Verdict::error,
                                         .reason = result.error()},
                      file.parent_path()};
  // who was killed with the whole campaign may not have come to the recording that was planned
  std::error_code missing;
  if (stored.result.verdict == Verdict::error &&
      !fs::is_regular_file(stored.folder / stored.result.recording, missing))
    stored.result.recording.clear();
  return stored;
}

Result<std::vector<StoredResult>> read_results(const std::vector<fs::path>& places) {
  std::vector<StoredResult> results;
  for (const fs::path& place : places) {
    std::error_code failed;
    if (!fs::exists(place, failed))
      return Error{fmt::format("there is no file or folder '{}'", place.string())};
    if (!fs::is_directory(place, failed)) {
      results.push_back(read_stored(place));
      continue;
    }
    std::vector<fs::path> files;
    for (const fs::directory_entry& entry : fs::directory_iterator(place, failed))
      if (entry.path().extension() == ".json") files.push_back(entry.path());
    if (failed) return Error{fmt::format("cannot read {}: {}", place.string(), failed.message())};
    std::ranges::sort(files);
    for (const fs::path& file : files) results.push_back(read_stored(file));
  }
  if (results.empty())
    return Error{
        fmt::format("there is no result in {}", places.empty() ? "" : places.front().string())};
  return results;
}

}  // namespace tandem
