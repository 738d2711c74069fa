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
#include "laboratory/program_commands.h"

namespace tandem {

namespace fs = std::filesystem;

namespace {

constexpr auto look_period = std::chrono::milliseconds(50);

// Beside this binary when they are installed, else as they are built.
std::optional<fs::path> binary_of(const std::string& program) {
  std::error_code error;
  const fs::path here = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const fs::path& file : {here / program, here.parent_path() / program / program})
    if (fs::is_regular_file(file, error)) return file;
  return std::nullopt;
}

}  // namespace

RobotPrograms::RobotPrograms(std::vector<std::string> ros_arguments)
    : ros_arguments_(std::move(ros_arguments)),
      thread_([this](std::stop_token stop) { run(std::move(stop)); }) {}

RobotPrograms::~RobotPrograms() {
  thread_.request_stop();
  thread_.join();
}

void RobotPrograms::publish(std::shared_ptr<const Frame> frame) {
  if (generation_ == frame->world_generation) return;
  generation_ = frame->world_generation;
  {
    const std::scoped_lock lock(mutex_);
    next_ = frame->scenario;
  }
  bell_.notify_one();
}

void RobotPrograms::run(std::stop_token stop) {
  while (!stop.stop_requested()) {
    std::shared_ptr<const Scenario> scenario;
    {
      std::unique_lock lock(mutex_);
      bell_.wait_for(lock, stop, look_period, [this] { return next_ != nullptr; });
      scenario = std::exchange(next_, nullptr);
    }
    if (scenario) start(*scenario);
    watch();
  }
  for (ChildProcess& child : children_) child.ask_to_end();
  children_.clear();
}

void RobotPrograms::start(const Scenario& scenario) {
  for (ChildProcess& child : children_) child.ask_to_end();  // all at once, then one by one
  children_.clear();
  for (const ProgramCommand& command :
       program_commands(scenario, scenario.programs, ros_arguments_)) {
    const auto binary = binary_of(command.program);
    if (!binary) {
      log(LogLevel::error,
          fmt::format(
              "{}: there is no '{}' beside tandem; ./run builds it, or cmake --build --preset "
              "release --target programs",
              command.title, command.program));
      continue;
    }
    try {
      children_.emplace_back(command.title, *binary, command.arguments);
    } catch (const std::runtime_error& error) {
      log(LogLevel::error, fmt::format("{}: {}", command.title, error.what()));
    }
  }
  if (children_.empty()) return;
  std::string titles;
  for (const ChildProcess& child : children_)
    titles += (titles.empty() ? "" : ", ") + child.title();
  log(LogLevel::info, fmt::format("started {}; --no-program runs the world alone", titles));
}

void RobotPrograms::watch() {
  for (ChildProcess& child : children_) {
    child.hear();
    const std::optional<std::string> end = child.take_end();
    if (!end) continue;
    const std::string words = child.last_words();
    log(LogLevel::error,
        fmt::format("{}, which belongs to this run, has ended before it: {}{}{}", child.title(),
                    *end, words.empty() ? "" : "; its last words:\n", words));
  }
}

}  // namespace tandem
