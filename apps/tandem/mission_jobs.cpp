// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "mission_jobs.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <chrono>
#include <list>
#include <optional>
#include <set>
#include <stdexcept>
#include <thread>

#include "child_process.h"
#include "recording/mcap_writer.h"

namespace tandem {

namespace {

namespace fs = std::filesystem;

using Clock = std::chrono::steady_clock;

constexpr std::size_t kept_lines = 20;
constexpr auto look_period = std::chrono::milliseconds(5);

std::string mode_name(RobotMode mode) { return mode == RobotMode::twin ? "twin" : "virtual"; }

// A run that goes on in a process of its own.
struct Running {
  std::size_t index = 0;  // of the job
  fs::path result_file;
  fs::path recording;  // empty: none
  Clock::time_point begun;
  ChildProcess child;

  double wall_s() const { return std::chrono::duration<double>(Clock::now() - begun).count(); }
};

RunResult result_of(const MissionJob& job, Verdict verdict, std::string reason) {
  return {.mission = job.name,
          .mission_file = job.mission.string(),
          .scenario = job.scenario,
          .mode = mode_name(job.mode),
          .seed = job.seed,
          .settings = job.settings,
          .verdict = verdict,
          .reason = std::move(reason)};
}

// What can be said of a run whose process left no result.
RunResult result_without(const MissionJob& job, const Running& running, Verdict verdict,
                         std::string reason) {
  RunResult result = result_of(job, verdict, std::move(reason));
  const auto& lines = running.child.last_lines();
  result.last_words.assign(lines.begin(), lines.end());
  std::error_code error;
  if (!running.recording.empty() && fs::is_regular_file(running.recording, error))
    result.recording = running.recording.filename().string();
  result.costs.push_back({"wall_time", running.wall_s(), "s"});
  return result;
}

void write(const RunResult& result, const fs::path& file) {
  if (const auto problem = write_result(result, file)) throw std::runtime_error(problem->message);
}

// Who may have ended the process that all of them share.
std::string programs_in(const MissionJob& job) {
  if (job.programs.empty()) return "";
  return fmt::format("; in it ran {}", fmt::join(job.programs, " and "));
}

// Stands in the file of a run until its own result does: what people find when all was killed.
RunResult preliminary(const MissionJob& job) {
  return result_of(job, Verdict::error, "interrupted: the campaign ended before this run did");
}

// As it is in its file, where reports find it.
RunResult kept(const RunResult& result, const fs::path& file) {
  write(result, file);
  const auto read = read_result(file);
  if (!read) throw std::runtime_error(read.error());
  return *read;
}

// The processes of one campaign.
class Campaign {
 public:
  Campaign(const std::vector<MissionJob>& jobs, const MissionJobsOptions& options)
      : jobs_(jobs), options_(options) {
    std::error_code error;
    binary_ = fs::read_symlink("/proc/self/exe", error);
  }

  std::vector<RunResult> run(const std::stop_token& stop, const CampaignListener& listener) {
    std::vector<RunResult> done;
    for (const MissionJob& job : jobs_)
      done.push_back(kept(
          result_of(job, Verdict::error, "interrupted: the campaign ended before this run began"),
          file_of(job)));
    remove_leftovers();
    for (std::size_t next = 0; next < jobs_.size() || !running_.empty();) {
      if (stop.stop_requested()) {
        for (Running& running : running_) running.child.ask_to_end();
        for (Running& running : running_) {
          done[running.index] = interrupted(running);
          listener.on_result(done[running.index]);
        }
        running_.clear();
        break;
      }
      while (next < jobs_.size() && running_.size() < static_cast<std::size_t>(options_.jobs))
        start(next++);
      for (auto it = running_.begin(); it != running_.end();) {
        const std::optional<RunResult> result = look(*it);
        if (!result) {
          ++it;
          continue;
        }
        listener.on_result(*result);
        done[it->index] = *result;
        it = running_.erase(it);
      }
      listener.on_wait();
      std::this_thread::sleep_for(look_period);
    }
    return done;
  }

 private:
  fs::path file_of(const MissionJob& job) const { return options_.results / job.result_file(); }

