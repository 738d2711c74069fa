// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "run_ros.h"

#include <fmt/format.h>

#include <CLI/Error.hpp>
#include <stdexcept>

#include "base/log.h"
#include "middleware/dds_context.h"

namespace tandem {

namespace {

RosPortOptions options_with(Recorder* recorder, const std::vector<std::string>& arguments) {
  if (!recorder) return {.context = program_context(), .arguments = arguments};
  return {.context = make_context(
              tap_transport(make_dds_transport(DdsOptions::from_environment()), recorder->tap())),
          .arguments = arguments,
          .more_diagnostics = [recorder](auto& statuses) {
            statuses.push_back(diagnosis_of(recorder->report()));
          }};
}

}  // namespace

std::unique_ptr<RosPort> join_ros(const RosChoice& choice, const RunHandles& run,
                                  Recorder* recorder) {
  if (choice.is_off) {
    if (choice.arguments.empty()) return nullptr;
    log(LogLevel::error, "--ros-args are of no use with --no-ros");
    throw CLI::RuntimeError(2);
  }
  try {
    return std::make_unique<RosPort>(run, options_with(recorder, choice.arguments));
  } catch (const std::invalid_argument& error) {
    log(LogLevel::error, fmt::format("--ros-args: {}", error.what()));
    throw CLI::RuntimeError(2);
  } catch (const DdsError& error) {
    if (choice.may_fail) {
      log(LogLevel::warning, fmt::format("running without ROS 2: {}", error.what()));
      return nullptr;
    }
    log(LogLevel::error,
        fmt::format("{}; --no-ros runs without ROS 2, --try-ros if it has to", error.what()));
    throw CLI::RuntimeError(1);
  }
}

}  // namespace tandem
