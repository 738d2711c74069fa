// SPDX-FileCopyrightText: The Tandem contributors
// SPDX-License-Identifier: Apache-2.0
#include "run_ros.h"

#include <fmt/format.h>

#include <CLI/Error.hpp>
#include <stdexcept>

#include "base/log.h"
#include "middleware/dds_context.h"

namespace tandem {

std::unique_ptr<RosPort> join_ros(const RosChoice& choice, const RunHandles& run) {
  if (choice.is_off) {
    if (choice.arguments.empty()) return nullptr;
    log(LogLevel::error, "--ros-args are of no use with --no-ros");
    throw CLI::RuntimeError(2);
  }
  try {
    return std::make_unique<RosPort>(
        run, RosPortOptions{.context = program_context(), .arguments = choice.arguments});
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