  // The recordings and pictures of the same runs in campaigns before.
  void remove_leftovers() const {
    std::set<fs::path> stems;
    for (const MissionJob& job : jobs_) stems.insert(file_of(job).stem());
    std::vector<fs::path> leftovers;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(options_.results, error)) {
      std::string name = entry.path().stem().string();
      if (entry.path().extension() == ".jpg") {
        // RUN-KIND-NUMBER
        for (int part = 0; part < 2; ++part) name.resize(std::min(name.size(), name.rfind('-')));
      } else if (entry.path().extension() != ".mcap") {
        continue;
      }
      if (stems.contains(name)) leftovers.push_back(entry.path());
    }
    for (const fs::path& file : leftovers) fs::remove(file, error);
  }

  void start(std::size_t index) {
    const MissionJob& job = jobs_[index];
    const fs::path file = file_of(job);
    fs::path recording;
    std::vector<std::string> words{
        "test",   job.mission.string(), "--one",   file.string(),
        "--mode", mode_name(job.mode),  "--seeds", fmt::format("{}", job.seed)};
    for (const std::string& setting : job.settings) {
      words.emplace_back("--set");
      words.push_back(setting);
    }
    if (options_.has_pictures) words.emplace_back("--pictures");
    if (options_.record != RecordRuns::none) {
      recording = fs::path(file).replace_extension(".mcap");
      words.emplace_back("--record-to");
      words.push_back(recording.string());
    }
    // so that a result that names a recording has one, whenever all is killed
    if (!recording.empty())
      if (const auto problem = McapWriter::begin(recording))
        throw std::runtime_error(problem->message);
    RunResult before = preliminary(job);
    before.recording = recording.filename().string();
    write(before, file);
    running_.push_back({index, file, recording, Clock::now(),
                        ChildProcess(job.title(), binary_, words,
                                     {.is_heard = options_.is_loud, .kept_lines = kept_lines})});
  }

  // Nothing while it goes on.
  std::optional<RunResult> look(Running& running) {
    running.child.hear();
    const std::optional<std::string> end = running.child.take_end();
    const MissionJob& job = jobs_[running.index];
    if (!end && running.wall_s() < seconds(options_.give_up_after)) return std::nullopt;
    if (!end) {
      // before its result is written, which it would write too
      running.child.kill_for_good();
      return kept(result_without(job, running, Verdict::timeout,
                                 fmt::format("it did not end within {:g} s of wall time",
                                             seconds(options_.give_up_after))),
                  running.result_file);
    }
    auto result = read_result(running.result_file);
    if (!result)
      return kept(result_without(job, running, Verdict::error, result.error()),
                  running.result_file);
    if (result->reason == preliminary(job).reason)
      return kept(result_without(job, running, Verdict::error,
                                 fmt::format("the process of this run ended with {}{}", *end,
                                             programs_in(job))),
                  running.result_file);
    if (options_.record != RecordRuns::failed || !result->is_passed()) return *std::move(result);
    std::error_code error;
    fs::remove(running.recording, error);
    RunResult passed = *std::move(result);
    passed.recording.clear();
    return kept(passed, running.result_file);
  }

  // What a run that is asked to end knows, if it does so soon.
  RunResult interrupted(Running& running) {
    constexpr auto patience = std::chrono::seconds(10);
    for (const auto end = Clock::now() + patience; Clock::now() < end;
         std::this_thread::sleep_for(look_period))
      if (const std::optional<RunResult> result = look(running)) return *result;
    running.child.kill_for_good();
    return kept(
        result_without(jobs_[running.index], running, Verdict::error,
                       fmt::format("interrupted: the campaign was stopped when this run had "
                                   "taken {:.1f} s of wall time",
                                   running.wall_s())),
        running.result_file);
  }

  const std::vector<MissionJob>& jobs_;
  const MissionJobsOptions& options_;
  fs::path binary_;
  std::list<Running> running_;
};

}  // namespace

std::string MissionJob::title() const {
  return fmt::format("{}, {}, seed {}", name, mode_name(mode), seed);
}

fs::path MissionJob::result_file() const {
  std::string slug = (mission.parent_path() / mission.stem()).lexically_normal().string();
  for (char& letter : slug)
    if (!std::isalnum(static_cast<unsigned char>(letter)) && letter != '-' && letter != '.')
      letter = '_';
  slug.erase(0, slug.find_first_not_of("._"));
  return fmt::format("{}-{}-{}.json", slug, mode_name(mode), seed);
}

std::vector<RunResult> run_jobs(const std::vector<MissionJob>& jobs,
                                const MissionJobsOptions& options, const std::stop_token& stop,
                                const CampaignListener& listener) {
  return Campaign(jobs, options).run(stop, listener);
}

}  // namespace tandem
