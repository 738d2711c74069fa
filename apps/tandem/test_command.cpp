// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "test_command.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <set>
#include <thread>

#include "autonomy/programs/program_makers.h"
#include "base/log.h"
#include "counted.h"
#include "loading.h"
#include "machine.h"
#include "mission_files.h"
#include "mission_jobs.h"
#include "missions/mission_run.h"
#include "ports/ros/ros_checks.h"
#include "recording_options.h"
#include "reports/write_reports.h"
#include "results/junit.h"
#include "scenario/scenario.h"
#include "stop_signals.h"

namespace tandem {

namespace {

namespace fs = std::filesystem;

struct TestArguments {
  std::vector<std::string> files;
  std::string seeds;
  std::string mode;
  int jobs = 0;
  std::string shard;
  std::string results;
  std::string junit;
  std::string html;
  std::string record = "none";
  std::string give_up_after = "10min";
  std::vector<std::string> settings;
  bool merges = false;
  bool lists = false;
  bool is_loud = false;
  bool is_quiet = false;
  // how a campaign starts one run
  std::string one;
  std::string record_to;
  bool has_pictures = false;
};

constexpr int exit_failed = 1, exit_error = 3;

std::optional<RobotMode> parse_mode(const std::string& text) {
  if (text.empty()) return std::nullopt;
  return text == "twin" ? RobotMode::twin : RobotMode::simulated;
}

SeedRange parse_seeds_option(const std::string& text) {
  const auto range = parse_seeds(text);
  if (!range) reject(fmt::format("--seeds takes seeds such as 1..20, or one; not '{}'", text));
  return *range;
}

struct Shard {
  std::size_t index = 1, count = 1;
};

Shard parse_shard(const std::string& text) {
  Shard shard;
  if (text.empty()) return shard;
  const char* const end = text.data() + text.size();
  const auto [slash, problem] = std::from_chars(text.data(), end, shard.index);
  bool is_right = problem == std::errc{} && slash != end && *slash == '/';
  if (is_right) {
    const auto [used, more] = std::from_chars(slash + 1, end, shard.count);
    is_right = more == std::errc{} && used == end;
  }
  if (!is_right || shard.count < 1 || shard.index < 1 || shard.index > shard.count)
    reject(fmt::format("--shard takes I/N such as 2/5, with I from 1 to N; not '{}'", text));
  return shard;
}

Duration parse_patience(const std::string& text) {
  const auto time = parse_duration(text);
  if (!time || *time <= 0s)
    reject(fmt::format("--give-up-after takes a time such as 10min; not '{}'", text));
  return *time;
}

void print(const Findings& findings) {
  for (const Finding& finding : findings.all()) fmt::print(stderr, "{}\n", to_string(finding));
}

MissionScript load_or_reject(const fs::path& file) {
  Findings findings;
  auto mission = load_mission(file, findings);
  if (mission) return *std::move(mission);
  print(findings);
  throw CommandEnd{2};
}

// Before hours of runs: prints what is wrong with all of them, and ends the command if anything is.
// What is wrong in the mode of the command line only is left out.
std::vector<CheckedMission> check_or_reject(const std::vector<fs::path>& files,
                                            const TestArguments& arguments) {
  const std::optional<RobotMode> mode = parse_mode(arguments.mode);
  const ScenarioOptions options{.overrides = parse_settings(arguments.settings),
                                .checks = ros_checks()};
  std::vector<CheckedMission> missions;
  bool are_usable = true;
  for (const fs::path& file : files) {
    Findings findings, without_mode;
    auto mission = check_mission_file(file, options, findings, mode);
    if (!mission && mode && check_mission_file(file, options, without_mode)) {
      const auto why = std::ranges::find(findings.all(), Severity::error, &Finding::severity);
      log(LogLevel::warning, fmt::format("left out, as it cannot be run with --mode {}: {}",
                                         arguments.mode, to_string(*why)));
      continue;
    }
    print(findings);
    if (mission)
      missions.push_back(*std::move(mission));
    else
      are_usable = false;
  }
  if (!are_usable) throw CommandEnd{2};
  if (missions.empty()) reject(fmt::format("no mission is left for --mode {}", arguments.mode));
  return missions;
}

// Each run has a file of its own for its result.
void check_files(const std::vector<MissionJob>& jobs) {
  std::map<fs::path, const MissionJob*> owners;
  for (const MissionJob& job : jobs) {
    const auto [owner, is_new] = owners.emplace(job.result_file(), &job);
    if (!is_new)
      reject(fmt::format("the results of '{}' and '{}' would be the same file, {}; run them apart",
                         owner->second->mission.string(), job.mission.string(),
                         owner->first.string()));
  }
}

// What a merged campaign counts too.
void tell_of_others(const std::vector<MissionJob>& jobs, const TestArguments& arguments) {
  if (arguments.results.empty() || arguments.lists) return;
  std::set<fs::path> own;
  for (const MissionJob& job : jobs) own.insert(job.result_file());
  std::error_code error;
  std::size_t others = 0;
  for (const auto& entry : fs::directory_iterator(arguments.results, error))
    if (entry.path().extension() == ".json" && !own.contains(entry.path().filename())) ++others;
  if (others > 0)
    log(LogLevel::warning,
        fmt::format("--results: '{}' has {} of other campaigns too, which --merge counts",
                    arguments.results, counted(others, "result")));
}

std::vector<MissionJob> plan_jobs(const TestArguments& arguments) {
  std::vector<MissionJob> all;
  for (const auto& [mission, programs] :
       check_or_reject(find_missions(arguments.files), arguments)) {
    const SeedRange seeds =
        arguments.seeds.empty() ? mission.seeds : parse_seeds_option(arguments.seeds);
    for (const RobotMode mode : mission.modes)
      for (std::uint64_t i = 0; i <= seeds.last - seeds.first; ++i)
        all.push_back({mission.file, mission.name, fs::path(mission.scenario).stem().string(), mode,
                       seeds.first + i, arguments.settings, programs});
  }
  check_files(all);
  tell_of_others(all, arguments);
  const Shard shard = parse_shard(arguments.shard);
  std::vector<MissionJob> own;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (i % shard.count == shard.index - 1) own.push_back(all[i]);
  return own;
}

// Tells of each run as it ends, and on terminals how long the rest will take.
class Progress {
 public:
  Progress(std::size_t total, bool is_quiet)
      : total_(total), is_quiet_(is_quiet), is_terminal_(isatty(STDERR_FILENO) != 0) {
    show();
  }
  ~Progress() { clear(); }

