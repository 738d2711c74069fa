// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "robot_programs.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "base/log.h"
#include "killed_processes.h"

namespace tandem {

namespace fs = std::filesystem;

namespace {

constexpr auto look_period = std::chrono::milliseconds(50);
constexpr std::size_t most_to_do = 1000;  // changes; a fault that lasts one step makes two

// Beside this binary when they are installed, else as they are built.
std::optional<fs::path> binary_of(const std::string& program) {
  std::error_code error;
  const fs::path here = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const fs::path& file : {here / program, here.parent_path() / program / program})
    if (fs::is_regular_file(file, error)) return file;
  return std::nullopt;
}

}  // namespace

RobotPrograms::RobotPrograms(std::vector<std::string> ros_arguments,
                             std::shared_ptr<Processes> processes)
    : ros_arguments_(std::move(ros_arguments)),
      processes_(std::move(processes)),
      thread_([this](std::stop_token stop) { run(std::move(stop)); }) {}

RobotPrograms::~RobotPrograms() {
  thread_.request_stop();
  thread_.join();
}

void RobotPrograms::publish(std::shared_ptr<const Frame> frame) {
  const bool is_new = generation_ != frame->world_generation;
  if (!is_new && faults_ == frame->faults) return;
  generation_ = frame->world_generation;
  faults_ = frame->faults;
  std::set<std::string> killed = killed_processes(*frame);
  {
    const std::scoped_lock lock(mutex_);
    if (!is_new && killed == killed_) return;
    // a kill that is over soon is one all the same
    if (to_do_.size() == most_to_do) {
      log(LogLevel::warning, "too many programs are killed at once: one is left alone");
      to_do_.pop_front();
    }
    to_do_.push_back(killed);
    killed_ = std::move(killed);
    if (is_new) next_ = frame->scenario;
  }
  bell_.notify_one();
}

void RobotPrograms::run(std::stop_token stop) {
  while (!stop.stop_requested()) {
    std::shared_ptr<const Scenario> scenario;
    std::deque<std::set<std::string>> to_do;
    {
      std::unique_lock lock(mutex_);
      bell_.wait_for(lock, stop, look_period, [this] { return next_ || !to_do_.empty(); });
      scenario = std::exchange(next_, nullptr);
      to_do.swap(to_do_);
    }
    if (scenario) start(*scenario);
    for (const std::set<std::string>& killed : to_do) follow(killed);
    watch();
  }
  end_all();
}

// All at once, then one by one.
void RobotPrograms::end_all() {
  for (Program& program : programs_)
    if (program.process) program.process->ask_to_end();
  programs_.clear();
}

void RobotPrograms::start(const Scenario& scenario) {
  end_all();
  std::string titles;
  for (ProgramCommand& command : program_commands(scenario, scenario.programs, ros_arguments_)) {
    Program& program = programs_.emplace_back();
    program.command = std::move(command);
    start(program);
    if (program.process) titles += (titles.empty() ? "" : ", ") + program.command.title;
  }
  tell_names();
  if (titles.empty()) return;
  log(LogLevel::info, fmt::format("started {}; --no-program runs the world alone", titles));
}

void RobotPrograms::start(Program& program) {
  const ProgramCommand& command = program.command;
  const auto binary = binary_of(command.program);
  if (!binary)
    return log(LogLevel::error,
               fmt::format(
                   "{}: there is no '{}' beside tandem; ./run builds it, or cmake --build --preset "
                   "release --target programs",
                   command.title, command.program));
  try {
    program.process.reset();
    program.process.emplace(command.title, *binary, command.arguments);
  } catch (const std::runtime_error& error) {
    log(LogLevel::error, fmt::format("{}: {}", command.title, error.what()));
  }
}

// Those that are there, or will be when a fault is over.
void RobotPrograms::tell_names() {
  std::vector<Processes::Process> all;
  for (const Program& program : programs_)
    if (program.process && !program.has_ended)
      all.push_back({.name = program.command.title, .is_started_again = true});
  if (processes_) processes_->set("programs", std::move(all));
}

void RobotPrograms::follow(const std::set<std::string>& killed) {
  for (Program& program : programs_) {
    const bool is_killed = killed.contains(program.command.title);
    if (is_killed == program.is_killed || program.has_ended) continue;
    program.is_killed = is_killed;
    if (is_killed && program.process) {
      log(LogLevel::warning, fmt::format("{} is killed by a fault", program.command.title));
      program.process->kill_now();
    } else if (!is_killed) {
      log(LogLevel::info, fmt::format("{} is started again", program.command.title));
      start(program);
    }
  }
}

void RobotPrograms::watch() {
  for (Program& program : programs_) {
    if (!program.process) continue;
    ChildProcess& child = *program.process;
    child.hear();
    const std::optional<std::string> end = child.take_end();
    if (!end || program.is_killed) continue;
    program.has_ended = true;
    tell_names();
    const std::string words = child.last_words();
    log(LogLevel::error,
        fmt::format("{}, which belongs to this run, has ended before it: {}{}{}", child.title(),
                    *end, words.empty() ? "" : "; its last words:\n", words));
  }
}

}  // namespace tandem
