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

std::shared_ptr<Context> context_with(const std::shared_ptr<MessageTap>& tap) {
  if (!tap) return program_context();
  return make_context(tap_transport(make_dds_transport(DdsOptions::from_environment()), tap));
}

}  // namespace

std::unique_ptr<RosPort> join_ros(const RosChoice& choice, const RunHandles& run,
                                  const std::shared_ptr<MessageTap>& tap) {
  if (choice.is_off) {
    if (choice.arguments.empty()) return nullptr;
    log(LogLevel::error, "--ros-args are of no use with --no-ros");
    throw CLI::RuntimeError(2);
  }
  try {
    return std::make_unique<RosPort>(
        run, RosPortOptions{.context = context_with(tap), .arguments = choice.arguments});
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