  void add(const RunResult& result) {
    ++done_;
    last_end_ = Clock::now();
    if (!result.is_passed()) ++bad_;
    clear();
    if (!is_quiet_ || !result.is_passed()) print(result);
    show();
  }

  // Time goes on while no run ends.
  void go_on() {
    if (Clock::now() - shown_ >= std::chrono::seconds(1)) show();
  }

 private:
  using Clock = std::chrono::steady_clock;

  static double cost(const RunResult& result, std::string_view name) {
    const auto found = std::ranges::find(result.costs, name, &Metric::name);
    return found == result.costs.end() ? 0 : found->value;
  }

  static void print(const RunResult& result) {
    fmt::print("{:<8}{}   {:.1f} s in {:.1f} s   {}\n", name_of(result.verdict), title_of(result),
               result.simulated_s, cost(result, "wall_time"), result.course_hash);
    std::fflush(stdout);  // who reads a pipe wants to see how it goes on
    if (result.is_passed()) return;
    std::string reason = result.reason;
    for (std::size_t at = 0; (at = reason.find('\n', at)) != std::string::npos; at += 9)
      reason.replace(at, 1, "\n        ");
    fmt::print("        {}\n", reason);
    if (result.verdict == Verdict::error)
      for (const std::string& line : result.last_words) fmt::print("        > {}\n", line);
    std::fflush(stdout);
  }

  void show() {
    if (!is_terminal_ || done_ >= total_) return;
    shown_ = Clock::now();
    std::string left;
    if (done_ > 0) {
      // as long for each as for those that have ended
      const double all_s =
          since_begin_s(last_end_) / static_cast<double>(done_) * static_cast<double>(total_);
      const auto rest = static_cast<int>(std::max(0.0, all_s - since_begin_s(shown_)));
      left = fmt::format(", {}:{:02} left", rest / 60, rest % 60);
    }
    constexpr std::size_t width = 30;
    const std::size_t filled = width * done_ / std::max<std::size_t>(total_, 1);
    fmt::print(stderr, "\r[{:=<{}}{: <{}}] {} of {}, {} not passed{}\x1b[K", "", filled, "",
               width - filled, done_, total_, bad_, left);
    std::fflush(stderr);
  }
  double since_begin_s(Clock::time_point time) const {
    return std::chrono::duration<double>(time - begun_).count();
  }
  void clear() const {
    if (is_terminal_) fmt::print(stderr, "\r\x1b[K");
  }

  const std::size_t total_;
  const bool is_quiet_;
  const bool is_terminal_;
  const Clock::time_point begun_ = Clock::now();
  Clock::time_point last_end_ = begun_, shown_ = begun_;
  std::size_t done_ = 0, bad_ = 0;
};

// Before hours of runs, whose results would have no place.
void check_is_writable(const fs::path& results, const TestArguments& arguments) {
  std::error_code error;
  fs::create_directories(results, error);
  if (error || access(results.c_str(), W_OK) != 0)
    reject(fmt::format("--results: cannot write to '{}'", results.string()));
  if (!arguments.html.empty()) {
    fs::create_directories(arguments.html, error);
    if (error || access(arguments.html.c_str(), W_OK) != 0)
      reject(fmt::format("--html: cannot write to '{}'", arguments.html));
  }
  if (arguments.junit.empty()) return;
  const fs::path folder = fs::absolute(arguments.junit, error).parent_path();
  if (fs::is_directory(arguments.junit, error) || access(folder.c_str(), W_OK) != 0)
    reject(fmt::format("--junit: cannot write '{}'", arguments.junit));
}

// The files that CI and people read.
void write_files(const std::vector<StoredResult>& stored, const TestArguments& arguments) {
  if (!arguments.junit.empty()) {
    std::vector<RunResult> results;
    for (const StoredResult& each : stored) results.push_back(each.result);
    std::ofstream out(arguments.junit);
    out << to_junit(results);
    out.close();
    if (!out) fail(fmt::format("--junit: cannot write '{}'", arguments.junit));
  }
  if (arguments.html.empty() || stored.empty()) return;
  const auto written = write_reports(stored, arguments.html, {.title = "Missions"});
  if (!written) fail(fmt::format("--html: {}", written.error()));
  log(LogLevel::info, fmt::format("the report is {}", written->index.string()));
}

// Ends the command with the exit code that CI sees.
void sum_up(const std::vector<RunResult>& results) {
  const auto count = [&](Verdict verdict) {
    return static_cast<std::size_t>(std::ranges::count(results, verdict, &RunResult::verdict));
  };
  std::string line =
      fmt::format("{}: {} passed", counted(results.size(), "run"), count(Verdict::passed));
  for (const Verdict verdict : {Verdict::failed, Verdict::timeout, Verdict::error})
    if (count(verdict) > 0) line += fmt::format(", {} {}", count(verdict), name_of(verdict));
  fmt::print("{}\n", line);
  if (count(Verdict::error) > 0) throw CommandEnd{exit_error};
  if (count(Verdict::passed) < results.size()) throw CommandEnd{exit_failed};
}

// One run in this process, for a campaign that waits for its result.
void run_one(const TestArguments& arguments) {
  const StopSignals signals;
  MissionScript mission = load_or_reject(arguments.files.front());
  if (const auto mode = parse_mode(arguments.mode)) mission.modes = {*mode};
  const auto settings = parse_settings(arguments.settings);
  mission.settings.insert(mission.settings.end(), settings.begin(), settings.end());
  Film film;
  RunResult result =
      run_mission(mission, {.seed = parse_seeds_option(arguments.seeds).first,
                            .mode = parse_mode(arguments.mode).value_or(RobotMode::simulated),
                            .programs = program_makers(),
                            .recording = arguments.record_to,
                            .film = arguments.has_pictures ? &film : nullptr,
                            .environment = about_this_machine(),
                            .about_recording = about_this_program(),
                            .stop = signals.token()});
  result.settings = arguments.settings;
  const fs::path file(arguments.one);
  auto pictures = film.develop(file.parent_path(), file.stem().string(), !result.is_passed());
  if (!pictures) fail(pictures.error());
  result.pictures = *std::move(pictures);
  if (const auto problem = write_result(result, arguments.one)) fail(problem->message);
}

// A folder of our own that goes with it.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (fs::temp_directory_path() / "tandem-test-XXXXXX").string();
    if (!mkdtemp(name.data())) fail("cannot make a temporary folder for results");
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code error;
    fs::remove_all(path_, error);
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

void run_campaign(const TestArguments& arguments) {
  const std::vector<MissionJob> jobs = plan_jobs(arguments);
  if (arguments.lists) {
    for (const MissionJob& job : jobs) fmt::print("{}   {}\n", job.title(), job.mission.string());
    return;
  }
  const RecordRuns record = arguments.record == "all"      ? RecordRuns::all
                            : arguments.record == "failed" ? RecordRuns::failed
                                                           : RecordRuns::none;
  if (record != RecordRuns::none && arguments.results.empty())
    reject("--record needs --results DIR, where the recordings go");
  std::optional<TemporaryFolder> temporary;
  if (arguments.results.empty()) temporary.emplace();
  const int cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  parse_settings(arguments.settings);
  const fs::path folder = temporary ? temporary->path() : fs::path(arguments.results);
  check_is_writable(folder, arguments);
  std::vector<RunResult> results;
  {
    const StopSignals signals;
    Progress progress(jobs.size(), arguments.is_quiet);
    results = run_jobs(jobs,
                       {.results = folder,
                        .jobs = arguments.jobs > 0 ? arguments.jobs : cores,
                        .record = record,
                        .has_pictures = !arguments.html.empty(),
                        .give_up_after = parse_patience(arguments.give_up_after),
                        .is_loud = arguments.is_loud},
                       signals.token(),
                       {.on_result = [&](const RunResult& result) { progress.add(result); },
                        .on_wait = [&] { progress.go_on(); }});
  }
  std::vector<StoredResult> stored;
  for (std::size_t i = 0; i < results.size(); ++i)
    stored.push_back({results[i], (folder / jobs[i].result_file()).parent_path()});
  write_files(stored, arguments);
  sum_up(results);
}

void merge(const TestArguments& arguments) {
  std::vector<RunResult> results;
  std::vector<StoredResult> stored;
  for (const fs::path& file : find_results(arguments.files)) {
    stored.push_back(read_stored(file));
    results.push_back(stored.back().result);
  }
  for (const RunResult& result : results)
    if (!arguments.is_quiet || !result.is_passed())
      fmt::print("{:<8}{}   {}\n", name_of(result.verdict), title_of(result), result.reason);
  write_files(stored, arguments);
  sum_up(results);
}

}  // namespace

void add_test_command(Command app) {
  static TestArguments arguments;
  Command command =
      app.add("test", "Run missions, as fast as they go, and say whether what they expect is true");
  command.argument("FILE", arguments.files,
                   "Mission files, folders of them, or names of missions that came with Tandem");
  command.text("--seeds", arguments.seeds, "1..20, or one; otherwise as each mission says");
  command.choice(
      "--mode", arguments.mode, {"virtual", "twin"},
      "With virtual robots, or with twins of a stand-in; otherwise as each mission says");
  command.number("--jobs", arguments.jobs, {1, 1000}, "Runs at once; otherwise one for each core");
  command.text("--shard", arguments.shard, "I/N: only the I-th of N equal parts of all runs");
  command.text("--results", arguments.results, "A folder for the results as JSON, and recordings");
  command.text("--junit", arguments.junit, "Write the results to this file, as JUnit's XML");
  command.text("--html", arguments.html, "A folder for a report that people read, with pictures");
  command.choice("--record", arguments.record, {"none", "failed", "all"},
                 "Which runs are recorded as MCAP, beside their results");
  command.text("--give-up-after", arguments.give_up_after,
               "Wall time after which a run is ended, with the verdict timeout; 10min otherwise");
  command.texts("--set", arguments.settings, "KEY=VALUE: replace a value of the scenario files");
  command.flag("--merge", arguments.merges,
               "FILE are results of campaigns before, or folders of them: nothing is run");
  command.flag("--list", arguments.lists, "Say which runs there would be");
  command.flag("-v,--verbose", arguments.is_loud, "Show what robot programs say");
  command.flag("-q,--quiet", arguments.is_quiet, "Tell only of runs that did not pass");
  command.text("--one", arguments.one, "").group("");
  command.text("--record-to", arguments.record_to, "").group("");
  command.flag("--pictures", arguments.has_pictures, "").group("");
  command.on_run([] {
    if (!arguments.one.empty())
      run_one(arguments);
    else if (arguments.merges)
      merge(arguments);
    else
      run_campaign(arguments);
  });
}

}  // namespace tandem
